//! Defines the errors of this crate.

use chaffinch_storage::{CaseId, StorageError};

/// Why an operation on a person's data failed.
#[derive(Debug, thiserror::Error)]
pub enum PersonError {
    /// The name matches several persons. Choose one of them by their full name or by a narrower scope.
    #[error("several people have this name")]
    Several {
        /// The names of these persons.
        persons: Vec<String>,
    },
    /// No data is held under the name.
    #[error("no data is stored under this name")]
    Nobody,
    /// A legal hold forbids the erasure. Have it lifted, or erase despite the hold.
    #[error("the legal hold of the case {case} does not allow this")]
    Held {
        /// The case with the legal hold.
        case: CaseId,
    },
    /// A database error.
    #[error(transparent)]
    Storage(StorageError),
    /// A stored report cannot be read, so it may still contain what was to be erased.
    #[error("a stored report cannot be read")]
    Report(#[source] std::io::Error),
    /// The file of erasure records is not valid.
    #[error("the file of erasures cannot be used")]
    Records(#[from] RecordsError),
    /// A file could not be written or read.
    #[error("a file cannot be written or read")]
    Write(#[source] std::io::Error),
    /// The operating system provides no random numbers.
    #[error("the system provides no random numbers")]
    Random(#[source] getrandom::Error),
}

impl From<StorageError> for PersonError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Held { case } => Self::Held { case },
            error => Self::Storage(error),
        }
    }
}

/// The result type of this crate.
pub type Result<T> = std::result::Result<T, PersonError>;

/// The version of the file of erasure records. It is raised when the format changes.
pub(crate) const FORMAT: u32 = 1;

/// Why a text cannot be read as erasure records.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// The text was not written by this program.
    #[error("it is not a file of erasures")]
    NotRecords(#[from] serde_json::Error),
    /// The file was written by a newer version of this program.
    #[error("it has format {found}, and this program reads {FORMAT}")]
    Format {
        /// The format version in the file.
        found: u32,
    },
}
