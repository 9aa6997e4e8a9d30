//! How an attempt at a job ends.

use std::io;

use chaffinch_index::IndexError;
use chaffinch_storage::{CourseId, NewIngest, NewRevision, StorageError, Term};

use crate::child::child_runner::{ChildError, NoAnswer};
use crate::index::stored_file::UnreadableFile;

/// Error of an attempt that failed through no fault of the upload.
#[derive(Debug, thiserror::Error)]
pub(crate) enum JobError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Index(IndexError),
    #[error(transparent)]
    Child(#[from] ChildError),
    #[error("cannot read the stored data of an earlier report")]
    Report(#[source] io::Error),
    #[error("cannot read the stored data of a document")]
    File(#[from] UnreadableFile),
}

impl From<IndexError> for JobError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Storage(error) => Self::Storage(error),
            error @ (IndexError::Block { .. } | IndexError::Incomplete { .. }) => Self::Index(error),
        }
    }
}

/// What a job has to commit.
#[derive(Debug, PartialEq)]
pub(crate) enum JobResult {
    /// A report, and what it was made from.
    Report(Box<NewRevision>, NewIngest),
    /// Submissions for an archive.
    Addition(NewIngest),
    /// What the tasks of a course say together.
    Term(CourseId, Box<Term>),
    /// Only the fact that the job is done. Its work has been committed piece by piece.
    Done,
    /// There can be no result. Another attempt would not help.
    Refused {
        /// The reason, as text for the uploader.
        reason: String,
    },
}

/// How an attempt ended.
pub(crate) enum JobOutcome {
    /// The attempt has something to commit: a result, or the reason why there is none.
    Finished(JobResult),
    /// The child process died without an answer.
    Crashed { reason: String },
    /// The attempt was stopped, or there was nothing left to read because the batch was deleted.
    Stopped,
}

impl JobOutcome {
    /// Returns the outcome of a job that cannot have a result. The reason is text for the uploader.
    pub(crate) fn refused(reason: String) -> Self {
        Self::Finished(JobResult::Refused { reason })
    }
}

impl From<NoAnswer> for JobOutcome {
    fn from(end: NoAnswer) -> Self {
        match end {
            NoAnswer::Refused { reason } => Self::refused(reason),
            NoAnswer::Crashed { reason } | NoAnswer::Killed { reason } => Self::Crashed { reason },
            NoAnswer::Stopped => Self::Stopped,
        }
    }
}
