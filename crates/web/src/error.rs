//! Why a request was not served: one enum, a stable code each (`docs/integrating/errors.md` explains them all).
//!
//! A handler returns the error; [`mod@crate::http::request_log`] writes it once, as a page or as `application/problem+json`,
//! and logs what was our own fault under the request's id. The cause of such a fault is never shown.

use std::any::Any;
use std::error::Error;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::{BytesRejection, FormRejection, JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chaffinch_extract::{BadRule, Refusal};
use chaffinch_spool::SpoolFull;
use chaffinch_storage::{
    ArchiveId, CaseId, MAX_CASES, MAX_OWNED_COURSES, MAX_REVISIONS, MAX_SHARES, StorageError, Trouble,
};
use chrono::{DateTime, SecondsFormat, Utc};
use tower_http::timeout::TimeoutError;

use crate::analysis::finder::QueryError;
use crate::analysis::surveyor::Unsurveyed;
use crate::limits::pace::TooSlow;

/// When to try again what the service had no room for.
const OVERLOADED_SECONDS: u32 = 10;

/// Why. The text is the detail shown to whoever asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WebError {
    /// No such thing, or one may not see it.
    #[error("Nothing exists at this URL, or you do not have access to it.")]
    NotFound,
    /// Nobody is signed in. `presented`: a token or session was shown, and does not count.
    #[error(
        "{}",
        if *presented {
            "The token or session is unknown, expired or revoked. Sign in again, or send a valid token."
        } else {
            "You are not signed in. Sign in, or send a token in the Authorization header."
        }
    )]
    Unauthenticated { presented: bool },
    /// Neither is preferred: they may belong to two accounts.
    #[error(
        "The request has both an Authorization header and a session cookie. A page accepts only one of them. Remove the other."
    )]
    TwoCredentials,
    /// One may see it, but not do this.
    #[error("Your role or the scope of your token does not allow this action.")]
    Forbidden,
    /// What a token makes would last longer than the token.
    #[error(
        "The token of this request expires at {}. Everything that it creates must expire by then. Choose an earlier time, or use a signed-in browser.",
        expires.to_rfc3339_opts(SecondsFormat::Secs, true)
    )]
    OutlivesToken { expires: DateTime<Utc> },
    /// A token was to give a person lasting access.
    #[error(
        "A token cannot give a person access, because that access would outlast the token. Use a signed-in browser, or \
         run `chaffinch user` on the server."
    )]
    NotByToken,
    /// The sender of a body lost access while it arrived.
    #[error("Your access changed while the request was arriving. Nothing was kept. Send the request again.")]
    AccessChanged,
    /// A form of another site.
    #[error("The request came from another site. Open the page on this site and try again.")]
    CrossSite,
    #[error("This sign-in link was already used, or it has expired. Ask for a new one.")]
    SignInLink,
    /// Wait.
    #[error("Too many {what}. The limit is {limit}. Try again in {seconds} s.")]
    TooMany { what: &'static str, limit: u32, seconds: u32 },
    /// Wait, whoever you are.
    #[error("The service has {limit} {what}, which is its limit. Try again in {OVERLOADED_SECONDS} s.")]
    Overloaded { what: &'static str, limit: usize },
    #[error(
        "To change the password, enter the old one, or sign in by a link and change it within {minutes} minutes."
    )]
    ProveAgain { minutes: i64 },
    #[error("Sign-in at the identity provider failed: {why}. Try again from the sign-in page.")]
    ProviderRefused { why: &'static str },
    /// Its fault, or the network's.
    #[error("The identity provider did not answer, or its answer is not valid. Try again in a moment.")]
    ProviderAway(#[source] Box<dyn Error + Send + Sync>),
    #[error("A course needs an owner, and this is the last one. Make another member an owner first.")]
    LastOwner,
    #[error(
        "The service needs an administrator, and this is the last one. Make another account an administrator first."
    )]
    LastAdmin,
    #[error(
        "The account already owns {limit} courses, which is the limit. Rename a course that is no longer used, or ask an administrator."
    )]
    TooManyCourses { limit: i64 },
    #[error("There is no account named {name:?}, or it is disabled. Check the name.")]
    NoAccount { name: String },
    #[error("This URL does not support that method. The Allow header lists the supported ones.")]
    Method,
    #[error("The type of the request body is not supported. Send {expected}.")]
    MediaType { expected: &'static str },
    #[error("The request cannot be read: {0}.")]
    Malformed(String),
    #[error("The query string is not valid: {0}.")]
    Query(String),
    #[error("The request body is larger than the limit of {limit} bytes. Send a smaller one.")]
    BodyTooLarge { limit: u64 },
    #[error("The request timed out: no byte of it arrived for {seconds} s. Send it again.")]
    Idle { seconds: u64 },
    /// It arrives, but so slowly that it would hold its place for hours.
    #[error("The request timed out: {0}. Send it again over a faster connection.")]
    TooSlow(TooSlow),
    #[error("There was no answer within {seconds} s. Try again later.")]
    Slow { seconds: u64 },

    /// The whole upload.
    #[error("The upload is larger than the limit of {limit} bytes{}. Upload fewer or smaller files, or ask the operator to raise the limit (upload-bytes).", announced.map_or_else(String::new, |bytes| format!(" (it has {bytes})")))]
    UploadTooLarge { limit: u64, announced: Option<u64> },
    #[error("There is no space for this upload: {0}.")]
    SpoolFull(#[from] SpoolFull),
    #[error("The upload has more files than the limit of {limit}. Pack them into one archive.")]
    TooManyFiles { limit: usize },
    #[error("The field {name:?} does not exist. The fields are {known}.")]
    UnknownField { name: String, known: String },
    #[error("The field {name:?} {problem}.")]
    Field { name: &'static str, problem: String },
    #[error("The upload has no file in the field \"submissions\". Add a file or an archive.")]
    NoSubmissions,
    #[error("The Idempotency-Key is not valid. It must have 1 to {limit} visible ASCII characters.")]
    KeyFormat { limit: usize },
    #[error("This Idempotency-Key was already used for a request with other content. Use a new key.")]
    KeyReused,
    /// What `extract` found wrong with it.
    #[error("The upload was refused: {0}")]
    Refused(Refusal),
    /// Reading it took too much.
    #[error("The upload cannot be read: {0}")]
    Costly(String),

    #[error("The text cannot be read: {0}")]
    Unreadable(String),
    #[error(
        "The archive has more than {limit} {what}, which is the limit for clustering in the service. The operator can cluster it with \
         `chaffinch archive clusters {archive}`."
    )]
    ArchiveTooLarge { archive: ArchiveId, what: &'static str, limit: u64 },
    #[error(
        "The archive changed in the meantime. Ask again from the first page when nothing is being added to it."
    )]
    ArchiveChanging,
    #[error("The name {name:?} is already taken. Choose another name.")]
    NameTaken { name: String },
    #[error("Only a finished batch can be added to an archive. This batch is {status}.")]
    NotFinished { status: &'static str },

    /// A job of the batch is under way.
    #[error("Another job of this batch is waiting or running. Wait for it, or cancel it first.")]
    Busy,
    /// Made before what was read was kept.
    #[error(
        "The data of this batch was not kept, so its report cannot be made again. Upload the batch again."
    )]
    NotKept,
    #[error(
        "The batch has {limit} open share links, which is the limit. Revoke links that are no longer needed."
    )]
    TooManyShares { limit: usize },
    #[error("The batch has {limit} reports, which is the limit. Upload the batch again to continue.")]
    TooManyRevisions { limit: usize },
    #[error(
        "The legal hold of the case {case} does not allow this. An owner of the course can lift the hold."
    )]
    Held { case: CaseId },
    #[error(
        "There is already an undecided case about the same people: {case}. Add to it, or decide it first."
    )]
    CaseExists { case: CaseId },
    #[error("The course has {limit} cases, which is the limit. Upload to another course to open more.")]
    TooManyCases { limit: i64 },
    #[error("A case may have at most {limit} {what}. Decide this case and open another one for the rest.")]
    CaseFull { what: &'static str, limit: u64 },
    #[error("The case has a second reviewer. Only that reviewer confirms or dismisses it.")]
    ReviewerDecides,

    /// The whole file.
    #[error(
        "The report in this format is larger than the limit of {limit} bytes. Download another format, or upload the batch again with a smaller `matches`."
    )]
    ReportTooLarge { limit: u64 },
    /// The report of a batch that has none.
    #[error("This batch has no report, because it is {status}.")]
    NoReport { status: &'static str },

    /// Nothing is wrong with the request; the same one may be answered in a moment.
    #[error("The request is valid, but {0}. Try again in a moment.")]
    NotReady(#[source] StorageError),
    /// Nothing was kept.
    #[error(
        "The disk of this service is full. Nothing of the request was kept. Try again after the operator has freed space."
    )]
    DiskFull(#[source] Box<dyn Error + Send + Sync>),
    /// Nothing was kept.
    #[error("This service is read-only at the moment. Nothing of the request was kept. Try again later.")]
    ReadOnly(#[source] Box<dyn Error + Send + Sync>),
    /// What became of work that several requests waited for.
    #[error(transparent)]
    Shared(Arc<WebError>),
    /// Our fault.
    #[error("The service failed. Its log has the details under the id of this request.")]
    Internal(#[source] Box<dyn Error + Send + Sync>),
}

/// How an error is named.
pub(crate) struct Kind {
    pub(crate) status: StatusCode,
    /// Stable; the anchor in `docs/integrating/errors.md`.
    pub(crate) code: &'static str,
    pub(crate) title: &'static str,
}

impl WebError {
    pub(crate) fn kind(&self) -> Kind {
        let (status, code, title) = match self {
            Self::NotFound => (StatusCode::NOT_FOUND, "not-found", "Not found"),
            Self::Unauthenticated { .. } => (StatusCode::UNAUTHORIZED, "unauthenticated", "Sign-in required"),
            Self::TwoCredentials => {
                (StatusCode::BAD_REQUEST, "two-credentials", "Two credentials in one request")
            }
            Self::Forbidden => (StatusCode::FORBIDDEN, "forbidden", "Not allowed"),
            Self::OutlivesToken { .. } => (StatusCode::FORBIDDEN, "outlives-token", "Token expires earlier"),
            Self::NotByToken => (StatusCode::FORBIDDEN, "not-by-token", "Not allowed with a token"),
            Self::AccessChanged => (StatusCode::CONFLICT, "access-changed", "Access changed"),
            Self::CrossSite => (StatusCode::FORBIDDEN, "cross-site", "Request from another site"),
            Self::SignInLink => (StatusCode::GONE, "sign-in-link", "Invalid sign-in link"),
            Self::TooMany { .. } | Self::SpoolFull(SpoolFull::OfAccount { .. }) => {
                (StatusCode::TOO_MANY_REQUESTS, "too-many-requests", "Too many requests")
            }
            Self::Overloaded { .. } | Self::SpoolFull(SpoolFull::All { .. }) => {
                (StatusCode::SERVICE_UNAVAILABLE, "overloaded", "Service overloaded")
            }
            Self::ProviderRefused { .. } => {
                (StatusCode::FORBIDDEN, "provider-refused", "Sign-in at the identity provider failed")
            }
            Self::ProviderAway(_) => {
                (StatusCode::SERVICE_UNAVAILABLE, "provider-away", "Identity provider unavailable")
            }
            Self::ProveAgain { .. } => (StatusCode::FORBIDDEN, "prove-again", "Confirm your identity"),
            Self::LastOwner => (StatusCode::CONFLICT, "last-owner", "Last owner of the course"),
            Self::LastAdmin => (StatusCode::CONFLICT, "last-admin", "Last administrator"),
            Self::TooManyCourses { .. } => (StatusCode::CONFLICT, "too-many-courses", "Too many courses"),
            Self::NoAccount { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "no-account", "No such account"),
            Self::Method => (StatusCode::METHOD_NOT_ALLOWED, "method-not-allowed", "Method not allowed"),
            Self::MediaType { .. } => {
                (StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported-media-type", "Unsupported media type")
            }
            Self::Malformed(_) => (StatusCode::BAD_REQUEST, "malformed", "Malformed request"),
            Self::Query(_) => (StatusCode::BAD_REQUEST, "invalid-query", "Invalid query"),
            Self::BodyTooLarge { .. } => {
                (StatusCode::PAYLOAD_TOO_LARGE, "body-too-large", "Request too large")
            }
            Self::Idle { .. } | Self::TooSlow(_) => {
                (StatusCode::REQUEST_TIMEOUT, "idle", "Request timed out")
            }
            Self::Slow { .. } => (StatusCode::SERVICE_UNAVAILABLE, "slow", "No answer in time"),
            Self::UploadTooLarge { .. } => {
                (StatusCode::PAYLOAD_TOO_LARGE, "upload-too-large", "Upload too large")
            }
            Self::TooManyFiles { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too-many-files", "Too many files"),
            Self::UnknownField { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "unknown-field", "Unknown field"),
            Self::Field { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "invalid-field", "Invalid field"),
            Self::NoSubmissions => (StatusCode::UNPROCESSABLE_ENTITY, "no-submissions", "No submissions"),
            Self::KeyFormat { .. } => {
                (StatusCode::UNPROCESSABLE_ENTITY, "invalid-idempotency-key", "Invalid Idempotency-Key")
            }
            Self::KeyReused => (StatusCode::CONFLICT, "idempotency-key-reused", "Idempotency-Key reused"),
            Self::Refused(refusal) => (StatusCode::UNPROCESSABLE_ENTITY, refusal.code(), "Upload refused"),
            Self::Costly(_) => (StatusCode::UNPROCESSABLE_ENTITY, "too-costly", "Upload too costly to read"),
            Self::Unreadable(_) => (StatusCode::UNPROCESSABLE_ENTITY, "unreadable", "Unreadable text"),
            Self::ArchiveTooLarge { .. } => {
                (StatusCode::UNPROCESSABLE_ENTITY, "archive-too-large", "Archive too large for clustering")
            }
            Self::ArchiveChanging => (StatusCode::CONFLICT, "archive-changing", "Archive changed"),
            Self::NameTaken { .. } => (StatusCode::CONFLICT, "name-taken", "Name already taken"),
            Self::NotFinished { .. } => (StatusCode::CONFLICT, "not-finished", "Batch not finished"),
            Self::Busy => (StatusCode::CONFLICT, "busy", "Another job is running"),
            Self::NotKept => (StatusCode::CONFLICT, "not-kept", "Data not kept"),
            Self::TooManyShares { .. } => (StatusCode::CONFLICT, "too-many-shares", "Too many share links"),
            Self::TooManyRevisions { .. } => (StatusCode::CONFLICT, "too-many-revisions", "Too many reports"),
            Self::Held { .. } => (StatusCode::CONFLICT, "held", "Legal hold"),
            Self::CaseExists { .. } => (StatusCode::CONFLICT, "case-exists", "Case already exists"),
            Self::TooManyCases { .. } => (StatusCode::CONFLICT, "too-many-cases", "Too many cases"),
            Self::CaseFull { .. } => (StatusCode::CONFLICT, "case-full", "Case full"),
            Self::ReviewerDecides => {
                (StatusCode::CONFLICT, "reviewer-decides", "Decision of the second reviewer")
            }
            Self::ReportTooLarge { .. } => {
                (StatusCode::UNPROCESSABLE_ENTITY, "report-too-large", "Report too large")
            }
            Self::NoReport { .. } => (StatusCode::NOT_FOUND, "no-report", "No report"),
            Self::NotReady(_) => (StatusCode::SERVICE_UNAVAILABLE, "not-ready", "Service not ready"),
            Self::DiskFull(_) => (StatusCode::INSUFFICIENT_STORAGE, "disk-full", "Disk full"),
            Self::ReadOnly(_) => (StatusCode::SERVICE_UNAVAILABLE, "read-only", "Service read-only"),
            Self::Shared(error) => return error.kind(),
            Self::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, "internal", "Internal error"),
        };
        Kind { status, code, title }
    }

    /// What is our own fault and belongs in the log.
    pub(crate) fn fault(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Internal(_)
            | Self::NotReady(_)
            | Self::ProviderAway(_)
            | Self::DiskFull(_)
            | Self::ReadOnly(_) => self.source(),
            Self::Shared(error) => error.fault(),
            _ => None,
        }
    }

    /// Whether the page with the form cannot say it: the fault is ours, or the sender may no longer see that page.
    pub(crate) fn replaces_the_form(&self) -> bool {
        matches!(self, Self::Unauthenticated { .. } | Self::AccessChanged)
            || self.kind().status.is_server_error()
    }

    /// A fault of ours.
    pub(crate) fn internal(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Internal(cause.into())
    }

    /// What the disk says of a file that is ours.
    pub(crate) fn of_disk(cause: std::io::Error) -> Self {
        match cause.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::DiskFull(cause.into()),
            ErrorKind::ReadOnlyFilesystem => Self::ReadOnly(cause.into()),
            _ => Self::internal(cause),
        }
    }

    /// Why a body stopped arriving, if this error of its reader says so.
    pub(crate) fn of_arrival(error: &(dyn Error + 'static), idle: Duration) -> Option<Self> {
        causes(error).find_map(|cause| match cause.downcast_ref() {
            Some(&slow) => Some(Self::TooSlow(slow)),
            None => cause.is::<TimeoutError>().then(|| Self::Idle { seconds: idle.as_secs() }),
        })
    }

    /// In how many seconds to try again, where that may help.
    pub(crate) fn retry_after(&self) -> Option<u32> {
        match self {
            Self::TooMany { seconds, .. } => Some(*seconds),
            Self::Shared(error) => error.retry_after(),
            Self::Overloaded { .. } | Self::SpoolFull(_) => Some(OVERLOADED_SECONDS),
            Self::NotReady(_) | Self::ProviderAway(_) | Self::Slow { .. } => Some(5),
            // Somebody has to do something.
            Self::DiskFull(_) | Self::ReadOnly(_) => Some(60),
            _ => None,
        }
    }

    /// What a handler's panic becomes.
    pub(crate) fn panic(cause: &(dyn Any + Send)) -> Self {
        let text = cause
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| cause.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("unknown cause");
        Self::internal(format!("panic: {text}"))
    }
}

/// An error, its cause, the cause of that, ...
pub(crate) fn causes<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

impl From<QueryError> for WebError {
    fn from(error: QueryError) -> Self {
        match error {
            QueryError::Unreadable { reason } => Self::Unreadable(reason),
            QueryError::Storage(error) => error.into(),
            QueryError::Failed(cause) => Self::Internal(cause),
        }
    }
}

impl From<Unsurveyed> for WebError {
    fn from(error: Unsurveyed) -> Self {
        match error {
            Unsurveyed::Refused(Refusal::Rule(rule)) => rule.into(),
            Unsurveyed::Refused(refusal) => Self::Refused(refusal),
            Unsurveyed::Costly { reason } => Self::Costly(reason),
            Unsurveyed::Disk(cause) => Self::of_disk(cause),
            Unsurveyed::Failed(cause) => Self::Internal(cause),
        }
    }
}

impl From<BadRule> for WebError {
    fn from(rule: BadRule) -> Self {
        Self::Field { name: rule.field(), problem: format!("cannot be used: {rule}") }
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
            StorageError::NoReport => Self::NotKept,
            StorageError::Held { case } => Self::Held { case },
            StorageError::CaseExists { case } => Self::CaseExists { case },
            StorageError::TooManyCases => Self::TooManyCases { limit: MAX_CASES },
            StorageError::CaseFull { what, limit } => Self::CaseFull { what, limit },
            StorageError::TooManyCourses => Self::TooManyCourses { limit: MAX_OWNED_COURSES },
            StorageError::ReviewerDecides => Self::ReviewerDecides,
            StorageError::MayNotDecide => Self::Forbidden,
            StorageError::LastOwner => Self::LastOwner,
            StorageError::LastAdmin => Self::LastAdmin,
            // It went while we looked.
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

/// A small body that cannot be read.
fn unread(status: StatusCode, rejection: &(dyn Error + 'static), expected: &'static str) -> WebError {
    match status {
        StatusCode::UNSUPPORTED_MEDIA_TYPE => WebError::MediaType { expected },
        StatusCode::PAYLOAD_TOO_LARGE => {
            WebError::BodyTooLarge { limit: crate::settings::MAX_SMALL_BODY_BYTES as u64 }
        }
        _ => WebError::Malformed(innermost(rejection)),
    }
}

/// The text nearest to what was wrong, without the full stop that the sentence around it has.
pub(crate) fn innermost(error: &(dyn Error + 'static)) -> String {
    let cause = causes(error).last().unwrap_or(error);
    cause.to_string().trim_end_matches('.').to_owned()
}

impl IntoResponse for WebError {
    /// An empty response that carries the error to where it is written.
    fn into_response(self) -> Response {
        let mut response = self.kind().status.into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}
