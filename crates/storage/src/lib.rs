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
mod batch;
mod case;
mod course;
mod document;
mod draft;
mod error;
mod ids;
mod index;
mod installation;
mod job;
mod listing;
mod mark;
mod moss;
mod notification;
mod options;
mod packed;
mod person;
mod report;
mod secret;
mod share;
mod spool;
mod status;
mod term;
pub mod throttle;
mod wording;

pub use chaffinch_submission::{
    Layout, MatchLength, MatchLengthError, Named, ReferenceKind, ReferenceLabel, SubmissionHeader,
    UnknownReferenceKind, composed,
};

pub use access::*;
pub use account::*;
pub use accounts::*;
pub use age::*;
pub use archive::*;
pub use audit::*;
pub use batch::*;
pub use case::*;
pub use course::*;
pub use document::*;
pub use draft::*;
pub use error::*;
pub use ids::*;
pub use index::*;
pub use installation::*;
pub use job::*;
pub use listing::*;
pub use mark::*;
pub use moss::*;
pub use notification::*;
pub use options::*;
pub use packed::*;
pub use person::*;
pub use report::*;
pub use secret::*;
pub use share::*;
pub use spool::*;
pub use status::*;
pub use term::*;
pub use wording::*;

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
    + Marks
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
