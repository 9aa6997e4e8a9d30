//! Compaction: merges runs into one, without the postings of deleted documents and of frequent fingerprints.
//!
//! It reads a piece of each run at a time and writes a piece at a time, so memory does not grow with the runs. The new
//! run replaces the old ones in one step and is not visible before that. An interrupted compaction starts again from
//! the beginning.

use std::{cmp::Reverse, collections::BinaryHeap};

use chaffinch_storage::{Block, DocumentId, Index, Lease, Published, Run, RunId, SchemeId};

use crate::{
    Damage, DocumentSet, IndexError,
    block::Reader,
    run::span,
    writer::{Writer, Written},
};

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
