//! Authorises requests. No other place does.
//!
//! The first argument of every handler is a [`Guard`], an extractor whose type states what the route needs.
//! [`mod@crate::routes`] accepts no handler without one, so a route without a check does not compile. All guards end in
//! [`allow`], which asks [`may`]. An object that the account may not see answers 404.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::ops::Deref;
use std::str::FromStr;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use chaffinch_pages::Locale;
use chaffinch_storage::{
    Action, Actor, Archive, Batch, BatchId, By, Case, Course, CourseId, Credential, SecretHash, Share,
    administers, may,
};
use chrono::{DateTime, Utc};

use crate::app::{App, Clock};
use crate::error::WebError;
use crate::http::client::Client;
use crate::http::locale::locale;
use crate::http::name_visibility::{self, NameVisibility};
use crate::http::view_log;
use crate::limits::caller::Caller;
use crate::limits::rates::{RateKey, RatedOperation};
use crate::sign_in::identity;

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
    pub(crate) actor: Actor,
    /// The language of the pages for this browser.
    pub(crate) words: Locale,
    /// Whether the browser asks for pages without names.
    pub(crate) names_hidden: bool,
}

impl Admitted {
    fn new(actor: Actor, parts: &Parts) -> Self {
        Self { actor, words: locale(&parts.headers), names_hidden: name_visibility::hidden(&parts.headers) }
    }

    /// Returns whether to hide names: as the request says or, if it says nothing, as the browser is set.
    pub(crate) fn hides_names(&self, requested: Option<NameVisibility>) -> bool {
        requested.map_or(self.names_hidden, |names| names == NameVisibility::Hidden)
    }

    /// Returns the account and the present time, for calls that change something.
    pub(crate) fn by(&self, clock: &Clock) -> By {
        By { account: Some(self.actor.account.id), at: clock.now() }
    }

    /// Returns the caller whose turns and quotas this request uses.
    pub(crate) fn caller(&self) -> Caller {
        Caller::Account(self.actor.account.id)
    }

    /// Checks the right in a course that the body named.
    pub(crate) fn in_course(&self, action: Action, course: CourseId) -> Result<(), WebError> {
        allow(&self.actor, action, course)
    }

    /// Returns a batch that the request names other than by its path, if the caller may see it.
    pub(crate) async fn visible_batch(&self, app: &App, id: BatchId) -> Result<Option<Batch>, WebError> {
        let batch = app.storage.batch(id).await?;
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
    pub(crate) fn until(&self, end: DateTime<Utc>) -> Result<DateTime<Utc>, WebError> {
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
    pub(crate) fn grants(&self) -> Result<(), WebError> {
        allow_grant(administers(&self.actor, Action::Grant), administers(&self.actor, Action::Change))
    }

    /// Refuses a request that gives an account access in a course, unless an owner sends it in person.
    pub(crate) fn grants_in(&self, course: CourseId) -> Result<(), WebError> {
        let right = |action| may(&self.actor, action, course);
        allow_grant(right(Action::Grant), right(Action::Manage))
    }

    /// Returns the courses in which the caller may do this.
    pub(crate) fn courses(&self, action: Action) -> Vec<CourseId> {
        self.actor.roles.keys().copied().filter(|&course| may(&self.actor, action, course)).collect()
    }
}

/// Explains why access cannot be given: `by_token` says whether the caller could do it in person.
fn allow_grant(allowed: bool, by_token: bool) -> Result<(), WebError> {
    match (allowed, by_token) {
        (true, _) => Ok(()),
        (false, true) => Err(WebError::NotByToken),
        (false, false) => Err(WebError::Forbidden),
    }
}

/// Checks a right in a course. A caller who may not see the course gets 404, so that the response does not reveal that
/// it exists.
fn allow(actor: &Actor, action: Action, course: CourseId) -> Result<(), WebError> {
    if may(actor, action, course) {
        Ok(())
    } else if may(actor, Action::See, course) {
        Err(WebError::Forbidden)
    } else {
        Err(WebError::NotFound)
    }
}

/// Reads `{batch}`, `{archive}`, `{case}` or `{course}` of the path. Anything that is not an id answers 404.
async fn id<T: FromStr>(what: &str, parts: &mut Parts, app: &App) -> Result<T, WebError> {
    let parameters = RawPathParams::from_request_parts(parts, app).await.map_err(|_| WebError::NotFound)?;
    parameters
        .iter()
        .find_map(|(name, value)| (name == what).then(|| value.parse().ok()).flatten())
        .ok_or(WebError::NotFound)
}

/// An action as a type.
pub(crate) trait PermittedAction: Send + Sync + 'static {
    const ACTION: Action;
}

macro_rules! actions {
    ($($name:ident is $action:ident),+) => {$(
        pub(crate) struct $name;
        impl PermittedAction for $name {
            const ACTION: Action = Action::$action;
        }
    )+};
}
actions!(
    Read is See, Change is Change, Upload is Upload, Check is Check, Delete is Delete, Manage is Manage
);

/// An extractor that refuses callers without the right that the route needs.
pub(crate) trait Guard {
    const NEEDS: Needs;
}

/// Guard of routes without data of users: health, the sign-in page, static files.
pub(crate) struct Public;

/// Guard of the caller's own account, courses and lists.
pub(crate) struct Own<A>(Admitted, PhantomData<A>);

/// Guard of actions in a course that the body names.
pub(crate) struct InSomeCourse<A>(Admitted, PhantomData<A>);

/// Guard of everything about one batch.
pub(crate) struct OnBatch<A> {
    pub(crate) who: Admitted,
    pub(crate) batch: Batch,
    action: PhantomData<A>,
}

/// Guard of everything about one archive.
pub(crate) struct OnArchive<A> {
    pub(crate) who: Admitted,
    pub(crate) archive: Archive,
    action: PhantomData<A>,
}

/// Guard of everything about one case.
pub(crate) struct OnCase<A> {
    pub(crate) who: Admitted,
    pub(crate) case: Case,
    action: PhantomData<A>,
}

/// Guard of everything about one course.
pub(crate) struct OnCourse<A> {
    pub(crate) who: Admitted,
    pub(crate) course: Course,
    action: PhantomData<A>,
}

/// Guard of the pages that manage accounts.
pub(crate) struct Administrator<A>(Admitted, PhantomData<A>);

/// Guard of what a share link shows.
pub(crate) struct OnShare {
    pub(crate) batch: Batch,
    pub(crate) share: Share,
    /// The secret in the path.
    pub(crate) secret: String,
    pub(crate) words: Locale,
    /// The caller whose turns and quotas this request uses.
    pub(crate) caller: Caller,
}

impl Guard for OnShare {
    const NEEDS: Needs = Needs::Share;
}

impl FromRequestParts<App> for OnShare {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let network = Client::from_parts(parts).network();
        if let Some(&operation) = parts.extensions.get::<RatedOperation>() {
            app.auth.rates.count(operation, RateKey::Address(network))?;
        }
        let secret: String = id("secret", parts, app).await?;
        let share = app.storage.open_share(&SecretHash::new(&secret), app.clock.now()).await?;
        let share = share.ok_or(WebError::NotFound)?;
        let batch = app.storage.batch(share.batch).await?.ok_or(WebError::NotFound)?;
        let caller = Caller::Share(share.id, network);
        Ok(Self { batch, share, secret, words: locale(&parts.headers), caller })
    }
}

impl Guard for Public {
    const NEEDS: Needs = Needs::Nothing;
}

impl<A: PermittedAction> Guard for Own<A> {
    const NEEDS: Needs = Needs::Account(A::ACTION);
}

impl<A: PermittedAction> Guard for InSomeCourse<A> {
    const NEEDS: Needs = Needs::SomeCourse(A::ACTION);
}

impl<A: PermittedAction> Guard for OnBatch<A> {
    const NEEDS: Needs = Needs::Batch(A::ACTION);
}

impl<A: PermittedAction> Guard for OnArchive<A> {
    const NEEDS: Needs = Needs::Archive(A::ACTION);
}

impl<A: PermittedAction> Guard for OnCase<A> {
    const NEEDS: Needs = Needs::Case(A::ACTION);
}

impl<A: PermittedAction> Guard for OnCourse<A> {
    const NEEDS: Needs = Needs::Course(A::ACTION);
}

impl<A: PermittedAction> Guard for Administrator<A> {
    const NEEDS: Needs = Needs::Administrator(A::ACTION);
}

impl FromRequestParts<App> for Public {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        if let Some(&operation) = parts.extensions.get::<RatedOperation>() {
            app.auth.rates.count(operation, RateKey::Address(Client::from_parts(parts).network()))?;
        }
        Ok(Self)
    }
}

/// Who sends the request, if they are signed in. An argument after the guard, for pages that anybody may use.
pub(crate) struct Viewer(pub(crate) Option<Actor>);

impl FromRequestParts<App> for Viewer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self(identity::actor(app, parts).await.ok()))
    }
}

impl<A: PermittedAction> FromRequestParts<App> for Own<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let actor = identity::actor(app, parts).await?;
        let course = app.storage.personal_course(actor.account.id).await?.ok_or(WebError::NotFound)?;
        // An account sees its own course, so the scope of the token is what does not allow this.
        if !may(&actor, A::ACTION, course.id) {
            return Err(WebError::Forbidden);
        }
        Ok(Self(Admitted::new(actor, parts), PhantomData))
    }
}

impl<A: PermittedAction> FromRequestParts<App> for InSomeCourse<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let actor = identity::actor(app, parts).await?;
        if !actor.roles.keys().any(|&course| allow(&actor, A::ACTION, course).is_ok()) {
            return Err(WebError::Forbidden);
        }
        Ok(Self(Admitted::new(actor, parts), PhantomData))
    }
}

impl<A: PermittedAction> FromRequestParts<App> for OnBatch<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let actor = identity::actor(app, parts).await?;
        let id = id("batch", parts, app).await?;
        let batch = app.storage.batch(id).await?.ok_or(WebError::NotFound)?;
        allow(&actor, A::ACTION, batch.course)?;
        view_log::note(app, parts, &actor, &batch).await;
        Ok(Self { who: Admitted::new(actor, parts), batch, action: PhantomData })
    }
}

impl<A: PermittedAction> FromRequestParts<App> for OnArchive<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let actor = identity::actor(app, parts).await?;
        let id = id("archive", parts, app).await?;
        let archive = app.storage.archive(id).await?.ok_or(WebError::NotFound)?;
        allow(&actor, A::ACTION, archive.course)?;
        Ok(Self { who: Admitted::new(actor, parts), archive, action: PhantomData })
    }
}

impl<A: PermittedAction> FromRequestParts<App> for OnCase<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let actor = identity::actor(app, parts).await?;
        let id = id("case", parts, app).await?;
        let case = app.storage.case(id).await?.ok_or(WebError::NotFound)?;
        allow(&actor, A::ACTION, case.course)?;
        Ok(Self { who: Admitted::new(actor, parts), case, action: PhantomData })
    }
}

impl<A: PermittedAction> FromRequestParts<App> for OnCourse<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let actor = identity::actor(app, parts).await?;
        let id = id("course", parts, app).await?;
        let course = app.storage.course(id).await?.ok_or(WebError::NotFound)?;
        allow(&actor, A::ACTION, course.id)?;
        view_log::note_course(app, parts, &actor, course.id).await;
        Ok(Self { who: Admitted::new(actor, parts), course, action: PhantomData })
    }
}

impl<A: PermittedAction> FromRequestParts<App> for Administrator<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let actor = identity::actor(app, parts).await?;
        if administers(&actor, A::ACTION) {
            Ok(Self(Admitted::new(actor, parts), PhantomData))
        } else if administers(&actor, Action::See) {
            Err(WebError::Forbidden)
        } else {
            Err(WebError::NotFound)
        }
    }
}

impl<A> Deref for Administrator<A> {
    type Target = Admitted;

    fn deref(&self) -> &Admitted {
        &self.0
    }
}

impl<A> Deref for Own<A> {
    type Target = Admitted;

    fn deref(&self) -> &Admitted {
        &self.0
    }
}

impl<A> Deref for InSomeCourse<A> {
    type Target = Admitted;

    fn deref(&self) -> &Admitted {
        &self.0
    }
}

/// Arguments of a handler, as axum lists them. The first one is a [`Guard`].
pub(crate) trait Guarded {
    const NEEDS: Needs;
}

macro_rules! guarded {
    ($($rest:ident),*) => {
        impl<Via, G: Guard, $($rest),*> Guarded for (Via, G, $($rest,)*) {
            const NEEDS: Needs = G::NEEDS;
        }
    };
}
guarded!();
guarded!(A);
guarded!(A, B);
guarded!(A, B, C);
guarded!(A, B, C, D);
