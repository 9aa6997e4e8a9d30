//! Which file of a report is requested: its format, its version, and the key under which it is kept.

use chaffinch_pages::Locale;
use chaffinch_report::PseudonymKey;
use chaffinch_storage::{Batch, BatchId, ReportVersion, Storage};

use crate::error::WebError;
use crate::services::reports::must_exist;

/// The format of an exported report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ExportFormat {
    Json,
    Csv,
    Zip,
}

impl ExportFormat {
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Zip => "zip",
        }
    }

    pub(crate) const fn media_type(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Zip => "application/zip",
        }
    }
}

/// Identifies one exported file: the report, its version, the format, whether names are hidden, and
/// the language of its pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ExportKey {
    pub(crate) batch: BatchId,
    pub(crate) version: ReportVersion,
    pub(crate) kind: ExportFormat,
    /// The key of the pseudonyms, if names are hidden.
    pub(crate) hide: Option<PseudonymKey>,
    /// Whether it is for people with a shared link, who do not learn where passages are common.
    pub(crate) shared: bool,
    /// Tag of the language of the pages. English for a format without pages.
    pub(crate) language: &'static str,
}

impl ExportKey {
    /// Returns the key of a file of this report in its present version.
    pub(crate) async fn load(
        storage: &dyn Storage,
        batch: &Batch,
        revision: Option<u32>,
        kind: ExportFormat,
        hide: Option<PseudonymKey>,
        locale: Locale,
    ) -> Result<Self, WebError> {
        must_exist(batch)?;
        let version = storage.report_version(batch.id, revision).await?.ok_or(WebError::NotFound)?;
        let locale = if kind == ExportFormat::Zip { locale } else { Locale::english() };
        Ok(Self { batch: batch.id, version, kind, hide, shared: false, language: locale.tag() })
    }

    /// Returns a hash that is equal for equal files of this version of Chaffinch, and differs for all others.
    pub(crate) fn digest(&self) -> blake3::Hash {
        blake3::hash(format!("{} {self:?}", env!("CARGO_PKG_VERSION")).as_bytes())
    }

    /// Returns whether `self` and `other` are the same file in different report versions.
    pub(super) fn replaces(&self, other: &Self) -> bool {
        (self.batch, self.version.revision, self.kind, self.hide, self.shared, self.language)
            == (other.batch, other.version.revision, other.kind, other.hide, other.shared, other.language)
    }
}
