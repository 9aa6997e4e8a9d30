//! What a route may need of its caller, the caller who passed a guard, what it may do further, and what its browser has
//! chosen: the language of the pages, and whether they have names. The guards decide by [`allow`].

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::request::Parts;
use axum_extra::extract::cookie::CookieJar;
use chaffinch_pages::{LanguageSwitch, Locale, NamesSwitch};
use chaffinch_storage::{Action, Actor, Batch, BatchId, By, CourseId, Credential, administers, may};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::{Result, WebError};
use crate::limits::fair_queue::Caller;
use crate::limits::rates::RateKey;

/// What a route needs of its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nothing, because the answer contains no data of users.
    Nothing,
    /// The right to do this in the caller's own account.
    Account(Action),
    /// The right to do this in at least one course. The body names the course, and the handler checks it again when
    /// it has read the body.
    SomeCourse(Action),
    /// The right to do this in the course of the batch named in the path.
    Batch(Action),
    /// The right to do this in the course of the archive named in the path.
    Archive(Action),
    /// The right to do this in the course of the case named in the path.
    Case(Action),
    /// The right to do this in the course named in the path.
    Course(Action),
    /// The right to manage accounts (`See`: to list them).
    Administrator(Action),
    /// A link that shows one report.
    Share,
}

/// A caller who passed a guard.
pub(crate) struct Admitted {
    /// What the service offers to handlers.
    pub(crate) app: App,
    pub(crate) actor: Actor,
    /// The language of the pages for this browser.
    pub(crate) words: Locale,
    /// Whether the browser asks for pages without names.
    pub(crate) names_hidden: bool,
}

impl Admitted {
    pub(super) fn new(app: &App, actor: Actor, parts: &Parts) -> Self {
        let (words, names_hidden) = (locale(&parts.headers), hides_names(&parts.headers));
        Self { app: app.clone(), actor, words, names_hidden }
    }

    /// Returns whether to hide names: as the request says or, if it says nothing, as the browser is set.
    pub(crate) fn hides_names(&self, requested: Option<NameVisibility>) -> bool {
        requested.map_or(self.names_hidden, |names| names == NameVisibility::Hidden)
    }

    /// Returns the switch that hides names, for a page that has them.
    pub(crate) fn names_switch(&self) -> NamesSwitch {
        NamesSwitch { action: NAMES_SWITCH.to_owned(), hidden: self.names_hidden }
    }

    /// Returns the account and the present time, for calls that change something.
    pub(crate) fn by(&self) -> By {
        By { account: Some(self.actor.account.id), at: self.app.clock.now() }
    }

    /// Returns the caller whose turns and quotas this request uses.
    pub(crate) fn caller(&self) -> Caller {
        Caller::Account(self.actor.account.id)
    }

    /// Checks the right in a course that the body named.
    pub(crate) fn in_course(&self, action: Action, course: CourseId) -> Result<()> {
        allow(&self.actor, action, course)
    }

    /// Returns a batch that the request names other than by its path, if the caller may see it.
    pub(crate) async fn visible_batch(&self, id: BatchId) -> Result<Option<Batch>> {
        let batch = self.app.storage.batch(id).await?;
        Ok(batch.filter(|batch| may(&self.actor, Action::See, batch.course)))
    }

    /// Returns when the token of this request expires, if it has a token that does. What the request creates ends then
    /// at the latest. Attack: a token of one day creates one of ten years.
    pub(crate) fn end(&self) -> Option<DateTime<Utc>> {
        match self.actor.credential {
            Credential::Token { expires, .. } => expires,
            Credential::Session(_) | Credential::Proxy => None,
        }
    }

    /// Returns `end`, if what the request creates may last that long.
    pub(crate) fn until(&self, end: DateTime<Utc>) -> Result<DateTime<Utc>> {
        match self.end() {
            Some(expires) if expires < end => Err(WebError::OutlivesToken { expires }),
            _ => Ok(end),
        }
    }

    /// Returns the token of this request, or the account if it has none, for limits of a token.
    pub(crate) fn token(&self) -> RateKey {
        match self.actor.credential {
            Credential::Token { hash, .. } => RateKey::Token(hash),
            Credential::Session(_) | Credential::Proxy => RateKey::Account(self.actor.account.id),
        }
    }

    /// Refuses a request that gives an account access, unless an administrator sends it in person.
    pub(crate) fn grants(&self) -> Result<()> {
        allow_grant(administers(&self.actor, Action::Grant), administers(&self.actor, Action::Change))
    }

    /// Refuses a request that gives an account access in a course, unless an owner sends it in person.
    pub(crate) fn grants_in(&self, course: CourseId) -> Result<()> {
        let right = |action| may(&self.actor, action, course);
        allow_grant(right(Action::Grant), right(Action::Manage))
    }

    /// Returns the courses in which the caller may do this.
    pub(crate) fn courses(&self, action: Action) -> Vec<CourseId> {
        self.actor.roles.keys().copied().filter(|&course| may(&self.actor, action, course)).collect()
    }
}

/// Explains why access cannot be given: `by_token` says whether the caller could do it in person.
fn allow_grant(allowed: bool, by_token: bool) -> Result<()> {
    match (allowed, by_token) {
        (true, _) => Ok(()),
        (false, true) => Err(WebError::NotByToken),
        (false, false) => Err(WebError::Forbidden),
    }
}

/// Checks a right in a course. A caller who may not see the course gets 404, so that the response does not reveal that
/// it exists.
pub(super) fn allow(actor: &Actor, action: Action, course: CourseId) -> Result<()> {
    if may(actor, action, course) {
        Ok(())
    } else if may(actor, Action::See, course) {
        Err(WebError::Forbidden)
    } else {
        Err(WebError::NotFound)
    }
}

/// Path of the form that changes the language.
pub(crate) const LANGUAGE_SWITCH: &str = "/language";
/// The cookie that the switch of languages sets. Its value is a language tag.
pub(crate) const LANGUAGE_COOKIE: &str = "chaffinch_language";

/// Returns the language of pages for the sender of these headers.
pub(crate) fn locale(headers: &HeaderMap) -> Locale {
    let chosen = CookieJar::from_headers(headers)
        .get(LANGUAGE_COOKIE)
        .and_then(|cookie| Locale::from_tag(cookie.value()));
    let accepted = || headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    chosen.unwrap_or_else(|| accepted().map_or_else(Locale::english, Locale::preferred))
}

/// Returns the switch for a page. `back` is its path if the browser does not send it.
pub(crate) fn language_switch(back: Option<String>) -> LanguageSwitch {
    LanguageSwitch { action: LANGUAGE_SWITCH.to_owned(), back }
}

/// Path of the form that changes the choice.
pub(crate) const NAMES_SWITCH: &str = "/names";
/// Name of the cookie that stores the choice.
pub(crate) const NAMES_COOKIE: &str = "chaffinch_names";

/// Whether names are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Names)]
pub(crate) enum NameVisibility {
    /// Names are shown.
    Shown,
    /// People have pseudonyms, inside the code too.
    Hidden,
}

/// Returns whether the browser that sent these headers has the switch set to hide names.
pub(crate) fn hides_names(headers: &HeaderMap) -> bool {
    CookieJar::from_headers(headers).get(NAMES_COOKIE).is_some_and(|cookie| cookie.value() == "hidden")
}
