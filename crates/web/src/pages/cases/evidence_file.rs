//! `/cases/{case}/evidence.html`: the evidence file of a case, for a hearing. It shows the pairs of one comparison of the
//! case, and what people recorded: statements, the decision and the history.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use axum::response::Response;
use chaffinch_pages::{CaseEntry, CaseRecord, CaseStatement, EvidenceContext};
use chaffinch_person::pseudonym_key;
use chaffinch_report::{CaseNames, Report};
use chaffinch_storage::{Batch, BatchId, Case, CaseEvent, CaseEventKind, Statement};
use serde::Deserialize;

use crate::error::{Result, WebError};
use crate::http::admitted::{Admitted, NameVisibility};
use crate::http::guard::{OnCase, Read};
use crate::http::request::Query;
use crate::http::view_log;
use crate::limits::fair_queue::PageTurn;
use crate::pages::batches::evidence::{self as files, MAX_SUBMISSIONS, display_time};
use crate::pages::cases::evidence::{in_report, owners, pairs};
use crate::pages::cases::show::{describe, display_name, status_text};
use crate::services::reports::ReportIds;
use crate::sign_in::accounts;

#[derive(Deserialize)]
pub(crate) struct CaseFileQuery {
    /// Default: the browser's setting for names.
    names: Option<NameVisibility>,
    /// The comparison whose pairs are shown. Default: the newest one.
    batch: Option<BatchId>,
}

pub(crate) async fn show(on: OnCase<Read>, Query(query): Query<CaseFileQuery>) -> Result<Response> {
    let OnCase { who, case, .. } = &on;
    let turn = who.app.auth.page(who.caller()).await?;
    let shown = shown_comparison(who, &turn, case, query.batch).await?.ok_or(WebError::NotFound)?;
    let ShownComparison { batch, report, persons, submissions, is_part } = shown;
    let key = pseudonym_key(&batch).derived(&format!("evidence {}", case.id));
    let hide_names = who.hides_names(query.names);
    let names = hide_names.then(|| {
        let numbers: Vec<(&str, Option<u32>)> = (case.persons.iter())
            .map(|person| {
                let number = persons.iter().find(|(_, one)| *one == person).map(|(number, _)| *number);
                (person.as_str(), number)
            })
            .collect();
        CaseNames::new(Some(&report), key, &numbers)
    });
    let record = record(who, case, &batch, names.as_ref(), is_part).await?;
    view_log::note_evidence_file(who, batch.course, batch.id.0).await;
    let context = files::context(who, &batch, &report, key, hide_names).await?;
    let context = EvidenceContext { case: Some(record), ..context };
    files::download_of(who, turn, &batch, report, submissions, context).await
}

/// The comparison whose pairs a file shows.
struct ShownComparison {
    batch: Batch,
    report: Arc<Report>,
    /// The people of the case by the numbers of their submissions in the report.
    persons: BTreeMap<u32, String>,
    /// The submissions of the pairs that are shown.
    submissions: Vec<u32>,
    /// Whether there are more pairs.
    is_part: bool,
}

/// Reads the newest comparison of a case with pairs of its people, or the one that is wanted.
async fn shown_comparison(
    who: &Admitted,
    turn: &PageTurn,
    case: &Case,
    wanted: Option<BatchId>,
) -> Result<Option<ShownComparison>> {
    // Later batches have larger ids.
    for id in owners(case).0.into_iter().rev().filter(|id| wanted.is_none_or(|wanted| wanted == *id)) {
        let Some(batch) = who.app.storage.batch(id).await?.filter(|batch| batch.revision.is_some()) else {
            continue;
        };
        let report = who.app.auth.reports.read(&*who.app.storage, turn, &batch).await?;
        let persons = in_report(&who.app, case, &batch).await?;
        let pairs = pairs(&report, &persons, ReportIds::new(&batch, who.names_hidden));
        let mut submissions = BTreeSet::new();
        let mut is_part = false;
        for pair in &pairs {
            let sides = [pair.left, pair.right];
            if submissions.len() + sides.iter().filter(|side| !submissions.contains(*side)).count()
                > MAX_SUBMISSIONS
            {
                is_part = true;
            } else {
                submissions.extend(sides);
            }
        }
        if !submissions.is_empty() {
            let submissions = submissions.into_iter().collect();
            return Ok(Some(ShownComparison { batch, report, persons, submissions, is_part }));
        }
    }
    Ok(None)
}

/// Returns the titles of the other comparisons and archives of a case.
async fn elsewhere(who: &Admitted, case: &Case, shown: &Batch) -> Result<Vec<String>> {
    let (batches, archives) = owners(case);
    let mut titles = Vec::new();
    for id in batches.into_iter().filter(|id| *id != shown.id) {
        titles.extend(who.app.storage.batch(id).await?.map(|batch| batch.title));
    }
    for id in archives {
        titles.extend(who.app.storage.archive(id).await?.map(|archive| archive.name));
    }
    Ok(titles)
}

/// Returns what was recorded about a case, as the reader may see it.
async fn record(
    who: &Admitted,
    case: &Case,
    batch: &Batch,
    names: Option<&CaseNames>,
    is_part: bool,
) -> Result<CaseRecord> {
    let events = who.app.storage.case_events(case.id).await?;
    let statements = who.app.storage.case_statements(case.id).await?;
    let accounts = accounts::account_names(&who.app, accounts::accounts_of_case(case, &events)).await?;
    let text = |text: &str| names.map_or_else(|| text.to_owned(), |names| names.text(text));
    let person = |person: &str| names.map_or_else(|| person.to_owned(), |names| names.name(person));
    let entry = |event: &CaseEvent| CaseEntry {
        at: display_time(event.by.at),
        who: display_name(who, &accounts, event.by.account),
        what: describe(who, &accounts, event),
        text: text(&event.text),
    };
    let said = |statement: &Statement| CaseStatement {
        person: person(&statement.person),
        given: statement.given.format("%Y-%m-%d").to_string(),
        text: events.get(statement.event as usize - 1).map(|event| text(&event.text)).unwrap_or_default(),
        file: statement.file.as_ref().map(|(name, _)| text(name)),
    };
    let decided =
        |event: &&CaseEvent| matches!(event.what, CaseEventKind::Status { to, .. } if to.is_decided());
    let heard: BTreeSet<&String> = statements.iter().map(|statement| &statement.person).collect();
    let mut persons: Vec<&String> = case.persons.iter().collect();
    persons.sort_by_cached_key(|one| person(one));
    Ok(CaseRecord {
        title: text(&case.title),
        status: status_text(who, case.status),
        opened: display_time(case.created),
        opened_by: display_name(who, &accounts, case.creator),
        reviewer: case.reviewer.map(|reviewer| display_name(who, &accounts, Some(reviewer))),
        persons: persons.iter().map(|one| person(one)).collect(),
        decision: events.iter().rfind(decided).filter(|_| case.status.is_decided()).map(entry),
        unheard: persons.iter().filter(|one| !heard.contains(*one)).map(|one| person(one)).collect(),
        statements: statements.iter().map(said).collect(),
        history: events.iter().map(entry).collect(),
        elsewhere: elsewhere(who, case, batch).await?.iter().map(|title| text(title)).collect(),
        is_part,
    })
}
