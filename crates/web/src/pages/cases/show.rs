//! `/cases/{case}`: the people of a case, the source, the assessment, what all comparisons of the course say of the people,
//! the whole history, and the actions that the reader may take.

use std::collections::BTreeMap;

use askama::Template;
use axum::response::{Html, IntoResponse, Redirect, Response};
use chaffinch_pages::{Frame, Message, PageLocation};
use chaffinch_person::TermSelection;
use chaffinch_report::{PairId, TermPair};
use chaffinch_storage::{
    AccountId, AuditAction, BatchId, Case, CaseChange, CaseEvent, CaseEventKind, CaseStatus,
    MAX_STATEMENT_BYTES, Member, Named, Owner,
};
use serde::Deserialize;

use crate::error::{Result, WebError};
use crate::http::admitted::Admitted;
use crate::http::guard::{Change, OnCase, Read};
use crate::http::request::Form;
use crate::http::view_log;
use crate::pages::cases::evidence::{self, CaseEvidence};
use crate::pages::cases::list::tone;
use crate::pages::cases::statements::{self, StatementRow};
use crate::pages::frame::{Choice, case_path, frame, render, size_text};
use crate::pages::term::TermRow;
use crate::services::{cases, courses};
use crate::sign_in::accounts::{self, AccountNames};

#[derive(Template)]
#[template(path = "service/case.html")]
struct CasePage<'a> {
    frame: Frame,
    case: &'a Case,
    title: String,
    path: String,
    creator: String,
    reviewer: Option<String>,
    evidence: CaseEvidence,
    /// What all comparisons of the course say of the people.
    term: Vec<TermRow>,
    statements: Vec<StatementRow>,
    history: Vec<EventRow>,
    /// Number of the last event, which a change depends on.
    seen: usize,
    may_note: bool,
    may_hold: bool,
    /// Statuses that the reader may set.
    statuses: Vec<Choice>,
    /// Whether decisions are among them, which need a reason.
    may_decide: bool,
    /// Members that can be named as reviewer. If it is empty, the reader may not name one.
    reviewers: Vec<Choice>,
    /// Today, for the day of a statement.
    today: String,
    /// The size limit of a statement's file as text for people.
    most: String,
}

struct EventRow {
    event: CaseEvent,
    who: String,
    what: Message,
    text: String,
}

pub(crate) async fn show(on: OnCase<Read>) -> Result<Html<String>> {
    let OnCase { who, case, .. } = &on;
    let turn = on.who.app.auth.page(who.caller()).await?;
    let members = on.who.app.storage.members(case.course).await?;
    let events = on.who.app.storage.case_events(case.id).await?;
    let statements = on.who.app.storage.case_statements(case.id).await?;
    let names = accounts::account_names(&on.who.app, accounts::accounts_of_case(case, &events)).await?;
    let evidence = evidence::of_case(who, &turn, case).await?;
    let term = term_rows(who, case, &evidence).await?;
    let history: Vec<EventRow> = (events.into_iter())
        .map(|event| EventRow {
            who: display_name(who, &names, event.by.account),
            what: describe(who, &names, &event),
            text: evidence.text(&event.text),
            event,
        })
        .collect();
    let texts: Vec<String> = history.iter().map(|event| event.text.clone()).collect();
    let may_do = |change: &CaseChange| cases::may_change(who, case, change);
    let statuses = CaseStatus::ALL
        .iter()
        .copied()
        .filter(|&status| may_do(&CaseChange::Status(status)))
        .map(|status| Choice {
            value: status.name().to_owned(),
            label: status_text(who, status),
            selected: status == case.status,
        })
        .collect();
    let title = evidence.text(&case.title);
    render(&CasePage {
        frame: Frame { names: Some(who.names_switch()), ..frame(who, &title, "/cases") },
        title,
        path: case_path(case),
        case,
        creator: display_name(who, &names, case.creator),
        reviewer: case.reviewer.map(|reviewer| display_name(who, &names, Some(reviewer))),
        statements: statements::rows(who.words, case, statements, &texts, &evidence),
        seen: history.len(),
        history,
        may_note: may_do(&CaseChange::Note),
        may_hold: may_do(&CaseChange::Hold),
        statuses,
        may_decide: may_do(&CaseChange::Status(CaseStatus::Confirmed)),
        reviewers: if may_do(&CaseChange::Reviewer(None)) {
            reviewers(who, case, &members)
        } else {
            Vec::new()
        },
        today: on.who.app.clock.now().format("%Y-%m-%d").to_string(),
        most: size_text(who.words, MAX_STATEMENT_BYTES as u64),
        term,
        evidence,
    })
}

/// Returns the members who may decide the case, which excludes the one who opened it.
fn reviewers(who: &Admitted, case: &Case, members: &[Member]) -> Vec<Choice> {
    let nobody = Choice {
        value: String::new(),
        label: who.words.say("case-no-reviewer").plain(),
        selected: case.reviewer.is_none(),
    };
    let others = members.iter().filter(|member| cases::may_review(case, member)).map(|member| Choice {
        value: member.account.name.clone(),
        label: member.account.name.clone(),
        selected: case.reviewer == Some(member.account.id),
    });
    std::iter::once(nobody).chain(others).collect()
}

/// Returns the display name of an account. `None` is the operator.
pub(crate) fn display_name(who: &Admitted, names: &AccountNames, account: Option<AccountId>) -> String {
    match account {
        Some(id) => names.get(&id).cloned().unwrap_or_else(|| id.to_string()),
        None => who.words.say("case-by-operator").plain(),
    }
}

pub(super) fn status_text(who: &Admitted, status: CaseStatus) -> String {
    who.words.say(format!("case-{}", status.name())).plain()
}

/// Describes an event of the history.
pub(super) fn describe(who: &Admitted, names: &AccountNames, event: &CaseEvent) -> Message {
    let say = |key| who.words.say(key);
    let status = |status| status_text(who, status);
    match &event.what {
        CaseEventKind::Opened { submissions, status: first, .. } => {
            say("case-was-opened").number("count", submissions.len()).text("status", status(*first))
        }
        CaseEventKind::Note => say("case-was-noted"),
        CaseEventKind::Status { from, to } => {
            say("case-was-decided").text("from", status(*from)).text("to", status(*to))
        }
        CaseEventKind::Reviewer { reviewer: Some(reviewer) } => {
            say("case-was-given").text("reviewer", display_name(who, names, Some(*reviewer)))
        }
        CaseEventKind::Reviewer { reviewer: None } => say("case-was-taken-back"),
        CaseEventKind::Hold => say("case-was-held"),
        CaseEventKind::Release => say("case-was-released"),
        CaseEventKind::Added { submissions, .. } => say("case-was-added").number("count", submissions.len()),
        CaseEventKind::Statement => say("case-was-stated"),
    }
}

/// Form of the actions on the page.
#[derive(Deserialize)]
pub(crate) struct EventForm {
    /// One of `note`, `status`, `reviewer`, `hold` and `release`.
    what: String,
    /// Number of the last event on the page with the form.
    #[serde(default)]
    seen: String,
    #[serde(default)]
    status: String,
    /// Name of an account. Empty: no reviewer.
    #[serde(default)]
    reviewer: String,
    #[serde(default)]
    text: String,
}

pub(crate) async fn change(on: OnCase<Change>, Form(form): Form<EventForm>) -> Result<Response> {
    let changed = match requested(&on, &form).await {
        Ok(change) => cases::change(&on.who, &on.case, form.seen(), &change, &form.text).await,
        Err(error) => Err(error),
    };
    match changed {
        Ok(case) => Ok(Redirect::to(&case_path(&case)).into_response()),
        Err(error) => statements::refused_page(&on.who, error, &on.case, &form.text),
    }
}

async fn requested(on: &OnCase<Change>, form: &EventForm) -> Result<CaseChange> {
    let wrong = |name, problem: &str| WebError::field(name, problem);
    Ok(match form.what.as_str() {
        "note" => CaseChange::Note,
        "status" => CaseChange::Status(
            CaseStatus::from_name(&form.status).ok_or_else(|| wrong("status", "must be a status"))?,
        ),
        "reviewer" if form.reviewer.is_empty() => CaseChange::Reviewer(None),
        "reviewer" => {
            CaseChange::Reviewer(Some(cases::reviewer(&on.who.app, &on.case, &form.reviewer).await?))
        }
        "hold" => CaseChange::Hold,
        "release" => CaseChange::Release,
        _ => return Err(wrong("what", "must be an action on a case")),
    })
}

impl EventForm {
    /// Returns the last event that the sender has seen, if the action depends on it. A note does not.
    fn seen(&self) -> Option<u32> {
        self.seen.parse().ok().filter(|_| self.what != "note")
    }
}

/// Largest number of pairs. For a larger case, readers find the pairs on the page of the term.
const MAX_TERM_PAIRS: usize = 20;

/// Returns the pairs among the people of a case that are listed over the term, strongest first. There are none while it
/// is being computed.
async fn term_rows(who: &Admitted, case: &Case, evidence: &CaseEvidence) -> Result<Vec<TermRow>> {
    let of_batch = |owner| match owner {
        Owner::Batch(id) => Some(id),
        Owner::Archive(_) => None,
    };
    let persons: BTreeMap<(BatchId, u32), &str> = (case.submissions.iter())
        .filter_map(|one| Some(((of_batch(one.owner)?, one.number), one.person.as_str())))
        .collect();
    let among = TermSelection::Among(persons.keys().copied().collect());
    let report = courses::selected(&who.app, case.course, false, &among).await?;
    if !report.evidence.is_empty() {
        view_log::note_view(who, AuditAction::TermViewed, case.course, case.course.0).await;
    }
    let row = |pair: &TermPair| {
        let mut row = TermRow::new(&report, pair);
        // The names of the case, which can be hidden. They can differ from those of the course's table.
        let sides = pair.tasks.iter().find_map(|task| {
            let (batch, id): (BatchId, PairId) = (task.batch.parse().ok()?, task.pair.parse().ok()?);
            Some([*persons.get(&(batch, id.left))?, *persons.get(&(batch, id.right))?])
        })?;
        [row.left, row.right] = sides.map(|person| evidence.name(person));
        for (shown, task) in row.tasks.iter_mut().zip(&pair.tasks) {
            shown.title = evidence.text(&shown.title);
            if let (Some(names), Ok(batch), Ok(id)) =
                (&evidence.names, task.batch.parse(), task.pair.parse::<PairId>())
            {
                shown.href = PageLocation::batch(batch).pair(names.pair(Owner::Batch(batch), id));
            }
        }
        if evidence.names.is_some() && row.right < row.left {
            std::mem::swap(&mut row.left, &mut row.right);
        }
        row.since = row.since.map(|since| evidence.text(&since));
        Some(row)
    };
    Ok(report.evidence.iter().filter_map(row).take(MAX_TERM_PAIRS).collect())
}
