//! Reads stored reports, and keeps the last large ones that pages have parsed. Parsing takes long, so callers run it in
//! [`blocking`](crate::limits::fair_queue::blocking). A report of 16,000 submissions takes longer to parse than a page of
//! it to render.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chaffinch_person::pseudonym_key;
use chaffinch_report::{Pair, PairId, PseudonymKey, Report, Sources, SubmissionId, hide_names};
use chaffinch_storage::{Batch, Packed, PairRecord, SourceText, Storage};

use crate::error::{Result, WebError};
use crate::limits::fair_queue::PageTurn;

/// Refuses a batch without a report.
pub(crate) fn must_exist(batch: &Batch) -> Result<()> {
    match batch.revision {
        Some(_) => Ok(()),
        None => Err(WebError::NoReport { status: batch.status.name() }),
    }
}

/// Returns the report without matches. Pages read all other data by [`Batch::current`] too, so that everything is of
/// one revision, even if another one becomes current meanwhile.
pub(crate) async fn head(storage: &dyn Storage, batch: &Batch) -> Result<Packed> {
    must_exist(batch)?;
    storage.report_head(batch.id, batch.current()).await?.ok_or(WebError::NotFound)
}

/// Parses a stored report, without matches or whole.
pub(crate) fn parsed(packed: &Packed) -> Result<Report> {
    let json = packed.unpack().map_err(WebError::internal)?;
    Report::from_json(&json).map_err(WebError::internal)
}

/// Parses a stored pair.
pub(crate) fn pair(record: &PairRecord) -> Result<Pair> {
    let json = record.body.unpack().map_err(WebError::internal)?;
    Pair::from_json(&json).map_err(WebError::internal)
}

/// Unpacks a stored text. `None`: it is no longer stored.
pub(crate) fn text(source: &SourceText) -> Result<Option<String>> {
    let Some(packed) = &source.text else { return Ok(None) };
    let text = packed.unpack().map_err(WebError::internal)?;
    String::from_utf8(text).map(Some).map_err(WebError::internal)
}

/// Unpacks stored texts for pages.
pub(crate) fn sources(stored: &[(u32, Vec<SourceText>)]) -> Result<Sources<'static>> {
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
    pub(crate) fn number(&self, id: SubmissionId) -> Result<u32> {
        let number = if id.is_code() { self.key.number(id) } else { Some(id.0).filter(|_| !self.hide) };
        number.ok_or(WebError::NotFound)
    }

    /// Returns the numbers of a pair.
    pub(crate) fn numbers(&self, id: PairId) -> Result<PairId> {
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
) -> Result<(Arc<Report>, Sources<'static>)> {
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
) -> Result<Vec<(u32, Vec<SourceText>)>> {
    let mut stored = Vec::new();
    for &submission in submissions {
        stored.push((submission, storage.sources(batch.id, revision, submission).await?));
    }
    Ok(stored)
}

/// Size from which on a report is kept, in bytes of JSON. A smaller one is parsed within milliseconds.
const MIN_BYTES: u64 = 256 << 10;

/// Largest size of all reports that are kept, in bytes of JSON. A parsed report takes about twice as much.
const MAX_BYTES: u64 = 32 << 20;

/// Time for which a report is kept. It is limited because names are in memory.
const MAX_AGE: Duration = Duration::from_mins(10);

/// Parsed reports without matches, the latest first.
#[derive(Default)]
pub(crate) struct ReportCache(Mutex<VecDeque<CachedReport>>);

struct CachedReport {
    /// Digest of the stored bytes. A report that changes, for example because a person is erased, has another one.
    digest: blake3::Hash,
    report: Arc<Report>,
    bytes: u64,
    parsed: Instant,
}

impl ReportCache {
    /// Reads the current report of a batch without matches, and parses it in this turn.
    pub(crate) async fn read(
        self: &Arc<Self>,
        storage: &dyn Storage,
        turn: &PageTurn,
        batch: &Batch,
    ) -> Result<Arc<Report>> {
        let head = head(storage, batch).await?;
        let cache = Arc::clone(self);
        turn.run(move || cache.parsed(&head)).await
    }

    /// Parses a stored report, or returns it if it was parsed before.
    fn parsed(&self, head: &Packed) -> Result<Arc<Report>> {
        let bytes = head.content_bytes();
        if bytes < MIN_BYTES {
            return parsed(head).map(Arc::new);
        }
        let digest = blake3::hash(head.as_bytes());
        if let Some(report) = self.find(digest) {
            return Ok(report);
        }
        let report = Arc::new(parsed(head)?);
        self.insert(CachedReport { digest, report: Arc::clone(&report), bytes, parsed: Instant::now() });
        Ok(report)
    }

    fn find(&self, digest: blake3::Hash) -> Option<Arc<Report>> {
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cached.retain(|one| one.parsed.elapsed() < MAX_AGE);
        let at = cached.iter().position(|one| one.digest == digest)?;
        let found = cached.remove(at)?;
        let report = Arc::clone(&found.report);
        cached.push_front(found);
        Some(report)
    }

    fn insert(&self, report: CachedReport) {
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cached.push_front(report);
        while cached.iter().map(|one| one.bytes).sum::<u64>() > MAX_BYTES {
            cached.pop_back();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(layouts: usize, title: &str) -> Packed {
        let settings = serde_json::json!({
            "schemes": [], "common": 0, "cutoff": 15.0, "cutoff_expect": null, "min_match": 8, "boilerplate_run": 32,
            "too_short": 40, "neighbours": 100, "submission_limit": 0,
            "screening": {"max_postings": 512, "frequent_fingerprints": 0, "all_verified": true},
            "background": {"submissions": 0, "sources": [], "passages": 0}
        });
        let report = serde_json::json!({
            "format": 1, "title": title, "chaffinch": "0.1.0", "revision": 1, "settings": settings,
            "verified_pairs": 0, "submissions": [], "pairs": [], "clusters": [], "duplicates": [],
            "boilerplate": {"files": 0, "masked_tokens": 0, "hashes": 0}, "skipped": [],
            "layouts": vec!["long ".repeat(200); layouts], "references": [], "groups": 0,
            "distribution": {"submissions": 0, "pairs": 0, "bars": [], "chance": null}
        });
        Packed::pack(&serde_json::to_vec(&report).unwrap())
    }

    #[test]
    fn a_large_report_is_parsed_once_and_a_changed_one_again() {
        let cache = ReportCache::default();
        let (small, large, changed) = (head(1, "a"), head(400, "a"), head(400, "b"));
        let parsed = |head| cache.parsed(head).unwrap();
        assert!(!Arc::ptr_eq(&parsed(&small), &parsed(&small)));
        assert!(Arc::ptr_eq(&parsed(&large), &parsed(&large)));
        assert_eq!(parsed(&changed).title, "b");
        assert_eq!(parsed(&large).title, "a");
        // What does not fit is parsed each time.
        let huge = head(40_000, "c");
        assert!(!Arc::ptr_eq(&parsed(&huge), &parsed(&huge)));
    }
}
