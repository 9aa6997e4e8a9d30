//! REST API of share links: create, list, revoke.

use axum::Json;
use axum::http::{HeaderMap, StatusCode};
use chaffinch_storage::{Page, Share, ShareId};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::batches::page_limit;
use crate::api::cases::PageQuery;
use crate::api::views::revisions::AccountView;
use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::NameVisibility;
use crate::http::guard::{Delete, OnBatch};
use crate::http::request::{self, Path, Query};
use crate::intake;
use crate::services::shares::{self, ShareRequest};
use crate::sign_in::accounts;

/// The default and the maximum number of links on a page.
const LIMIT: u32 = 50;
const MAX_LIMIT: u32 = 200;

/// A share link. Anyone who has it can read one report.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Share)]
struct ShareView {
    id: Uuid,
    /// The batch. The link shows the current revision of its report.
    batch: Uuid,
    /// Account that created the link.
    creator: AccountView,
    created: DateTime<Utc>,
    /// Time at which the link expires.
    expires: DateTime<Utc>,
    /// Time at which the link was revoked; null: it was not.
    revoked: Option<DateTime<Utc>>,
    /// `hidden`: people have pseudonyms.
    names: NameVisibility,
    /// Whether the report can be downloaded.
    exports: bool,
    /// Time of the last view, to the minute; null: never viewed.
    last_viewed: Option<DateTime<Utc>>,
}

/// A new share link. Only this answer contains its URL.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewShareView {
    #[serde(flatten)]
    share: ShareView,
    /// URL of the link. Anyone who has it can read the report.
    #[schema(format = Password)]
    url: String,
}

/// Share links of a batch, newest first, including expired and revoked ones.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShareList {
    shares: Vec<ShareView>,
    /// Pass it as `after` to get the next page; null on the last page.
    next: Option<Uuid>,
}

/// A share link to create.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"names": "hidden"}))]
pub(crate) struct ShareWish {
    /// RFC 3339 time or date at which the link expires, at most 90 days from now. Default: in 14 days, or when the token
    /// that creates it expires, if that is earlier.
    #[schema(format = "day-or-time")]
    expires: Option<String>,
    /// `hidden`: people have pseudonyms. Default: `shown`.
    names: Option<NameVisibility>,
    /// Whether the report can be downloaded. Default: false.
    exports: Option<bool>,
}

async fn views(app: &App, shares: &[Share]) -> Result<Vec<ShareView>> {
    let names = accounts::account_names(app, shares.iter().map(|share| share.creator).collect()).await?;
    let view = |share: &Share| ShareView {
        id: share.id.0,
        batch: share.batch.0,
        creator: AccountView::new(&names, share.creator),
        created: share.created,
        expires: share.expires,
        revoked: share.revoked,
        names: if share.names_hidden { NameVisibility::Hidden } else { NameVisibility::Shown },
        exports: share.exports,
        last_viewed: share.last_viewed,
    };
    Ok(shares.iter().map(view).collect())
}

/// Create a share link
///
/// Anyone who has the link can read the report of this batch without an account, and nothing else, until the link expires
/// or is revoked.
#[utoipa::path(
    post,
    path = "/api/v1/batches/{batch}/share",
    request_body = ShareWish,
    responses((status = CREATED, description = "The link was created. Only this answer contains its URL", body = NewShareView))
)]
pub(crate) async fn create(
    on: OnBatch<Delete>,
    headers: HeaderMap,
    request::Json(body): request::Json<ShareWish>,
) -> Result<(StatusCode, Json<NewShareView>)> {
    let now = on.who.app.clock.now();
    let expires = body.expires.as_deref().map(|text| intake::time("expires", text, now)).transpose()?;
    let wish = ShareRequest {
        expires,
        names_hidden: body.names == Some(NameVisibility::Hidden),
        exports: body.exports.unwrap_or(false),
    };
    let (share, secret) = shares::make(&on.who, &on.batch, &headers, wish).await?;
    let share = views(&on.who.app, &[share]).await?.remove(0);
    let url = shares::address(&on.who.app, &secret);
    Ok((StatusCode::CREATED, Json(NewShareView { share, url })))
}

/// List the share links of a batch
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}/share",
    params(PageQuery),
    responses((status = OK, description = "The links, newest first, without their URLs", body = ShareList))
)]
pub(crate) async fn list(on: OnBatch<Delete>, Query(query): Query<PageQuery>) -> Result<Json<ShareList>> {
    let mut shares = on.who.app.storage.shares(on.batch.id).await?;
    shares.retain(|share| query.after.is_none_or(|after| share.id.0 < after));
    let limit = page_limit(query.limit, LIMIT, MAX_LIMIT)?;
    let page = Page::cut(shares, limit, |share| share.id.0);
    Ok(Json(ShareList { shares: views(&on.who.app, &page.items).await?, next: page.next }))
}

/// Revoke all share links of a batch
#[utoipa::path(
    delete,
    path = "/api/v1/batches/{batch}/share",
    responses((status = NO_CONTENT, description = "All links were revoked"))
)]
pub(crate) async fn revoke_all(on: OnBatch<Delete>) -> Result<StatusCode> {
    on.who.app.storage.revoke_shares(on.batch.id, None, &on.who.by()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The `{share}` of a path.
#[derive(Deserialize)]
pub(crate) struct SharePath {
    pub(crate) share: Uuid,
}

/// Revoke one share link
#[utoipa::path(
    delete,
    path = "/api/v1/batches/{batch}/share/{share}",
    responses((status = NO_CONTENT, description = "The link was revoked"))
)]
pub(crate) async fn revoke(
    on: OnBatch<Delete>,
    Path(SharePath { share }): Path<SharePath>,
) -> Result<StatusCode> {
    match on.who.app.storage.revoke_shares(on.batch.id, Some(ShareId(share)), &on.who.by()).await? {
        0 => Err(WebError::NotFound),
        _ => Ok(StatusCode::NO_CONTENT),
    }
}
