//! `/account`: who one is, one's tokens and sessions.

use askama::Template;
use axum::extract::State;
use axum::http::header::SET_COOKIE;
use axum::response::{Html, IntoResponse, Redirect};
use chaffinch_report::{Frame, Place};
use chaffinch_storage::{ApiToken, NewToken, Role, Scope, Secret, TokenId, TokenKind};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use uuid::Uuid;

use super::{When, frame, rendered};
use crate::app::App;
use crate::error::WebError;
use crate::guard::{Admitted, Change, Own, See};
use crate::identity::{TOKEN_PREFIX, ended_cookie};
use crate::request::{Form, Path};

/// Characters of a token's label.
const LABEL_LENGTH: usize = 100;
/// The longest time a token may be asked for, in days.
const MAX_DAYS: u32 = 3650;

#[derive(Template)]
#[template(path = "service/account.html")]
struct AccountPage {
    frame: Frame,
    name: String,
    public_url: String,
    courses: Vec<CourseRow>,
    tokens: Vec<TokenRow>,
    /// A token just made: shown once.
    fresh: Option<Secret>,
}

struct CourseRow {
    name: String,
    /// Key of its words.
    role: &'static str,
}

struct TokenRow {
    id: TokenId,
    label: String,
    /// Key of its words.
    scope: &'static str,
    created: When,
    last_used: Option<When>,
    expires: Option<When>,
    /// Why it opens nothing any more: the key of its words.
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
            scope: match token.scope {
                Scope::Read => "scope-read",
                Scope::Write => "scope-write",
            },
            created: token.created.into(),
            last_used: token.last_used.map(When::from),
            expires: token.expires.map(When::from),
            ended,
        }
    }
}

const fn role_words(role: Role) -> &'static str {
    match role {
        Role::Viewer => "role-viewer",
        Role::Assistant => "role-assistant",
        Role::Instructor => "role-instructor",
        Role::Owner => "role-owner",
    }
}

pub(crate) async fn show(who: Own<See>, State(app): State<App>) -> Result<Html<String>, WebError> {
    page(&app, &who, None).await
}

async fn page(app: &App, who: &Admitted, fresh: Option<Secret>) -> Result<Html<String>, WebError> {
    let account = &who.actor.account;
    let now = app.clock.now();
    let courses = app.storage.courses_of(account.id).await?;
    let tokens = app.storage.tokens(Some(account.id)).await?;
    rendered(&AccountPage {
        frame: frame(who, who.words.say("account"), Place::Service, "/account"),
        name: account.name.clone(),
        public_url: app.settings.public_url.clone(),
        courses: courses
            .into_iter()
            .map(|(course, role)| CourseRow { name: course.name, role: role_words(role) })
            .collect(),
        tokens: tokens.into_iter().map(|token| TokenRow::new(token, now)).collect(),
        fresh,
    })
}

/// A token to make.
#[derive(Deserialize)]
pub(crate) struct TokenForm {
    label: String,
    scope: String,
    /// Days it works; empty: until revoked.
    days: String,
}

pub(crate) async fn create_token(
    who: Own<Change>,
    State(app): State<App>,
    Form(form): Form<TokenForm>,
) -> Result<impl IntoResponse, WebError> {
    let label = form.label.trim();
    if label.is_empty() || label.chars().count() > LABEL_LENGTH || label.chars().any(char::is_control) {
        let problem = format!("must have 1 to {LABEL_LENGTH} printable characters");
        return Err(WebError::Field { name: "label", problem });
    }
    let scope = Scope::from_name(&form.scope)
        .ok_or_else(|| WebError::Field { name: "scope", problem: "must be read or write".to_owned() })?;
    let days = match form.days.trim() {
        "" => None,
        days => Some(days.parse().ok().filter(|days| (1..=MAX_DAYS).contains(days)).ok_or_else(|| {
            WebError::Field {
                name: "days",
                problem: format!("must be a number from 1 to {MAX_DAYS}, or empty"),
            }
        })?),
    };
    let by = app.by(&who);
    let secret = Secret::random(TOKEN_PREFIX).map_err(WebError::internal)?;
    let token = NewToken {
        id: TokenId::new(by.at),
        hash: secret.hash(),
        kind: TokenKind::Api,
        account: who.actor.account.id,
        scope,
        label: label.to_owned(),
        expires: days.map(|days| by.at + TimeDelta::days(days.into())),
    };
    app.storage.create_token(&token, &by).await?;
    page(&app, &who, Some(secret)).await
}

pub(crate) async fn revoke_token(
    who: Own<Change>,
    State(app): State<App>,
    Path(id): Path<Uuid>,
) -> Result<Redirect, WebError> {
    let own = app.storage.tokens(Some(who.actor.account.id)).await?;
    // Somebody else's token does not exist.
    let token = own.iter().find(|token| token.id.0 == id).ok_or(WebError::NotFound)?;
    app.storage.revoke_token(token.id, &app.by(&who)).await?;
    Ok(Redirect::to("/account"))
}

pub(crate) async fn sign_out_everywhere(
    who: Own<Change>,
    State(app): State<App>,
) -> Result<impl IntoResponse, WebError> {
    app.storage.end_sessions(who.actor.account.id).await?;
    Ok(([(SET_COOKIE, ended_cookie(&app.settings))], Redirect::to("/sign-in")))
}
