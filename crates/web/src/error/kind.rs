//! The status, code and title of each error.

use axum::http::StatusCode;
use chaffinch_storage::SpoolFull;

use crate::error::WebError;
use crate::http::error_docs;

/// Status, code and title of an error.
pub(crate) struct ErrorKind {
    /// As `docs/integrating/errors.md` says.
    pub(crate) status: StatusCode,
    /// A stable code, which is the anchor in `docs/integrating/errors.md`.
    pub(crate) code: &'static str,
    pub(crate) title: &'static str,
}

impl WebError {
    pub(crate) fn kind(&self) -> ErrorKind {
        let (code, title) = match self {
            Self::NotFound => ("not-found", "Not found"),
            Self::Unauthenticated { .. } => ("unauthenticated", "Sign-in required"),
            Self::TwoCredentials => ("two-credentials", "Two credentials in one request"),
            Self::Forbidden => ("forbidden", "Not allowed"),
            Self::ChecksOff => ("checks-off", "Checks are off"),
            Self::OutlivesToken { .. } => ("outlives-token", "Token expires earlier"),
            Self::NotByToken => ("not-by-token", "Not allowed with a token"),
            Self::AccessChanged => ("access-changed", "Access changed"),
            Self::CrossSite => ("cross-site", "Request from another site"),
            Self::SignInLink => ("sign-in-link", "Invalid sign-in link"),
            Self::TooMany { .. } | Self::SpoolFull(SpoolFull::OfAccount { .. }) => {
                ("too-many-requests", "Too many requests")
            }
            Self::Overloaded { .. } | Self::SpoolFull(SpoolFull::All { .. }) => {
                ("overloaded", "Service overloaded")
            }
            Self::ProviderRefused { .. } => ("provider-refused", "Sign-in at the identity provider failed"),
            Self::ProviderAway(_) => ("provider-away", "Identity provider unavailable"),
            Self::ProveAgain { .. } => ("prove-again", "Confirm your identity"),
            Self::LastOwner => ("last-owner", "Last owner of the course"),
            Self::LastAdmin => ("last-admin", "Last administrator"),
            Self::TooManyCourses { .. } => ("too-many-courses", "Too many courses"),
            Self::NoAccount { .. } => ("no-account", "No such account"),
            Self::Method => ("method-not-allowed", "Method not allowed"),
            Self::MediaType { .. } => ("unsupported-media-type", "Unsupported media type"),
            Self::Malformed(_) => ("malformed", "Malformed request"),
            Self::Query(_) => ("invalid-query", "Invalid query"),
            Self::BodyTooLarge { .. } => ("body-too-large", "Request too large"),
            Self::Idle { .. } | Self::TooSlow(_) => ("idle", "Request timed out"),
            Self::Slow { .. } => ("slow", "No answer in time"),
            Self::UploadTooLarge { .. } => ("upload-too-large", "Upload too large"),
            Self::TooManyFiles { .. } => ("too-many-files", "Too many files"),
            Self::UnknownField { .. } => ("unknown-field", "Unknown field"),
            Self::Field { .. } => ("invalid-field", "Invalid field"),
            Self::NoSubmissions => ("no-submissions", "No submissions"),
            Self::KeyFormat { .. } => ("invalid-idempotency-key", "Invalid Idempotency-Key"),
            Self::KeyReused => ("idempotency-key-reused", "Idempotency-Key reused"),
            Self::Refused(refusal) => (refusal.code(), "Upload refused"),
            Self::Costly(_) => ("too-costly", "Upload too costly to read"),
            Self::Unreadable(_) => ("unreadable", "Unreadable text"),
            Self::NameTaken { .. } => ("name-taken", "Name already taken"),
            Self::NotFinished { .. } => ("not-finished", "Batch not finished"),
            Self::Busy => ("busy", "Another job is running"),
            Self::TooManyShares { .. } => ("too-many-shares", "Too many share links"),
            Self::TooManyRevisions { .. } => ("too-many-revisions", "Too many reports"),
            Self::Held { .. } => ("held", "Legal hold"),
            Self::CaseExists { .. } => ("case-exists", "Case already exists"),
            Self::TooManyCases { .. } => ("too-many-cases", "Too many cases"),
            Self::CaseFull { .. } => ("case-full", "Case full"),
            Self::ReviewerDecides => ("reviewer-decides", "Decision of the second reviewer"),
            Self::CaseChanged => ("case-changed", "Case changed"),
            Self::ReviewChanged => ("review-changed", "Settings changed"),
            Self::ReportTooLarge { .. } => ("report-too-large", "Report too large"),
            Self::NoReport { .. } => ("no-report", "No report"),
            Self::NotReady(_) => ("not-ready", "Service not ready"),
            Self::DiskFull(_) => ("disk-full", "Disk full"),
            Self::ReadOnly(_) => ("read-only", "Service read-only"),
            Self::Shared(error) => return error.kind(),
            Self::Internal(_) => ("internal", "Internal error"),
        };
        // Every code has an entry, as a test checks.
        let status = error_docs::explained(code).and_then(|entry| StatusCode::from_u16(entry.status).ok());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        ErrorKind { status, code, title }
    }
}
