//! What the API says about cases.

use std::collections::BTreeMap;

use chaffinch_storage::{AccountId, Case, CaseEvent, CaseHere, CaseSubmission, Happening, Owner};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::revision_model::AccountView;
use super::words::CaseStatusName;

/// What people decide about suspected copying.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Case)]
pub(crate) struct CaseView {
    /// Later cases have larger ones.
    id: Uuid,
    /// Decides who may see it.
    course: Uuid,
    title: String,
    #[schema(value_type = CaseStatusName)]
    status: &'static str,
    #[schema(value_type = String, format = DateTime)]
    created: DateTime<Utc>,
    /// Who opened it; null: the operator.
    creator: Option<AccountView>,
    /// Who confirms or dismisses it in the creator's place.
    reviewer: Option<AccountView>,
    hold: Option<HoldView>,
    /// Whom it is about: authors' names where they are known, otherwise those of submissions.
    persons: Vec<String>,
    /// Where it was seen; without what has been deleted since.
    submissions: Vec<CaseSubmissionView>,
}

/// What the case needs may not be deleted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Hold)]
pub(crate) struct HoldView {
    reason: String,
    #[schema(value_type = String, format = DateTime)]
    since: DateTime<Utc>,
}

/// A submission of a batch or, earlier, of an archive.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CaseSubmission)]
pub(crate) struct CaseSubmissionView {
    batch: Option<Uuid>,
    archive: Option<Uuid>,
    /// Its number there.
    number: u32,
    person: String,
}

impl CaseView {
    pub(crate) fn of(names: &BTreeMap<AccountId, String>, case: &Case) -> Self {
        let account = |id| AccountView::of(names, id);
        Self {
            id: case.id.0,
            course: case.course.0,
            title: case.title.clone(),
            status: case.status.name(),
            created: case.created,
            creator: case.creator.map(account),
            reviewer: case.reviewer.map(account),
            hold: case.hold.clone().map(|hold| HoldView { reason: hold.reason, since: hold.since }),
            persons: case.persons.clone(),
            submissions: case.submissions.iter().map(CaseSubmissionView::from).collect(),
        }
    }
}

impl From<&CaseSubmission> for CaseSubmissionView {
    fn from(submission: &CaseSubmission) -> Self {
        let (batch, archive) = match submission.owner {
            Owner::Batch(id) => (Some(id.0), None),
            Owner::Archive(id) => (None, Some(id.0)),
        };
        Self { batch, archive, number: submission.number, person: submission.person.clone() }
    }
}

/// Something happened to a case.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CaseEvent)]
pub(crate) struct EventView {
    /// From 1, counted a case.
    number: u32,
    #[schema(value_type = String, format = DateTime)]
    at: DateTime<Utc>,
    /// Null: the operator.
    by: Option<AccountView>,
    #[serde(flatten)]
    what: WhatView,
    /// Words of whoever did it; may be empty.
    text: String,
}

/// What happened.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = CaseHappening)]
pub(crate) enum WhatView {
    /// It was opened, from these submissions as that revision numbers them.
    Opened {
        batch: Uuid,
        revision: u32,
        submissions: Vec<u32>,
        #[schema(value_type = CaseStatusName)]
        status: &'static str,
    },
    /// Somebody said something.
    Note,
    /// Its status changed.
    Status {
        #[schema(value_type = CaseStatusName)]
        from: &'static str,
        #[schema(value_type = CaseStatusName)]
        to: &'static str,
    },
    /// Somebody else decides it now; null: nobody in particular.
    Reviewer { reviewer: Option<AccountView> },
    /// A legal hold began.
    Hold,
    /// The legal hold was lifted.
    Release,
    /// Submissions were added, as that revision numbers them.
    Added { batch: Uuid, revision: u32, submissions: Vec<u32> },
}

impl EventView {
    pub(crate) fn of(names: &BTreeMap<AccountId, String>, event: CaseEvent) -> Self {
        let account = |id| AccountView::of(names, id);
        let what = match event.what {
            Happening::Opened { batch, revision, submissions, status } => {
                WhatView::Opened { batch: batch.0, revision, submissions, status: status.name() }
            }
            Happening::Note => WhatView::Note,
            Happening::Status { from, to } => WhatView::Status { from: from.name(), to: to.name() },
            Happening::Reviewer { reviewer } => WhatView::Reviewer { reviewer: reviewer.map(account) },
            Happening::Hold => WhatView::Hold,
            Happening::Release => WhatView::Release,
            Happening::Added { batch, revision, submissions } => {
                WhatView::Added { batch: batch.0, revision, submissions }
            }
        };
        let by = event.by.account.map(account);
        Self { number: event.number, at: event.by.at, by, what, text: event.text }
    }
}

/// A case with its history.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CaseHistory {
    #[serde(flatten)]
    pub(crate) case: CaseView,
    /// Oldest first.
    pub(crate) events: Vec<EventView>,
}

/// Cases, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CaseList {
    pub(crate) cases: Vec<CaseView>,
    /// Pass it as `after` to go on; null at the end.
    pub(crate) next: Option<Uuid>,
}

/// Cases that a report speaks of, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CasesHere {
    pub(crate) cases: Vec<CaseHereView>,
    /// Pass it as `after` to go on; null at the end.
    pub(crate) next: Option<Uuid>,
}

/// A case as a report shows it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CaseHereView {
    #[serde(flatten)]
    case: CaseView,
    /// Everybody it is about has a submission in this report.
    whole: bool,
    /// Who of them has which, by the report's numbers.
    here: Vec<PersonHere>,
}

/// A submission in a report, and whose it is.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PersonHere {
    submission: u32,
    person: String,
}

impl CaseHereView {
    pub(crate) fn of(names: &BTreeMap<AccountId, String>, here: CaseHere) -> Self {
        let person = |(submission, person)| PersonHere { submission, person };
        Self {
            case: CaseView::of(names, &here.case),
            whole: here.is_whole(),
            here: here.here.into_iter().map(person).collect(),
        }
    }
}
