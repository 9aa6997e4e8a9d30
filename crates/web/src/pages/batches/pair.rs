//! `/batches/{id}/pairs/{pair}` and `/batches/{id}/submissions/{submission}`: the code of a report. Shared links show the
//! same pages.

use askama::Template;
use axum::response::Html;
use chaffinch_pages::{
    self as pages, CaseLink, Differences, Frame, MatchParts, PairLayout, SubmissionLayout,
};
use chaffinch_report::{Pair, PairId, SubmissionId};
use serde::Deserialize;
use uuid::Uuid;

use crate::error::{Result, WebError};
use crate::http::guard::{OnBatch, Read};
use crate::http::request::{PairPath, Path, Query};
use crate::pages::batches::notices::{Done, ReportCases};
use crate::pages::batches::report::{Reader, page_with, report_page};
use crate::pages::frame::{batch_path, render};
use crate::services::reports;

#[derive(Deserialize)]
pub(crate) struct PairQuery {
    /// Part number, from 1.
    part: Option<usize>,
    /// `diff` shows the pair line by line.
    view: Option<String>,
    /// A match on one side, such as `l-7`. The page shows the part that contains it.
    at: Option<String>,
}

pub(crate) async fn pair(
    on: OnBatch<Read>,
    Path(PairPath { pair: id }): Path<PairPath>,
    Query(query): Query<PairQuery>,
    Query(done): Query<Done>,
) -> Result<Html<String>> {
    let mut reader = Reader::from(&on);
    let here = reader.frame.place.pair(id);
    reader.frame.notice = done.notice(&on.who, &on.batch, &here).await?;
    let case = ReportCases::load(&on).await?.among(&[id.left, id.right]);
    match pair_page(&reader, id, query, Some(case)).await? {
        Some(page) => Ok(page),
        None => unlisted(&reader, id).await,
    }
}

/// Renders one pair. Returns `None` if the report does not list it.
pub(crate) async fn pair_page(
    reader: &Reader,
    id: PairId,
    query: PairQuery,
    case: Option<CaseLink>,
) -> Result<Option<Html<String>>> {
    let batch = &reader.batch;
    reports::must_exist(batch)?;
    let PairId { left, right } = reader.ids.numbers(id)?;
    let id = reader.ids.pair(PairId { left, right });
    let turn = reader.app.auth.page(reader.caller).await?;
    let Some(record) = reader.app.storage.pair(batch.id, batch.current(), left, right).await? else {
        return Ok(None);
    };
    let stored =
        reports::stored_sources(&*reader.app.storage, batch, batch.current(), &[left, right]).await?;
    let page = page_with(reader, &turn, vec![record], stored, move |frame, report, sources| {
        let mut frame = frame.clone();
        // A reference answer is nobody's work, so no case is about it.
        let is_answer = |number| report.submission(number).is_some_and(|one| one.reference().is_some());
        frame.actions.case = case.filter(|_| ![id.left, id.right].into_iter().any(is_answer));
        let frame = &frame;
        let pair = report.pair(id).ok_or(WebError::NotFound)?;
        let part = query.part.unwrap_or(1);
        match query.view.as_deref() {
            None => PairLayout::new(frame, report, pair, sources).and_then(|layout| {
                let part = query.at.and_then(|at| layout.part_at(&at)).unwrap_or(part);
                pages::pair(frame, report, pair, &layout, part)
            }),
            Some("diff") => Differences::new(report, pair, sources)
                .and_then(|found| pages::differences(frame, report, pair, &found, part)),
            Some(_) => None,
        }
        .ok_or(WebError::NotFound)
    });
    page.await.map(Some)
}

#[derive(Template)]
#[template(path = "service/unlisted.html")]
struct UnlistedPage {
    frame: Frame,
    title: String,
    path: String,
    revision: u32,
    left: String,
    right: String,
    left_href: String,
    right_href: String,
}

/// Renders the page of two submissions that are not listed as a pair now. They may have been listed before or may be
/// later, so links to them stay valid.
async fn unlisted(reader: &Reader, id: PairId) -> Result<Html<String>> {
    let id = reader.ids.pair(reader.ids.numbers(id)?);
    let path = batch_path(&reader.batch);
    report_page(reader, move |frame, report| {
        let name = |number| report.submission(number).map(|submission| submission.name.clone());
        let (Some(left), Some(right), true) = (name(id.left), name(id.right), id.left < id.right) else {
            return Err(WebError::NotFound);
        };
        let page = UnlistedPage {
            frame: frame.titled(format!("{left} · {right}")),
            title: report.title.clone(),
            path,
            revision: report.revision,
            left,
            right,
            left_href: frame.place.submission(id.left),
            right_href: frame.place.submission(id.right),
        };
        render(&page).map(|Html(html)| html)
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct PartQuery {
    /// Part number, from 1.
    part: Option<usize>,
}

pub(crate) async fn submission(
    on: OnBatch<Read>,
    Path((_, id)): Path<(Uuid, SubmissionId)>,
    Query(query): Query<PartQuery>,
    Query(done): Query<Done>,
) -> Result<Html<String>> {
    let mut reader = Reader::from(&on);
    let here = reader.frame.place.submission(id.0);
    reader.frame.notice = done.notice(&on.who, &on.batch, &here).await?;
    submission_page(&reader, id, &query).await
}

/// Renders one submission.
pub(crate) async fn submission_page(
    reader: &Reader,
    id: SubmissionId,
    query: &PartQuery,
) -> Result<Html<String>> {
    let batch = &reader.batch;
    let number = reader.ids.number(id)?;
    let turn = reader.app.auth.page(reader.caller).await?;
    let report = reader.app.auth.reports.read(&*reader.app.storage, &turn, batch).await?;
    let mut pairs = Vec::new();
    for pair in pages::pairs_of(&report, number) {
        pairs.extend(reader.app.storage.pair(batch.id, batch.current(), pair.left, pair.right).await?);
    }
    let stored = reports::stored_sources(&*reader.app.storage, batch, batch.current(), &[number]).await?;
    let (frame, ids, part) = (reader.frame.clone(), reader.ids, query.part.unwrap_or(1));
    let id = ids.id(number);
    let html = turn.run(move || {
        let (report, sources) = reports::assembled(report, &pairs, &stored, ids.hiding())?;
        let pairs = pages::pairs_of(&report, id).into_iter().filter_map(|id| report.pair(id));
        let pairs: Vec<&Pair> = pairs.filter(|pair| pair.matches.is_some()).collect();
        SubmissionLayout::new(&frame, &report, id, &pairs, &sources, &MatchParts::default())
            .and_then(|layout| pages::submission(&frame, &report, &layout, part))
            .ok_or(WebError::NotFound)
    });
    html.await.map(Html)
}
