//! Errors of this crate.

use chaffinch_storage::{CaseId, StorageError};

/// Why something about a person could not be done.
#[derive(Debug, thiserror::Error)]
pub enum PersonError {
    /// Choose one of them, by name or by where they are: the name means several persons.
    #[error("the name means several persons")]
    Several {
        /// What they are called.
        persons: Vec<String>,
    },
    /// Nothing of that name is held.
    #[error("nobody of that name is held")]
    Nobody,
    /// Have the legal hold lifted, or say that it is to be passed over.
    #[error("a legal hold of the case {case} forbids it")]
    Held {
        /// The case.
        case: CaseId,
    },
    /// The database.
    #[error(transparent)]
    Storage(StorageError),
    /// A stored report cannot be read; what was to be erased may still be in it.
    #[error("a stored report cannot be read")]
    Report(#[source] std::io::Error),
    /// The file of records is none.
    #[error("the file of erasures cannot be used")]
    Records(#[from] RecordsError),
    /// A file could not be written, or read.
    #[error("a file cannot be written or read")]
    Write(#[source] std::io::Error),
    /// The system gives no random numbers.
    #[error("there is no randomness")]
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

/// A result of this crate.
pub type Result<T> = std::result::Result<T, PersonError>;

/// Version of the file of records. Raised when its form changes.
pub(crate) const FORMAT: u32 = 1;

/// Why a text is no records.
#[derive(Debug, thiserror::Error)]
pub enum RecordsError {
    /// Not written by this program.
    #[error("it is no file of erasures")]
    NotRecords(#[from] serde_json::Error),
    /// Written by a newer program.
    #[error("it has format {found}, and this program reads {FORMAT}")]
    Format {
        /// The format.
        found: u32,
    },
}
