//! REST API of reports: the whole report, as a table, as a folder of pages, and pair by pair.

use std::num::NonZeroU32;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use chaffinch_pages::percent_encode;
use chaffinch_report::{NameHider, Pair, Report};
use chaffinch_storage::{Batch, Packed};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::batches::page_limit;
use crate::app::App;
use crate::error::{Result, WebError};
use crate::exports::{ExportFormat, ExportKey};
use crate::http::admitted::NameVisibility;
use crate::http::caching;
use crate::http::guard::{OnBatch, Read};
use crate::http::request::{PairPath, Path, Query};
use crate::limits::fair_queue::Caller;
use crate::services::reports::{self, ReportIds};

/// The default and the maximum number of pairs on a page.
const LIMIT: u32 = 100;
const MAX_LIMIT: u32 = 1000;

/// Which revision of the report to return.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct RevisionQuery {
    /// Number of the revision, from 1. Default: the current one.
    #[param(value_type = Option<u32>, minimum = 1)]
    revision: Option<NonZeroU32>,
    /// `hidden`: people have pseudonyms, also inside the code, as far as a program can find names. Offsets then refer to
    /// the texts without names. Default: the setting of the browser, or `shown`.
    #[param(inline)]
    names: Option<NameVisibility>,
}

/// Returns the requested number if the batch has that revision; by default that of the current one. Everything read under
/// this number is consistent.
fn existing(revision: Option<NonZeroU32>, batch: &Batch) -> Result<Option<u32>> {
    match revision.map(NonZeroU32::get) {
        Some(number) if (1..number).contains(&batch.revisions) => Err(WebError::NotFound),
        number => Ok(number.or_else(|| batch.current())),
    }
}

/// Returns the report without matches. It contains the names to hide.
async fn head(app: &App, batch: &Batch, revision: Option<u32>) -> Result<Packed> {
    app.storage.report_head(batch.id, revision).await?.ok_or(WebError::NotFound)
}

/// Get the whole report
///
/// The report has format 1, as written by `chaffinch compare --format json`.
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}/report",
    params(RevisionQuery),
    responses((status = OK, description = "The report", body = Report))
)]
pub(crate) async fn report(
    on: OnBatch<Read>,
    Query(query): Query<RevisionQuery>,
    headers: HeaderMap,
) -> Result<Response> {
    exported(&on, &query, ExportFormat::Json, &headers).await
}

/// Get the listed pairs as a table
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}/report.csv",
    params(RevisionQuery),
    responses((status = OK, description = "One line per pair", body = String, content_type = "text/csv"))
)]
pub(crate) async fn report_csv(
    on: OnBatch<Read>,
    Query(query): Query<RevisionQuery>,
    headers: HeaderMap,
) -> Result<Response> {
    exported(&on, &query, ExportFormat::Csv, &headers).await
}

/// The bytes of a file.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "only describes")]
struct Bytes(Vec<u8>);

/// Get the report as a folder of pages
///
/// Returns a zip file. Its `index.html` opens from disk, without a server or network.
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}/report.zip",
    params(RevisionQuery),
    responses((status = OK, description = "The zip file", body = Bytes, content_type = "application/zip"))
)]
pub(crate) async fn report_zip(
    on: OnBatch<Read>,
    Query(query): Query<RevisionQuery>,
    headers: HeaderMap,
) -> Result<Response> {
    exported(&on, &query, ExportFormat::Zip, &headers).await
}

/// Returns the report in a format, for a signed-in user.
async fn exported(
    on: &OnBatch<Read>,
    query: &RevisionQuery,
    kind: ExportFormat,
    headers: &HeaderMap,
) -> Result<Response> {
    let revision = existing(query.revision, &on.batch)?;
    let hide = ReportIds::new(&on.batch, on.who.hides_names(query.names)).hiding();
    let wanted = ExportKey::load(&*on.who.app.storage, &on.batch, revision, kind, hide, on.who.words).await?;
    let tag = caching::weak(&wanted.digest());
    let mut response = if caching::holds(headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        file_of(&on.who.app, wanted, Caller::Account(on.who.actor.account.id)).await?
    };
    caching::mark(&mut response, &tag);
    Ok(response)
}

/// Returns the report in a format, as a download.
pub(crate) async fn file_of(app: &App, wanted: ExportKey, caller: Caller) -> Result<Response> {
    let file = app.auth.exports.file(app.export_context(), wanted, caller).await?;
    let length = [(CONTENT_LENGTH, file.bytes)];
    let name = format!("chaffinch-{}.{}", wanted.batch, wanted.kind.ending());
    Ok((length, download(&name, wanted.kind.media_type(), file.body())).into_response())
}

/// Builds a download. It contains uploaded text, so browsers must not display it as a page of this service.
/// The name consists of letters, digits and simple signs. Letters beyond ASCII are in it twice, as RFC 6266 says.
pub(crate) fn download(name: &str, media_type: &'static str, body: impl Into<Body>) -> Response {
    let plain = name.replace(|character: char| !character.is_ascii(), "-");
    let beyond =
        if plain == name { String::new() } else { format!("; filename*=UTF-8''{}", percent_encode(name)) };
    let disposition = format!("attachment; filename=\"{plain}\"{beyond}");
    ([(CONTENT_TYPE, media_type.to_owned()), (CONTENT_DISPOSITION, disposition)], body.into()).into_response()
}

/// Which pairs to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct PairsQuery {
    /// `next` of the previous page.
    #[param(minimum = 0)]
    after: Option<u32>,
    /// Pairs per page, 1 to 1000. Default: 100.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<u32>,
    /// Number of the revision, from 1. Default: the current one.
    #[param(value_type = Option<u32>, minimum = 1)]
    revision: Option<NonZeroU32>,
    /// `hidden`: people have pseudonyms. Default: the setting of the browser, or `shown`.
    #[param(inline)]
    names: Option<NameVisibility>,
}

/// Pairs by rank.
#[derive(Serialize, ToSchema)]
pub(crate) struct PairList {
    /// The pairs as in the report, without their matches.
    pairs: Vec<Pair>,
    /// Pass it as `after` to get the next page; null on the last page.
    next: Option<u32>,
}

/// List pairs by rank
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}/pairs",
    params(PairsQuery),
    responses((status = OK, description = "The pairs without their matches", body = PairList))
)]
pub(crate) async fn pairs(on: OnBatch<Read>, Query(query): Query<PairsQuery>) -> Result<Json<PairList>> {
    let limit = page_limit(query.limit, LIMIT, MAX_LIMIT)?;
    reports::must_exist(&on.batch)?;
    let revision = existing(query.revision, &on.batch)?;
    let turn = on.who.app.auth.page(on.who.caller()).await?;
    if let Some(key) = ReportIds::new(&on.batch, on.who.hides_names(query.names)).hiding() {
        // Without names, equally strong pairs are in the order of codes. So the whole list is needed.
        let head = head(&on.who.app, &on.batch, revision).await?;
        let after = query.after.unwrap_or_default();
        return turn
            .run(move || {
                let report = reports::parsed(&head)?;
                let pairs = NameHider::new(&report, key, &[]).report(report).pairs;
                let mut pairs: Vec<Pair> = pairs.into_iter().filter(|pair| after < pair.rank).collect();
                let is_last = pairs.len() <= limit as usize;
                pairs.truncate(limit as usize);
                let next = pairs.last().map(|pair| pair.rank).filter(|_| !is_last);
                Ok(Json(PairList { pairs, next }))
            })
            .await;
    }
    let page = on.who.app.storage.pairs(on.batch.id, revision, query.after, limit).await?;
    let has_references = !on.batch.options.references.is_empty();
    let head = if has_references { Some(head(&on.who.app, &on.batch, revision).await?) } else { None };
    turn.run(move || {
        let pairs = page.items.iter().map(|record| Ok(reports::pair(record)?.without_matches()));
        let (mut pairs, mut next) = (pairs.collect::<Result<Vec<_>>>()?, page.next);
        if let Some(head) = head {
            let report = reports::parsed(&head)?;
            // Pairs with reference answers are stored behind the others.
            let found = pairs.len();
            pairs.retain(|pair| pair.rank as usize <= report.pairs.len());
            next = next.filter(|_| pairs.len() == found);
        }
        Ok(Json(PairList { pairs, next }))
    })
    .await
}

/// Get a pair with its matches
#[utoipa::path(
    get,
    path = "/api/v1/batches/{batch}/pairs/{pair}",
    params(("pair" = String, Path, description = "`{s1}-{s2}`: the numbers of two submissions, smaller one first; if names are hidden, their codes in the order of the report", pattern = "^([1-9][0-9]{0,8}-[1-9][0-9]{0,8}|[A-Z][0-9A-Z]{1,7}-[A-Z][0-9A-Z]{1,7})$", example = "1-2"), RevisionQuery),
    responses((status = OK, description = "The pair as in the report", body = Pair))
)]
pub(crate) async fn pair(
    on: OnBatch<Read>,
    Path(path): Path<PairPath>,
    Query(query): Query<RevisionQuery>,
) -> Result<Json<Pair>> {
    reports::must_exist(&on.batch)?;
    let revision = existing(query.revision, &on.batch)?;
    let ids = ReportIds::new(&on.batch, on.who.hides_names(query.names));
    let id = ids.numbers(path.pair)?;
    let turn = on.who.app.auth.page(on.who.caller()).await?;
    let record = on.who.app.storage.pair(on.batch.id, revision, id.left, id.right).await?;
    let record = record.ok_or(WebError::NotFound)?;
    let Some(key) = ids.hiding() else {
        return turn.run(move || reports::pair(&record).map(Json)).await;
    };
    let head = head(&on.who.app, &on.batch, revision).await?;
    let stored =
        reports::stored_sources(&*on.who.app.storage, &on.batch, revision, &[id.left, id.right]).await?;
    turn.run(move || {
        let report = Arc::new(reports::parsed(&head)?);
        let (report, _) = reports::assembled(report, &[record], &stored, Some(key))?;
        report.pair(ids.pair(id)).cloned().map(Json).ok_or(WebError::NotFound)
    })
    .await
}
