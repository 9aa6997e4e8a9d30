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
use chaffinch_storage::{Action, Actor, Archive, Batch, Case, Course, SecretHash, Share, administers, may};

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::{Admitted, Needs, allow, locale};
use crate::http::client::Client;
use crate::http::view_log;
use crate::limits::fair_queue::Caller;
use crate::limits::rates::{RateKey, RatedOperation};
use crate::sign_in::identity;

/// Reads `{batch}`, `{archive}`, `{case}` or `{course}` of the path. Anything that is not an id answers 404.
async fn id<T: FromStr>(what: &str, parts: &mut Parts, app: &App) -> Result<T> {
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
pub(crate) struct Public(pub(crate) App);

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
    pub(crate) app: App,
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

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let network = Client::from_parts(parts).network();
        if let Some(&operation) = parts.extensions.get::<RatedOperation>() {
            app.auth.rates.count(operation, RateKey::Address(network))?;
        }
        let secret: String = id("secret", parts, app).await?;
        let share = app.storage.open_share(&SecretHash::new(&secret), app.clock.now()).await?;
        let share = share.ok_or(WebError::NotFound)?;
        let batch = app.storage.batch(share.batch).await?.ok_or(WebError::NotFound)?;
        let caller = Caller::Share(share.id, network);
        Ok(Self { app: app.clone(), batch, share, secret, words: locale(&parts.headers), caller })
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

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        if let Some(&operation) = parts.extensions.get::<RatedOperation>() {
            app.auth.rates.count(operation, RateKey::Address(Client::from_parts(parts).network()))?;
        }
        Ok(Self(app.clone()))
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

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let actor = identity::actor(app, parts).await?;
        let course = app.storage.personal_course(actor.account.id).await?.ok_or(WebError::NotFound)?;
        // An account sees its own course, so the scope of the token is what does not allow this.
        if !may(&actor, A::ACTION, course.id) {
            return Err(WebError::Forbidden);
        }
        Ok(Self(Admitted::new(app, actor, parts), PhantomData))
    }
}

impl<A: PermittedAction> FromRequestParts<App> for InSomeCourse<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let actor = identity::actor(app, parts).await?;
        if !actor.roles.keys().any(|&course| allow(&actor, A::ACTION, course).is_ok()) {
            return Err(WebError::Forbidden);
        }
        Ok(Self(Admitted::new(app, actor, parts), PhantomData))
    }
}

impl<A: PermittedAction> FromRequestParts<App> for OnBatch<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let actor = identity::actor(app, parts).await?;
        let id = id("batch", parts, app).await?;
        let batch = app.storage.batch(id).await?.ok_or(WebError::NotFound)?;
        allow(&actor, A::ACTION, batch.course)?;
        if batch.revision.is_some() {
            view_log::note_request(app, parts, &actor, batch.course, batch.id.0).await;
        }
        Ok(Self { who: Admitted::new(app, actor, parts), batch, action: PhantomData })
    }
}

impl<A: PermittedAction> FromRequestParts<App> for OnArchive<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let actor = identity::actor(app, parts).await?;
        let id = id("archive", parts, app).await?;
        let archive = app.storage.archive(id).await?.ok_or(WebError::NotFound)?;
        allow(&actor, A::ACTION, archive.course)?;
        Ok(Self { who: Admitted::new(app, actor, parts), archive, action: PhantomData })
    }
}

impl<A: PermittedAction> FromRequestParts<App> for OnCase<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let actor = identity::actor(app, parts).await?;
        let id = id("case", parts, app).await?;
        let case = app.storage.case(id).await?.ok_or(WebError::NotFound)?;
        allow(&actor, A::ACTION, case.course)?;
        Ok(Self { who: Admitted::new(app, actor, parts), case, action: PhantomData })
    }
}

impl<A: PermittedAction> FromRequestParts<App> for OnCourse<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let actor = identity::actor(app, parts).await?;
        let id = id("course", parts, app).await?;
        let course = app.storage.course(id).await?.ok_or(WebError::NotFound)?;
        allow(&actor, A::ACTION, course.id)?;
        view_log::note_request(app, parts, &actor, course.id, course.id.0).await;
        Ok(Self { who: Admitted::new(app, actor, parts), course, action: PhantomData })
    }
}

impl<A: PermittedAction> FromRequestParts<App> for Administrator<A> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self> {
        let actor = identity::actor(app, parts).await?;
        if administers(&actor, A::ACTION) {
            Ok(Self(Admitted::new(app, actor, parts), PhantomData))
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
