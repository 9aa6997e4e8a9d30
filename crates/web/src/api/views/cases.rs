//! Response bodies for cases.

use std::collections::BTreeMap;

use chaffinch_report::{SubmissionId, WrittenId};
use chaffinch_storage::{
    AccountId, Case, CaseEvent, CaseEventKind, CaseHere, CaseStatus, CaseSubmission, Owner,
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::views::revisions::AccountView;

/// A record of what people decide about suspected copying.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Case)]
pub(crate) struct CaseView {
    /// Later cases have larger ids.
    id: Uuid,
    /// The course, whose members can see the case.
    course: Uuid,
    title: String,
    status: CaseStatus,
    created: DateTime<Utc>,
    /// Account that opened the case; null: the operator.
    creator: Option<AccountView>,
    /// Second reviewer, who decides the case instead of its creator.
    reviewer: Option<AccountView>,
    hold: Option<HoldView>,
    /// The people in the case: names of authors where known, otherwise names of submissions.
    persons: Vec<String>,
    /// The submissions of the case, without those that were deleted since.
    submissions: Vec<CaseSubmissionView>,
}

/// A legal hold: nothing that the case needs can be deleted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Hold)]
struct HoldView {
    reason: String,
    since: DateTime<Utc>,
}

/// A submission of a batch, or an earlier submission of an archive.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CaseSubmission)]
struct CaseSubmissionView {
    batch: Option<Uuid>,
    archive: Option<Uuid>,
    /// Number of the submission in the batch or archive. If names are hidden, its code.
    #[schema(value_type = WrittenId)]
    number: SubmissionId,
    person: String,
}

impl CaseView {
    pub(crate) fn new(names: &BTreeMap<AccountId, String>, case: &Case) -> Self {
        let account = |id| AccountView::new(names, id);
        Self {
            id: case.id.0,
            course: case.course.0,
            title: case.title.clone(),
            status: case.status,
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
        Self { batch, archive, number: SubmissionId(submission.number), person: submission.person.clone() }
    }
}

/// An event in the history of a case.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CaseEvent)]
pub(crate) struct EventView {
    /// Number in the history of the case, from 1.
    number: u32,
    at: DateTime<Utc>,
    /// Account that made the change; null: the operator.
    by: Option<AccountView>,
    #[serde(flatten)]
    what: WhatView,
    /// Text written by the account; may be empty.
    text: String,
}

/// The kind of the event and its data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schema(as = CaseHappening)]
enum WhatView {
    /// The case was opened from these submissions, numbered as in that revision.
    Opened {
        batch: Uuid,
        revision: u32,
        #[schema(value_type = Vec<WrittenId>)]
        submissions: Vec<SubmissionId>,
        status: CaseStatus,
    },
    /// A note was added.
    Note,
    /// The status changed.
    Status { from: CaseStatus, to: CaseStatus },
    /// The second reviewer changed; null: there is none.
    Reviewer { reviewer: Option<AccountView> },
    /// A legal hold was placed.
    Hold,
    /// The legal hold was lifted.
    Release,
    /// Submissions were added, numbered as in that revision.
    Added {
        batch: Uuid,
        revision: u32,
        #[schema(value_type = Vec<WrittenId>)]
        submissions: Vec<SubmissionId>,
    },
    /// The statement of a person was recorded.
    Statement,
}

impl EventView {
    pub(crate) fn new(names: &BTreeMap<AccountId, String>, event: CaseEvent) -> Self {
        let account = |id| AccountView::new(names, id);
        let ids = |submissions: Vec<u32>| submissions.into_iter().map(SubmissionId).collect();
        let what = match event.what {
            CaseEventKind::Opened { batch, revision, submissions, status } => {
                WhatView::Opened { batch: batch.0, revision, submissions: ids(submissions), status }
            }
            CaseEventKind::Note => WhatView::Note,
            CaseEventKind::Status { from, to } => WhatView::Status { from, to },
            CaseEventKind::Reviewer { reviewer } => WhatView::Reviewer { reviewer: reviewer.map(account) },
            CaseEventKind::Hold => WhatView::Hold,
            CaseEventKind::Release => WhatView::Release,
            CaseEventKind::Added { batch, revision, submissions } => {
                WhatView::Added { batch: batch.0, revision, submissions: ids(submissions) }
            }
            CaseEventKind::Statement => WhatView::Statement,
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
    /// Pass it as `after` to get the next page; null on the last page.
    pub(crate) next: Option<Uuid>,
}

/// Cases about people in a report, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CasesHere {
    pub(crate) cases: Vec<CaseHereView>,
    /// Pass it as `after` to get the next page; null on the last page.
    pub(crate) next: Option<Uuid>,
}

/// A case as a report shows it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CaseHereView {
    #[serde(flatten)]
    case: CaseView,
    /// Whether everybody in the case has a submission in this report.
    whole: bool,
    /// The people of the case who are in this report, with the numbers of their submissions.
    here: Vec<PersonHere>,
}

/// A submission in a report, and the person who made it.
#[derive(Debug, Serialize, ToSchema)]
struct PersonHere {
    #[schema(value_type = WrittenId)]
    submission: SubmissionId,
    person: String,
}

impl CaseHereView {
    pub(crate) fn new(names: &BTreeMap<AccountId, String>, here: CaseHere) -> Self {
        let person = |(submission, person)| PersonHere { submission: SubmissionId(submission), person };
        Self {
            case: CaseView::new(names, &here.case),
            whole: here.is_whole(),
            here: here.here.into_iter().map(person).collect(),
        }
    }
}
