//! One's own API tokens over REST: make, list, revoke.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chaffinch_storage::{ApiToken, TokenId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::words::ScopeName;
use crate::app::App;
use crate::error::WebError;
use crate::guard::{Change, Own, See};
use crate::request::{self, Path};
use crate::tokens;

/// A token, without its secret.
#[derive(Serialize, ToSchema)]
pub(crate) struct TokenView {
    id: Uuid,
    /// What it is for.
    label: String,
    #[schema(value_type = ScopeName)]
    scope: &'static str,
    #[schema(value_type = String, format = DateTime)]
    created: DateTime<Utc>,
    /// Opens nothing from then on; null: until revoked.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires: Option<DateTime<Utc>>,
    /// To the minute.
    #[schema(value_type = Option<String>, format = DateTime)]
    last_used: Option<DateTime<Utc>>,
    #[schema(value_type = Option<String>, format = DateTime)]
    revoked: Option<DateTime<Utc>>,
}

impl From<ApiToken> for TokenView {
    fn from(token: ApiToken) -> Self {
        Self {
            id: token.id.0,
            label: token.label,
            scope: token.scope.name(),
            created: token.created,
            expires: token.expires,
            last_used: token.last_used,
            revoked: token.revoked,
        }
    }
}

/// Tokens.
#[derive(Serialize, ToSchema)]
pub(crate) struct TokenList {
    tokens: Vec<TokenView>,
}

/// List your tokens, oldest first
#[utoipa::path(
    get,
    path = "/api/v1/tokens",
    responses((status = OK, description = "Yours, without their secrets", body = TokenList))
)]
pub(crate) async fn list(who: Own<See>, State(app): State<App>) -> Result<Json<TokenList>, WebError> {
    let tokens = app.storage.tokens(Some(who.actor.account.id)).await?;
    Ok(Json(TokenList { tokens: tokens.into_iter().map(TokenView::from).collect() }))
}

/// A token to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToken {
    /// What it is for: 1 to 100 characters.
    #[schema(min_length = 1, max_length = 100, format = "printable")]
    label: String,
    #[schema(value_type = ScopeName)]
    scope: String,
    /// It ends after so many days, 1 to 3650; null or left out: when revoked, or when the token that makes it expires.
    #[schema(minimum = 1, maximum = 3650)]
    days: Option<u32>,
}

/// A token just made.
#[derive(Serialize, ToSchema)]
pub(crate) struct FreshToken {
    /// The token itself: shown this once.
    token: String,
    #[serde(flatten)]
    made: TokenView,
}

/// Make a token
#[utoipa::path(
    post,
    path = "/api/v1/tokens",
    request_body = NewToken,
    responses((status = CREATED, description = "Made", body = FreshToken))
)]
pub(crate) async fn create(
    who: Own<Change>,
    State(app): State<App>,
    request::Json(new): request::Json<NewToken>,
) -> Result<(StatusCode, Json<FreshToken>), WebError> {
    let (secret, made) = tokens::create(&app, &who, &new.label, &new.scope, new.days).await?;
    let fresh = FreshToken { token: secret.reveal().to_owned(), made: made.into() };
    Ok((StatusCode::CREATED, Json(fresh)))
}

/// Revoke a token
#[utoipa::path(
    delete,
    path = "/api/v1/tokens/{id}",
    params(("id" = Uuid, Path)),
    responses((status = NO_CONTENT, description = "It opens nothing any more"))
)]
pub(crate) async fn revoke(
    who: Own<Change>,
    State(app): State<App>,
    Path(id): Path<Uuid>,
) -> Result<StatusCode, WebError> {
    tokens::revoke(&app, &who, TokenId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
