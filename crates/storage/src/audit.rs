//! The audit log: who did what, and when. Entries hold ids but no names and no text of students, and outlive the
//! objects they refer to.

use async_trait::async_trait;
use chaffinch_submission::Named as _;
use chrono::{DateTime, Utc};

use crate::{AccountId, AuditId, CourseId, Page, Result};

/// Who makes a change, and when. Every call that changes something takes its time from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct By {
    /// Time of the change.
    pub at: DateTime<Utc>,
    /// The account. `None`: the operator at the command line, or the service itself.
    pub account: Option<AccountId>,
}

/// The kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum AuditAction {
    /// An account was created with its personal course.
    #[strum(serialize = "account.created")]
    AccountCreated,
    /// An account was disabled or enabled (`details.disabled`).
    #[strum(serialize = "account.disabled")]
    AccountDisabled,
    /// A one-time sign-in link was created.
    #[strum(serialize = "sign_in_link.created")]
    SignInLinkCreated,
    /// An account signed in (`details.way`).
    SignedIn,
    /// An API token was created.
    #[strum(serialize = "token.created")]
    TokenCreated,
    /// An API token was revoked.
    #[strum(serialize = "token.revoked")]
    TokenRevoked,
    /// A course was created.
    #[strum(serialize = "course.created")]
    CourseCreated,
    /// A member's role was set or removed (`details.role`).
    #[strum(serialize = "role.set")]
    RoleSet,
    /// A batch was accepted.
    #[strum(serialize = "batch.accepted")]
    BatchAccepted,
    /// The title or retention of a batch was changed.
    #[strum(serialize = "batch.changed")]
    BatchChanged,
    /// A batch was cancelled.
    #[strum(serialize = "batch.cancelled")]
    BatchCancelled,
    /// A batch was deleted with everything in it (`details.expired`: because of its retention).
    #[strum(serialize = "batch.deleted")]
    BatchDeleted,
    /// A re-scoring of a batch was requested.
    #[strum(serialize = "batch.rescored")]
    BatchRescored,
    /// Late work was accepted for a batch.
    #[strum(serialize = "batch.extended")]
    BatchExtended,
    /// Another revision of a report was made current (`details.revision`).
    #[strum(serialize = "revision.chosen")]
    RevisionChosen,
    /// A share link was created (`details.share`).
    #[strum(serialize = "share.created")]
    ShareCreated,
    /// A share link was revoked (`details.share`).
    #[strum(serialize = "share.revoked")]
    ShareRevoked,
    /// A report was viewed through a share link (`details.share`). At most one entry per minute.
    #[strum(serialize = "share.viewed")]
    ShareViewed,
    /// An archive was created.
    #[strum(serialize = "archive.created")]
    ArchiveCreated,
    /// The retention of an archive was changed, or an addition or removal was begun (`details.what`).
    #[strum(serialize = "archive.changed")]
    ArchiveChanged,
    /// An archive was deleted with everything in it (`details.expired`: because of its retention).
    #[strum(serialize = "archive.deleted")]
    ArchiveDeleted,
    /// A case was opened.
    #[strum(serialize = "case.opened")]
    CaseOpened,
    /// An event was added to a case (`details.what`: the kind of the event).
    #[strum(serialize = "case.changed")]
    CaseChanged,
    /// The mark of a pair of a batch was changed (`details.state`).
    #[strum(serialize = "pair.marked")]
    PairMarked,
    /// Pairs of a batch were divided among members (`details.pairs`: their number).
    #[strum(serialize = "pairs.assigned")]
    PairsAssigned,
    /// An account was made an administrator or an ordinary account (`details.admin`).
    #[strum(serialize = "account.admin")]
    AccountAdmin,
    /// The mail address of an account was set or removed.
    #[strum(serialize = "account.email")]
    AccountEmail,
    /// An account was bound to an identity at a provider or proxy.
    #[strum(serialize = "identity.bound")]
    IdentityBound,
    /// A password was set, changed or removed (`details.set`).
    #[strum(serialize = "password.set")]
    PasswordSet,
    /// A wrong password was entered for an account. At most one entry per minute.
    #[strum(serialize = "sign_in.refused")]
    SignInRefused,
    /// An account signed out in one browser or in all (`details.all`).
    #[strum(serialize = "session.ended")]
    SessionEnded,
    /// A course was renamed, or its retention was changed.
    #[strum(serialize = "course.changed")]
    CourseChanged,
    /// Who is who in a course was set.
    #[strum(serialize = "course.people")]
    CoursePeopleSet,
    /// A submission was checked (`details.outcome`, `details.kept`). The subject is the course; neither the submission
    /// nor what was found is named.
    #[strum(serialize = "submission.checked")]
    SubmissionChecked,
    /// A report was viewed. At most one entry per person, batch and hour.
    #[strum(serialize = "report.viewed")]
    ReportViewed,
    /// A report was downloaded as a file (`details.what`).
    #[strum(serialize = "report.exported")]
    ReportExported,
    /// What all comparisons of a course say together was viewed. At most one entry per person, course and hour.
    #[strum(serialize = "term.viewed")]
    TermViewed,
    /// What all comparisons of a course say together was downloaded as a file (`details.what`).
    #[strum(serialize = "term.exported")]
    TermExported,
    /// The data held about a person was exported. The log does not say about whom.
    #[strum(serialize = "person.exported")]
    PersonExported,
    /// A person was erased (`details`: what was removed; the subject is the record of the erasure).
    #[strum(serialize = "person.erased")]
    PersonErased,
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
