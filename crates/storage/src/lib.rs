//! The stored data of Chaffinch, and the contract that every database backend keeps.
//!
//! This crate contains records, ids, object-safe traits and one error. It has no SQL and no clock of its own, and only
//! [`Spool`] touches files.
//! A backend (`storage-sqlite`, `storage-postgres`) implements the traits and passes the tests of
//! `storage-tests`. All other crates hold an `Arc<dyn Storage>` and do not depend on which database it is.
//!
//! - **Each method is one use case and one transaction.** Nothing stays open between calls, so no caller can block the
//!   single writer of an embedded database while it works.
//! - **Ids and times come from the caller** (`BatchId::new(at)`, [`By::at`]), so tests need no sleep and are
//!   deterministic.
//! - **A look-up returns `Option`.** A missing object is not an error. One pure function, [`may`], decides who may see
//!   what.
//! - **Changes are logged.** Calls that take a [`By`] write their [`AuditEntry`] in the same transaction.
//! - **Work is fenced.** A job commits its result under its [`Lease`] or not at all.
//!
//! ```
//! use chaffinch_storage::{Role, Secret, SecretHash};
//!
//! // A token is shown to its owner once. Only its hash is stored.
//! let token = Secret::random("chf_token_")?;
//! assert_eq!(SecretHash::new(token.reveal()), token.hash());
//! assert!(Role::Viewer < Role::Owner);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate deliberately has no session cookies, no hashing of passwords and no file stores. Bytes (uploads, sources,
//! reports) are in the database, compressed once by the code that makes them ([`Packed`]).

mod access;
mod account;
mod accounts;
mod age;
mod archive;
mod audit;
pub mod backend;
mod backup;
mod batch;
mod case;
mod course;
mod document;
mod draft;
mod error;
mod ids;
mod index;
mod installation;
mod inverted_index;
mod job;
mod lease;
mod listing;
mod moss;
mod notification;
mod options;
mod packed;
mod page;
mod person;
mod report;
mod review;
mod secret;
mod share;
mod sign_in;
mod spool;
mod status;
mod teams;
mod term;
pub mod throttle;
mod wording;

pub use access::{Action, Actor, Credential, Role, administers, may};
pub use account::{
    Account, ApiToken, NewAccount, NewSession, NewSignInLink, NewToken, Scope, Session, SignInMethod,
    TokenKind, Tokens,
};
pub use accounts::Accounts;
pub use age::{CLOCK_SKEW, age};
pub use archive::{Archive, Archives, Keeping, NewAddition, NewArchive};
pub use audit::{Audit, AuditAction, AuditEntry, By, Note};
pub use backup::{BackupContent, BackupPiece, BackupTable, RestoreError};
pub use batch::{
    Accepted, Batch, BatchFilter, BatchList, Batches, CHUNK_BYTES, Delivery, Idempotency, ListedBatch,
    NewBatch, NewLate, NewPart, Part, PartKind, PseudonymSource, Purged,
};
pub use case::{
    Case, CaseChange, CaseEvent, CaseEventKind, CaseFilter, CaseHere, CaseStatus, CaseSubmission, Cases,
    Hold, MAX_CASE_EVENTS, MAX_CASE_STATEMENTS, MAX_CASE_SUBMISSIONS, MAX_CASE_TEXT, MAX_CASES,
    MAX_STATEMENT_BYTES, NewCase, NewStatement, Seen, Statement, StatementFile,
};
pub use chaffinch_submission::{
    Layout, Named, ReferenceKind, ReferenceLabel, SubmissionHeader, UnknownReferenceKind,
};
pub use course::{Checks, Course, CourseSettings, Courses, MAX_OWNED_COURSES, Member, NewCourse};
pub use document::{
    Document, DocumentLocation, Documents, FingerprintedSubmission, NewIngest, NewSubmission,
    StoredSubmission, free_name, given_name,
};
pub use draft::{Draft, DraftWish, Drafts, MAX_DRAFTS};
pub use error::{Result, StorageError, Trouble};
pub use ids::{
    AccountId, ArchiveId, AuditId, BatchId, CaseId, CourseId, DraftId, ErasureId, HolderId, JobId, ShareId,
    TokenId,
};
pub use index::{
    Block, Building, DocumentFingerprints, DocumentId, FoundBlock, IndexScheme, Ingest, LookedUp, NewRun,
    Owner, Published, Run, RunId, SchemeId,
};
pub use installation::{Deletion, InstallationFact, Installations};
pub use inverted_index::Index;
pub use job::{
    BYTES_A_PASS, CheckRequest, ClaimLimits, Claimed, Found, JobPayload, Jobs, LOST_REASON, Lane,
    MAX_ATTEMPTS, MAX_PASSES, MAX_RETRY_DELAY, NewArchived, NewRevision, Outcome, PairRecord, QueueState,
    RunningLease, SMALL_UPLOAD_BYTES, back_off,
};
pub use lease::{JobProgress, Lease};
pub use listing::{BatchListing, BatchOrder, BatchSummary};
pub use moss::{
    Moss, MossAddress, MossJob, MossNumber, MossResult, MossSalt, NewMossResult, NoMossAddress, failure_lines,
};
pub use notification::{
    ATTEMPT_TAKES, DeliveryOutcome, DueNotification, MAX_NOTIFICATION_ATTEMPTS, MAX_NOTIFICATION_REST,
    NewNotification, Notification, NotificationState, Notifications, notify_url, rest,
};
pub use options::{AnalysisOptions, MAX_SOURCE_FILES};
pub use packed::{Bytes, Packed};
pub use page::Page;
pub use person::{
    Column, Erased, Erasure, HeldSubmission, Holds, Home, IsMeant, Mention, NameMatcher, NewErasure,
    PERSONAL_COLUMNS, PersonScope, Persons, Rewritten, ToRewrite, columns, pseudonym,
};
pub use report::{
    Change, CutoffChange, ReportVersion, Reports, Revision, RevisionSwitch, SourceText, TurnedBy,
};
pub use review::{Cutoff, MAX_REVISIONS, MAX_TEMPLATES, Review, TemplateRegion};
pub use secret::{Secret, SecretHash};
pub use share::{MAX_SHARE_DURATION, MAX_SHARES, NewShare, Share, ShareKey, Shares};
pub use sign_in::{Attempt, Identity, SignIns};
pub use spool::{Reservation, Spool, SpoolFull, SpoolLimits};
pub use status::{Status, Work};
pub use teams::{names, person_names, teams};
pub use term::{
    LeftOutTask, PersonName, Submitted, TERM_CUTOFF, Term, TermBatch, TermEvidence, TermPair, TermTask, Terms,
};
pub use wording::{archive_name, keep_until};

/// A complete backend.
#[async_trait::async_trait]
pub trait Storage:
    Accounts
    + SignIns
    + Courses
    + Batches
    + Jobs
    + Reports
    + Cases
    + Persons
    + Archives
    + Documents
    + Drafts
    + Index
    + Moss
    + Shares
    + Notifications
    + Audit
    + Installations
    + Terms
    + Send
    + Sync
    + 'static
{
    /// Returns when the database answers, for readiness checks.
    async fn ping(&self) -> Result<()>;

    /// Returns a counter that changes after every commit that a waiting worker or page may be interested in (accepted,
    /// progressed, finished, cancelled, deleted). It is only a hint: it may change without a reason, and commits of
    /// other processes may not be announced. A waiting caller must therefore also check from time to time. Subscribe
    /// before checking.
    fn changes(&self) -> tokio::sync::watch::Receiver<u64>;
}
