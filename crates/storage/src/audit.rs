//! Who did what, and when. Entries hold ids, never names or text of students, and outlive what they tell of.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{AccountId, AuditId, CourseId, Page, Result};

/// Who makes a change, and when: the clock of every call that changes something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct By {
    /// The account; `None`: the operator at the command line, or the service itself.
    pub account: Option<AccountId>,
    /// When.
    pub at: DateTime<Utc>,
}

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AuditAction {
    /// An account was made (with its personal course).
    AccountCreated,
    /// An account was disabled or enabled (`details.disabled`).
    AccountDisabled,
    /// A one-time sign-in link was made.
    SignInLinkCreated,
    /// Somebody signed in with a link.
    SignedIn,
    /// An API token was made.
    TokenCreated,
    /// An API token was revoked.
    TokenRevoked,
    /// A course was made.
    CourseCreated,
    /// A member's role was set or taken (`details.role`).
    RoleSet,
    /// A batch was accepted.
    BatchAccepted,
    /// A batch's title or retention was changed.
    BatchChanged,
    /// A batch was cancelled.
    BatchCancelled,
    /// A batch was deleted with everything in it (`details.expired`: by its retention).
    BatchDeleted,
    /// A re-scoring of a batch was asked for.
    BatchRescored,
    /// Late work of a batch was accepted.
    BatchExtended,
    /// Another revision of a report was made the current one (`details.revision`).
    RevisionChosen,
    /// An archive was made.
    ArchiveCreated,
    /// An archive's retention was changed, or something is being added to it or taken from it (`details.what`).
    ArchiveChanged,
    /// An archive was deleted with everything in it (`details.expired`: by its retention).
    ArchiveDeleted,
    /// A case was opened.
    CaseOpened,
    /// Something was added to a case (`details.what`: the kind of its event).
    CaseChanged,
}

impl AuditAction {
    /// All.
    pub const ALL: [Self; 20] = [
        Self::AccountCreated,
        Self::AccountDisabled,
        Self::SignInLinkCreated,
        Self::SignedIn,
        Self::TokenCreated,
        Self::TokenRevoked,
        Self::CourseCreated,
        Self::RoleSet,
        Self::BatchAccepted,
        Self::BatchChanged,
        Self::BatchCancelled,
        Self::BatchDeleted,
        Self::BatchRescored,
        Self::BatchExtended,
        Self::RevisionChosen,
        Self::ArchiveCreated,
        Self::ArchiveChanged,
        Self::ArchiveDeleted,
        Self::CaseOpened,
        Self::CaseChanged,
    ];

    /// The name stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AccountCreated => "account.created",
            Self::AccountDisabled => "account.disabled",
            Self::SignInLinkCreated => "sign_in_link.created",
            Self::SignedIn => "signed_in",
            Self::TokenCreated => "token.created",
            Self::TokenRevoked => "token.revoked",
            Self::CourseCreated => "course.created",
            Self::RoleSet => "role.set",
            Self::BatchAccepted => "batch.accepted",
            Self::BatchChanged => "batch.changed",
            Self::BatchCancelled => "batch.cancelled",
            Self::BatchDeleted => "batch.deleted",
            Self::BatchRescored => "batch.rescored",
            Self::BatchExtended => "batch.extended",
            Self::RevisionChosen => "revision.chosen",
            Self::ArchiveCreated => "archive.created",
            Self::ArchiveChanged => "archive.changed",
            Self::ArchiveDeleted => "archive.deleted",
            Self::CaseOpened => "case.opened",
            Self::CaseChanged => "case.changed",
        }
    }

    /// The action of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }
}

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Sorts by time.
    pub id: AuditId,
    /// Who and when.
    pub by: By,
    /// What.
    pub action: AuditAction,
    /// In which course, where that is known.
    pub course: Option<CourseId>,
    /// Id of what it was done to (an account, a token, a batch, ...).
    pub subject: uuid::Uuid,
    /// More, by action.
    pub details: serde_json::Value,
}

/// Reading the log; it is written by the calls it tells of.
#[async_trait]
pub trait Audit {
    /// Entries, newest first; of one course, or of everything for the operator.
    async fn audit(
        &self,
        course: Option<CourseId>,
        after: Option<AuditId>,
        limit: u32,
    ) -> Result<Page<AuditEntry, AuditId>>;
}
