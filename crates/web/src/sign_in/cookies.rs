//! Defines the prefixes of secrets and the cookies that carry them.

use axum_extra::extract::cookie::CookieJar;
use chaffinch_storage::{Secret, SecretHash};

use crate::http::base_path::path_of;
use crate::settings::AppSettings;

/// The prefixes of secrets, by which secret scanners and people recognize them.
pub(crate) const TOKEN_PREFIX: &str = "chf_token_";
pub(crate) const SESSION_PREFIX: &str = "chf_session_";
pub(crate) const LINK_PREFIX: &str = "chf_link_";

/// Returns the hash of the session secret in a browser's cookies.
pub(crate) fn session(settings: &AppSettings, cookies: &CookieJar) -> Option<SecretHash> {
    cookies.get(&cookie_name(settings, "session")).map(|cookie| SecretHash::new(cookie.value()))
}

/// Returns the session cookie. Scripts cannot read it, and forms of other sites do not send it.
pub(crate) fn session_cookie(settings: &AppSettings, secret: &Secret) -> String {
    set_cookie(settings, secret.reveal(), settings.session.num_seconds())
}

/// Returns a cookie that removes the session cookie at sign-out.
pub(crate) fn ended_cookie(settings: &AppSettings) -> String {
    set_cookie(settings, "", 0)
}

fn set_cookie(settings: &AppSettings, value: &str, seconds: i64) -> String {
    written(settings, &cookie_name(settings, "session"), value, seconds)
}

/// Returns the cookie of a browser during sign-in at the identity provider.
pub(crate) fn attempt_cookie(settings: &AppSettings, value: &str, seconds: i64) -> String {
    written(settings, &attempt_name(settings), value, seconds)
}

fn written(settings: &AppSettings, name: &str, value: &str, seconds: i64) -> String {
    let secure = if settings.secure() { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={seconds}{secure}")
}

/// Returns the name of a cookie. Over TLS its prefix prevents that plain HTTP sets the cookie. `__Host-` also prevents it
/// for other hosts of the domain, but does not allow a path.
fn cookie_name(settings: &AppSettings, name: &str) -> String {
    let prefix = match (settings.secure(), path_of(&settings.public_url)) {
        (true, "") => "__Host-",
        (true, _) => "__Secure-",
        (false, _) => "",
    };
    format!("{prefix}chaffinch_{name}")
}

/// Returns the name of the cookie of a sign-in at the identity provider.
pub(crate) fn attempt_name(settings: &AppSettings) -> String {
    cookie_name(settings, "attempt")
}
