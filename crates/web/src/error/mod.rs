//! Why a request was refused or failed: one enum, with a stable code for each case. `docs/integrating/errors.md`
//! explains the codes. It imports no page: another layer writes the error.
//!
//! A handler returns the error. [`mod@crate::http::request_log`] writes it once, as a page or as
//! `application/problem+json`, and logs faults of the service under the id of the request. Their cause is never shown.

mod conversions;
pub(crate) mod kind;

use std::error::Error;
use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use chaffinch_extract::Refusal;
use chaffinch_storage::{CaseId, SpoolFull, StorageError};
use chrono::{DateTime, SecondsFormat, Utc};

use crate::limits::body::TooSlow;

/// Seconds after which to repeat a request that was refused because of overload.
const OVERLOADED_SECONDS: u32 = 10;

/// Why a request was refused or failed. The text is the detail that the client sees.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WebError {
    /// The object does not exist, or the caller may not see it.
    #[error("Nothing exists at this URL, or you do not have access to it.")]
    NotFound,
    /// The caller is not signed in. `presented` says that the request has a token or session that is not valid.
    #[error(
        "{}",
        if *presented {
            "The token or session is unknown, expired or revoked. Sign in again, or send a valid token."
        } else {
            "You are not signed in. Sign in, or send a token in the Authorization header."
        }
    )]
    Unauthenticated { presented: bool },
    /// The request has a token and a session, which may belong to two accounts.
    #[error(
        "The request has both an Authorization header and a session cookie. A page accepts only one of them. Remove the other."
    )]
    TwoCredentials,
    /// The caller may see the object, but not do this.
    #[error("Your role or the scope of your token does not allow this action.")]
    Forbidden,
    /// The course accepts no checks.
    #[error("This course does not accept checks. An owner can turn them on in the settings of the course.")]
    ChecksOff,
    /// What the request creates would outlast its token.
    #[error(
        "The token of this request expires at {}. Everything that it creates must expire by then. Choose an earlier time, or use a signed-in browser.",
        expires.to_rfc3339_opts(SecondsFormat::Secs, true)
    )]
    OutlivesToken { expires: DateTime<Utc> },
    /// A token would give a person lasting access.
    #[error(
        "A token cannot give a person access, because that access would outlast the token. Use a signed-in browser, or \
         run `chaffinch user` on the server."
    )]
    NotByToken,
    /// The sender of a body lost access while it arrived.
    #[error("Your access changed while the request was arriving. Nothing was saved. Send the request again.")]
    AccessChanged,
    /// The form is from another site.
    #[error("The request came from another site. Open the page on this site and try again.")]
    CrossSite,
    #[error("This sign-in link was already used, or it has expired. Ask for a new one.")]
    SignInLink,
    /// The caller has reached a limit and should wait.
    #[error("Too many {what}. The limit is {limit}. Try again in {seconds} s.")]
    TooMany { what: &'static str, limit: u32, seconds: u32 },
    /// The service has reached a limit that all callers share.
    #[error("The service has {limit} {what}, which is its limit. Try again in {OVERLOADED_SECONDS} s.")]
    Overloaded { what: &'static str, limit: usize },
    #[error(
        "To change the password, enter the old one, or sign in by a link and change it within {minutes} minutes."
    )]
    ProveAgain { minutes: i64 },
    #[error("Sign-in at the identity provider failed: {why}. Try again from the sign-in page.")]
    ProviderRefused { why: &'static str },
    /// The identity provider or the network failed.
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
    /// The body arrives so slowly that it would take hours.
    #[error("The request timed out: {0}. Send it again over a faster connection.")]
    TooSlow(TooSlow),
    #[error("There was no answer within {seconds} s. Try again later.")]
    Slow { seconds: u64 },

    /// The whole upload is too large.
    #[error("The upload is larger than the limit of {limit} bytes{}. Upload fewer or smaller files, or ask the operator to raise the limit (upload-bytes).", announced.map_or_else(String::new, |bytes| format!(" (it has {bytes})")))]
    UploadTooLarge { limit: u64, announced: Option<u64> },
    #[error("There is no space for this upload: {0}.")]
    SpoolFull(#[from] SpoolFull),
    #[error(
        "The upload has more files than the limit of {limit}. Pack them into one archive, or ask the operator to raise the limit (upload-files)."
    )]
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
    /// `extract` refused the upload.
    #[error("The upload was refused: {0}")]
    Refused(Refusal),
    /// Reading the upload took too much time or memory.
    #[error("The upload cannot be read: {0}")]
    Costly(String),

    #[error("The text cannot be read: {0}")]
    Unreadable(String),
    #[error("The name {name:?} is already taken. Choose another name.")]
    NameTaken { name: String },
    #[error("Only a finished batch can be added to an archive. This batch is {status}.")]
    NotFinished { status: &'static str },

    /// A job of the batch is waiting or running.
    #[error("Another job of this batch is waiting or running. Wait for it, or cancel it first.")]
    Busy,
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
    #[error(
        "Somebody else has changed this case since you opened it. Nothing was saved. Look at the case as it is now, then decide \
         again."
    )]
    CaseChanged,
    #[error(
        "Somebody else has changed this mark since you read it. Nothing was saved. Look at the mark as it is now, then mark the \
         pair again."
    )]
    MarkChanged,
    #[error(
        "Somebody else has changed the settings of this comparison since you opened them. Nothing was saved. Look at them as they \
         are now, then submit again."
    )]
    ReviewChanged,

    /// The whole file is too large.
    #[error(
        "The report in this format is larger than the limit of {limit} bytes. Download another format, or upload the batch again with a smaller `matches`."
    )]
    ReportTooLarge { limit: u64 },
    /// The batch has no report.
    #[error("This batch has no report, because it is {status}.")]
    NoReport { status: &'static str },

    /// The request is valid, and may succeed in a moment.
    #[error("The request is valid, but {0}. Try again in a moment.")]
    NotReady(#[source] StorageError),
    /// The disk is full. Nothing was stored.
    #[error(
        "The disk of this service is full. Nothing was saved. Try again after the operator has freed space."
    )]
    DiskFull(#[source] Box<dyn Error + Send + Sync>),
    /// The database is read-only. Nothing was stored.
    #[error("This service is read-only at the moment. Nothing was saved. Try again later.")]
    ReadOnly(#[source] Box<dyn Error + Send + Sync>),
    /// The error of work for which several requests waited.
    #[error(transparent)]
    Shared(Arc<WebError>),
    /// A fault of the service.
    #[error("The service failed. Its log has the details under the id of this request.")]
    Internal(#[source] Box<dyn Error + Send + Sync>),
}

/// The result of what a request does.
pub(crate) type Result<T, E = WebError> = std::result::Result<T, E>;

impl WebError {
    /// Returns the cause of a fault of the service, for the log.
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

    /// Returns whether the error replaces the page with the form: the service failed, or the sender may not see the
    /// page.
    pub(crate) fn replaces_the_form(&self) -> bool {
        matches!(self, Self::Unauthenticated { .. } | Self::AccessChanged)
            || self.kind().status.is_server_error()
    }

    /// Returns after how many seconds to try again, if that may help.
    pub(crate) fn retry_after(&self) -> Option<u32> {
        match self {
            Self::TooMany { seconds, .. } => Some(*seconds),
            Self::Shared(error) => error.retry_after(),
            Self::Overloaded { .. } | Self::SpoolFull(_) => Some(OVERLOADED_SECONDS),
            Self::NotReady(_) | Self::ProviderAway(_) | Self::Slow { .. } => Some(5),
            // An operator has to act first.
            Self::DiskFull(_) | Self::ReadOnly(_) => Some(60),
            _ => None,
        }
    }
}

/// Returns [`WebError::NotFound`] if the object of a change was deleted meanwhile.
pub(crate) fn or_not_found(exists: bool) -> Result<()> {
    if exists { Ok(()) } else { Err(WebError::NotFound) }
}

/// Returns an error, its cause, the cause of that, and so on.
pub(crate) fn causes<'a>(
    error: &'a (dyn Error + 'static),
) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

/// Returns the texts of an error and its causes, for the log.
pub(crate) fn chain(error: &(dyn Error + 'static)) -> String {
    causes(error).map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// Returns the text of the innermost cause, without its full stop.
pub(crate) fn innermost(error: &(dyn Error + 'static)) -> String {
    let cause = causes(error).last().unwrap_or(error);
    cause.to_string().trim_end_matches('.').to_owned()
}

impl IntoResponse for WebError {
    /// Returns an empty response that carries the error to the layer that writes it.
    fn into_response(self) -> Response {
        let mut response = self.kind().status.into_response();
        response.extensions_mut().insert(Arc::new(self));
        response
    }
}
