//! Result pages for MOSS clients and for scripts that read MOSS's pages. The address is the secret: anyone who has it
//! sees the results without signing in.
//!
//! `chaffinch_moss::protocol` renders the pages byte for byte. This module builds them from the first report of a batch,
//! which never changes. A client receives the address before the report exists, and scripts request the pages once, as soon
//! as they know it. A request to it therefore waits for the report.

mod results;

use std::time::Duration;

use axum::http::StatusCode;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, LOCATION, REFERRER_POLICY,
};
use axum::response::{IntoResponse, Response};
use chaffinch_moss::protocol::{self as moss, ConcatenatedFiles, Side};
use chaffinch_storage::{Batch, MossAddress, MossResult};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::guard::Public;
use crate::http::request::Path;
use crate::limits::fair_queue::Caller;
use crate::services::reports;

/// Caches images for a day, because they never change.
const FOR_A_DAY: &str = "public, max-age=86400";

/// Redirects the address without a trailing slash to the one with it. Clients use both.
pub(crate) async fn without_slash(
    Public(app): Public,
    Path((shelf, number)): Path<(String, String)>,
) -> Result<Response> {
    let address = address(&shelf, &number)?;
    moss_result(&app, &address).await?;
    let location = HeaderValue::from_str(&format!("{}/", url(&app, &address))).map_err(WebError::internal)?;
    Ok((StatusCode::MOVED_PERMANENTLY, [(LOCATION, location)]).into_response())
}

/// Serves the list of pairs.
pub(crate) async fn list(
    Public(app): Public,
    Path((shelf, number)): Path<(String, String)>,
) -> Result<Response> {
    let address = address(&shelf, &number)?;
    let (result, batch) = ready(&app, &address).await?;
    let turn = app.auth.page(Caller::Moss(batch.id)).await?;
    let head = match batch.revision {
        Some(_) => app.storage.report_head(batch.id, Some(results::REVISION)).await?,
        None => None,
    };
    let (base, url) = (app.settings.moss_url.clone(), url(&app, &address));
    let full_report = format!("{}/batches/{}", app.settings.public_url, batch.id);
    let html = turn.run(move || {
        let (rows, found, left_out, errors) = match head {
            Some(head) => {
                let report = reports::parsed(&head)?;
                let left_out = results::left_out(&report, &result.job);
                let found = results::found_elsewhere(&report);
                (Some(results::rows(&report, &result.job)), found, left_out, results::errors(&report))
            }
            None => (None, String::new(), String::new(), results::failure(&batch.status)),
        };
        let job = &result.job;
        Ok(moss::index(&moss::Results {
            base: &base,
            url: &url,
            full_report: &full_report,
            date: &result.created.format("%a %b %e %H:%M:%S UTC %Y").to_string(),
            language: &job.language,
            directory: job.directory,
            max_matches: job.max_matches,
            comment: &job.comment,
            found: &found,
            left_out: &left_out,
            rows,
            errors,
        }))
    });
    Ok(page(&app, html.await?))
}

/// Serves one of the pages of a pair.
pub(crate) async fn of_pair(
    Public(app): Public,
    Path((shelf, number, name)): Path<(String, String, String)>,
) -> Result<Response> {
    let address = address(&shelf, &number)?;
    let (at, part) = part(&name).ok_or(WebError::NotFound)?;
    let (result, batch) = ready(&app, &address).await?;
    let turn = app.auth.page(Caller::Moss(batch.id)).await?;
    let head = app.storage.report_head(batch.id, Some(results::REVISION)).await?.ok_or(WebError::NotFound)?;
    let job = result.job;
    let found = turn.run(move || {
        let report = reports::parsed(&head)?;
        let pair = results::listed(&report, &job).nth(at).map(|pair| pair.id);
        Ok((report, pair.map(|pair| (pair, job))))
    });
    let (report, pair) = found.await?;
    // The number is one past the last pair. Scripts request pages until they get "not found".
    let (id, job) = pair.ok_or(WebError::NotFound)?;
    let record = app.storage.pair(batch.id, Some(results::REVISION), id.left, id.right).await?;
    let record = record.ok_or(WebError::NotFound)?;
    let stored =
        reports::stored_sources(&*app.storage, &batch, Some(results::REVISION), &[id.left, id.right]).await?;
    let (base, url) = (app.settings.moss_url.clone(), url(&app, &address));
    let html = turn.run(move || {
        let pair = reports::pair(&record)?;
        let sides = [id.left, id.right].map(|id| report.submission(id));
        let [Some(left), Some(right)] = sides else { return Err(WebError::NotFound) };
        let texts = reports::sources(&stored)?;
        let sources: [ConcatenatedFiles; 2] =
            [left, right].map(|submission| results::source(submission, &texts, &job));
        let matched = moss::Matched {
            base: &base,
            url: &url,
            number: at,
            sides: results::sides(&report, &pair).ok_or(WebError::NotFound)?,
            passages: results::passages(&pair, [left, right], &sources),
        };
        Ok(match part {
            Part::Frames => moss::frames(&matched),
            Part::Top => moss::top(&matched),
            Part::ConcatenatedFiles(side) => moss::side(&matched, side, &sources[side as usize].text),
        })
    });
    Ok(page(&app, html.await?))
}

/// Serves the image of a percentage, which the list shows beside a pair.
pub(crate) async fn thermometer(_: Public, Path(name): Path<String>) -> Result<Response> {
    let picture = name
        .strip_prefix("tm_")
        .and_then(|name| name.strip_suffix(".gif"))
        .and_then(|name| name.split_once('_'))
        .and_then(|(colour, percent)| moss::thermometer(colour.parse().ok()?, percent.parse().ok()?))
        .ok_or(WebError::NotFound)?;
    let headers =
        [(CONTENT_TYPE, "image/gif"), (CACHE_CONTROL, FOR_A_DAY), (RESOURCE_POLICY, "cross-origin")];
    Ok((headers, picture).into_response())
}

/// Serves a page of the menu.
pub(crate) async fn general(Public(app): Public, Path(name): Path<String>) -> Result<Response> {
    let html = name.strip_suffix(".html").and_then(moss::general).ok_or(WebError::NotFound)?;
    Ok(page(&app, html))
}

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");

/// Builds the response of a page. Other sites may frame these pages and programs may read them. They run no script and
/// submit no form. Their address is secret, so no referrer is sent.
fn page(app: &App, html: String) -> Response {
    let base = crate::http::base_path::origin(&app.settings.moss_url);
    let security = format!(
        "default-src 'none'; img-src 'self' {base}; frame-src 'self' {base}; form-action 'none'; base-uri 'none'; \
         frame-ancestors *"
    );
    let security = HeaderValue::from_str(&security).unwrap_or(HeaderValue::from_static("default-src 'none'"));
    let headers = [
        // Scripts decode the page by this charset and assume no default.
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CONTENT_SECURITY_POLICY, security),
        (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (RESOURCE_POLICY, HeaderValue::from_static("cross-origin")),
        (ROBOTS, HeaderValue::from_static("noindex, nofollow")),
    ];
    (headers, html).into_response()
}

/// The part of a pair's results that a page name selects.
enum Part {
    Frames,
    Top,
    ConcatenatedFiles(Side),
}

fn part(name: &str) -> Option<(usize, Part)> {
    let name = name.strip_prefix("match")?.strip_suffix(".html")?;
    let (number, part) = match name.split_once('-') {
        None => (name, Part::Frames),
        Some((number, "top")) => (number, Part::Top),
        Some((number, "0")) => (number, Part::ConcatenatedFiles(Side::Left)),
        Some((number, "1")) => (number, Part::ConcatenatedFiles(Side::Right)),
        Some(_) => return None,
    };
    let at: usize = number.parse().ok()?;
    // Accepts only the canonical form of a number, so that each page has one address.
    (at.to_string() == number).then_some((at, part))
}

fn address(shelf: &str, number: &str) -> Result<MossAddress> {
    format!("{shelf}/{number}").parse().map_err(|_| WebError::NotFound)
}

/// Returns the address exactly as the client received it.
fn url(app: &App, address: &MossAddress) -> String {
    format!("{}/results/{address}", app.settings.moss_url)
}

async fn moss_result(app: &App, address: &MossAddress) -> Result<MossResult> {
    app.storage.moss_result(&address.hash(), app.clock.now()).await?.ok_or(WebError::NotFound)
}

/// The longest time that one request waits. A client can repeat the request if the analysis takes longer.
const MAX_WAIT: Duration = Duration::from_mins(15);
/// Limits how many requests wait at the same time.
static WAITING: Semaphore = Semaphore::const_new(1000);
/// How often the batch is read again. Changes that other processes make may not be announced.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Waits until the batch has a report or has ended without one, and returns both.
async fn ready(app: &App, address: &MossAddress) -> Result<(MossResult, Batch)> {
    let result = moss_result(app, address).await?;
    let slow = || WebError::Slow { seconds: MAX_WAIT.as_secs() };
    let end = Instant::now() + MAX_WAIT;
    // Subscribes before the first look. Otherwise a change in between could be missed.
    let mut changes = app.storage.changes();
    let mut turn = None;
    loop {
        let batch = app.storage.batch(result.batch).await?.ok_or(WebError::NotFound)?;
        if batch.revision.is_some() || batch.status.is_final() {
            return Ok((result, batch));
        }
        if turn.is_none() {
            turn = Some(WAITING.try_acquire().map_err(|_| slow())?);
        }
        let look = Instant::now() + LOOK_EVERY;
        let next_look = async {
            // No more changes are announced. The loop still looks from time to time.
            if timeout_at(look, changes.changed()).await.is_ok_and(|change| change.is_err()) {
                tokio::time::sleep_until(look).await;
            }
        };
        tokio::select! {
            () = next_look => {}
            () = app.shutdown.cancelled() => return Err(slow()),
        }
        if Instant::now() >= end {
            return Err(slow());
        }
    }
}
