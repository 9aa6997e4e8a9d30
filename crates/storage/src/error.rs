//! The one error of this crate, named for what the caller can do about it.

use crate::CaseId;

/// Why a call was not done. Nothing of it was kept.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// Choose another name: this one is in use.
    #[error("the name {name:?} is taken")]
    NameTaken {
        /// The name asked for.
        name: String,
    },
    /// Use a fresh key: this one belongs to a request with other content.
    #[error("this idempotency key was used for another request")]
    KeyReused,
    /// Name somebody else owner first.
    #[error("a course needs an owner, and this is the last one")]
    LastOwner,
    /// Make somebody else an administrator first.
    #[error("a service needs an administrator, and this is the last one")]
    LastAdmin,
    /// The account, course or batch that the call hangs on is gone.
    #[error("{what} does not exist")]
    Missing {
        /// What is gone, in a word.
        what: &'static str,
    },
    /// Wait, or cancel what is under way: another job of the batch waits or runs.
    #[error("another job of the batch is under way")]
    Busy,
    /// Wait for the first report, or upload again: nothing was kept that could be compared again.
    #[error("the batch has no report that could be made again")]
    NoReport,
    /// Revoke some first: the batch has [`crate::MOST_SHARES`] open links.
    #[error("the batch has as many open links as it may have")]
    TooManyShares,
    /// Delete the batch, or upload it again: it has [`crate::MAX_REVISIONS`] reports.
    #[error("the batch has as many reports as it may have")]
    TooManyRevisions,
    /// Have the hold lifted first: a case needs what would be deleted.
    #[error("a legal hold of the case {case} forbids it")]
    Held {
        /// The case.
        case: CaseId,
    },
    /// Add to the case there is: one about the same persons is still undecided.
    #[error("the case {case} is about the same persons, and undecided")]
    CaseExists {
        /// The case.
        case: CaseId,
    },
    /// Use another course: this one has [`crate::MAX_CASES`] cases.
    #[error("the course has as many cases as it may have")]
    TooManyCases,
    /// Decide the case and open another: this one has no room for more.
    #[error("a case may have {limit} {what} at most")]
    CaseFull {
        /// What there would be too many of.
        what: &'static str,
        /// How many there may be.
        limit: u64,
    },
    /// Name another owner: this account owns [`crate::MAX_OWNED_COURSES`] courses.
    #[error("the account owns as many courses as it may own")]
    TooManyCourses,
    /// Name somebody else: whoever opened a case does not review it, and a reviewer is a member of its course.
    #[error("the second reviewer must be another member of the course than the one who opened the case")]
    Reviewer,
    /// Ask somebody who decides cases: the case is decided, or would be.
    #[error("only who may decide cases decides one or takes a decision back")]
    MayNotDecide,
    /// Leave the decision to the second reviewer, or take the reviewer away first.
    #[error("the case has a second reviewer, who decides it")]
    ReviewerDecides,
    /// Stop working on the job: it was cancelled, deleted or given to somebody else.
    #[error("the job is no longer held by this worker")]
    LeaseLost,
    /// The content to be stored could not be read.
    #[error("the upload cannot be read")]
    Upload(#[source] std::io::Error),
    /// Use a newer Chaffinch: the database was made by one.
    #[error("the database has schema version {found}, this program knows {known} and older")]
    NewerSchema {
        /// Version of the newest migration found in the database.
        found: i64,
        /// Version of the newest migration this program has.
        known: i64,
    },
    /// Run `chaffinch migrate` first: the database has not got the tables this program needs.
    #[error("the database has schema version {found}, this program needs {known}; run `chaffinch migrate`")]
    OlderSchema {
        /// Version of the newest migration found in the database; 0: none.
        found: i64,
        /// Version of the newest migration this program has.
        known: i64,
    },
    /// Try again later: nothing is wrong with the call. The one error after which something may have been kept all the
    /// same: where the connection broke before the answer to a commit came.
    #[error("the database cannot be used now: {trouble}")]
    Unavailable {
        /// What is in the way.
        trouble: Trouble,
        /// What the database or the system said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A stored value makes no sense; the database was changed by other hands, or this is a bug.
    #[error("inconsistent database: {table}.{column} of {row}")]
    Inconsistent {
        /// Table.
        table: &'static str,
        /// Column.
        column: &'static str,
        /// The row's key.
        row: String,
    },
    /// Try again or see the log: the database did not answer as it should.
    #[error("the database failed")]
    Backend(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Why a database cannot be used for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Trouble {
    /// It cannot be reached, or takes no further connection.
    Away,
    /// Another process has had it to itself for too long.
    Locked,
    /// Its disk is full.
    Full,
    /// Its disk, or the database, is read-only.
    ReadOnly,
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Away => "it does not answer",
            Self::Locked => "another process keeps it locked",
            Self::Full => "its disk is full",
            Self::ReadOnly => "it is read-only",
        })
    }
}
