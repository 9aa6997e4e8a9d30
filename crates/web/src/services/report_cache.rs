//! Keeps the last large reports that pages have parsed. A report of 16,000 submissions takes longer to parse than a page
//! of it to render.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use chaffinch_report::Report;
use chaffinch_storage::{Batch, Packed, Storage};

use super::reports;
use crate::error::WebError;
use crate::limits::page_turn::PageTurn;

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
    ) -> Result<Arc<Report>, WebError> {
        let head = reports::head(storage, batch).await?;
        let cache = Arc::clone(self);
        turn.run(move || cache.parsed(&head)).await
    }

    /// Parses a stored report, or returns it if it was parsed before.
    fn parsed(&self, head: &Packed) -> Result<Arc<Report>, WebError> {
        let bytes = head.content_bytes();
        if bytes < MIN_BYTES {
            return reports::parsed(head).map(Arc::new);
        }
        let digest = blake3::hash(head.as_bytes());
        if let Some(report) = self.find(digest) {
            return Ok(report);
        }
        let report = Arc::new(reports::parsed(head)?);
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
