//! Reads stored reports. Parsing takes long, so callers run it in [`blocking`](crate::http::blocking::blocking).

use std::sync::Arc;

use chaffinch_report::{Pair, Report, Sources, hide_names};
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
    serde_json::from_slice(&json).map_err(WebError::internal)
}

/// Parses a stored pair.
pub(crate) fn pair(record: &PairRecord) -> Result<Pair, WebError> {
    let json = record.body.unpack().map_err(WebError::internal)?;
    serde_json::from_slice(&json).map_err(WebError::internal)
}

/// Unpacks stored texts for pages.
pub(crate) fn sources(stored: &[(u32, Vec<SourceText>)]) -> Result<Sources<'static>, WebError> {
    let mut sources = Sources::new();
    for (submission, files) in stored {
        if files.is_empty() {
            sources.remove(*submission);
        }
        for file in files {
            let Some(packed) = &file.text else { continue };
            let text = String::from_utf8(packed.unpack().map_err(WebError::internal)?)
                .map_err(WebError::internal)?;
            sources.insert(*submission, file.file, text);
        }
    }
    Ok(sources)
}

/// Puts pairs and texts into a report, and hides names if `hide` is set.
pub(crate) fn assembled(
    mut report: Arc<Report>,
    pairs: &[PairRecord],
    stored: &[(u32, Vec<SourceText>)],
    hide: bool,
) -> Result<(Arc<Report>, Sources<'static>), WebError> {
    for record in pairs {
        let pair = self::pair(record)?;
        let report = Arc::make_mut(&mut report);
        if let Some(listed) = report.listed_mut().find(|listed| listed.id == pair.id) {
            *listed = pair;
        }
    }
    let sources = sources(stored)?;
    if !hide {
        return Ok((report, sources));
    }
    let (report, sources) = hide_names(&report, &sources, &[]);
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
