//! `/account`: the signed-in account, with its password, access tokens and sessions.

use askama::Template;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::{Html, IntoResponse, Redirect};
use chaffinch_pages::{Frame, PageLocation};
use chaffinch_storage::{
    Action, ApiToken, AuditAction, Credential, Named, Note, Scope, Secret, SecretHash, Session, TokenId,
    TokenKind, may,
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
use crate::pages::courses::list::role_words;
use crate::pages::frame::{frame, render};
use crate::pages::values::{Choice, When};
use crate::sign_in::cookies::ended_cookie;
use crate::sign_in::password::MIN_PASSWORD_CHARS;
use crate::sign_in::tokens;

#[derive(Template)]
#[template(path = "service/account.html")]
struct AccountPage {
    frame: Frame,
    name: String,
    public_url: String,
    courses: Vec<CourseRow>,
    /// Courses in which a token of the account can check submissions.
    checking: Vec<Choice>,
    tokens: Vec<TokenRow>,
    sessions: Vec<SessionRow>,
    /// A new token. It is shown only once.
    fresh: Option<Secret>,
    has_password: bool,
    /// A recent sign-in by link has proved the account, so the old password is not required.
    proved: bool,
    password_least: usize,
}

struct SessionRow {
    id: Uuid,
    /// Whether it is the session of this browser.
    here: bool,
    browser: String,
    address: String,
    /// Message key of how it was opened.
    way: String,
    created: When,
    last_seen: Option<When>,
}

impl SessionRow {
    fn new(session: Session, reader: &Credential) -> Self {
        Self {
            id: session_id(&session.hash),
            here: matches!(reader, Credential::Session(here) if here.hash == session.hash),
            browser: session.browser,
            address: session.address,
            way: format!("session-by-{}", session.way.name()),
            created: session.created.into(),
            last_seen: session.last_seen.map(When::from),
        }
    }
}

/// Returns the id of a session for use in addresses. It is half of the hash of the secret, which reveals nothing of the
/// secret.
fn session_id(hash: &SecretHash) -> Uuid {
    let (half, _) = hash.0.split_first_chunk().expect("a hash has 32 bytes");
    Uuid::from_bytes(*half)
}

struct CourseRow {
    href: String,
    name: String,
    /// Message key of the role.
    role: &'static str,
}

struct TokenRow {
    id: TokenId,
    label: String,
    /// Message key of the scope.
    scope: &'static str,
    created: When,
    last_used: Option<When>,
    expires: Option<When>,
    /// Message key of why the token no longer works. `None` if it works.
    ended: Option<&'static str>,
}

impl TokenRow {
    fn new(token: ApiToken, now: DateTime<Utc>) -> Self {
        let ended = if token.revoked.is_some() {
            Some("token-revoked")
        } else {
            token.expires.filter(|&expires| expires <= now).map(|_| "token-expired")
        };
        Self {
            id: token.id,
            label: token.label,
            scope: match (token.kind, token.scope) {
                (TokenKind::Moss, _) => "scope-moss",
                (TokenKind::Api, Scope::Read) => "scope-read",
                (TokenKind::Api, Scope::Write) => "scope-write",
                (TokenKind::Api, Scope::Check(_)) => "scope-check",
            },
            created: token.created.into(),
            last_used: token.last_used.map(When::from),
            expires: token.expires.map(When::from),
            ended,
        }
    }
}

pub(crate) async fn show(who: Own<Read>, State(app): State<App>) -> Result<Html<String>, WebError> {
    page(&app, &who, None).await
}

async fn page(app: &App, who: &Admitted, fresh: Option<Secret>) -> Result<Html<String>, WebError> {
    let account = &who.actor.account;
    let now = app.clock.now();
    let courses = app.storage.courses_of(account.id).await?;
    let tokens = app.storage.tokens(Some(account.id)).await?;
    let checking = courses.iter().filter(|(course, _)| may(&who.actor, Action::Check, course.id));
    let checking = checking.map(|(course, _)| Choice {
        value: course.id.to_string(),
        label: course.name.clone(),
        selected: false,
    });
    let checking = checking.collect();
    let sessions = app.storage.sessions(account.id, now).await?;
    render(&AccountPage {
        frame: frame(who, who.words.say("account"), PageLocation::Service, "/account"),
        name: account.name.clone(),
        public_url: app.settings.public_url.clone(),
        checking,
        courses: courses
            .into_iter()
            .map(|(course, role)| CourseRow {
                href: format!("/courses/{}", course.id),
                name: course.name,
                role: role_words(role),
            })
            .collect(),
        tokens: tokens.into_iter().map(|token| TokenRow::new(token, now)).collect(),
        sessions: sessions
            .into_iter()
            .map(|session| SessionRow::new(session, &who.actor.credential))
            .collect(),
        fresh,
        has_password: app.storage.password(account.id).await?.is_some(),
        proved: password::fresh(&who.actor, now),
        password_least: MIN_PASSWORD_CHARS,
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
