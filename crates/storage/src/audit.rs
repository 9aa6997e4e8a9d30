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
    /// Somebody signed in (`details.way`).
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
    /// A share link was made (`details.share`).
    ShareCreated,
    /// A share link was revoked (`details.share`).
    ShareRevoked,
    /// Somebody looked at a report through a share link (`details.share`); once a minute.
    ShareViewed,
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
    /// An account was made an administrator, or an ordinary one again (`details.admin`).
    AccountAdmin,
    /// The mail address of an account was set or forgotten.
    AccountEmail,
    /// An account was bound to an identity at a provider or proxy.
    IdentityBound,
    /// A password was set, changed or taken away (`details.set`).
    PasswordSet,
    /// A wrong password was given for an account (at most one entry a minute).
    SignInRefused,
    /// Somebody signed out, in one browser or in all (`details.all`).
    SessionEnded,
    /// A course was renamed, or its retention changed.
    CourseChanged,
    /// A report was looked at (at most one entry a person, batch and hour).
    ReportViewed,
    /// A report was taken away as a file (`details.what`).
    ReportExported,
    /// What is held about a person was handed out; the log does not tell whom.
    PersonExported,
    /// A person was erased (`details`: what went; the subject is the record of it).
    PersonErased,
}

impl AuditAction {
    /// All.
    pub const ALL: [Self; 34] = [
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
        Self::ReportViewed,
        Self::ReportExported,
        Self::PersonExported,
        Self::PersonErased,
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
            Self::ReportViewed => "report.viewed",
            Self::ReportExported => "report.exported",
            Self::PersonExported => "person.exported",
            Self::PersonErased => "person.erased",
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

/// Something to log that changes nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What.
    pub action: AuditAction,
    /// In which course.
    pub course: Option<CourseId>,
    /// To what.
    pub subject: uuid::Uuid,
    /// More, by action.
    pub details: serde_json::Value,
    /// Where such an entry is made once only: the length of time it stands for, counted from 1970.
    pub once_in: Option<chrono::TimeDelta>,
}

impl Note {
    /// The text that occurs once in the log, where the entry does.
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

/// The log; changes are written to it by the calls that make them.
#[async_trait]
pub trait Audit {
    /// Logs what changes nothing else. False: there is such an entry already, and one is enough.
    async fn note(&self, note: &Note, by: &By) -> Result<bool>;

    /// Entries, newest first; of one course, or of everything for the operator.
    async fn audit(
        &self,
        course: Option<CourseId>,
        after: Option<AuditId>,
        limit: u32,
    ) -> Result<Page<AuditEntry, AuditId>>;
}
