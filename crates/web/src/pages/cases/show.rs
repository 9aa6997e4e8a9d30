//! `/cases/{case}`: the people of a case, the source, the assessment, the whole history, and the actions that the
//! reader may take.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::State;
use axum::response::{Html, Redirect};
use chaffinch_report::{Frame, Message, PageLocation, PairId};
use chaffinch_storage::{
    AccountId, Batch, Case, CaseChange, CaseEvent, CaseEventKind, CaseStatus, Member, Owner, may,
};
use serde::Deserialize;

use crate::app::App;
use crate::error::WebError;
use crate::http::guard::{Admitted, Change, OnCase, Read};
use crate::http::request::Form;
use crate::pages::cases::list::{chip, words};
use crate::pages::frame::{frame, render};
use crate::pages::paths::{archive_path, batch_path, case_path};
use crate::pages::values::{Choice, StatusChip, When};
use crate::services::cases;
use crate::services::people::{self, AccountNames};

/// Largest number of submissions for which every pair gets a link. For a larger case, readers find the pairs in the
/// report.
const SIDE_BY_SIDE: usize = 8;

#[derive(Template)]
#[template(path = "service/case.html")]
struct CasePage {
    frame: Frame,
    title: String,
    path: String,
    status: StatusChip,
    created: When,
    creator: String,
    reviewer: Option<String>,
    hold: Option<(String, When)>,
    persons: Vec<String>,
    places: Vec<PlaceRow>,
    history: Vec<EventRow>,
    may_note: bool,
    may_hold: bool,
    /// Statuses that the reader may set.
    statuses: Vec<Choice>,
    /// Members that can be named as reviewer. If it is empty, the reader may not name one.
    reviewers: Vec<Choice>,
}

/// A source of the case: a batch or an archive, with the submissions found there.
struct PlaceRow {
    title: String,
    href: String,
    created: Option<When>,
    submissions: Vec<(String, String)>,
    /// Label and address of each page of a pair among the submissions.
    pairs: Vec<(String, String)>,
    /// Address of the evidence file.
    evidence: Option<String>,
}

struct EventRow {
    number: u32,
    when: When,
    who: String,
    what: Message,
    text: String,
}

pub(crate) async fn show(on: OnCase<Read>, State(app): State<App>) -> Result<Html<String>, WebError> {
    let OnCase { who, case, .. } = &on;
    let members = app.storage.members(case.course).await?;
    let events = app.storage.case_events(case.id).await?;
    let names = people::names(&app, people::of_case(case, &events)).await?;
    let history = events.into_iter().map(|event| EventRow {
        number: event.number,
        when: event.by.at.into(),
        who: called(who, &names, event.by.account),
        what: told(who, &names, &event),
        text: event.text,
    });
    let may_do = |change: &CaseChange| may(&who.actor, cases::needed(case, change), case.course);
    let statuses = CaseStatus::ALL
        .into_iter()
        .filter(|&status| may_do(&CaseChange::Status(status)))
        .map(|status| Choice {
            value: status.name().to_owned(),
            label: who.words.say(words(status)).plain(),
            selected: status == case.status,
        })
        .collect();
    render(&CasePage {
        frame: frame(who, &case.title, PageLocation::Service, ""),
        title: case.title.clone(),
        path: case_path(case),
        status: chip(case.status),
        created: case.created.into(),
        creator: called(who, &names, case.creator),
        reviewer: case.reviewer.map(|reviewer| called(who, &names, Some(reviewer))),
        hold: case.hold.as_ref().map(|hold| (hold.reason.clone(), hold.since.into())),
        persons: case.persons.clone(),
        places: places(&app, case).await?,
        history: history.collect(),
        may_note: may_do(&CaseChange::Note),
        may_hold: may_do(&CaseChange::Hold),
        statuses,
        reviewers: if may_do(&CaseChange::Reviewer(None)) {
            reviewers(who, case, &members)
        } else {
            Vec::new()
        },
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

async fn places(app: &App, case: &Case) -> Result<Vec<PlaceRow>, WebError> {
    let mut by_owner: BTreeMap<Owner, Vec<(u32, String)>> = BTreeMap::new();
    for submission in &case.submissions {
        by_owner.entry(submission.owner).or_default().push((submission.number, submission.person.clone()));
    }
    let mut places = Vec::new();
    for (owner, submissions) in by_owner {
        places.extend(match owner {
            Owner::Batch(id) => match app.storage.batch(id).await? {
                Some(batch) => Some(in_batch(app, &batch, &submissions).await?),
                None => None,
            },
            Owner::Archive(id) => app.storage.archive(id).await?.map(|archive| PlaceRow {
                title: archive.name.clone(),
                href: archive_path(&archive),
                created: None,
                submissions: submissions.into_iter().map(|(_, person)| (person, String::new())).collect(),
                pairs: Vec::new(),
                evidence: None,
            }),
        });
    }
    Ok(places)
}

async fn in_batch(app: &App, batch: &Batch, submissions: &[(u32, String)]) -> Result<PlaceRow, WebError> {
    let place = PageLocation::batch(batch.id);
    let mut pairs = Vec::new();
    let few = if submissions.len() <= SIDE_BY_SIDE { submissions } else { &[] };
    for (at, (left, one)) in few.iter().enumerate() {
        for (right, other) in &few[at + 1..] {
            let id = PairId { left: *left.min(right), right: *left.max(right) };
            // Two submissions of a case may share too little to be listed as a pair.
            if app.storage.pair(batch.id, None, id.left, id.right).await?.is_some() {
                pairs.push((format!("{one} · {other}"), place.pair(id)));
            }
        }
    }
    let numbers: Vec<String> = submissions.iter().map(|(number, _)| number.to_string()).collect();
    Ok(PlaceRow {
        title: batch.title.clone(),
        href: batch_path(batch),
        created: Some(batch.created.into()),
        submissions: submissions
            .iter()
            .map(|(number, person)| (person.clone(), place.submission(*number)))
            .collect(),
        pairs,
        evidence: Some(format!("{}/evidence.html?submissions={}", batch_path(batch), numbers.join(","))),
    })
}

/// Returns the display name of an account. `None` is the operator.
pub(crate) fn called(who: &Admitted, names: &AccountNames, account: Option<AccountId>) -> String {
    match account {
        Some(id) => names.get(&id).cloned().unwrap_or_else(|| id.to_string()),
        None => who.words.say("case-by-operator").plain(),
    }
}

/// Describes an event of the history.
fn told(who: &Admitted, names: &AccountNames, event: &CaseEvent) -> Message {
    let say = |key| who.words.say(key);
    let status = |status| who.words.say(words(status)).plain();
    match &event.what {
        CaseEventKind::Opened { submissions, status: first, .. } => {
            say("case-was-opened").number("count", submissions.len()).text("status", status(*first))
        }
        CaseEventKind::Note => say("case-was-noted"),
        CaseEventKind::Status { from, to } => {
            say("case-was-decided").text("from", status(*from)).text("to", status(*to))
        }
        CaseEventKind::Reviewer { reviewer: Some(reviewer) } => {
            say("case-was-given").text("reviewer", called(who, names, Some(*reviewer)))
        }
        CaseEventKind::Reviewer { reviewer: None } => say("case-was-taken-back"),
        CaseEventKind::Hold => say("case-was-held"),
        CaseEventKind::Release => say("case-was-released"),
        CaseEventKind::Added { submissions, .. } => say("case-was-added").number("count", submissions.len()),
    }
}

/// Form of the actions on the page.
#[derive(Deserialize)]
pub(crate) struct EventForm {
    /// One of `note`, `status`, `reviewer`, `hold` and `release`.
    what: String,
    #[serde(default)]
    status: String,
    /// Name of an account. Empty: no reviewer.
    #[serde(default)]
    reviewer: String,
    #[serde(default)]
    text: String,
}

pub(crate) async fn change(
    on: OnCase<Change>,
    State(app): State<App>,
    Form(form): Form<EventForm>,
) -> Result<Redirect, WebError> {
    let wrong = |name, problem: &str| WebError::Field { name, problem: problem.to_owned() };
    let change = match form.what.as_str() {
        "note" => CaseChange::Note,
        "status" => CaseChange::Status(
            CaseStatus::from_name(&form.status).ok_or_else(|| wrong("status", "must be a status"))?,
        ),
        "reviewer" if form.reviewer.is_empty() => CaseChange::Reviewer(None),
        "reviewer" => CaseChange::Reviewer(Some(cases::reviewer(&app, &on.case, &form.reviewer).await?)),
        "hold" => CaseChange::Hold,
        "release" => CaseChange::Release,
        _ => return Err(wrong("what", "must be an action on a case")),
    };
    cases::change(&app, &on.who, &on.case, &change, &form.text).await?;
    Ok(Redirect::to(&case_path(&on.case)))
}
