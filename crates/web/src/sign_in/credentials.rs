//! The secrets that the service gives out: sessions of browsers with their cookies, and API tokens. Their prefixes
//! tell them apart.

use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use chaffinch_storage::{
    Account, AccountId, Action, ApiToken, CourseId, NewSession, NewToken, Scope, Secret, SecretHash,
    SignInMethod, TokenId, TokenKind, may,
};
use chrono::TimeDelta;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::base_path::path_of;
use crate::http::client::{Client, browser};
use crate::settings::AppSettings;
use crate::sign_in::accounts;

/// A session that is being opened. Its secret is always new. A cookie from before the sign-in, which somebody else may
/// have set, becomes worthless.
pub(crate) struct SessionOpening {
    secret: Secret,
    new: NewSession,
    before: Option<SecretHash>,
}

impl SessionOpening {
    pub(crate) fn new(app: &App, client: Client, headers: &HeaderMap) -> Result<Self> {
        let secret = Secret::random(SESSION_PREFIX).map_err(WebError::internal)?;
        let new = NewSession {
            hash: secret.hash(),
            expires: app.clock.now() + app.settings.session,
            browser: browser(headers),
            address: client.shown(),
        };
        let before = session(&app.settings, &CookieJar::from_headers(headers));
        Ok(Self { secret, new, before })
    }

    /// Opens the session by a one-time link. Returns `None` if the link is not valid.
    pub(crate) async fn by_link(self, app: &App, token: &str) -> Result<Option<Response>> {
        let link = SecretHash::new(token);
        let opened = app.storage.redeem_sign_in_link(&link, &self.new, app.clock.now()).await?;
        self.answer(app, opened, "/").await
    }

    /// Opens the session of a user who has proved their identity. `verified` is the stored hash of their password, if
    /// they used one. Returns `None` if the account was disabled or its password was replaced.
    pub(crate) async fn by(
        self,
        app: &App,
        way: SignInMethod,
        account: AccountId,
        verified: Option<&str>,
        then: &str,
    ) -> Result<Option<Response>> {
        let opened = app.storage.open_session(account, way, verified, &self.new, app.clock.now()).await?;
        self.answer(app, opened, then).await
    }

    async fn answer(self, app: &App, opened: Option<Account>, then: &str) -> Result<Option<Response>> {
        if opened.is_none() {
            return Ok(None);
        }
        if let Some(before) = self.before {
            app.storage.end_session(&before).await?;
        }
        let seconds = app.settings.session.num_seconds();
        let cookie = cookie(&app.settings, "session", self.secret.reveal(), seconds);
        Ok(Some(([(SET_COOKIE, cookie)], Redirect::to(then)).into_response()))
    }
}

/// The prefixes of secrets, by which secret scanners and people recognize them.
const TOKEN_PREFIX: &str = "chf_token_";
const SESSION_PREFIX: &str = "chf_session_";

/// Returns the hash of the session secret in a browser's cookies.
pub(crate) fn session(settings: &AppSettings, cookies: &CookieJar) -> Option<SecretHash> {
    cookies.get(&cookie_name(settings, "session")).map(|cookie| SecretHash::new(cookie.value()))
}

/// Returns a cookie that removes the session cookie at sign-out.
pub(crate) fn ended_cookie(settings: &AppSettings) -> String {
    cookie(settings, "session", "", 0)
}

/// Returns a cookie that lasts this many seconds. Scripts cannot read it, and forms of other sites do not send it.
pub(crate) fn cookie(settings: &AppSettings, name: &str, value: &str, seconds: i64) -> String {
    let (name, secure) = (cookie_name(settings, name), if settings.secure() { "; Secure" } else { "" });
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}

/// Returns the name of a cookie. Over TLS its prefix prevents that plain HTTP sets the cookie. `__Host-` also prevents it
/// for other hosts of the domain, but does not allow a path.
pub(crate) fn cookie_name(settings: &AppSettings, name: &str) -> String {
    let prefix = match (settings.secure(), path_of(&settings.public_url)) {
        (true, "") => "__Host-",
        (true, _) => "__Secure-",
        (false, _) => "",
    };
    format!("{prefix}chaffinch_{name}")
}

/// Maximum duration of a token, in days.
const MAX_TOKEN_DAYS: u32 = 3650;

pub(crate) fn wrong_token_days() -> WebError {
    WebError::field("days", format!("must be a number from 1 to {MAX_TOKEN_DAYS}, or empty"))
}

/// Creates a token. Its secret is shown only now. A token that can only check needs the `course`, and no other token has
/// one. Without `days` it lasts until it is revoked, or as long as the token of this request.
pub(crate) async fn create_token(
    who: &Admitted,
    label: &str,
    scope: &str,
    course: Option<CourseId>,
    days: Option<u32>,
) -> Result<(Secret, ApiToken)> {
    let label = accounts::name("label", label)?;
    let scope = Scope::from_name(scope, course).ok_or_else(|| {
        WebError::field("scope", "must be read or write without a course, or check with a course")
    })?;
    if let Some(course) = course
        && !may(&who.actor, Action::Check, course)
    {
        return Err(WebError::field("course", "is not a course in which you may upload"));
    }
    if days.is_some_and(|days| !(1..=MAX_TOKEN_DAYS).contains(&days)) {
        return Err(wrong_token_days());
    }
    let by = who.by();
    let expires = match days {
        Some(days) => Some(who.until(by.at + TimeDelta::days(days.into()))?),
        None => who.end(),
    };
    let secret = Secret::random(TOKEN_PREFIX).map_err(WebError::internal)?;
    let token = NewToken {
        id: TokenId::new(by.at),
        hash: secret.hash(),
        kind: TokenKind::Api,
        account: who.actor.account.id,
        scope,
        label,
        expires,
    };
    let made = who.app.storage.create_token(&token, &by).await?;
    Ok((secret, made))
}

/// Revokes a token of the caller. A token of another account answers 404.
pub(crate) async fn revoke_token(who: &Admitted, id: TokenId) -> Result<()> {
    let own = who.app.storage.tokens(Some(who.actor.account.id)).await?;
    let token = own.iter().find(|token| token.id == id).ok_or(WebError::NotFound)?;
    who.app.storage.revoke_token(token.id, &who.by()).await?;
    Ok(())
}
