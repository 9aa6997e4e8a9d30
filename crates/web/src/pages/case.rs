//! `/cases/{case}`: whom a case is about, where it was seen, what is thought of it, its whole history; and what one may do.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::State;
use axum::response::{Html, Redirect};
use chaffinch_report::{Frame, Message, PairId, Place};
use chaffinch_storage::{
    AccountId, Batch, By, Case, CaseChange, CaseEvent, CaseStatus, Happening, Member, Owner, Role, may,
};
use serde::Deserialize;

use super::cases::{chip, path, words};
use super::{Choice, StatusChip, When, frame, rendered};
use crate::app::App;
use crate::cases;
use crate::error::WebError;
use crate::guard::{Admitted, Change, OnCase, See};
use crate::request::Form;

/// Submissions of which every pair has a link; the report leads to those of a larger case.
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
    /// Statuses one may give it.
    statuses: Vec<Choice>,
    /// Whom one may name; empty: nobody.
    reviewers: Vec<Choice>,
}

/// Where it was seen: a batch or an archive, and whose submissions there.
struct PlaceRow {
    title: String,
    href: String,
    created: Option<When>,
    submissions: Vec<(String, String)>,
    /// Pages of the pairs among them: words and address.
    pairs: Vec<(String, String)>,
    /// The file to hand on.
    evidence: Option<String>,
}

struct EventRow {
    number: u32,
    when: When,
    who: String,
    what: Message,
    text: String,
}

pub(crate) async fn show(on: OnCase<See>, State(app): State<App>) -> Result<Html<String>, WebError> {
    let OnCase { who, case, .. } = &on;
    let members = app.storage.members(case.course).await?;
    let mut names = Names::new(&app, who, &members);
    let mut history = Vec::new();
    for event in app.storage.case_events(case.id).await? {
        history.push(EventRow {
            number: event.number,
            when: event.by.at.into(),
            who: names.of(event.by.account).await?,
            what: told(who, &event, &mut names).await?,
            text: event.text,
        });
    }
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
    rendered(&CasePage {
        frame: frame(who, &case.title, Place::Service, ""),
        title: case.title.clone(),
        path: path(case),
        status: chip(case.status),
        created: case.created.into(),
        creator: names.of(case.creator).await?,
        reviewer: match case.reviewer {
            Some(reviewer) => Some(names.of(Some(reviewer)).await?),
            None => None,
        },
        hold: case.hold.as_ref().map(|hold| (hold.reason.clone(), hold.since.into())),
        persons: case.persons.clone(),
        places: places(&app, case).await?,
        history,
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

/// Members who may decide it: not whoever opened it.
fn reviewers(who: &Admitted, case: &Case, members: &[Member]) -> Vec<Choice> {
    let nobody = Choice {
        value: String::new(),
        label: who.words.say("case-no-reviewer").plain(),
        selected: case.reviewer.is_none(),
    };
    let others = members
        .iter()
        .filter(|member| Some(member.account.id) != case.creator && Role::Instructor <= member.role)
        .map(|member| Choice {
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
                href: super::archive::path(&archive),
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
    let place = Place::batch(batch.id);
    let mut pairs = Vec::new();
    let few = if submissions.len() <= SIDE_BY_SIDE { submissions } else { &[] };
    for (at, (left, one)) in few.iter().enumerate() {
        for (right, other) in &few[at + 1..] {
            let id = PairId { left: *left.min(right), right: *left.max(right) };
            // Not every two of a case share enough to be listed.
            if app.storage.pair(batch.id, None, id.left, id.right).await?.is_some() {
                pairs.push((format!("{one} · {other}"), place.pair(id)));
            }
        }
    }
    let numbers: Vec<String> = submissions.iter().map(|(number, _)| number.to_string()).collect();
    Ok(PlaceRow {
        title: batch.title.clone(),
        href: super::batch::path(batch),
        created: Some(batch.created.into()),
        submissions: submissions
            .iter()
            .map(|(number, person)| (person.clone(), place.submission(*number)))
            .collect(),
        pairs,
        evidence: Some(format!(
            "{}/evidence.html?submissions={}",
            super::batch::path(batch),
            numbers.join(",")
        )),
    })
}

/// Names of accounts; those of members are known.
struct Names<'a> {
    app: &'a App,
    operator: String,
    known: BTreeMap<AccountId, String>,
}

impl<'a> Names<'a> {
    fn new(app: &'a App, who: &Admitted, members: &[Member]) -> Self {
        let known = members.iter().map(|member| (member.account.id, member.account.name.clone())).collect();
        Self { app, operator: who.words.say("case-by-operator").plain(), known }
    }

    async fn of(&mut self, account: Option<AccountId>) -> Result<String, WebError> {
        let Some(id) = account else { return Ok(self.operator.clone()) };
        if let Some(name) = self.known.get(&id) {
            return Ok(name.clone());
        }
        let name = app_name(self.app, id).await?;
        self.known.insert(id, name.clone());
        Ok(name)
    }
}

async fn app_name(app: &App, id: AccountId) -> Result<String, WebError> {
    Ok(app.storage.account(id).await?.map_or_else(|| id.to_string(), |account| account.name))
}

/// What happened, in words.
async fn told(who: &Admitted, event: &CaseEvent, names: &mut Names<'_>) -> Result<Message, WebError> {
    let say = |key| who.words.say(key);
    let status = |status| who.words.say(words(status)).plain();
    Ok(match &event.what {
        Happening::Opened { submissions, status: first, .. } => {
            say("case-was-opened").number("count", submissions.len()).text("status", status(*first))
        }
        Happening::Note => say("case-was-noted"),
        Happening::Status { from, to } => {
            say("case-was-decided").text("from", status(*from)).text("to", status(*to))
        }
        Happening::Reviewer { reviewer: Some(reviewer) } => {
            say("case-was-given").text("reviewer", names.of(Some(*reviewer)).await?)
        }
        Happening::Reviewer { reviewer: None } => say("case-was-taken-back"),
        Happening::Hold => say("case-was-held"),
        Happening::Release => say("case-was-released"),
        Happening::Added { submissions, .. } => say("case-was-added").number("count", submissions.len()),
    })
}

/// Whoever did what the log tells of.
pub(super) async fn by_whom(app: &App, who: &Admitted, by: &By) -> Result<String, WebError> {
    match by.account {
        Some(id) => app_name(app, id).await,
        None => Ok(who.words.say("case-by-operator").plain()),
    }
}

/// What the page's forms send.
#[derive(Deserialize)]
pub(crate) struct EventForm {
    /// `note`, `status`, `reviewer`, `hold` or `release`.
    what: String,
    #[serde(default)]
    status: String,
    /// Name of an account; empty: nobody.
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
            CaseStatus::from_name(&form.status).ok_or_else(|| wrong("status", "names no status"))?,
        ),
        "reviewer" if form.reviewer.is_empty() => CaseChange::Reviewer(None),
        "reviewer" => CaseChange::Reviewer(Some(cases::reviewer(&app, &on.case, &form.reviewer).await?)),
        "hold" => CaseChange::Hold,
        "release" => CaseChange::Release,
        _ => return Err(wrong("what", "names nothing that can be done to a case")),
    };
    cases::change(&app, &on.who, &on.case, &change, &form.text).await?;
    Ok(Redirect::to(&path(&on.case)))
}
