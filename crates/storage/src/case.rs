//! Cases: decisions of people about suspected copying, with their whole history.
//!
//! A case belongs to a course and to the persons it is about, not to a report. It is therefore found again after
//! re-scoring, late work and another upload in the same course. A person is identified by the author's name if it is
//! known, otherwise by the name of the submission. Everything that happens to a case is an event. Events are added and
//! never changed.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::{AccountId, BatchId, By, CaseId, CourseId, Owner, Page, Result};

/// Largest number of cases in a course, including decided ones. Every report of the course looks for its persons in all
/// of them.
pub const MAX_CASES: i64 = 1000;

/// Largest number of submissions of a case, and of persons it is about.
pub const MAX_CASE_SUBMISSIONS: usize = 100;

/// Largest number of events of a case. Decisions, reviewers and holds may use up to twice this number. Filling a case
/// with notes therefore does not prevent a decision.
pub const MAX_CASE_EVENTS: i64 = 1000;

/// Total size of the texts of these events, in bytes. Decisions, reviewers and holds may use up to twice this size.
pub const MAX_CASE_TEXT: i64 = 1 << 20;

/// Largest number of statements of a case.
pub const MAX_CASE_STATEMENTS: usize = 20;

/// Largest size of the file of a statement, in bytes: a few scanned pages.
pub const MAX_STATEMENT_BYTES: usize = 5 << 20;

/// The status of a case.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, ToSchema, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum CaseStatus {
    /// It has not been examined closely.
    Open,
    /// It has been examined and needs an answer.
    Suspicious,
    /// Decision: the work was copied.
    Confirmed,
    /// Decision: the suspicion is unfounded.
    Dismissed,
}

impl CaseStatus {
    /// Returns whether the case is decided.
    pub const fn is_decided(self) -> bool {
        matches!(self, Self::Confirmed | Self::Dismissed)
    }
}

/// A legal hold: what the case needs is not deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// Reason for the hold.
    pub reason: String,
    /// Time when it began.
    pub since: DateTime<Utc>,
}

/// A submission that belongs to a case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CaseSubmission {
    /// The batch or archive that has it.
    pub owner: Owner,
    /// Its number there.
    pub number: u32,
    /// The person who handed it in.
    pub person: String,
}

/// A case of suspected copying.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Id. Later cases have larger ids.
    pub id: CaseId,
    /// The course. It determines who may see the case.
    pub course: CourseId,
    /// Title, in the words of the account that opened it.
    pub title: String,
    /// Status of the case.
    pub status: CaseStatus,
    /// Time when it was opened.
    pub created: DateTime<Utc>,
    /// The account that opened it. `None`: the operator.
    pub creator: Option<AccountId>,
    /// The account that decides it instead of the account that opened it.
    pub reviewer: Option<AccountId>,
    /// Set while what the case needs may not be deleted.
    pub hold: Option<Hold>,
    /// The persons it is about, sorted.
    pub persons: Vec<String>,
    /// Its submissions, in order, without those that were deleted since.
    pub submissions: Vec<CaseSubmission>,
}

/// Submissions of a report, by their numbers in the report. They may include earlier ones from archives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The batch.
    pub batch: BatchId,
    /// Number of the report. `None`: the current one.
    pub revision: Option<u32>,
    /// Numbers of the submissions, at least one.
    pub submissions: Vec<u32>,
}

/// A case to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCase {
    /// Id of the case.
    pub id: CaseId,
    /// Title, in the words of the account that opens it.
    pub title: String,
    /// Initial status.
    pub status: CaseStatus,
    /// Text of the first event; may be empty.
    pub text: String,
    /// The pair or cluster that it is about.
    pub seen: Seen,
}

/// A statement of a person in a case, which staff records. Its text is that of the event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewStatement {
    /// The person, one of those in the case.
    pub person: String,
    /// The day on which it was given.
    pub given: DateTime<Utc>,
    /// The file, if there is one.
    pub file: Option<StatementFile>,
}

/// The file of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatementFile {
    /// Name of the file.
    pub name: String,
    /// Media type, derived from the content.
    pub media_type: String,
    /// The content, at most [`MAX_STATEMENT_BYTES`].
    pub content: Vec<u8>,
}

/// A recorded statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Number of the event that records it.
    pub event: u32,
    /// The person who made it.
    pub person: String,
    /// The day on which it was given.
    pub given: DateTime<Utc>,
    /// Name and size in bytes of its file; `None` if there is none, or it was deleted.
    pub file: Option<(String, u64)>,
}

/// A change to a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseChange {
    /// Adds a note.
    Note,
    /// Sets the status: decides the case or takes a decision back.
    Status(CaseStatus),
    /// Names the account that decides it, or removes the reviewer.
    Reviewer(Option<AccountId>),
    /// Begins a legal hold: what the case needs may not be deleted. The text gives the reason.
    Hold,
    /// Lifts the legal hold.
    Release,
    /// Adds submissions, of persons it is about or of further persons.
    Add(Seen),
    /// Records the statement of a person it is about.
    Statement(NewStatement),
}

/// The kind of an event, with its data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[strum(serialize_all = "lowercase")]
pub enum CaseEventKind {
    /// The case was opened.
    Opened {
        /// The batch from which it was opened.
        batch: BatchId,
        /// The revision of the batch's report.
        revision: u32,
        /// The submissions, by their numbers in the report.
        submissions: Vec<u32>,
        /// The initial status.
        status: CaseStatus,
    },
    /// A note was added.
    Note,
    /// The status changed.
    Status {
        /// The old status.
        from: CaseStatus,
        /// The new status.
        to: CaseStatus,
    },
    /// The reviewer changed.
    Reviewer {
        /// The new reviewer. `None`: there is no reviewer any more.
        reviewer: Option<AccountId>,
    },
    /// A legal hold began. The text gives the reason.
    Hold,
    /// The legal hold was lifted.
    Release,
    /// Submissions were added.
    Added {
        /// The batch from which they come.
        batch: BatchId,
        /// The revision of the batch's report.
        revision: u32,
        /// The submissions, by their numbers in the report.
        submissions: Vec<u32>,
    },
    /// The statement of a person was recorded. [`Cases::case_statements`] has its data.
    Statement,
}

impl CaseEventKind {
    /// Returns the name of the kind, as stored and shown.
    pub fn kind(&self) -> &'static str {
        self.into()
    }
}

/// One event in a case's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseEvent {
    /// Number of the event in its case, from 1.
    pub number: u32,
    /// Who did it, and when.
    pub by: By,
    /// What happened.
    pub what: CaseEventKind,
    /// The text that was written with it; may be empty.
    pub text: String,
}

/// Selects the cases to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseFilter {
    /// Only cases of these courses.
    pub courses: Vec<CourseId>,
    /// Only cases with this status.
    pub status: Option<CaseStatus>,
    /// Only cases older than this one.
    pub after: Option<CaseId>,
    /// Largest number of cases.
    pub limit: u32,
}

/// A case as a report shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseHere {
    /// The case.
    pub case: Case,
    /// Its submissions in the current report: number in the report, and person.
    pub here: Vec<(u32, String)>,
}

impl CaseHere {
    /// Returns whether every person it is about has a submission in this report.
    pub fn is_whole(&self) -> bool {
        self.case.persons.iter().all(|person| self.here.iter().any(|(_, here)| here == person))
    }
}

/// Access to cases.
#[async_trait]
pub trait Cases {
    /// Opens a case in the course of the batch.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: there is no such batch, report or submission;
    /// [`crate::StorageError::CaseExists`]; [`crate::StorageError::TooManyCases`]; [`crate::StorageError::CaseFull`].
    async fn open_case(&self, new: &NewCase, by: &By) -> Result<Case>;

    /// Returns a case without checking access. Call [`crate::may`] before showing it.
    async fn case(&self, id: CaseId) -> Result<Option<Case>>;

    /// Returns cases, newest first.
    async fn cases(&self, filter: &CaseFilter) -> Result<Page<Case, CaseId>>;

    /// Returns the cases of a batch's course that have a person with a submission in its current report, newest first.
    /// Earlier submissions of archives count, too.
    async fn cases_of(&self, batch: BatchId) -> Result<Vec<CaseHere>>;

    /// Returns the events of a case, oldest first.
    async fn case_events(&self, id: CaseId) -> Result<Vec<CaseEvent>>;

    /// Returns the statements of a case, oldest event first.
    async fn case_statements(&self, id: CaseId) -> Result<Vec<Statement>>;

    /// Returns the file of the statement that an event recorded. `None`: there is none, or it was deleted.
    async fn statement_file(&self, id: CaseId, event: u32) -> Result<Option<StatementFile>>;

    /// Changes a case and adds the change, with this text, to its history. A change to the same value (the current
    /// status, a hold on a held case) does nothing, unless there is a text, which then becomes a note. `may_decide`
    /// says whether the caller may make a decision or take one back. Returns `None` if there is no such case.
    ///
    /// # Errors
    /// [`crate::StorageError::MayNotDecide`]; [`crate::StorageError::Reviewer`];
    /// [`crate::StorageError::ReviewerDecides`]; [`crate::StorageError::CaseFull`]; [`crate::StorageError::Missing`]:
    /// there is no such batch, report, submission or person.
    async fn change_case(
        &self,
        id: CaseId,
        change: &CaseChange,
        text: &str,
        may_decide: bool,
        by: &By,
    ) -> Result<Option<Case>> {
        self.change_seen_case(id, None, change, text, may_decide, by).await
    }

    /// Changes a case like [`Cases::change_case`], but only if its last event is number `seen`. `None`: in any case.
    ///
    /// # Errors
    /// [`crate::StorageError::CaseChanged`]; those of [`Cases::change_case`].
    async fn change_seen_case(
        &self,
        id: CaseId,
        seen: Option<u32>,
        change: &CaseChange,
        text: &str,
        may_decide: bool,
        by: &By,
    ) -> Result<Option<Case>>;
}
