//! Cases: what people decide about suspected copying, with its whole history.
//!
//! A case hangs on a course and the persons it is about, not on a report: it is found again after re-scoring, late work
//! and another upload of the same course. A person is called by the author's name where it is known, otherwise by the
//! submission's. Everything that happens to a case is an event; events are added, never changed.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{AccountId, BatchId, By, CaseId, CourseId, Owner, Page, Result};

/// Cases of a course, decided ones counted: every report of the course looks for its persons in all of them.
pub const MAX_CASES: i64 = 1000;

/// Submissions of a case, and persons it is about.
pub const MAX_CASE_SUBMISSIONS: usize = 100;

/// Events of a case. Decisions, reviewers and holds may go up to twice as many: whoever fills a case with notes keeps
/// nobody from deciding it.
pub const MAX_CASE_EVENTS: i64 = 1000;

/// Bytes of the texts of these events. Decisions, reviewers and holds may go up to twice as many.
pub const MAX_CASE_TEXT: i64 = 1 << 20;

/// What is thought of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CaseStatus {
    /// Nobody has looked closely yet.
    Open,
    /// Somebody has, and it needs an answer.
    Suspicious,
    /// Decided: it was copied.
    Confirmed,
    /// Decided: there is nothing in it.
    Dismissed,
}

impl CaseStatus {
    /// All.
    pub const ALL: [Self; 4] = [Self::Open, Self::Suspicious, Self::Confirmed, Self::Dismissed];

    /// The name stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Suspicious => "suspicious",
            Self::Confirmed => "confirmed",
            Self::Dismissed => "dismissed",
        }
    }

    /// The status of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }

    /// Nobody waits for an answer any more.
    pub const fn is_decided(self) -> bool {
        matches!(self, Self::Confirmed | Self::Dismissed)
    }
}

/// A hold: what a case needs is not deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hold {
    /// Why.
    pub reason: String,
    /// Since when.
    pub since: DateTime<Utc>,
}

/// A submission that a case speaks of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CaseSubmission {
    /// Who has it.
    pub owner: Owner,
    /// Its number there.
    pub number: u32,
    /// Whose it is.
    pub person: String,
}

/// A case.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Id; later cases have larger ones.
    pub id: CaseId,
    /// Decides who may see it.
    pub course: CourseId,
    /// In the words of whoever opened it.
    pub title: String,
    /// What is thought of it.
    pub status: CaseStatus,
    /// When it was opened.
    pub created: DateTime<Utc>,
    /// Who opened it; `None`: the operator.
    pub creator: Option<AccountId>,
    /// Who decides it in the place of whoever opened it.
    pub reviewer: Option<AccountId>,
    /// Set while what it needs may not be deleted.
    pub hold: Option<Hold>,
    /// Whom it is about, in order.
    pub persons: Vec<String>,
    /// Where it was seen, in order; without what has been deleted since.
    pub submissions: Vec<CaseSubmission>,
}

/// Submissions of a report, as it numbers them: earlier ones in archives are meant, too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The batch.
    pub batch: BatchId,
    /// Which report; `None`: the current one.
    pub revision: Option<u32>,
    /// At least one.
    pub submissions: Vec<u32>,
}

/// A case to open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCase {
    /// Id.
    pub id: CaseId,
    /// In the words of whoever opens it.
    pub title: String,
    /// What is thought of it.
    pub status: CaseStatus,
    /// What is said at once; may be empty.
    pub text: String,
    /// The pair or cluster it is about.
    pub seen: Seen,
}

/// What somebody does to a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseChange {
    /// Says something.
    Note,
    /// Decides, or thinks again.
    Status(CaseStatus),
    /// Names who decides it, or nobody any more.
    Reviewer(Option<AccountId>),
    /// Forbids that what it needs is deleted; the words say why.
    Hold,
    /// Allows it again.
    Release,
    /// Adds submissions, of persons it is about or of further ones.
    Add(Seen),
}

/// What happened to a case.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Happening {
    /// It was opened.
    Opened {
        /// On this batch.
        batch: BatchId,
        /// From this revision of its report.
        revision: u32,
        /// From these submissions, as it numbers them.
        submissions: Vec<u32>,
        /// With this status.
        status: CaseStatus,
    },
    /// Somebody said something.
    Note,
    /// Its status changed.
    Status {
        /// From this one.
        from: CaseStatus,
        /// To this one.
        to: CaseStatus,
    },
    /// Somebody else decides it now.
    Reviewer {
        /// Who; `None`: nobody in particular.
        reviewer: Option<AccountId>,
    },
    /// A legal hold began; the words say why.
    Hold,
    /// The legal hold was lifted.
    Release,
    /// Submissions were added.
    Added {
        /// Of this batch.
        batch: BatchId,
        /// From this revision of its report.
        revision: u32,
        /// These, as it numbers them.
        submissions: Vec<u32>,
    },
}

impl Happening {
    /// The kind's name, as stored and shown.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Opened { .. } => "opened",
            Self::Note => "note",
            Self::Status { .. } => "status",
            Self::Reviewer { .. } => "reviewer",
            Self::Hold => "hold",
            Self::Release => "release",
            Self::Added { .. } => "added",
        }
    }
}

/// One line of a case's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseEvent {
    /// From 1, counted a case.
    pub number: u32,
    /// Who, and when.
    pub by: By,
    /// What.
    pub what: Happening,
    /// In whose words; may be empty.
    pub text: String,
}

/// Which cases to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseFilter {
    /// Only those of these courses.
    pub courses: Vec<CourseId>,
    /// Only those with this status.
    pub status: Option<CaseStatus>,
    /// Only those older than this one.
    pub after: Option<CaseId>,
    /// At most this many.
    pub limit: u32,
}

/// A case as a report shows it.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseHere {
    /// The case.
    pub case: Case,
    /// Which of its persons have which submissions in the current report, by the report's numbers.
    pub here: Vec<(u32, String)>,
}

impl CaseHere {
    /// Everybody it is about has a submission in this report.
    pub fn is_whole(&self) -> bool {
        self.case.persons.iter().all(|person| self.here.iter().any(|(_, here)| here == person))
    }
}

/// Cases.
#[async_trait]
pub trait Cases {
    /// Opens one in the batch's course.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: no such batch, report or submission; [`crate::StorageError::CaseExists`];
    /// [`crate::StorageError::TooManyCases`]; [`crate::StorageError::CaseFull`].
    async fn open_case(&self, new: &NewCase, by: &By) -> Result<Case>;

    /// One case, whoever asks: ask [`crate::may`] before showing it.
    async fn case(&self, id: CaseId) -> Result<Option<Case>>;

    /// Cases, newest first.
    async fn cases(&self, filter: &CaseFilter) -> Result<Page<Case, CaseId>>;

    /// The cases of a batch's course of which somebody has a submission in its current report, earlier ones of archives
    /// included; newest first.
    async fn cases_of(&self, batch: BatchId) -> Result<Vec<CaseHere>>;

    /// What happened to a case, oldest first.
    async fn case_events(&self, id: CaseId) -> Result<Vec<CaseEvent>>;

    /// Does something to a case and adds it to its history, with these words. What would change nothing (the status it
    /// has, a hold where there is one) does nothing, unless something is said: then it is a note. `may_decide`: whether it
    /// may make a decision or take one back. `None`: no such case.
    ///
    /// # Errors
    /// [`crate::StorageError::MayNotDecide`]; [`crate::StorageError::Reviewer`]; [`crate::StorageError::ReviewerDecides`];
    /// [`crate::StorageError::CaseFull`]; [`crate::StorageError::Missing`]: no such batch, report or submission.
    async fn change_case(
        &self,
        id: CaseId,
        change: &CaseChange,
        text: &str,
        may_decide: bool,
        by: &By,
    ) -> Result<Option<Case>>;
}
