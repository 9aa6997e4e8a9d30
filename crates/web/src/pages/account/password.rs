//! `/account/password`: sets, changes or removes a password.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use chaffinch_storage::{Actor, Credential, SignInMethod, age};
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;

use crate::app::App;
use crate::error::WebError;
use crate::http::client::Client;
use crate::http::guard::{Change, Own};
use crate::http::request::Form;
use crate::pages::account::tokens_box::TokensBox;
use crate::pages::sign_in::form::verified;
use crate::sign_in::password::check_password;
use crate::sign_in::sessions::SessionOpening;

/// How long after a sign-in by link the old password is not required. People who forgot it can request a link.
pub(crate) const FRESH: TimeDelta = TimeDelta::minutes(15);

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
pub(crate) async fn set(
    who: Own<Change>,
    State(app): State<App>,
    client: Client,
    headers: HeaderMap,
    Form(form): Form<NewPassword>,
) -> Result<Response, WebError> {
    let account = &who.actor.account;
    let verified = proved(&app, client, &who.actor, form.old).await?;
    if form.new != form.again {
        return Err(WebError::field("again", "must be the same as the new password"));
    }
    let stored = if form.new.is_empty() {
        None
    } else {
        check_password(&form.new).map_err(|refused| WebError::field("new", refused.to_string()))?;
        Some(app.auth.passwords.hash(form.new).await?)
    };
    let (stored, tokens, by) = (stored.as_deref(), form.tokens.chosen(), who.by(&app.clock));
    if !app.storage.set_password(account.id, stored, verified.as_deref(), tokens, &by).await? {
        return Err(prove_again());
    }
    let opened = SessionOpening::new(&app, client, &headers)?;
    opened.by(&app, SignInMethod::Password, account.id, stored, "/account").await?.ok_or(WebError::NotFound)
}

/// Checks that the request comes from the account's owner. The proof is the old password, whose stored form is
/// returned, or a recent sign-in by link. A token alone is no proof, because it may have been found in a script.
async fn proved(app: &App, client: Client, actor: &Actor, old: String) -> Result<Option<String>, WebError> {
    if fresh(actor, app.clock.now()) {
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
pub(crate) fn fresh(actor: &Actor, now: DateTime<Utc>) -> bool {
    matches!(&actor.credential, Credential::Session(session)
        if session.way == SignInMethod::Link && age(session.created, now).is_some_and(|age| age < FRESH))
}
