//! Creates and revokes API tokens of the caller, for the API and the page.

use chaffinch_storage::{Action, ApiToken, CourseId, NewToken, Scope, Secret, TokenId, TokenKind, may};
use chrono::TimeDelta;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::Admitted;
use crate::sign_in::accounts;
use crate::sign_in::cookies::TOKEN_PREFIX;

/// Maximum duration of a token, in days.
const MAX_DAYS: u32 = 3650;

pub(crate) fn wrong_days() -> WebError {
    WebError::field("days", format!("must be a number from 1 to {MAX_DAYS}, or empty"))
}

/// Creates a token. Its secret is shown only now. A token that can only check needs the `course`, and no other token has
/// one. Without `days` it lasts until it is revoked, or as long as the token of this request.
pub(crate) async fn create(
    app: &App,
    who: &Admitted,
    label: &str,
    scope: &str,
    course: Option<CourseId>,
    days: Option<u32>,
) -> Result<(Secret, ApiToken), WebError> {
    let label = accounts::name("label", label)?;
    let scope = Scope::from_name(scope, course).ok_or_else(|| {
        WebError::field("scope", "must be read or write without a course, or check with a course")
    })?;
    if let Some(course) = course
        && !may(&who.actor, Action::Check, course)
    {
        return Err(WebError::field("course", "is not a course in which you may upload"));
    }
    if days.is_some_and(|days| !(1..=MAX_DAYS).contains(&days)) {
        return Err(wrong_days());
    }
    let by = who.by(&app.clock);
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
    let made = app.storage.create_token(&token, &by).await?;
    Ok((secret, made))
}

/// Revokes a token of the caller. A token of another account answers 404.
pub(crate) async fn revoke(app: &App, who: &Admitted, id: TokenId) -> Result<(), WebError> {
    let own = app.storage.tokens(Some(who.actor.account.id)).await?;
    let token = own.iter().find(|token| token.id == id).ok_or(WebError::NotFound)?;
    app.storage.revoke_token(token.id, &who.by(&app.clock)).await?;
    Ok(())
}
