//! `/account`: the signed-in account, with its password, access tokens, user ids for MOSS clients, and sessions.

use askama::Template;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{Html, IntoResponse, Redirect, Response};
use chaffinch_pages::Frame;
use chaffinch_storage::{
    Action, Actor, ApiToken, AuditAction, Course, Credential, MossNumber, MossSalt, Named as _, NewToken,
    Note, Role, Scope, Secret, SecretHash, Session, SignInMethod, TokenId, TokenKind, Tokens, age, may,
};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::client::Client;
use crate::http::guard::{Change, Own, Read};
use crate::http::request::{Form, Path};
use crate::limits::fair_queue::blocking;
use crate::pages::frame::{frame, render};
use crate::pages::sign_in::verified;
use crate::sign_in::accounts;
use crate::sign_in::credentials::{self, SessionOpening, ended_cookie};
use crate::sign_in::password::{MIN_PASSWORD_CHARS, check_password};

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

pub(crate) async fn show(who: Own<Read>) -> Result<Html<String>> {
    page(&who, None).await
}

async fn page(who: &Admitted, fresh: Option<Secret>) -> Result<Html<String>> {
    let (account, now) = (&who.actor.account, who.app.clock.now());
    render(&AccountPage {
        frame: frame(who, who.words.say("account"), "/account"),
        actor: &who.actor,
        public_url: &who.app.settings.public_url,
        courses: who.app.storage.courses_of(account.id).await?,
        tokens: who.app.storage.tokens(Some(account.id)).await?,
        sessions: who.app.storage.sessions(account.id, now).await?,
        now,
        fresh,
        has_password: who.app.storage.password(account.id).await?.is_some(),
        proved: is_proved_by_link(&who.actor, now),
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

pub(crate) async fn create_token(who: Own<Change>, Form(form): Form<TokenForm>) -> Result<impl IntoResponse> {
    let days = match form.days.trim() {
        "" => None,
        days => Some(days.parse().map_err(|_| credentials::wrong_token_days())?),
    };
    let course = form.scope.parse().ok();
    let scope = if course.is_some() { "check" } else { &form.scope };
    let (secret, _) = credentials::create_token(&who, &form.label, scope, course, days).await?;
    page(&who, Some(secret)).await
}

pub(crate) async fn revoke_token(who: Own<Change>, Path(id): Path<Uuid>) -> Result<Redirect> {
    credentials::revoke_token(&who, TokenId(id)).await?;
    Ok(Redirect::to("/account"))
}

pub(crate) async fn end_session(who: Own<Change>, Path(id): Path<Uuid>) -> Result<Redirect> {
    let own = who.app.storage.sessions(who.actor.account.id, who.app.clock.now()).await?;
    // A session of another account is treated as one that does not exist.
    let session = own.iter().find(|session| session_id(&session.hash) == id).ok_or(WebError::NotFound)?;
    who.app.storage.end_session(&session.hash).await?;
    let note = Note {
        action: AuditAction::SessionEnded,
        course: None,
        subject: who.actor.account.id.0,
        details: json!({ "all": false }),
        once_in: None,
    };
    who.app.storage.note(&note, &who.by()).await?;
    Ok(Redirect::to("/account"))
}

pub(crate) async fn sign_out_everywhere(
    who: Own<Change>,
    Form(tokens): Form<TokensBox>,
) -> Result<impl IntoResponse> {
    who.app.storage.end_sessions(who.actor.account.id, tokens.chosen(), &who.by()).await?;
    Ok(([(SET_COOKIE, ended_cookie(&who.app.settings))], Redirect::to("/sign-in")))
}

/// How long after a sign-in by link the old password is not required. People who forgot it can request a link.
const FRESH: TimeDelta = TimeDelta::minutes(15);

fn prove_again() -> WebError {
    WebError::ProveAgain { minutes: FRESH.num_minutes() }
}

#[derive(Deserialize)]
pub(crate) struct NewPassword {
    #[serde(default)]
    old: String,
    /// Empty: removes the password.
    new: String,
    again: String,
    #[serde(flatten)]
    tokens: TokensBox,
}

/// Sets a password. All other browsers are signed out, and this one gets a new session.
pub(crate) async fn set_password(
    who: Own<Change>,
    client: Client,
    headers: HeaderMap,
    Form(form): Form<NewPassword>,
) -> Result<Response> {
    let account = &who.actor.account;
    let verified = proved(&who.app, client, &who.actor, form.old).await?;
    if form.new != form.again {
        return Err(WebError::field("again", "must be the same as the new password"));
    }
    let stored = if form.new.is_empty() {
        None
    } else {
        check_password(&form.new).map_err(|refused| WebError::field("new", refused.to_string()))?;
        Some(who.app.auth.passwords.hash(form.new).await?)
    };
    let (stored, tokens, by) = (stored.as_deref(), form.tokens.chosen(), who.by());
    if !who.app.storage.set_password(account.id, stored, verified.as_deref(), tokens, &by).await? {
        return Err(prove_again());
    }
    let opened = SessionOpening::new(&who.app, client, &headers)?;
    opened
        .by(&who.app, SignInMethod::Password, account.id, stored, "/account")
        .await?
        .ok_or(WebError::NotFound)
}

/// Checks that the request comes from the account's owner. The proof is the old password, whose stored form is
/// returned, or a recent sign-in by link. A token alone is no proof, because it may have been found in a script.
async fn proved(app: &App, client: Client, actor: &Actor, old: String) -> Result<Option<String>> {
    if is_proved_by_link(actor, app.clock.now()) {
        return Ok(None);
    }
    let account = &actor.account;
    if old.is_empty() || app.storage.password(account.id).await?.is_none() {
        return Err(prove_again());
    }
    let (_, stored) = verified(app, client, &account.name, old).await?.ok_or_else(prove_again)?;
    Ok(Some(stored))
}

/// Returns whether a link opened the session of this actor a short time ago.
fn is_proved_by_link(actor: &Actor, now: DateTime<Utc>) -> bool {
    matches!(&actor.credential, Credential::Session(session)
        if session.way == SignInMethod::Link && age(session.created, now).is_some_and(|age| age < FRESH))
}

#[derive(Template)]
#[template(path = "service/moss_number.html")]
struct NumberPage {
    frame: Frame,
    number: String,
}

/// Form that creates a user id.
#[derive(Deserialize)]
pub(crate) struct NumberForm {
    label: String,
}

pub(crate) async fn create_moss_number(
    who: Own<Change>,
    Form(form): Form<NumberForm>,
) -> Result<Html<String>> {
    let label = accounts::name("label", &form.label)?;
    let mut fresh = MossSalt::default();
    getrandom::fill(&mut fresh).map_err(WebError::internal)?;
    let salt = who.app.storage.moss_salt(&fresh).await?;
    let number = MossNumber::random().map_err(WebError::internal)?;
    let hash = blocking(move || {
        number.hash(&salt).map_err(|failed| WebError::internal(std::io::Error::other(failed.to_string())))
    })
    .await?;
    let by = who.by();
    let token = NewToken {
        id: TokenId::new(by.at),
        hash,
        kind: TokenKind::Moss,
        account: who.actor.account.id,
        scope: Scope::Write,
        label,
        expires: who.end(),
    };
    who.app.storage.create_token(&token, &by).await?;
    render(&NumberPage {
        frame: frame(&who, who.words.say("moss-number"), "/account"),
        number: number.to_string(),
    })
}

/// The checkbox "revoke tokens too" beside buttons that end sessions. Browsers send it only if it is checked.
#[derive(Default, Deserialize)]
pub(crate) struct TokensBox {
    #[serde(default)]
    tokens: String,
}

impl TokensBox {
    pub(crate) fn chosen(&self) -> Tokens {
        if self.tokens.is_empty() { Tokens::Keep } else { Tokens::Revoke }
    }
}
