//! Opens sessions of browsers, and sets their cookie.

use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::cookie::CookieJar;
use chaffinch_storage::{Account, AccountId, NewSession, Secret, SecretHash, SignInMethod};

use crate::app::App;
use crate::error::WebError;
use crate::http::client::{Client, browser};
use crate::sign_in::cookies::{SESSION_PREFIX, session, session_cookie};

/// A session that is being opened. Its secret is always new. A cookie from before the sign-in, which somebody else may
/// have set, becomes worthless.
pub(crate) struct SessionOpening {
    secret: Secret,
    new: NewSession,
    before: Option<SecretHash>,
}

impl SessionOpening {
    pub(crate) fn new(app: &App, client: Client, headers: &HeaderMap) -> Result<Self, WebError> {
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
    pub(crate) async fn by_link(self, app: &App, token: &str) -> Result<Option<Response>, WebError> {
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
    ) -> Result<Option<Response>, WebError> {
        let opened = app.storage.open_session(account, way, verified, &self.new, app.clock.now()).await?;
        self.answer(app, opened, then).await
    }

    async fn answer(
        self,
        app: &App,
        opened: Option<Account>,
        then: &str,
    ) -> Result<Option<Response>, WebError> {
        if opened.is_none() {
            return Ok(None);
        }
        if let Some(before) = self.before {
            app.storage.end_session(&before).await?;
        }
        let cookie = session_cookie(&app.settings, &self.secret);
        Ok(Some(([(SET_COOKIE, cookie)], Redirect::to(then)).into_response()))
    }
}
