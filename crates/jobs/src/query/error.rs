//! Error of a search in the stored index.

use chaffinch_index::IndexError;
use chaffinch_storage::StorageError;

use crate::child::child_runner::{ChildError, NoAnswer};

/// Error of a query.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The text cannot be read. The message is for the account that sends the query.
    #[error("{0}")]
    Refused(String),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The service failed; the query is not at fault.
    #[error("cannot work on the query")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<ChildError> for SearchError {
    fn from(error: ChildError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<NoAnswer> for SearchError {
    fn from(end: NoAnswer) -> Self {
        match end {
            NoAnswer::Refused { reason } | NoAnswer::Crashed { reason } => Self::Refused(reason),
            NoAnswer::Stopped => Self::Failed("the work was stopped".into()),
        }
    }
}

impl From<IndexError> for SearchError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Storage(error) => Self::Storage(error),
            error @ IndexError::Block { .. } => Self::Failed(error.into()),
        }
    }
}
