//! `/account`: the signed-in account, with its password, access tokens and sessions.

use askama::Template;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::{Html, IntoResponse, Redirect};
use chaffinch_pages::{Frame, PageLocation};
use chaffinch_storage::{
    Action, Actor, ApiToken, AuditAction, Course, Credential, Named as _, Note, Role, Secret, SecretHash,
    Session, TokenId, TokenKind, may,
};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Admitted, Change, Own, Read};
use crate::http::request::{Form, Path};
use crate::pages::account::password;
use crate::pages::account::tokens_box::TokensBox;
use crate::pages::frame::{frame, render};
use crate::sign_in::cookies::ended_cookie;
use crate::sign_in::password::MIN_PASSWORD_CHARS;
use crate::sign_in::tokens;

#[derive(Template)]
#[template(path = "service/account.html")]
struct AccountPage<'a> {
    frame: Frame,
    actor: &'a Actor,
    public_url: &'a str,
    courses: Vec<(Course, Role)>,
    tokens: Vec<ApiToken>,
    sessions: Vec<Session>,
    now: DateTime<Utc>,
    /// A new token. It is shown only once.
    fresh: Option<Secret>,
    has_password: bool,
    /// A recent sign-in by link has proved the account, so the old password is not required.
    proved: bool,
}

impl AccountPage<'_> {
    /// Returns whether it is the session of this browser.
    fn is_here(&self, session: &Session) -> bool {
        matches!(&self.actor.credential, Credential::Session(here) if here.hash == session.hash)
    }

    /// Returns the message key of why a token no longer works. `None` if it works.
    fn ended(&self, token: &ApiToken) -> Option<&'static str> {
        let is_expired = token.expires.is_some_and(|expires| expires <= self.now);
        if token.revoked.is_some() { Some("token-revoked") } else { is_expired.then_some("token-expired") }
    }
}

/// Returns the id of a session for use in addresses. It is half of the hash of the secret, which reveals nothing of the
/// secret.
fn session_id(hash: &SecretHash) -> Uuid {
    let (half, _) = hash.0.split_first_chunk().expect("a hash has 32 bytes");
    Uuid::from_bytes(*half)
}

pub(crate) async fn show(who: Own<Read>, State(app): State<App>) -> Result<Html<String>, WebError> {
    page(&app, &who, None).await
}

async fn page(app: &App, who: &Admitted, fresh: Option<Secret>) -> Result<Html<String>, WebError> {
    let (account, now) = (&who.actor.account, app.clock.now());
    render(&AccountPage {
        frame: frame(who, who.words.say("account"), PageLocation::Service, "/account"),
        actor: &who.actor,
        public_url: &app.settings.public_url,
        courses: app.storage.courses_of(account.id).await?,
        tokens: app.storage.tokens(Some(account.id)).await?,
        sessions: app.storage.sessions(account.id, now).await?,
        now,
        fresh,
        has_password: app.storage.password(account.id).await?.is_some(),
        proved: password::fresh(&who.actor, now),
    })
}

/// Form that creates an access token.
#[derive(Deserialize)]
pub(crate) struct TokenForm {
    label: String,
    /// `read`, `write`, or the id of the course in which the token can only check submissions.
    scope: String,
    /// Validity in days. Empty: until it is revoked.
    days: String,
}

pub(crate) async fn create_token(
    who: Own<Change>,
    State(app): State<App>,
    Form(form): Form<TokenForm>,
) -> Result<impl IntoResponse, WebError> {
    let days = match form.days.trim() {
        "" => None,
        days => Some(days.parse().map_err(|_| tokens::wrong_days())?),
    };
    let course = form.scope.parse().ok();
    let scope = if course.is_some() { "check" } else { &form.scope };
    let (secret, _) = tokens::create(&app, &who, &form.label, scope, course, days).await?;
    page(&app, &who, Some(secret)).await
}

pub(crate) async fn revoke_token(
    who: Own<Change>,
    State(app): State<App>,
    Path(id): Path<Uuid>,
) -> Result<Redirect, WebError> {
    tokens::revoke(&app, &who, TokenId(id)).await?;
    Ok(Redirect::to("/account"))
}

pub(crate) async fn end_session(
    who: Own<Change>,
    State(app): State<App>,
    Path(id): Path<Uuid>,
) -> Result<Redirect, WebError> {
    let own = app.storage.sessions(who.actor.account.id, app.clock.now()).await?;
    // A session of another account is treated as one that does not exist.
    let session = own.iter().find(|session| session_id(&session.hash) == id).ok_or(WebError::NotFound)?;
    app.storage.end_session(&session.hash).await?;
    let note = Note {
        action: AuditAction::SessionEnded,
        course: None,
        subject: who.actor.account.id.0,
        details: json!({ "all": false }),
        once_in: None,
    };
    app.storage.note(&note, &who.by(&app.clock)).await?;
    Ok(Redirect::to("/account"))
}

pub(crate) async fn sign_out_everywhere(
    who: Own<Change>,
    State(app): State<App>,
    Form(tokens): Form<TokensBox>,
) -> Result<impl IntoResponse, WebError> {
    app.storage.end_sessions(who.actor.account.id, tokens.chosen(), &who.by(&app.clock)).await?;
    Ok(([(SET_COOKIE, ended_cookie(&app.settings))], Redirect::to("/sign-in")))
}
