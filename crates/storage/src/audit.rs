//! The audit log: who did what, and when. Entries hold ids but no names and no text of students, and outlive the
//! objects they refer to.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{AccountId, AuditId, CourseId, Page, Result};

/// Who makes a change, and when. Every call that changes something takes its time from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct By {
    /// The account. `None`: the operator at the command line, or the service itself.
    pub account: Option<AccountId>,
    /// Time of the change.
    pub at: DateTime<Utc>,
}

/// The kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AuditAction {
    /// An account was created with its personal course.
    AccountCreated,
    /// An account was disabled or enabled (`details.disabled`).
    AccountDisabled,
    /// A one-time sign-in link was created.
    SignInLinkCreated,
    /// An account signed in (`details.way`).
    SignedIn,
    /// An API token was created.
    TokenCreated,
    /// An API token was revoked.
    TokenRevoked,
    /// A course was created.
    CourseCreated,
    /// A member's role was set or removed (`details.role`).
    RoleSet,
    /// A batch was accepted.
    BatchAccepted,
    /// The title or retention of a batch was changed.
    BatchChanged,
    /// A batch was cancelled.
    BatchCancelled,
    /// A batch was deleted with everything in it (`details.expired`: because of its retention).
    BatchDeleted,
    /// A re-scoring of a batch was requested.
    BatchRescored,
    /// Late work was accepted for a batch.
    BatchExtended,
    /// Another revision of a report was made current (`details.revision`).
    RevisionChosen,
    /// A share link was created (`details.share`).
    ShareCreated,
    /// A share link was revoked (`details.share`).
    ShareRevoked,
    /// A report was viewed through a share link (`details.share`). At most one entry per minute.
    ShareViewed,
    /// An archive was created.
    ArchiveCreated,
    /// The retention of an archive was changed, or an addition or removal was begun (`details.what`).
    ArchiveChanged,
    /// An archive was deleted with everything in it (`details.expired`: because of its retention).
    ArchiveDeleted,
    /// A case was opened.
    CaseOpened,
    /// An event was added to a case (`details.what`: the kind of the event).
    CaseChanged,
    /// An account was made an administrator or an ordinary account (`details.admin`).
    AccountAdmin,
    /// The mail address of an account was set or removed.
    AccountEmail,
    /// An account was bound to an identity at a provider or proxy.
    IdentityBound,
    /// A password was set, changed or removed (`details.set`).
    PasswordSet,
    /// A wrong password was entered for an account. At most one entry per minute.
    SignInRefused,
    /// An account signed out in one browser or in all (`details.all`).
    SessionEnded,
    /// A course was renamed, or its retention was changed.
    CourseChanged,
    /// Who is who in a course was set.
    CoursePeopleSet,
    /// A submission was checked (`details.outcome`, `details.kept`). The subject is the course; neither the submission
    /// nor what was found is named.
    SubmissionChecked,
    /// A report was viewed. At most one entry per person, batch and hour.
    ReportViewed,
    /// A report was downloaded as a file (`details.what`).
    ReportExported,
    /// What all comparisons of a course say together was viewed. At most one entry per person, course and hour.
    TermViewed,
    /// What all comparisons of a course say together was downloaded as a file (`details.what`).
    TermExported,
    /// The data held about a person was exported. The log does not say about whom.
    PersonExported,
    /// A person was erased (`details`: what was removed; the subject is the record of the erasure).
    PersonErased,
}

impl AuditAction {
    /// All kinds.
    pub const ALL: [Self; 38] = [
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
        Self::ShareCreated,
        Self::ShareRevoked,
        Self::ShareViewed,
        Self::ArchiveCreated,
        Self::ArchiveChanged,
        Self::ArchiveDeleted,
        Self::CaseOpened,
        Self::CaseChanged,
        Self::AccountAdmin,
        Self::AccountEmail,
        Self::IdentityBound,
        Self::PasswordSet,
        Self::SignInRefused,
        Self::SessionEnded,
        Self::CourseChanged,
        Self::CoursePeopleSet,
        Self::SubmissionChecked,
        Self::ReportViewed,
        Self::ReportExported,
        Self::TermViewed,
        Self::TermExported,
        Self::PersonExported,
        Self::PersonErased,
    ];

    /// Returns the name that is stored and shown.
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
            Self::ShareCreated => "share.created",
            Self::ShareRevoked => "share.revoked",
            Self::ShareViewed => "share.viewed",
            Self::ArchiveCreated => "archive.created",
            Self::ArchiveChanged => "archive.changed",
            Self::ArchiveDeleted => "archive.deleted",
            Self::CaseOpened => "case.opened",
            Self::CaseChanged => "case.changed",
            Self::AccountAdmin => "account.admin",
            Self::AccountEmail => "account.email",
            Self::IdentityBound => "identity.bound",
            Self::PasswordSet => "password.set",
            Self::SignInRefused => "sign_in.refused",
            Self::SessionEnded => "session.ended",
            Self::CourseChanged => "course.changed",
            Self::CoursePeopleSet => "course.people",
            Self::SubmissionChecked => "submission.checked",
            Self::ReportViewed => "report.viewed",
            Self::ReportExported => "report.exported",
            Self::TermViewed => "term.viewed",
            Self::TermExported => "term.exported",
            Self::PersonExported => "person.exported",
            Self::PersonErased => "person.erased",
        }
    }

    /// Returns the kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }
}

/// One entry of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Id. Ids sort by time.
    pub id: AuditId,
    /// Who did it, and when.
    pub by: By,
    /// The kind of the entry.
    pub action: AuditAction,
    /// The course, if known.
    pub course: Option<CourseId>,
    /// Id of the object (an account, a token, a batch, ...).
    pub subject: uuid::Uuid,
    /// Details, which depend on the kind.
    pub details: serde_json::Value,
}

/// An entry for an event that changes nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The kind of the entry.
    pub action: AuditAction,
    /// The course.
    pub course: Option<CourseId>,
    /// Id of the object.
    pub subject: uuid::Uuid,
    /// Details, which depend on the kind.
    pub details: serde_json::Value,
    /// Set if only one such entry is made per period: the length of the period. Periods are counted from 1970.
    pub once_in: Option<chrono::TimeDelta>,
}

impl Note {
    /// Returns a text that is unique in the log, if the entry may occur only once.
    pub fn once(&self, by: &By) -> Option<String> {
        let period = self.once_in?.num_seconds().max(1);
        let account = by.account.map_or_else(String::new, |account| account.to_string());
        Some(format!(
            "{} {account} {} {} {period} {}",
            self.action.name(),
            self.subject,
            self.details,
            by.at.timestamp().div_euclid(period)
        ))
    }
}

/// Access to the log. Calls that change something write their entries themselves.
#[async_trait]
pub trait Audit {
    /// Logs an event that changes nothing else. Returns `false` if there is such an entry already and one is enough.
    async fn note(&self, note: &Note, by: &By) -> Result<bool>;

    /// Returns entries, newest first: of one course, or for the operator of everything.
    async fn audit(
        &self,
        course: Option<CourseId>,
        after: Option<AuditId>,
        limit: u32,
    ) -> Result<Page<AuditEntry, AuditId>>;
}
