//! The error of this crate. Its variants are named after what the caller can do about them.

use crate::CaseId;

/// Reason why a call failed. Nothing of the call was stored.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// Choose another name. This one is in use.
    #[error("the name {name:?} is already taken")]
    NameTaken {
        /// The requested name.
        name: String,
    },
    /// Use a new key. This one belongs to a request with different content.
    #[error("this idempotency key was already used for another request")]
    KeyReused,
    /// Make another account an owner first.
    #[error("a course needs an owner, and this is the last one")]
    LastOwner,
    /// Make another account an administrator first.
    #[error("the service needs an administrator, and this is the last one")]
    LastAdmin,
    /// The account, course or batch that the call needs does not exist.
    #[error("{what} does not exist")]
    Missing {
        /// What is missing, in one word.
        what: &'static str,
    },
    /// Wait, or cancel the running work. Another job of the batch waits or runs.
    #[error("another job of the batch is waiting or running")]
    Busy,
    /// Wait for the first report, or upload again. Nothing was kept that can be compared again.
    #[error("the batch has no report that can be made again")]
    NoReport,
    /// Revoke some links first. The batch has [`crate::MAX_SHARES`] open links.
    #[error("the batch has reached its limit of open share links")]
    TooManyShares,
    /// Delete the batch, or upload it again. It has [`crate::MAX_REVISIONS`] reports.
    #[error("the batch has reached its limit of reports")]
    TooManyRevisions,
    /// Have the hold lifted first. A case needs what would be deleted.
    #[error("the legal hold of the case {case} does not allow this")]
    Held {
        /// The case.
        case: CaseId,
    },
    /// Add to the existing case. It is about the same persons and still undecided.
    #[error("the undecided case {case} is about the same people")]
    CaseExists {
        /// The case.
        case: CaseId,
    },
    /// Use another course. This one has [`crate::MAX_CASES`] cases.
    #[error("the course has reached its limit of cases")]
    TooManyCases,
    /// Decide the case and open another. This one has no room for more.
    #[error("a case may have at most {limit} {what}")]
    CaseFull {
        /// What there would be too many of.
        what: &'static str,
        /// The largest permitted number.
        limit: u64,
    },
    /// Name another owner. This account owns [`crate::MAX_OWNED_COURSES`] courses.
    #[error("the account has reached its limit of courses")]
    TooManyCourses,
    /// Name another reviewer. The account that opened a case cannot review it, and a reviewer must be a member of its
    /// course.
    #[error("the second reviewer must be a member of the course who did not open the case")]
    Reviewer,
    /// Ask a member who may decide cases. The case is decided, or this call would decide it.
    #[error("only a member who may decide cases can decide one or take a decision back")]
    MayNotDecide,
    /// Leave the decision to the second reviewer, or remove the reviewer first.
    #[error("the case has a second reviewer, and only that reviewer decides it")]
    ReviewerDecides,
    /// Look at the case again. It has an event that the caller has not seen.
    #[error("the case has changed since it was read")]
    CaseChanged,
    /// Look at the pair again. Its mark has a change that the caller has not seen.
    #[error("the mark has changed since it was read")]
    MarkChanged,
    /// Stop working on the job. It was cancelled, deleted or taken over.
    #[error("the job is no longer held by this worker")]
    LeaseLost,
    /// The content to be stored cannot be read.
    #[error("the upload cannot be read")]
    Upload(#[source] std::io::Error),
    /// Use a newer version of Chaffinch. The database was made by one.
    #[error(
        "the database has schema version {found}, and this program knows only {known} and older; use a newer version of Chaffinch"
    )]
    NewerSchema {
        /// Version of the newest migration found in the database.
        found: i64,
        /// Version of the newest migration that this program has.
        known: i64,
    },
    /// Begin with an empty database. A program from before the first release made this one.
    #[error(
        "the database was made before the first release (schema version {found}), and this program cannot update it; begin \
         with an empty database"
    )]
    UnreleasedSchema {
        /// Version of the newest migration found in the database.
        found: i64,
    },
    /// Run `chaffinch migrate` first. The database lacks tables that this program needs.
    #[error(
        "the database has schema version {found}, and this program needs {known}; run `chaffinch migrate`"
    )]
    OlderSchema {
        /// Version of the newest migration found in the database. 0: there is none.
        found: i64,
        /// Version of the newest migration that this program has.
        known: i64,
    },
    /// Try again later. The call is correct. After this error alone, something may have been stored nevertheless: if
    /// the connection broke before the answer to a commit arrived.
    #[error("the database cannot be used at the moment: {trouble}")]
    Unavailable {
        /// The kind of trouble.
        trouble: Trouble,
        /// The error of the database or the system.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A stored value is not valid. The database was changed by another program, or this is a bug.
    #[error("inconsistent database: {table}.{column} of {row}")]
    Inconsistent {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// The key of the row.
        row: String,
    },
    /// Try again, or see the log. The database did not answer as expected.
    #[error("the database failed")]
    Backend(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Converts an error of the driver. Distinguishes conditions that pass, or that the operator can end, from other errors.
impl From<sqlx::Error> for StorageError {
    fn from(error: sqlx::Error) -> Self {
        match Trouble::from_driver(&error) {
            Some(trouble) => Self::Unavailable { trouble, source: error.into() },
            None => Self::Backend(error.into()),
        }
    }
}

/// Reason why a database is temporarily unusable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display)]
pub enum Trouble {
    /// It cannot be reached, or accepts no further connection.
    #[strum(to_string = "it does not answer")]
    Away,
    /// Another process has locked it for too long.
    #[strum(to_string = "another process has locked it")]
    Locked,
    /// Its disk is full.
    #[strum(to_string = "its disk is full")]
    Full,
    /// Its disk, or the database, is read-only.
    #[strum(to_string = "it is read-only")]
    ReadOnly,
}

impl Trouble {
    fn from_driver(error: &sqlx::Error) -> Option<Self> {
        let error = match error {
            sqlx::Error::Database(error) => error,
            // Invalid data means an untrusted certificate or no such server. Waiting does not help.
            sqlx::Error::Io(error) if error.kind() != std::io::ErrorKind::InvalidData => {
                return Some(Self::Away);
            }
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => return Some(Self::Away),
            _ => return None,
        };
        match &*error.code()? {
            // PostgreSQL: no connection is left, or the server starts or stops.
            "53300" | "57P01" | "57P02" | "57P03" | "57P05" => Some(Self::Away),
            "53100" => Some(Self::Full),
            // A standby, or a server that was made read-only.
            "25006" => Some(Self::ReadOnly),
            // SQLite: extended codes hold the primary one in their low byte ("Result and Error Codes"). They are
            // shorter than those of PostgreSQL.
            code if code.len() < 5 => match code.parse::<u32>().ok()? & 0xff {
                5 | 6 => Some(Self::Locked),
                8 => Some(Self::ReadOnly),
                13 => Some(Self::Full),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A result, with the error of this crate if no other is named.
pub type Result<T, E = StorageError> = std::result::Result<T, E>;
