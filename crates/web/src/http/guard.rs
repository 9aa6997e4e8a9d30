//! Who may pass: the one point where requests are authorised.
//!
//! The first argument of every handler is a [`Guard`], an extractor that states in its type what the route needs;
//! [`mod@crate::routes`] takes no handler without one, so a route that forgets to ask does not compile. All of them end
//! in [`allow`], which asks [`may`]. What one may not see does not exist: the answer is 404.

use std::marker::PhantomData;
use std::ops::Deref;
use std::str::FromStr;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use chaffinch_report::Locale;
use chaffinch_storage::{
    Action, Actor, Archive, Batch, By, Case, Course, CourseId, Credential, SecretHash, Share, administers,
    may,
};
use chrono::{DateTime, Utc};

use crate::app::{App, Clock};
use crate::error::WebError;
use crate::http::client::Client;
use crate::http::locale::locale;
use crate::http::name_visibility;
use crate::http::view_log;
use crate::limits::caller::Caller;
use crate::limits::rates::{Counted, Operation};
use crate::sign_in::identity;

/// What a route needs of whoever calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nothing: it tells nothing about anybody.
    Nothing,
    /// The right to do this in one's own account.
    Account(Action),
    /// The right to do this in at least one course. Which one stands in the body, and is asked about again when
    /// it is known.
    SomeCourse(Action),
    /// The right to do this in the course of the batch named in the path.
    Batch(Action),
    /// The right to do this in the course of the archive named in the path.
    Archive(Action),
    /// The right to do this in the course of the case named in the path.
    Case(Action),
    /// The right to do this in the course named in the path.
    Course(Action),
    /// To look after accounts (`See`: to look at them).
    Administrator(Action),
    /// A link that shows one report.
    Share,
}

impl Needs {
    /// Whoever may be here at all may do this.
    pub(crate) const fn is_to_look(self) -> bool {
        match self {
            Self::Nothing | Self::Share => true,
            Self::Account(action)
            | Self::SomeCourse(action)
            | Self::Batch(action)
            | Self::Archive(action)
            | Self::Case(action)
            | Self::Course(action)
            | Self::Administrator(action) => matches!(action, Action::See),
        }
    }
}

/// Whoever passed.
pub(crate) struct Admitted {
    pub(crate) actor: Actor,
    /// The language of the pages for this browser.
    pub(crate) words: Locale,
    /// The browser asks for pages without names.
    pub(crate) names_hidden: bool,
}

impl Admitted {
    fn new(actor: Actor, parts: &Parts) -> Self {
        Self { actor, words: locale(&parts.headers), names_hidden: name_visibility::hidden(&parts.headers) }
    }

    /// Returns the account and the present time, for calls that change something.
    pub(crate) fn by(&self, clock: &Clock) -> By {
        By { account: Some(self.actor.account.id), at: clock.now() }
    }

    /// Whose turns and places this request takes.
    pub(crate) fn caller(&self) -> Caller {
        Caller::Account(self.actor.account.id)
    }

    /// Asks again where the course stood in the body.
    pub(crate) fn in_course(&self, action: Action, course: CourseId) -> Result<(), WebError> {
        allow(&self.actor, action, course)
    }

    /// When the token of this request expires, if it is a token that does. What it makes ends then at the latest. Attack:
    /// a token of one day makes one of ten years.
    pub(crate) fn end(&self) -> Option<DateTime<Utc>> {
        match self.actor.credential {
            Credential::Token { expires, .. } => expires,
            Credential::Session(_) | Credential::Proxy => None,
        }
    }

    /// This end, where what the request makes may last so long.
    pub(crate) fn until(&self, end: DateTime<Utc>) -> Result<DateTime<Utc>, WebError> {
        match self.end() {
            Some(expires) if expires < end => Err(WebError::OutlivesToken { expires }),
            _ => Ok(end),
        }
    }

    /// Refuses to let a token give a person access, which would last longer than the token. Attack: somebody finds a token of
    /// an administrator and makes himself one.
    pub(crate) fn in_person(&self) -> Result<(), WebError> {
        match self.actor.credential {
            Credential::Token { .. } => Err(WebError::NotByToken),
            Credential::Session(_) | Credential::Proxy => Ok(()),
        }
    }

    /// The courses in which one may do this.
    pub(crate) fn courses(&self, action: Action) -> Vec<CourseId> {
        self.actor.roles.keys().copied().filter(|&course| may(&self.actor, action, course)).collect()
    }
}

/// Seeing is asked first: who may not even see must not learn that there is something.
fn allow(actor: &Actor, action: Action, course: CourseId) -> Result<(), WebError> {
    if may(actor, action, course) {
        Ok(())
    } else if may(actor, Action::See, course) {
        Err(WebError::Forbidden)
    } else {
        Err(WebError::NotFound)
    }
}

/// The `{batch}`, `{archive}`, `{case}` or `{course}` of the path; what is no id names nothing.
async fn id<T: FromStr>(what: &str, parts: &mut Parts, app: &App) -> Result<T, WebError> {
    let parameters = RawPathParams::from_request_parts(parts, app).await.map_err(|_| WebError::NotFound)?;
    parameters
        .iter()
        .find_map(|(name, value)| (name == what).then(|| value.parse().ok()).flatten())
        .ok_or(WebError::NotFound)
}

/// An action as a type.
pub(crate) trait Does: Send + Sync + 'static {
    const ACTION: Action;
}

macro_rules! actions {
    ($($name:ident),+) => {$(
        pub(crate) struct $name;
        impl Does for $name {
            const ACTION: Action = Action::$name;
        }
    )+};
}
actions!(See, Change, Upload, Delete, Manage);

/// An extractor that lets nobody pass who may not.
pub(crate) trait Guard {
    const NEEDS: Needs;
}

/// For what tells nothing about anybody: health, the sign-in page, static files.
pub(crate) struct Public;

/// For one's own account, courses and lists.
pub(crate) struct Own<A>(Admitted, PhantomData<A>);

/// For what happens in a course named in the body.
pub(crate) struct InSomeCourse<A>(Admitted, PhantomData<A>);

/// For everything of one batch.
pub(crate) struct OnBatch<A> {
    pub(crate) who: Admitted,
    pub(crate) batch: Batch,
    action: PhantomData<A>,
}

/// For everything of one archive.
pub(crate) struct OnArchive<A> {
    pub(crate) who: Admitted,
    pub(crate) archive: Archive,
    action: PhantomData<A>,
}

/// For everything of one case.
pub(crate) struct OnCase<A> {
    pub(crate) who: Admitted,
    pub(crate) case: Case,
    action: PhantomData<A>,
}

/// For everything of one course.
pub(crate) struct OnCourse<A> {
    pub(crate) who: Admitted,
    pub(crate) course: Course,
    action: PhantomData<A>,
}

/// For the pages that look after accounts.
pub(crate) struct Administrator<A>(Admitted, PhantomData<A>);
/// For what a share link shows.
pub(crate) struct OnShare {
    pub(crate) batch: Batch,
    pub(crate) share: Share,
    /// As it stands in the path.
    pub(crate) secret: String,
    pub(crate) words: Locale,
    /// Whose turns and places this request takes.
    pub(crate) caller: Caller,
}

impl Guard for OnShare {
    const NEEDS: Needs = Needs::Share;
}

impl FromRequestParts<App> for OnShare {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let network = Client::of(parts).network();
        if let Some(&operation) = parts.extensions.get::<Operation>() {
            app.gate.rates.count(operation, Counted::Address(network))?;
        }
        let secret: String = id("secret", parts, app).await?;
        let share = app.storage.open_share(&SecretHash::of(&secret), app.clock.now()).await?;
        let share = share.ok_or(WebError::NotFound)?;
        let batch = app.storage.batch(share.batch).await?.ok_or(WebError::NotFound)?;
        let caller = Caller::Share(share.id, network);
        Ok(Self { batch, share, secret, words: locale(&parts.headers), caller })
    }
}

impl Guard for Public {
    const NEEDS: Needs = Needs::Nothing;
}

impl<A: Does> Guard for Own<A> {
    const NEEDS: Needs = Needs::Account(A::ACTION);
}

impl<A: Does> Guard for InSomeCourse<A> {
    const NEEDS: Needs = Needs::SomeCourse(A::ACTION);
}

impl<A: Does> Guard for OnBatch<A> {
    const NEEDS: Needs = Needs::Batch(A::ACTION);
}

impl<A: Does> Guard for OnArchive<A> {
    const NEEDS: Needs = Needs::Archive(A::ACTION);
}

impl<A: Does> Guard for OnCase<A> {
    const NEEDS: Needs = Needs::Case(A::ACTION);
}

impl<A: Does> Guard for OnCourse<A> {
    const NEEDS: Needs = Needs::Course(A::ACTION);
}

impl<A: Does> Guard for Administrator<A> {
    const NEEDS: Needs = Needs::Administrator(A::ACTION);
}

impl FromRequestParts<App> for Public {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        if let Some(&operation) = parts.extensions.get::<Operation>() {
            app.gate.rates.count(operation, Counted::Address(Client::of(parts).network()))?;
        }
        Ok(Self)
    }
}

impl<A: Does> FromRequestParts<App> for Own<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let actor = identity::actor(app, parts).await?;
        let course = app.storage.personal_course(actor.account.id).await?.ok_or(WebError::NotFound)?;
        allow(&actor, A::ACTION, course.id)?;
        Ok(Self(Admitted::new(actor, parts), PhantomData))
    }
}

impl<A: Does> FromRequestParts<App> for InSomeCourse<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let actor = identity::actor(app, parts).await?;
        if !actor.roles.keys().any(|&course| allow(&actor, A::ACTION, course).is_ok()) {
            return Err(WebError::Forbidden);
        }
        Ok(Self(Admitted::new(actor, parts), PhantomData))
    }
}

impl<A: Does> FromRequestParts<App> for OnBatch<A> {
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

impl<A: Does> FromRequestParts<App> for OnArchive<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let actor = identity::actor(app, parts).await?;
        let id = id("archive", parts, app).await?;
        let archive = app.storage.archive(id).await?.ok_or(WebError::NotFound)?;
        allow(&actor, A::ACTION, archive.course)?;
        Ok(Self { who: Admitted::new(actor, parts), archive, action: PhantomData })
    }
}

impl<A: Does> FromRequestParts<App> for OnCase<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let actor = identity::actor(app, parts).await?;
        let id = id("case", parts, app).await?;
        let case = app.storage.case(id).await?.ok_or(WebError::NotFound)?;
        allow(&actor, A::ACTION, case.course)?;
        Ok(Self { who: Admitted::new(actor, parts), case, action: PhantomData })
    }
}

impl<A: Does> FromRequestParts<App> for OnCourse<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, WebError> {
        let actor = identity::actor(app, parts).await?;
        let id = id("course", parts, app).await?;
        let course = app.storage.course(id).await?.ok_or(WebError::NotFound)?;
        allow(&actor, A::ACTION, course.id)?;
        Ok(Self { who: Admitted::new(actor, parts), course, action: PhantomData })
    }
}

impl<A: Does> FromRequestParts<App> for Administrator<A> {
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

/// Arguments of a handler, as axum lists them, of which the first is a [`Guard`].
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
