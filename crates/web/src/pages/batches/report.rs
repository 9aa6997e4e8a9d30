//! `/batches/{id}` and below: the progress of the analysis, and the report when it exists.

use std::sync::Arc;

use askama::Template;
use axum::response::Html;
use chaffinch_pages::{self as pages, Actions, Frame, MenuItem, PageLocation, View};
use chaffinch_report::{Report, Sources};
use chaffinch_storage::{Action, Batch, PairRecord, SourceText, Status, may};
use serde::Deserialize;

use crate::app::App;
use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::guard::{OnBatch, PermittedAction, Read};
use crate::http::request::Query;
use crate::limits::fair_queue::{Caller, PageTurn};
use crate::pages::batches::notices::{Done, ReportCases};
use crate::pages::frame::{batch_path, frame, render};
use crate::services::marks;
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
    pub(crate) page: Option<usize>,
}

/// Returns the page number, which counts from 1 and defaults to 1. Refuses a page that does not exist.
pub(crate) fn existing(page: Option<usize>, pages: usize) -> Result<usize> {
    let page = page.unwrap_or(1);
    if (1..=pages).contains(&page) { Ok(page) } else { Err(WebError::NotFound) }
}

pub(crate) async fn overview(
    on: OnBatch<Read>,
    Query(view): Query<View>,
    Query(done): Query<Done>,
) -> Result<Html<String>> {
    if on.batch.revision.is_some() {
        let cases = ReportCases::load(&on).await?;
        let mut reader = Reader::from(&on);
        reader.frame.notice = done.notice(&on.who, &on.batch, &batch_path(&on.batch)).await?;
        reader.frame.actions.review = marks::review(&on.who, &on.batch).await?.map(Arc::new);
        return report_page(&reader, move |frame, report| {
            existing(view.page, pages::overview_pages(frame, report, &view))?;
            Ok(pages::overview(frame, report, &view, &|members| Some(cases.among(members))))
        })
        .await;
    }
    let (actor, batch) = (&on.who.actor, &on.batch);
    render(&BatchPage {
        frame: frame(&on.who, &batch.title, ""),
        batch,
        path: batch_path(batch),
        may_cancel: may(actor, Action::Change, batch.course),
        may_delete: may(actor, Action::Delete, batch.course),
    })
}

pub(crate) async fn clusters<R: Into<Reader>>(on: R, Query(view): Query<View>) -> Result<Html<String>> {
    report_page(&on.into(), move |frame, report| {
        existing(view.page, pages::clusters_pages(report, &view))?;
        Ok(pages::clusters(frame, report, &view))
    })
    .await
}

pub(crate) async fn guide<R: Into<Reader>>(on: R) -> Result<Html<String>> {
    report_page(&on.into(), |frame, report| Ok(pages::guide(frame, report))).await
}

pub(crate) async fn submissions<R: Into<Reader>>(
    on: R,
    Query(query): Query<PageQuery>,
) -> Result<Html<String>> {
    report_page(&on.into(), move |frame, report| {
        Ok(pages::submissions(frame, report, existing(query.page, pages::submissions_pages(report))?))
    })
    .await
}

pub(crate) async fn skipped<R: Into<Reader>>(on: R, Query(query): Query<PageQuery>) -> Result<Html<String>> {
    report_page(&on.into(), move |frame, report| {
        Ok(pages::skipped(frame, report, existing(query.page, pages::skipped_pages(report))?))
    })
    .await
}

/// The context in which a report is read: the frame of its pages, and the ids in them.
pub(crate) struct Reader {
    pub(crate) app: App,
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

impl<A: PermittedAction> From<&OnBatch<A>> for Reader {
    fn from(on: &OnBatch<A>) -> Self {
        Self {
            app: on.who.app.clone(),
            batch: on.batch.clone(),
            frame: report_frame(&on.who, &on.batch),
            ids: ReportIds::new(&on.batch, on.who.names_hidden),
            caller: on.who.caller(),
        }
    }
}

/// Reads the report and renders a page of it, outside the threads that answer requests.
pub(crate) async fn report_page(
    reader: &Reader,
    make: impl FnOnce(&Frame, &Report) -> Result<String> + Send + 'static,
) -> Result<Html<String>> {
    let turn = reader.app.auth.page(reader.caller).await?;
    page_with(reader, &turn, Vec::new(), Vec::new(), move |frame, report, _| make(frame, report)).await
}

/// Like [`report_page`], with the matches of some pairs and with texts. The caller takes the turn before it reads them.
pub(super) async fn page_with(
    reader: &Reader,
    turn: &PageTurn,
    pairs: Vec<PairRecord>,
    stored: Vec<(u32, Vec<SourceText>)>,
    make: impl FnOnce(&Frame, &Report, &Sources) -> Result<String> + Send + 'static,
) -> Result<Html<String>> {
    let report = reader.app.auth.reports.read(&*reader.app.storage, turn, &reader.batch).await?;
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
        count_vendored: may_change.then(|| format!("{path}/vendored")),
        count_given: may_change.then(|| format!("{path}/given")),
        new_comparison: may(&who.actor, Action::Upload, batch.course)
            .then(|| format!("/batches/new?like={}", batch.id)),
        case: None,
        review: None,
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
    let place = PageLocation::batch(batch.id);
    Frame { place, names: Some(who.names_switch()), actions, ..frame(who, &batch.title, "/") }
}

/// Returns the message key of the link to settings and history. That page also shows the progress of a job.
const fn review_words(status: &Status) -> &'static str {
    match status {
        Status::Queued | Status::Running(_) => "review-under-way",
        Status::Failed { .. } => "review-broke",
        Status::Done | Status::Cancelled => "review",
    }
}
