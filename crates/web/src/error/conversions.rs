//! Makes a [`WebError`] of errors of other crates and of axum, and of faults of the service.

use std::any::Any;
use std::error::Error;
use std::io;
use std::time::Duration;

use axum::extract::rejection::{BytesRejection, FormRejection, JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use chaffinch_extract::{BadRule, Refusal};
use chaffinch_query::{QueryError, SurveyError};
use chaffinch_storage::{MAX_CASES, MAX_OWNED_COURSES, MAX_REVISIONS, MAX_SHARES, StorageError, Trouble};
use tower_http::timeout::TimeoutError;

use crate::error::{WebError, causes, innermost};
use crate::limits::body::MAX_SMALL_BODY_BYTES;

impl WebError {
    /// Creates the error of a field. `problem` completes a sentence that begins with its name.
    pub(crate) fn field(name: &'static str, problem: impl Into<String>) -> Self {
        Self::Field { name, problem: problem.into() }
    }

    /// Returns a fault of the service. If its disk is the cause, an operator has to act, and the client is told so.
    pub(crate) fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let cause = cause.into();
        let of_disk = causes(&*cause).find_map(|cause| match cause.downcast_ref().map(io::Error::kind)? {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Some(Self::DiskFull as fn(_) -> _),
            io::ErrorKind::ReadOnlyFilesystem => Some(Self::ReadOnly),
            _ => None,
        });
        of_disk.unwrap_or(Self::Internal)(cause)
    }

    /// Returns why a body stopped arriving, if this error of its reader says so.
    pub(crate) fn of_arrival(error: &(dyn Error + 'static), idle: Duration) -> Option<Self> {
        causes(error).find_map(|cause| match cause.downcast_ref() {
            Some(&slow) => Some(Self::TooSlow(slow)),
            None => cause.is::<TimeoutError>().then(|| Self::Idle { seconds: idle.as_secs() }),
        })
    }

    /// Returns the error for a panic of a handler.
    pub(crate) fn panic(cause: &(dyn Any + Send)) -> Self {
        let text = cause
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| cause.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("unknown cause");
        Self::internal(format!("panic: {text}"))
    }
}

impl From<QueryError> for WebError {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Refused(reason) => Self::Unreadable(reason),
            QueryError::Storage(error) => error.into(),
            QueryError::Failed(cause) => Self::internal(cause),
        }
    }
}

impl From<SurveyError> for WebError {
    fn from(error: SurveyError) -> Self {
        match error {
            SurveyError::Refused(Refusal::Rule(rule)) => rule.into(),
            SurveyError::Refused(refusal) => Self::Refused(refusal),
            SurveyError::Ended(reason) => Self::Costly(reason),
            SurveyError::Failed(cause) => Self::internal(cause),
        }
    }
}

impl From<BadRule> for WebError {
    fn from(rule: BadRule) -> Self {
        Self::field(rule.field(), format!("cannot be used: {rule}"))
    }
}

impl From<StorageError> for WebError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::KeyReused => Self::KeyReused,
            StorageError::NameTaken { name } => Self::NameTaken { name },
            StorageError::Busy => Self::Busy,
            StorageError::TooManyShares => Self::TooManyShares { limit: MAX_SHARES },
            StorageError::TooManyRevisions => Self::TooManyRevisions { limit: MAX_REVISIONS },
            // Its status has changed since the request was checked.
            StorageError::NoReport => Self::NoReport { status: "failed or cancelled" },
            StorageError::Held { case } => Self::Held { case },
            StorageError::CaseExists { case } => Self::CaseExists { case },
            StorageError::TooManyCases => Self::TooManyCases { limit: MAX_CASES },
            StorageError::CaseFull { what, limit } => Self::CaseFull { what, limit },
            StorageError::TooManyCourses => Self::TooManyCourses { limit: MAX_OWNED_COURSES },
            StorageError::ReviewerDecides => Self::ReviewerDecides,
            StorageError::CaseChanged => Self::CaseChanged,
            StorageError::MarkChanged => Self::MarkChanged,
            StorageError::MayNotDecide => Self::Forbidden,
            StorageError::LastOwner => Self::LastOwner,
            StorageError::LastAdmin => Self::LastAdmin,
            // The object was deleted meanwhile.
            StorageError::Missing { .. } => Self::NotFound,
            StorageError::Unavailable { trouble: Trouble::Full, source } => Self::DiskFull(source),
            StorageError::Unavailable { trouble: Trouble::ReadOnly, source } => Self::ReadOnly(source),
            error @ StorageError::Unavailable { .. } => Self::NotReady(error),
            error => Self::internal(error),
        }
    }
}

impl From<PathRejection> for WebError {
    fn from(_: PathRejection) -> Self {
        Self::NotFound
    }
}

impl From<QueryRejection> for WebError {
    fn from(rejection: QueryRejection) -> Self {
        Self::Query(innermost(&rejection))
    }
}

impl From<FormRejection> for WebError {
    fn from(rejection: FormRejection) -> Self {
        unread(rejection.status(), &rejection, "application/x-www-form-urlencoded")
    }
}

impl From<BytesRejection> for WebError {
    fn from(rejection: BytesRejection) -> Self {
        unread(rejection.status(), &rejection, "application/json")
    }
}

impl From<JsonRejection> for WebError {
    fn from(rejection: JsonRejection) -> Self {
        unread(rejection.status(), &rejection, "application/json")
    }
}

/// Returns the error for a small body that cannot be read.
fn unread(status: StatusCode, rejection: &(dyn Error + 'static), expected: &'static str) -> WebError {
    match status {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => WebError::MediaType { expected },
        StatusCode::PAYLOAD_TOO_LARGE => WebError::BodyTooLarge { limit: MAX_SMALL_BODY_BYTES as u64 },
        _ => WebError::Malformed(innermost(rejection)),
    }
}
