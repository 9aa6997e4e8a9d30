//! REST API of the caller's own tokens: create, list, revoke.

use axum::Json;
use axum::http::StatusCode;
use chaffinch_storage::{ApiToken, CourseId, TokenId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::Result;
use crate::http::guard::{Change, Own, Read};
use crate::http::request::{self, Path};
use crate::openapi::schemas::ScopeName;
use crate::sign_in::credentials;

/// A token, without its secret.
#[derive(Serialize, ToSchema)]
struct TokenView {
    id: Uuid,
    /// Purpose of the token.
    label: String,
    #[schema(value_type = ScopeName)]
    scope: &'static str,
    created: DateTime<Utc>,
    /// Time at which the token expires; null: it is valid until it is revoked.
    expires: Option<DateTime<Utc>>,
    /// Time of the last use, to the minute.
    last_used: Option<DateTime<Utc>>,
    revoked: Option<DateTime<Utc>>,
    /// The course in which the token can check submissions; null: its scope is not `check`.
    #[schema(value_type = Option<Uuid>)]
    course: Option<Uuid>,
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
            course: token.scope.course().map(|course| course.0),
        }
    }
}

/// A list of tokens.
#[derive(Serialize, ToSchema)]
pub(crate) struct TokenList {
    tokens: Vec<TokenView>,
}

/// List your tokens, oldest first
#[utoipa::path(
    get,
    path = "/api/v1/tokens",
    responses((status = OK, description = "Your tokens, without their secrets", body = TokenList))
)]
pub(crate) async fn list(who: Own<Read>) -> Result<Json<TokenList>> {
    let tokens = who.app.storage.tokens(Some(who.actor.account.id)).await?;
    Ok(Json(TokenList { tokens: tokens.into_iter().map(TokenView::from).collect() }))
}

/// A token to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToken {
    /// Purpose of the token, 1 to 100 characters.
    #[schema(min_length = 1, max_length = 100, format = "printable")]
    label: String,
    #[schema(value_type = ScopeName)]
    scope: String,
    /// Days after which the token expires, 1 to 3650. Null or left out: it is valid until it is revoked, or as long as the
    /// token that creates it.
    #[schema(minimum = 1, maximum = 3650)]
    days: Option<u32>,
    /// The course in which a token of scope `check` can check submissions. Other scopes have none.
    course: Option<Uuid>,
}

/// A new token.
#[derive(Serialize, ToSchema)]
pub(crate) struct FreshToken {
    /// The token itself. Only this answer contains it.
    token: String,
    #[serde(flatten)]
    made: TokenView,
}

/// Create a token
#[utoipa::path(
    post,
    path = "/api/v1/tokens",
    request_body = NewToken,
    responses((status = CREATED, description = "The token was created", body = FreshToken))
)]
pub(crate) async fn create(
    who: Own<Change>,
    request::Json(new): request::Json<NewToken>,
) -> Result<(StatusCode, Json<FreshToken>)> {
    let course = new.course.map(CourseId);
    let (secret, made) = credentials::create_token(&who, &new.label, &new.scope, course, new.days).await?;
    let fresh = FreshToken { token: secret.reveal().to_owned(), made: made.into() };
    Ok((StatusCode::CREATED, Json(fresh)))
}

/// Revoke a token
#[utoipa::path(
    delete,
    path = "/api/v1/tokens/{id}",
    responses((status = NO_CONTENT, description = "The token was revoked"))
)]
pub(crate) async fn revoke(who: Own<Change>, Path(id): Path<Uuid>) -> Result<StatusCode> {
    credentials::revoke_token(&who, TokenId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
