//! Answers questions at once, in child processes: which stored submissions share code with a text, and what an upload
//! contains. Nothing is stored.

pub(crate) mod survey;
pub(crate) mod text;

use chaffinch_index::IndexError;
use chaffinch_query::QueryError;

use crate::child::child_runner::{ChildError, NoAnswer};

impl From<ChildError> for QueryError {
    fn from(error: ChildError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<NoAnswer> for QueryError {
    fn from(end: NoAnswer) -> Self {
        match end {
            NoAnswer::Refused { reason } | NoAnswer::Crashed { reason } => Self::Refused(reason),
            NoAnswer::Killed { reason } => Self::Failed(reason.into()),
            NoAnswer::Stopped => Self::Failed("the work was stopped".into()),
        }
    }
}

/// Returns the error of a query whose look-up in the index failed.
pub(crate) fn index_failed(error: IndexError) -> QueryError {
    match error {
        IndexError::Storage(error) => QueryError::Storage(error),
        error @ (IndexError::Block { .. } | IndexError::Incomplete { .. }) => {
            QueryError::Failed(error.into())
        }
    }
}
