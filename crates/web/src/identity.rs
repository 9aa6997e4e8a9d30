//! Who is calling: a Bearer token, or the session cookie of a signed-in browser.

use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use axum_extra::extract::cookie::CookieJar;
use axum_extra::headers::HeaderMapExt;
use axum_extra::headers::authorization::{Authorization, Bearer};
use chaffinch_storage::{Actor, Secret, SecretHash};

use crate::app::{App, Settings};
use crate::error::WebError;

/// How the secrets this crate makes begin, so that scanners and readers recognise them.
pub(crate) const TOKEN_PREFIX: &str = "chf_token_";
pub(crate) const SESSION_PREFIX: &str = "chf_session_";

/// Whoever a request shows to be. A token counts before a cookie, and a wrong one is not forgiven.
pub(crate) async fn actor(app: &App, parts: &Parts) -> Result<Actor, WebError> {
    let now = app.clock.now();
    let found = if parts.headers.contains_key(AUTHORIZATION) {
        let bearer = parts
            .headers
            .typed_get::<Authorization<Bearer>>()
            .ok_or(WebError::Unauthenticated { presented: true })?;
        app.storage.token_actor(&SecretHash::of(bearer.token()), now).await?
    } else if let Some(session) = session(&app.settings, &CookieJar::from_headers(&parts.headers)) {
        app.storage.session_actor(&session, now).await?
    } else {
        return Err(WebError::Unauthenticated { presented: false });
    };
    found.ok_or(WebError::Unauthenticated { presented: true })
}

/// Hash of the session secret among a browser's cookies.
pub(crate) fn session(settings: &Settings, cookies: &CookieJar) -> Option<SecretHash> {
    cookies.get(cookie_name(settings)).map(|cookie| SecretHash::of(cookie.value()))
}

/// The cookie that signs in: out of reach of scripts, not sent along by other sites' forms.
pub(crate) fn session_cookie(settings: &Settings, secret: &Secret) -> String {
    set_cookie(settings, secret.reveal(), settings.session.num_seconds())
}

/// Takes the cookie away at sign-out.
pub(crate) fn ended_cookie(settings: &Settings) -> String {
    set_cookie(settings, "", 0)
}

fn set_cookie(settings: &Settings, value: &str, seconds: i64) -> String {
    let secure = if settings.secure() { "; Secure" } else { "" };
    format!("{}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}", cookie_name(settings))
}

/// Over TLS the name's prefix forbids other hosts of the domain and plain HTTP to set the cookie.
fn cookie_name(settings: &Settings) -> &'static str {
    if settings.secure() { "__Host-chaffinch_session" } else { "chaffinch_session" }
}
