//! Signing in with a one-time link, and out.
//!
//! Opening the link only shows a button: mail programs and chats that look at links to preview them would
//! otherwise use it up. The button posts, and that signs in.

use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{Html, IntoResponse, Redirect};
use axum_extra::extract::cookie::CookieJar;
use chaffinch_report::{Frame, Place};
use chaffinch_storage::{NewSession, Secret, SecretHash};
use serde::Deserialize;

use super::rendered;
use crate::app::App;
use crate::error::WebError;
use crate::guard::{Public, words};
use crate::identity::{SESSION_PREFIX, ended_cookie, session, session_cookie};
use crate::request::{Form, Query};

#[derive(Template)]
#[template(path = "service/sign_in.html")]
struct SignInPage {
    frame: Frame,
    token: Option<String>,
}

#[derive(Deserialize)]
pub(crate) struct Link {
    token: Option<String>,
}

pub(crate) async fn form(
    _: Public,
    headers: HeaderMap,
    Query(link): Query<Link>,
) -> Result<Html<String>, WebError> {
    let words = words(&headers);
    let frame = Frame { words, ..Frame::new(words.say("sign-in"), Place::Service) };
    rendered(&SignInPage { frame, token: link.token })
}

pub(crate) async fn redeem(
    _: Public,
    State(app): State<App>,
    Form(link): Form<Link>,
) -> Result<impl IntoResponse, WebError> {
    let token = link.token.ok_or(WebError::SignInLink)?;
    let now = app.clock.now();
    let secret = Secret::random(SESSION_PREFIX).map_err(WebError::internal)?;
    let opened = NewSession { hash: secret.hash(), expires: now + app.settings.session };
    app.storage
        .redeem_sign_in_link(&SecretHash::of(&token), &opened, now)
        .await?
        .ok_or(WebError::SignInLink)?;
    Ok(([(SET_COOKIE, session_cookie(&app.settings, &secret))], Redirect::to("/")))
}

pub(crate) async fn sign_out(
    _: Public,
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, WebError> {
    if let Some(session) = session(&app.settings, &CookieJar::from_headers(&headers)) {
        app.storage.end_session(&session).await?;
    }
    Ok(([(SET_COOKIE, ended_cookie(&app.settings))], Redirect::to("/sign-in")))
}
