//! Exports one pair or one case as a single file, to hand out or to print.

use axum::response::Response;
use chaffinch_pages::{DisplayTime, EvidenceContext, EvidenceFile, evidence_file};
use chaffinch_person::pseudonym_key;
use chaffinch_report::{Side, SubmissionId};
use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::api::reports::download;
use crate::error::{Result, WebError};
use crate::http::admitted::NameVisibility;
use crate::http::guard::{OnBatch, Read};
use crate::http::request::{PairPath, Path, Query};
use crate::pages::frame::TIME;
use crate::services::reports::{self, ReportIds};

/// Largest number of submissions in one evidence file. For more, the report is the right form.
const MAX_SUBMISSIONS: usize = 20;

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
pub(crate) struct CaseQuery {
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

pub(crate) async fn of_case(on: OnBatch<Read>, Query(query): Query<CaseQuery>) -> Result<Response> {
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
    let revisions = on.who.app.storage.revisions(on.batch.id).await?;
    let revised = revisions.iter().find(|revision| revision.number == report.revision);
    let mut pairs = Vec::new();
    for id in report.pairs.iter().filter(|pair| pair.match_count.is_some()).map(|pair| pair.id) {
        if submissions.contains(&id.left) && submissions.contains(&id.right) {
            pairs.extend(
                on.who.app.storage.pair(on.batch.id, Some(report.revision), id.left, id.right).await?,
            );
        }
    }
    let stored =
        reports::stored_sources(&*on.who.app.storage, &on.batch, Some(report.revision), &submissions).await?;
    let occasion = EvidenceContext {
        revised: revised.map(|revision| moment(revision.created)),
        made: Some(moment(on.who.app.clock.now())),
        made_by: Some(on.who.actor.account.name.clone()),
        key: pseudonym_key(&on.batch).derived(&format!("evidence {submissions:?} {reader:?}")),
        hide_names: on.who.hides_names(names),
        reader,
    };
    let words = on.who.words;
    let file = turn.run(move || {
        // `evidence_file` hides names itself, because it knows the reader: a file for one author may keep that
        // author's name.
        let (report, sources) = reports::assembled(report, &pairs, &stored, None)?;
        evidence_file(words, &report, &sources, &submissions, &occasion).ok_or(WebError::NotFound)
    });
    let EvidenceFile { name, html } = file.await?;
    Ok(download(&name, "text/html; charset=utf-8", html))
}

fn moment(at: DateTime<Utc>) -> DisplayTime {
    DisplayTime { exact: at.to_rfc3339(), shown: at.format(TIME).to_string() }
}
