//! The status, code and title of each error, and the explanation of its code, which is compiled in from
//! `docs/integrating/errors.md`.

use std::sync::LazyLock;

use axum::http::StatusCode;
use chaffinch_storage::SpoolFull;

use crate::error::WebError;

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
            Self::MarkChanged => ("mark-changed", "Mark changed"),
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
        let status = explained(code).and_then(|entry| StatusCode::from_u16(entry.status).ok());
        let status = status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        ErrorKind { status, code, title }
    }
}

/// The whole document.
pub(crate) const DOCUMENT: &str = include_str!("../../../../docs/integrating/errors.md");

/// Path below which each code has a page. The `type` of every problem points there.
pub(crate) const PAGES: &str = "/errors";

/// The entry of one code.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Explained {
    pub(crate) code: &'static str,
    /// HTTP status of the code.
    pub(crate) status: u16,
    /// Heading of the group of the code.
    pub(crate) group: &'static str,
    /// Paragraphs of Markdown. The only markup is code in backquotes.
    pub(crate) text: &'static str,
}

impl Explained {
    /// Returns the first sentence of the text.
    pub(crate) fn sentence(&self) -> &'static str {
        self.text.find(". ").map_or(self.text, |end| &self.text[..=end])
    }
}

/// All entries, in the order of the document.
pub(crate) static ALL: LazyLock<Vec<Explained>> = LazyLock::new(|| entries(DOCUMENT));

/// Returns the entry of a code.
pub(crate) fn explained(code: &str) -> Option<&'static Explained> {
    ALL.iter().find(|entry| entry.code == code)
}

fn entries(document: &'static str) -> Vec<Explained> {
    let mut entries = Vec::new();
    for group in document.split("\n## ").skip(1) {
        let mut pieces = group.split("\n### ");
        let heading = pieces.next().unwrap_or_default().lines().next().unwrap_or_default();
        entries.extend(pieces.filter_map(|piece| {
            let (code, text) = piece.split_once('\n')?;
            let (status, text) = text.trim().split_once(". ")?;
            Some(Explained { code, status: status.parse().ok()?, group: heading, text })
        }));
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::{ALL, DOCUMENT, explained};

    #[test]
    fn every_heading_is_an_entry_and_codes_are_unique() {
        assert_eq!(ALL.len(), DOCUMENT.matches("\n### ").count(), "each begins with its status");
        for entry in ALL.iter() {
            assert!(std::ptr::eq(entry, explained(entry.code).unwrap()), "{} twice", entry.code);
            assert!((400..600).contains(&entry.status), "{}", entry.code);
            assert!(
                entry.code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'),
                "{}",
                entry.code
            );
        }
        let entry = explained("upload-too-large").unwrap();
        assert_eq!((entry.status, entry.group), (413, "Uploads"));
        assert_eq!(entry.sentence(), "The upload is larger than the limit.");
    }
}
