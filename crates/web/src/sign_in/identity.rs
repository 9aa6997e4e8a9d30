//! Identifies the caller: by a Bearer token, by the header of a trusted proxy, or by the session cookie of a browser.

use axum::extract::{Request, State};
use axum::http::Extensions;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use axum_extra::extract::cookie::CookieJar;
use axum_extra::headers::HeaderMapExt as _;
use axum_extra::headers::authorization::{Authorization, Bearer};
use chaffinch_storage::{Actor, AuditAction, By, Credential, Identity, Note, SecretHash, StorageError};
use chrono::TimeDelta;
use serde_json::json;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::client::Client;
use crate::http::request_log::is_page;
use crate::limits::rates::{RateKey, RatedOperation};
use crate::sign_in::accounts;
use crate::sign_in::credentials::session;

/// Refuses requests for pages that have both a token and a session cookie. Attack: somebody sends a stolen token with
/// their own session, and each proves one half of what a form requires.
///
/// In the API, the token counts and the cookie is ignored. Browsers add cookies to a script's calls by themselves, and
/// no call requires more than one proof.
pub(crate) async fn one_credential(State(app): State<App>, request: Request, next: Next) -> Result<Response> {
    let headers = request.headers();
    let both = headers.contains_key(AUTHORIZATION)
        && session(&app.settings, &CookieJar::from_headers(headers)).is_some();
    if both && is_page(request.uri()) { Err(WebError::TwoCredentials) } else { Ok(next.run(request).await) }
}

/// Identifies the user of a request. A token takes precedence over a cookie, and an invalid token is an error even with
/// a valid cookie. Counts the request for its account or, if its credential is not valid, for its address. Adds a
/// [`Sender`] to the request.
pub(crate) async fn actor(app: &App, parts: &mut Parts) -> Result<Actor> {
    let found = known(app, parts).await;
    let (operation, who) = match &found {
        Ok(actor) => {
            let operation = parts.extensions.get().copied().unwrap_or(RatedOperation::Request);
            (operation, RateKey::Account(actor.account.id))
        }
        Err(WebError::Unauthenticated { presented: true }) => {
            (RatedOperation::Failure, RateKey::Address(Client::from_parts(parts).network()))
        }
        Err(_) => return found,
    };
    app.auth.rates.count(operation, who)?;
    if let Ok(actor) = &found {
        parts.extensions.insert(Sender(Some(actor.clone())));
    }
    found
}

async fn known(app: &App, parts: &Parts) -> Result<Actor> {
    let now = app.clock.now();
    let found = if parts.headers.contains_key(AUTHORIZATION) {
        let bearer = parts
            .headers
            .typed_get::<Authorization<Bearer>>()
            .ok_or(WebError::Unauthenticated { presented: true })?;
        app.storage.token_actor(&SecretHash::new(bearer.token()), now).await?
    } else if let Some(named) = named(app, parts)? {
        proxied(app, named).await?
    } else if let Some(session) = session(&app.settings, &CookieJar::from_headers(&parts.headers)) {
        app.storage.session_actor(&session, now).await?
    } else {
        return Err(WebError::Unauthenticated { presented: false });
    };
    found.ok_or(WebError::Unauthenticated { presented: true })
}

/// Returns the actor with the present roles. Returns `None` if the credential is not valid any more.
pub(crate) async fn again(app: &App, actor: &Actor) -> Result<Option<Actor>, StorageError> {
    let now = app.clock.now();
    match &actor.credential {
        Credential::Session(session) => app.storage.session_actor(&session.hash, now).await,
        Credential::Token { hash, .. } => app.storage.token_actor(hash, now).await,
        Credential::Proxy => app.storage.actor(actor.account.id).await,
    }
}

/// The actor whom a guard admitted, if the route needs one. Code that reads a body checks it again afterwards.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sender(Option<Actor>);

impl Sender {
    /// Returns the sender of the request that has these extensions.
    pub(crate) fn from_extensions(extensions: &Extensions) -> Self {
        extensions.get().cloned().unwrap_or_default()
    }

    /// Refuses a body whose sender has lost access since the guard checked it.
    ///
    /// Attack: a request passes its guard and then holds its body back. Meanwhile its session ends, its token is
    /// revoked or its account loses a role.
    pub(crate) async fn check_again(&self, app: &App) -> Result<()> {
        let Some(before) = &self.0 else { return Ok(()) };
        let now = again(app, before).await?.ok_or(WebError::Unauthenticated { presented: true })?;
        if has_all_of(&now, before) { Ok(()) } else { Err(WebError::AccessChanged) }
    }
}

/// Returns whether an actor still has every earlier right. The request does not use rights added since then.
fn has_all_of(now: &Actor, before: &Actor) -> bool {
    now.account.id == before.account.id
        && (now.account.admin || !before.account.admin)
        && before.scope <= now.scope
        && before.roles.iter().all(|(course, role)| now.roles.get(course).is_some_and(|now| role <= now))
}

/// Returns the user whom a trusted proxy names. Attack: anybody can send the header, so it counts only from the address
/// of a trusted proxy. If it comes twice, one of the two is forged, and the request is refused.
fn named<'a>(app: &App, parts: &'a Parts) -> Result<Option<&'a str>> {
    let Some(header) = &app.settings.identity_header else { return Ok(None) };
    if !Client::from_parts(parts).proxied {
        return Ok(None);
    }
    let mut values = parts.headers.get_all(&header.name).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let name = value.to_str().map(str::trim).unwrap_or_default();
    if values.next().is_some() || (name.is_empty() && !value.is_empty()) {
        return Err(WebError::Unauthenticated { presented: true });
    }
    Ok(Some(name).filter(|name| !name.is_empty()))
}

/// Returns the account of the user whom a proxy names. It records a sign-in once an hour.
async fn proxied(app: &App, name: &str) -> Result<Option<Actor>> {
    let provision = app.settings.identity_header.as_ref().is_some_and(|header| header.provision);
    let identity = Identity { issuer: Identity::PROXY.to_owned(), subject: name.to_owned() };
    let Some(account) = accounts::of_identity(app, &identity, name, None, provision).await? else {
        return Ok(None);
    };
    let actor = app.storage.actor(account.id).await?;
    if actor.is_some() {
        let note = Note {
            action: AuditAction::SignedIn,
            course: None,
            subject: account.id.0,
            details: json!({ "way": Identity::PROXY }),
            once_in: Some(TimeDelta::hours(1)),
        };
        let by = By { account: Some(account.id), at: app.clock.now() };
        if let Err(error) = app.storage.note(&note, &by).await {
            tracing::warn!(%error, "cannot record a sign-in in the audit log");
        }
    }
    Ok(actor)
}
