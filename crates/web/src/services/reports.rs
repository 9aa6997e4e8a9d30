//! Reads stored reports. Parsing takes long, so callers run it in [`blocking`](crate::http::blocking::blocking).

use std::sync::Arc;

use chaffinch_person::pseudonym_key;
use chaffinch_report::{Pair, PairId, PseudonymKey, Report, Sources, SubmissionId, hide_names};
use chaffinch_storage::{Batch, Packed, PairRecord, SourceText, Storage};

use crate::error::WebError;

/// Refuses a batch without a report.
pub(crate) fn must_exist(batch: &Batch) -> Result<(), WebError> {
    match batch.revision {
        Some(_) => Ok(()),
        None => Err(WebError::NoReport { status: batch.status.name() }),
    }
}

/// Returns the report without matches. Pages read all other data by [`Batch::current`] too, so that everything is of
/// one revision, even if another one becomes current meanwhile.
pub(crate) async fn head(storage: &dyn Storage, batch: &Batch) -> Result<Packed, WebError> {
    must_exist(batch)?;
    storage.report_head(batch.id, batch.current()).await?.ok_or(WebError::NotFound)
}

/// Parses a stored report, without matches or whole.
pub(crate) fn parsed(packed: &Packed) -> Result<Report, WebError> {
    let json = packed.unpack().map_err(WebError::internal)?;
    Report::from_json(&json).map_err(WebError::internal)
}

/// Parses a stored pair.
pub(crate) fn pair(record: &PairRecord) -> Result<Pair, WebError> {
    let json = record.body.unpack().map_err(WebError::internal)?;
    Pair::from_json(&json).map_err(WebError::internal)
}

/// Unpacks a stored text. `None`: it is no longer stored.
pub(crate) fn text(source: &SourceText) -> Result<Option<String>, WebError> {
    let Some(packed) = &source.text else { return Ok(None) };
    let text = packed.unpack().map_err(WebError::internal)?;
    String::from_utf8(text).map(Some).map_err(WebError::internal)
}

/// Unpacks stored texts for pages.
pub(crate) fn sources(stored: &[(u32, Vec<SourceText>)]) -> Result<Sources<'static>, WebError> {
    let mut sources = Sources::new();
    for (submission, files) in stored {
        if files.is_empty() {
            sources.remove(*submission);
        }
        for file in files {
            if let Some(text) = text(file)? {
                sources.insert(*submission, file.file, text);
            }
        }
    }
    Ok(sources)
}

/// The ids of submissions in addresses and pages: numbers, or codes where names are hidden.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReportIds {
    /// The key of the codes.
    pub(crate) key: PseudonymKey,
    /// Whether names are hidden.
    pub(crate) hide: bool,
}

impl ReportIds {
    /// Returns the ids in the reports of a batch.
    pub(crate) fn new(batch: &Batch, hide: bool) -> Self {
        Self { key: pseudonym_key(batch), hide }
    }

    /// Returns the key if names are hidden.
    pub(crate) fn hiding(&self) -> Option<PseudonymKey> {
        self.hide.then_some(self.key)
    }

    /// Returns the number of a submission. Where names are hidden, a number is not an id: numbers follow the alphabet, so
    /// a reader with a class list could look up who has which code.
    pub(crate) fn number(&self, id: SubmissionId) -> Result<u32, WebError> {
        let number = if id.is_code() { self.key.number(id) } else { Some(id.0).filter(|_| !self.hide) };
        number.ok_or(WebError::NotFound)
    }

    /// Returns the numbers of a pair.
    pub(crate) fn numbers(&self, id: PairId) -> Result<PairId, WebError> {
        let [left, right] = id.sides();
        if id.right < id.left {
            return Err(WebError::NotFound);
        }
        Ok(PairId::new(self.number(left)?, self.number(right)?))
    }

    /// Returns the id of the submission with this number.
    pub(crate) fn id(&self, number: u32) -> u32 {
        if self.hide { self.key.code(number) } else { number }
    }

    /// Returns the id of the pair of submissions with these numbers.
    pub(crate) fn pair(&self, numbers: PairId) -> PairId {
        PairId::new(self.id(numbers.left), self.id(numbers.right))
    }
}

/// Puts pairs and texts into a report, and hides names if there is a key for them.
pub(crate) fn assembled(
    mut report: Arc<Report>,
    pairs: &[PairRecord],
    stored: &[(u32, Vec<SourceText>)],
    hide: Option<PseudonymKey>,
) -> Result<(Arc<Report>, Sources<'static>), WebError> {
    for record in pairs {
        let pair = self::pair(record)?;
        let report = Arc::make_mut(&mut report);
        if let Some(listed) = report.listed_mut().find(|listed| listed.id == pair.id) {
            *listed = pair;
        }
    }
    let sources = sources(stored)?;
    let Some(key) = hide else { return Ok((report, sources)) };
    let (report, sources) = hide_names(&report, &sources, key, &[]);
    Ok((Arc::new(report), sources))
}

/// Returns the stored texts of some submissions.
pub(crate) async fn stored_sources(
    storage: &dyn Storage,
    batch: &Batch,
    revision: Option<u32>,
    submissions: &[u32],
) -> Result<Vec<(u32, Vec<SourceText>)>, WebError> {
    let mut stored = Vec::new();
    for &submission in submissions {
        stored.push((submission, storage.sources(batch.id, revision, submission).await?));
    }
    Ok(stored)
}
