//! `/batches/{id}` and below: the progress of the analysis, and the report when it exists.

use askama::Template;
use axum::extract::State;
use axum::response::Html;
use chaffinch_pages::{
    self as pages, Actions, CaseLink, Differences, Frame, MatchParts, MenuItem, NamesSwitch, PageLocation,
    PairLayout, SubmissionLayout, View,
};
use chaffinch_report::{Pair, PairId, Report, Sources, SubmissionId};
use chaffinch_storage::{Action, Batch, PairRecord, SourceText, Status, may};
use serde::Deserialize;
use uuid::Uuid;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Admitted, OnBatch, Read};
use crate::http::name_visibility;
use crate::http::request::{PairPath, Path, Query};
use crate::limits::caller::Caller;
use crate::limits::page_turn::PageTurn;
use crate::pages::batches::case_links::ReportCases;
use crate::pages::batches::notices::Done;
use crate::pages::frame::{frame, render};
use crate::pages::paths::batch_path;
use crate::services::reports::{self, ReportIds};

#[derive(Template)]
#[template(path = "service/batch.html")]
struct BatchPage<'a> {
    frame: Frame,
    batch: &'a Batch,
    /// Path of the batch's page.
    path: String,
    may_cancel: bool,
    may_delete: bool,
}

#[derive(Deserialize)]
pub(crate) struct PageQuery {
    page: Option<usize>,
}

impl PageQuery {
    pub(crate) fn checked(&self, pages: usize) -> Result<usize, WebError> {
        existing(self.page, pages)
    }
}

/// Returns the page number, which counts from 1 and defaults to 1. Refuses a page that does not exist.
pub(crate) fn existing(page: Option<usize>, pages: usize) -> Result<usize, WebError> {
    let page = page.unwrap_or(1);
    if (1..=pages).contains(&page) { Ok(page) } else { Err(WebError::NotFound) }
}

pub(crate) async fn overview(
    on: OnBatch<Read>,
    State(app): State<App>,
    Query(view): Query<View>,
    Query(done): Query<Done>,
) -> Result<Html<String>, WebError> {
    if on.batch.revision.is_some() {
        let marks = ReportCases::load(&app, &on).await?;
        let mut reader = Reader::from(&on);
        reader.frame.notice = done.notice(&app, &on.who, &on.batch, &batch_path(&on.batch)).await?;
        return report_page(&app, &reader, move |frame, report| {
            existing(view.page, pages::overview_pages(report, &view))?;
            Ok(pages::overview(frame, report, &view, &|members| Some(marks.among(members))))
        })
        .await;
    }
    let (actor, batch) = (&on.who.actor, &on.batch);
    render(&BatchPage {
        frame: frame(&on.who, &batch.title, PageLocation::Service, ""),
        batch,
        path: batch_path(batch),
        may_cancel: may(actor, Action::Change, batch.course),
        may_delete: may(actor, Action::Delete, batch.course),
    })
}

pub(crate) async fn clusters<R: Into<Reader>>(
    on: R,
    State(app): State<App>,
    Query(view): Query<View>,
) -> Result<Html<String>, WebError> {
    report_page(&app, &on.into(), move |frame, report| {
        existing(view.page, pages::clusters_pages(report, &view))?;
        Ok(pages::clusters(frame, report, &view))
    })
    .await
}

pub(crate) async fn guide<R: Into<Reader>>(on: R, State(app): State<App>) -> Result<Html<String>, WebError> {
    report_page(&app, &on.into(), |frame, report| Ok(pages::guide(frame, report))).await
}

pub(crate) async fn submissions<R: Into<Reader>>(
    on: R,
    State(app): State<App>,
    Query(query): Query<PageQuery>,
) -> Result<Html<String>, WebError> {
    report_page(&app, &on.into(), move |frame, report| {
        Ok(pages::submissions(frame, report, query.checked(pages::submissions_pages(report))?))
    })
    .await
}

pub(crate) async fn skipped<R: Into<Reader>>(
    on: R,
    State(app): State<App>,
    Query(query): Query<PageQuery>,
) -> Result<Html<String>, WebError> {
    report_page(&app, &on.into(), move |frame, report| {
        Ok(pages::skipped(frame, report, query.checked(pages::skipped_pages(report))?))
    })
    .await
}

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
    State(app): State<App>,
    Path(PairPath { pair: id }): Path<PairPath>,
    Query(query): Query<PairQuery>,
    Query(done): Query<Done>,
) -> Result<Html<String>, WebError> {
    let mut reader = Reader::from(&on);
    let here = reader.frame.place.pair(id);
    reader.frame.notice = done.notice(&app, &on.who, &on.batch, &here).await?;
    let case = ReportCases::load(&app, &on).await?.among(&[id.left, id.right]);
    match pair_page(&app, &reader, id, query, Some(case)).await? {
        Some(page) => Ok(page),
        None => unlisted(&app, &on, &reader, id).await,
    }
}

/// Renders one pair. Returns `None` if the report does not list it.
pub(crate) async fn pair_page(
    app: &App,
    reader: &Reader,
    id: PairId,
    query: PairQuery,
    case: Option<CaseLink>,
) -> Result<Option<Html<String>>, WebError> {
    let batch = &reader.batch;
    reports::must_exist(batch)?;
    let PairId { left, right } = reader.ids.numbers(id)?;
    let id = reader.ids.pair(PairId { left, right });
    let turn = app.auth.page(reader.caller).await?;
    let Some(record) = app.storage.pair(batch.id, batch.current(), left, right).await? else {
        return Ok(None);
    };
    let stored = reports::stored_sources(&*app.storage, batch, batch.current(), &[left, right]).await?;
    let page = page_with(app, reader, &turn, vec![record], stored, move |frame, report, sources| {
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
async fn unlisted(
    app: &App,
    on: &OnBatch<Read>,
    reader: &Reader,
    id: PairId,
) -> Result<Html<String>, WebError> {
    let id = reader.ids.pair(reader.ids.numbers(id)?);
    let path = batch_path(&on.batch);
    report_page(app, reader, move |frame, report| {
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
    State(app): State<App>,
    Path((_, id)): Path<(Uuid, SubmissionId)>,
    Query(query): Query<PartQuery>,
    Query(done): Query<Done>,
) -> Result<Html<String>, WebError> {
    let mut reader = Reader::from(&on);
    let here = reader.frame.place.submission(id.0);
    reader.frame.notice = done.notice(&app, &on.who, &on.batch, &here).await?;
    submission_page(&app, &reader, id, &query).await
}

/// Renders one submission.
pub(crate) async fn submission_page(
    app: &App,
    reader: &Reader,
    id: SubmissionId,
    query: &PartQuery,
) -> Result<Html<String>, WebError> {
    let batch = &reader.batch;
    let number = reader.ids.number(id)?;
    let turn = app.auth.page(reader.caller).await?;
    let report = app.auth.reports.read(&*app.storage, &turn, batch).await?;
    let mut pairs = Vec::new();
    for pair in pages::pairs_of(&report, number) {
        pairs.extend(app.storage.pair(batch.id, batch.current(), pair.left, pair.right).await?);
    }
    let stored: Vec<(u32, Vec<SourceText>)> =
        reports::stored_sources(&*app.storage, batch, batch.current(), &[number]).await?;
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

/// The context in which a report is read: the frame of its pages, and the ids in them.
pub(crate) struct Reader {
    pub(crate) batch: Batch,
    pub(crate) frame: Frame,
    pub(crate) ids: ReportIds,
    /// The caller whose limits apply.
    pub(crate) caller: Caller,
}

impl From<OnBatch<Read>> for Reader {
    fn from(on: OnBatch<Read>) -> Self {
        Self::from(&on)
    }
}

impl From<&OnBatch<Read>> for Reader {
    fn from(on: &OnBatch<Read>) -> Self {
        Self {
            batch: on.batch.clone(),
            frame: report_frame(&on.who, &on.batch),
            ids: ReportIds::new(&on.batch, on.who.names_hidden),
            caller: on.who.caller(),
        }
    }
}

/// Reads the report and renders a page of it, outside the threads that answer requests.
pub(crate) async fn report_page(
    app: &App,
    reader: &Reader,
    make: impl FnOnce(&Frame, &Report) -> Result<String, WebError> + Send + 'static,
) -> Result<Html<String>, WebError> {
    let turn = app.auth.page(reader.caller).await?;
    page_with(app, reader, &turn, Vec::new(), Vec::new(), move |frame, report, _| make(frame, report)).await
}

/// Like [`report_page`], with the matches of some pairs and with texts. The caller takes the turn before it reads them.
async fn page_with(
    app: &App,
    reader: &Reader,
    turn: &PageTurn,
    pairs: Vec<PairRecord>,
    stored: Vec<(u32, Vec<SourceText>)>,
    make: impl FnOnce(&Frame, &Report, &Sources) -> Result<String, WebError> + Send + 'static,
) -> Result<Html<String>, WebError> {
    let report = app.auth.reports.read(&*app.storage, turn, &reader.batch).await?;
    let (frame, hide) = (reader.frame.clone(), reader.ids.hiding());
    turn.run(move || {
        let (report, sources) = reports::assembled(report, &pairs, &stored, hide)?;
        make(&frame, &report, &sources)
    })
    .await
    .map(Html)
}

/// Returns the frame of the pages of a report.
pub(crate) fn report_frame(who: &Admitted, batch: &Batch) -> Frame {
    let names = NamesSwitch { action: name_visibility::SWITCH.to_owned(), hidden: who.names_hidden };
    let path = batch_path(batch);
    let item = |label, href| MenuItem { label: who.words.say(label).plain(), href, current: false };
    let offered = |action, label, href| may(&who.actor, action, batch.course).then(|| item(label, href));
    let may_change = may(&who.actor, Action::Change, batch.course);
    let actions = Actions {
        // Where names are hidden, places in a text are not those of the stored text.
        template: (may_change && !who.names_hidden).then(|| format!("{path}/template")),
        cutoff: may_change.then(|| format!("{path}/cutoff")),
        count_background: (may_change && !batch.review().background.is_empty())
            .then(|| format!("{path}/background")),
        case: None,
        settings: Some(item(review_words(&batch.status), format!("{path}/review"))),
        menu: [
            offered(Action::Change, "batch-keep", format!("/archives/new?batch={}", batch.id)),
            offered(Action::Delete, "share-title", format!("{path}/share")),
            offered(Action::Delete, "batch-delete", format!("{path}/delete")),
        ]
        .into_iter()
        .flatten()
        .collect(),
    };
    Frame { names: Some(names), actions, ..frame(who, &batch.title, PageLocation::batch(batch.id), "/") }
}

/// Returns the message key of the link to settings and history. That page also shows the progress of a job.
const fn review_words(status: &Status) -> &'static str {
    match status {
        Status::Queued | Status::Running(_) => "review-under-way",
        Status::Failed { .. } => "review-broke",
        Status::Done | Status::Cancelled => "review",
    }
}
