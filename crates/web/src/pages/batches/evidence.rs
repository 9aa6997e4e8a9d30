//! Exports one pair, or the pairs among some submissions, as an evidence file.

use std::sync::Arc;

use axum::response::Response;
use chaffinch_pages::{DisplayTime, EvidenceContext, EvidenceFile, evidence_file};
use chaffinch_person::pseudonym_key;
use chaffinch_report::{PseudonymKey, Report, Side, SubmissionId};
use chaffinch_storage::Batch;
use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::api::reports::download;
use crate::error::{Result, WebError};
use crate::http::admitted::{Admitted, NameVisibility};
use crate::http::guard::{OnBatch, Read};
use crate::http::request::{PairPath, Path, Query};
use crate::limits::fair_queue::PageTurn;
use crate::pages::frame::TIME;
use crate::services::reports::{self, ReportIds};

/// Largest number of submissions in one evidence file. For more, the report is the right form.
pub(crate) const MAX_SUBMISSIONS: usize = 20;

#[derive(Deserialize)]
pub(crate) struct PairQuery {
    /// Default: the browser's setting for names.
    names: Option<NameVisibility>,
    /// The author that the file is for. Of the other submission, it then shows only what matches.
    r#for: Option<Reader>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reader {
    Left,
    Right,
}

#[derive(Deserialize)]
pub(crate) struct SubmissionsQuery {
    names: Option<NameVisibility>,
    /// Ids of submissions, separated by commas.
    submissions: String,
}

pub(crate) async fn of_pair(
    on: OnBatch<Read>,
    Path(PairPath { pair: id }): Path<PairPath>,
    Query(query): Query<PairQuery>,
) -> Result<Response> {
    let ids = ReportIds::new(&on.batch, on.who.names_hidden);
    let numbers = ids.numbers(id)?;
    // The left side on the page is the one with the smaller id.
    let is_turned = ids.id(numbers.right) < ids.id(numbers.left);
    let reader = query.r#for.map(|reader| match (reader, is_turned) {
        (Reader::Left, false) | (Reader::Right, true) => Side::Left,
        (Reader::Right, false) | (Reader::Left, true) => Side::Right,
    });
    file(&on, vec![numbers.left, numbers.right], query.names, reader).await
}

pub(crate) async fn of_submissions(
    on: OnBatch<Read>,
    Query(query): Query<SubmissionsQuery>,
) -> Result<Response> {
    let problem = || {
        WebError::field(
            "submissions",
            format!("must be 2 to {MAX_SUBMISSIONS} submission numbers, separated by commas"),
        )
    };
    let known = ReportIds::new(&on.batch, on.who.names_hidden);
    let number = |id: &str| known.number(id.trim().parse::<SubmissionId>().ok()?).ok();
    let ids: Option<Vec<u32>> = query.submissions.split(',').map(number).collect();
    let mut ids = ids.ok_or_else(problem)?;
    ids.sort_unstable();
    ids.dedup();
    if !(2..=MAX_SUBMISSIONS).contains(&ids.len()) {
        return Err(problem());
    }
    file(&on, ids, query.names, None).await
}

async fn file(
    on: &OnBatch<Read>,
    submissions: Vec<u32>,
    names: Option<NameVisibility>,
    reader: Option<Side>,
) -> Result<Response> {
    let turn = on.who.app.auth.page(on.who.caller()).await?;
    let report = on.who.app.auth.reports.read(&*on.who.app.storage, &turn, &on.batch).await?;
    let key = pseudonym_key(&on.batch).derived(&format!("evidence {submissions:?} {reader:?}"));
    let context = context(&on.who, &on.batch, &report, key, on.who.hides_names(names)).await?;
    download_of(&on.who, turn, &on.batch, report, submissions, EvidenceContext { reader, ..context }).await
}

/// Returns the context of an evidence file that somebody makes now, for all readers.
pub(crate) async fn context(
    who: &Admitted,
    batch: &Batch,
    report: &Report,
    key: PseudonymKey,
    hide_names: bool,
) -> Result<EvidenceContext> {
    let revisions = who.app.storage.revisions(batch.id).await?;
    let revised = revisions.iter().find(|revision| revision.number == report.revision);
    Ok(EvidenceContext {
        revised: revised.map(|revision| display_time(revision.created)),
        made: Some(display_time(who.app.clock.now())),
        made_by: Some(who.actor.account.name.clone()),
        key,
        hide_names,
        reader: None,
        case: None,
    })
}

/// Makes the evidence file about all listed pairs among these submissions of a report.
pub(crate) async fn download_of(
    who: &Admitted,
    turn: PageTurn,
    batch: &Batch,
    report: Arc<Report>,
    submissions: Vec<u32>,
    context: EvidenceContext,
) -> Result<Response> {
    let mut pairs = Vec::new();
    for id in report.pairs.iter().filter(|pair| pair.match_count.is_some()).map(|pair| pair.id) {
        if submissions.contains(&id.left) && submissions.contains(&id.right) {
            pairs.extend(who.app.storage.pair(batch.id, Some(report.revision), id.left, id.right).await?);
        }
    }
    let stored =
        reports::stored_sources(&*who.app.storage, batch, Some(report.revision), &submissions).await?;
    let words = who.words;
    let file = turn.run(move || {
        // `evidence_file` hides names itself, because it knows the reader: a file for one author may keep that
        // author's name.
        let (report, sources) = reports::assembled(report, &pairs, &stored, None)?;
        evidence_file(words, &report, &sources, &submissions, &context).ok_or(WebError::NotFound)
    });
    let EvidenceFile { name, html } = file.await?;
    Ok(download(&name, "text/html; charset=utf-8", html))
}

/// Returns a point in time for an evidence file.
pub(crate) fn display_time(at: DateTime<Utc>) -> DisplayTime {
    DisplayTime { exact: at.to_rfc3339(), shown: at.format(TIME).to_string() }
}
