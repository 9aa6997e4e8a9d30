//! Compaction: selects runs, and merges them into one without the postings of deleted documents and of frequent
//! fingerprints.
//!
//! A look-up costs the same in a small run as in a large one, so there should be few visible runs. Every merge writes
//! its postings again, so large runs should not be merged often. Runs are merged when there are [`FAN_OUT`] of them. A
//! run is left out while it outweighs all smaller ones together. So fewer than eight runs are visible when nothing is
//! left to merge, mostly one or two after a merge.
//!
//! A merge reads a piece of each run at a time and writes a piece at a time, so memory does not grow with the runs. The new
//! run replaces the old ones in one step and is not visible before that. An interrupted compaction starts again from
//! the beginning.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use chaffinch_storage::{Block, DocumentId, Index, Lease, Published, Run, RunId, SchemeId};

use crate::block::Reader;
use crate::run::{Writer, Written, span};
use crate::{Damage, DocumentSet, IndexError};

/// Number of visible runs at which some are merged.
const FAN_OUT: usize = 8;

/// A run this many times as large as all smaller ones together is not merged.
const OUTWEIGHS: u64 = 2;

/// A run is rewritten when one in this many of its documents is deleted.
const DEAD: u64 = 4;

/// Returns the runs to merge next, or a single run to rewrite; `None` if there is nothing to do. `runs` are all visible
/// runs of a scheme.
pub fn plan(runs: &[Run]) -> Option<Vec<RunId>> {
    let mut by_size: Vec<&Run> = runs.iter().collect();
    by_size.sort_unstable_by_key(|run| (run.postings, run.id));
    if FAN_OUT <= by_size.len() {
        let mut smaller: u64 = by_size.iter().map(|run| run.postings).sum();
        while by_size.len() > 2
            && let Some(largest) = by_size.last()
            && OUTWEIGHS * (smaller - largest.postings) < largest.postings
        {
            smaller -= largest.postings;
            by_size.pop();
        }
        // A block stores documents in 32 bits.
        let span = span(by_size.iter().copied());
        if u32::try_from(span.end - span.start).is_ok() {
            return Some(by_size.iter().map(|run| run.id).collect());
        }
    }
    // The span of a run cannot be used instead of its documents, as it includes numbers of documents that were deleted
    // before the run was written.
    let dead = |run: &&Run| run.living + run.dead < DEAD * run.dead;
    runs.iter().find(dead).map(|run| vec![run.id])
}

/// Number of blocks of a run that are read at a time: about 100 kB.
const PIECE: u32 = 256;

/// Merges runs of a scheme, as [`plan()`](crate::plan()) selects them. Fingerprints in more documents than
/// `frequency_limit` become frequent. Returns `None` if one of the runs no longer exists because another process merged
/// it first.
///
/// # Errors
///
/// A damaged block, a lost lease, or an error of the storage. The old runs stay as they are.
pub async fn compact<S: Index + Sync + ?Sized>(
    storage: &S,
    lease: &Lease,
    scheme: SchemeId,
    runs: &[RunId],
    frequency_limit: u32,
    mut progress: impl FnMut(u64, u64) + Send,
) -> Result<Option<Written>, IndexError> {
    let mut chosen = storage.runs(scheme).await?;
    chosen.retain(|run| runs.contains(&run.id));
    let Some(base) = chosen.iter().map(|run| run.base).min() else { return Ok(None) };
    if chosen.len() < runs.len() {
        return Ok(None);
    }
    let documents = span(&chosen);
    let living: DocumentSet = storage.living(documents.clone()).await?.into_iter().collect();
    let frequent = storage.frequent(scheme).await?;
    let total = chosen.iter().map(|run| run.postings).sum();
    let level = chosen.iter().map(|run| run.level).max().unwrap_or(0);
    let published = Published {
        replaces: chosen.iter().map(|run| run.id).collect(),
        documents,
        level: if chosen.len() > 1 { level.saturating_add(1) } else { level },
        postings: 0,
        dead: chosen.iter().map(|run| run.dead).sum(),
        frequent: Vec::new(),
        forget_frequent: false,
    };

    let building = storage.begin_run(lease, scheme, base).await?;
    let mut writer = Writer::new(storage, lease, building, base, frequency_limit);
    let mut merge = Merge::of(storage, &chosen).await?;
    let (mut postings, mut done, mut told) = (Vec::new(), 0, 0);
    while let Some(fingerprint) = merge.next(storage, &mut postings).await? {
        done += postings.len() as u64;
        postings.retain(|posting| living.contains(posting.0));
        postings.sort_unstable();
        postings.dedup();
        if !postings.is_empty() {
            let known = frequent.binary_search_by_key(&fingerprint, |known| known.0);
            writer.list(fingerprint, &postings, known.map_or(0, |at| frequent[at].1));
            writer.flush().await?;
        }
        if told + 1_000_000 <= done {
            told = done;
            progress(done, total);
        }
    }
    progress(total, total);
    writer.publish(published).await.map(Some)
}

/// Reads several runs by fingerprint.
struct Merge {
    streams: Vec<Stream>,
    /// The next fingerprint of each stream that has one.
    next: BinaryHeap<Reverse<(u64, usize)>>,
}

impl Merge {
    async fn of<S: Index + Sync + ?Sized>(storage: &S, runs: &[Run]) -> Result<Self, IndexError> {
        let mut merge = Self { streams: Vec::new(), next: BinaryHeap::new() };
        for (at, run) in runs.iter().enumerate() {
            let mut stream = Stream::of(run);
            if let Some(first) = stream.advance(storage).await? {
                merge.next.push(Reverse((first, at)));
            }
            merge.streams.push(stream);
        }
        Ok(merge)
    }

    /// Returns the next fingerprint, and replaces `postings` with its postings, in any order.
    async fn next<S: Index + Sync + ?Sized>(
        &mut self,
        storage: &S,
        postings: &mut Vec<(u64, u32)>,
    ) -> Result<Option<u64>, IndexError> {
        postings.clear();
        let mut smallest = None;
        while let Some(&Reverse((fingerprint, at))) = self.next.peek()
            && *smallest.get_or_insert(fingerprint) == fingerprint
        {
            self.next.pop();
            let stream = &mut self.streams[at];
            postings.extend_from_slice(stream.list());
            if let Some(next) = stream.advance(storage).await? {
                self.next.push(Reverse((next, at)));
            }
        }
        Ok(smallest)
    }
}

/// Reads one run by fingerprint.
struct Stream {
    id: RunId,
    base: DocumentId,
    /// Blocks that were read but not opened yet, the last one first.
    blocks: Vec<Block>,
    /// The first fingerprint of the last block that was read.
    after: Option<u64>,
    /// The last fingerprint of the block that was opened last.
    reached: Option<u64>,
    /// Fingerprints of the open block that are still to come, the last one first, each with the end of its postings.
    lists: Vec<(u64, usize)>,
    /// The postings of the open block.
    postings: Vec<(u64, u32)>,
    /// The range of the current fingerprint's postings.
    current: std::ops::Range<usize>,
}

impl Stream {
    fn of(run: &Run) -> Self {
        Self {
            id: run.id,
            base: run.base,
            blocks: Vec::new(),
            after: None,
            reached: None,
            lists: Vec::new(),
            postings: Vec::new(),
            current: 0..0,
        }
    }

    /// Returns the postings of the current fingerprint.
    fn list(&self) -> &[(u64, u32)] {
        &self.postings[self.current.clone()]
    }

    /// Moves to the next fingerprint.
    async fn advance<S: Index + Sync + ?Sized>(&mut self, storage: &S) -> Result<Option<u64>, IndexError> {
        if self.lists.is_empty() && !self.open(storage).await? {
            return Ok(None);
        }
        Ok(self.lists.pop().map(|(fingerprint, end)| {
            self.current = self.current.end..end;
            fingerprint
        }))
    }

    /// Opens the next block. Returns false at the end of the run.
    async fn open<S: Index + Sync + ?Sized>(&mut self, storage: &S) -> Result<bool, IndexError> {
        if self.blocks.is_empty() {
            self.blocks = storage.scan(self.id, self.after, PIECE).await?;
            self.after = self.blocks.last().map(|block| block.first);
            self.blocks.reverse();
        }
        let Some(block) = self.blocks.pop() else { return Ok(false) };
        let damaged = |damage| IndexError::Block { run: self.id, first: block.first, damage };
        let reader = Reader::open(block.first, &block.bytes).map_err(damaged)?;
        // Postings out of order would make a merged block that is out of order too, and the error could no longer be
        // found.
        if !reader.is_ordered() || self.reached.is_some_and(|reached| block.first <= reached) {
            return Err(damaged(Damage::Shape));
        }
        self.postings.clear();
        self.current = 0..0;
        for list in reader.lists() {
            let documents = list.postings().map(|(d, position)| (self.base.0 + u64::from(d), position));
            self.postings.extend(documents);
            self.lists.push((list.fingerprint, self.postings.len()));
        }
        self.reached = self.lists.last().map(|list| list.0);
        self.lists.reverse();
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::DocumentId;

    use super::*;

    fn run(id: u64, postings: u64) -> Run {
        Run {
            id: RunId(id),
            base: DocumentId(0),
            documents: 0..100,
            level: 0,
            postings,
            blocks: 1,
            bytes: 1,
            living: 100,
            dead: 0,
        }
    }

    /// Ingests equal runs one after the other. Returns the number of postings that merges wrote for each ingested one,
    /// and the mean number of visible runs.
    fn ingest(count: u64) -> (f64, f64) {
        let (mut runs, mut written, mut visible): (Vec<Run>, u64, usize) = (Vec::new(), 0, 0);
        for id in 0..count {
            runs.push(run(2 * id, 1));
            while let Some(ids) = plan(&runs) {
                let merged = runs.extract_if(.., |run| ids.contains(&run.id)).map(|run| run.postings).sum();
                runs.push(run(2 * id + 1, merged));
                written += merged;
            }
            assert!(runs.len() < FAN_OUT);
            visible += runs.len();
        }
        (written as f64 / count as f64, visible as f64 / count as f64)
    }

    #[test]
    fn few_runs_are_visible_and_a_posting_is_written_seldom() {
        for (count, most_written, most_visible) in [(64, 2.5, 4.5), (333, 4.5, 5.0), (4000, 8.0, 5.5)] {
            let (written, visible) = ingest(count);
            assert!(written < most_written && visible < most_visible, "{count}: {written}, {visible}");
        }
    }

    #[test]
    fn a_run_with_many_dead_documents_is_written_anew() {
        let runs = |dead| [run(1, 9), Run { living: 100 - dead, dead, ..run(2, 5) }];
        assert_eq!(plan(&runs(25)), None);
        assert_eq!(plan(&runs(26)), Some(vec![RunId(2)]));
    }

    /// A merged run keeps the span of its sources, however few documents are left.
    #[test]
    fn a_run_of_few_documents_far_apart_is_written_anew_once_they_are_gone() {
        let runs = |living| [Run { living, dead: 2 - living, documents: 0..1_000_000, ..run(1, 9) }];
        assert_eq!(plan(&runs(2)), None);
        assert_eq!(plan(&runs(1)), Some(vec![RunId(1)]));
        assert_eq!(plan(&runs(0)), Some(vec![RunId(1)]));
    }
}
