//! Counts pairs: for each document, how many of its lists contain each earlier document.
//!
//! The paper expands a value of n documents into n (n - 1) / 2 entries, sorts them and merges equal ones. That takes
//! most of the time and of the disk, as pages of one template share many values: a pair is written once for each shared
//! value, and counted only afterwards. Here the lists are kept in memory, and only (document, list) entries are sorted
//! on disk, one for each posting. Then the documents are processed in order. The earlier documents in the lists of each
//! one are counted in a small table, and every pair that reaches the floor is written once.
//!
//! If the lists are too large for memory, blocks of earlier documents are processed one after the other.
//!
//! A value in more documents than the common limit makes no list. It is removed from the sizes of those documents, so
//! it counts neither as shared nor as part of a document. So the limit bounds the work for a value, and all the work is
//! at most the number of postings times half the limit. It is linear, even if many documents share a paragraph.

mod group;
mod lists;
mod partners;
mod tally;

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use self::group::Group;
use self::lists::{Chunks, Lists};
use self::partners::Partners;
use crate::document::Sizes;
use crate::error::Result;
use crate::parallel;
use crate::segments::corpus::{Corpus, shares};
use crate::sort::{self, RANGES, Ranges, Run, RunWriter, Sorter};

/// Counts made while pairs were counted.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct PairCounts {
    /// Number of postings of the segment.
    pub(crate) postings: u64,
    /// Number of values that more documents have than the limit.
    pub(crate) common: u64,
    /// Number of pairs that were counted: the documents share a value and may reach the floor.
    pub(crate) pairs: u64,
    /// Number of pairs kept: those that reach the floor.
    pub(crate) kept: u64,
    /// Size of the largest temporary files, in bytes.
    pub(crate) peak: u64,
}

/// Packs a document with an earlier document or a list of it, for sorting.
fn entry(document: u32, of: u32) -> u64 {
    u64::from(document) << 32 | u64::from(of)
}

/// Returns the earlier and the later document of a pair.
pub(crate) fn earlier_and_later(pair: u64) -> (u32, u32) {
    (pair as u32, (pair >> 32) as u32)
}

/// What all steps of one count use.
struct Count<'a> {
    corpus: &'a Corpus,
    postings: &'a [Run],
    /// How many values each document has. Common values are removed once they are known.
    sizes: &'a Sizes,
    limit: u32,
    floor: f64,
    folder: &'a Path,
    threads: usize,
    /// Bytes for each thread, without the lists.
    memory: usize,
    /// Bytes for all lists.
    room: u64,
}

/// Counts the pairs of the newest segment's documents with each other and with earlier ones. `sizes` holds the number
/// of values of every document, and loses those that turn out to be common. Writes the files `pairs-0-0` and so on.
pub(crate) fn count(
    corpus: &Corpus,
    postings: &[Run],
    sizes: &Sizes,
    (limit, floor): (u32, f64),
    folder: &Path,
) -> Result<(Vec<String>, PairCounts)> {
    let threads = corpus.resources.threads;
    let buffer = corpus.resources.buffer(u64::from(corpus.documents()))?;
    let half = (buffer / 2 * threads) as u64;
    let room = half.min(lists::MAX_BYTES).saturating_sub((threads as u64) << 20).max(1 << 20);
    let count = Count { corpus, postings, sizes, limit, floor, folder, threads, memory: buffer / 2, room };
    let mut counted =
        PairCounts { postings: postings.iter().map(|run| run.entries).sum(), ..PairCounts::default() };
    let mut names = Vec::new();
    for (number, block) in count.blocks(&mut counted)?.into_iter().enumerate() {
        let (lists, shared) = count.gather(&block, &mut counted)?;
        counted.peak = counted.peak.max(shared.iter().map(Run::bytes).sum());
        for (name, pairs, kept) in count.pairs(number, &lists, &shared)? {
            counted.pairs += pairs;
            counted.kept += kept;
            names.push(name);
        }
        shared.into_iter().try_for_each(Run::remove)?;
    }
    Ok((names, counted))
}

/// Earlier documents whose lists fit into memory together, and whether common values are already known.
struct Block {
    documents: Range<u32>,
    surveyed: bool,
}

impl Count<'_> {
    /// Returns one block if that certainly fits. Otherwise reads all postings once, and returns as many blocks as are
    /// needed.
    fn blocks(&self, counted: &mut PairCounts) -> Result<Vec<Block>> {
        let all = self.corpus.documents();
        // A list has at least two documents beside its head of two numbers, so a posting takes at most 8 bytes.
        if counted.postings * 8 <= self.room {
            return Ok(vec![Block { documents: 0..all, surveyed: false }]);
        }
        let width = all.div_ceil(1 << 16).max(1);
        let bins: Vec<AtomicU64> = (0..all.div_ceil(width)).map(|_| AtomicU64::new(0)).collect();
        counted.common = self
            .on_all(|thread| {
                self.lists(thread, true, &mut |documents| {
                    for document in documents {
                        bins[(document / width) as usize].fetch_add(1, Ordering::Relaxed);
                    }
                    Ok(())
                })
            })?
            .into_iter()
            .sum();
        let (mut blocks, mut start, mut bytes) = (Vec::new(), 0, 0);
        for (bin, weight) in bins.iter().enumerate() {
            // A list may have only one document of the block: 12 bytes.
            let more = weight.load(Ordering::Relaxed) * 12;
            let at = bin as u32 * width;
            if bytes + more > self.room && start < at {
                blocks.push(Block { documents: start..at, surveyed: true });
                (start, bytes) = (at, 0);
            }
            bytes += more;
        }
        blocks.push(Block { documents: start..all, surveyed: true });
        Ok(blocks)
    }

    /// Runs the same work on every thread.
    fn on_all<T: Send>(&self, work: impl Fn(usize) -> Result<T> + Sync) -> Result<Vec<T>> {
        parallel::each(self.threads, self.threads, work)
    }

    /// Passes the lists of a thread's share of all values to `each`. If `takes` is set, removes common values from
    /// `sizes` and returns how many there are; otherwise returns 0.
    fn lists(&self, thread: usize, takes: bool, each: &mut impl FnMut(&[u32]) -> Result<()>) -> Result<u64> {
        let sizes = takes.then_some(self.sizes);
        let mut group = Group::new(self.limit, self.corpus.newest_base(), sizes);
        for range in (thread..RANGES).step_by(self.threads) {
            sort::merge(self.postings, range, self.memory / 2, |key, document| {
                group.add(key, document, each)
            })?;
            group.end(each)?;
        }
        Ok(if takes { group.common } else { 0 })
    }

    /// Returns the lists of the block's documents, and sorted (document, list) entries of the newest segment's
    /// documents.
    fn gather(&self, block: &Block, counted: &mut PairCounts) -> Result<(Chunks, Vec<Run>)> {
        let (ranges, newest) = (self.ranges(), self.corpus.newest_base());
        let lists = Lists::default();
        let gathered = self.on_all(|thread| {
            let mut board = lists.shelf();
            let name = format!("shared-{thread}");
            let mut sorter = Sorter::<u64>::new(self.folder, name, ranges, self.memory / 2);
            let common = self.lists(thread, !block.surveyed, &mut |documents| {
                let place = |document| documents.partition_point(|&other| other < document);
                let within = place(block.documents.start)..place(block.documents.end);
                let news = &documents[place(newest)..];
                board.add(&documents[within], |list, first| {
                    // A document that does not come after the first one finds no earlier document here.
                    let mut later = news.iter().filter(|&&document| first < document);
                    later.try_for_each(|&document| sorter.push(entry(document, list)))
                })
            })?;
            Ok((sorter.finish()?, common))
        })?;
        let mut shared = Vec::new();
        for (some, common) in gathered {
            counted.common += common;
            shared.extend(some);
        }
        let (threads, memory) = (self.threads, self.memory);
        let shared = sort::compact(shared, (self.folder, "shared"), ranges, (threads, memory))?;
        Ok((lists.chunks(self.threads, |document| self.sizes.least(document)), shared))
    }

    /// Writes the pairs of the block's documents with later ones, with several files per thread. Returns for each file
    /// its name, the number of pairs, and how many were kept.
    fn pairs(&self, block: usize, lists: &Chunks, shared: &[Run]) -> Result<Vec<(String, u64, u64)>> {
        // Later documents have more earlier ones. With few parts, the last one would take longest.
        let parts = shares(0..RANGES as u32, RANGES.min(4 * self.threads));
        parallel::each(self.threads, parts.len(), |part| {
            let name = format!("pairs-{block}-{part}");
            let mut writer = RunWriter::create(&self.folder.join(&name), self.ranges())?;
            let (mut partners, mut of_one) = (Partners::new(), Vec::new());
            let (mut pairs, mut kept) = (0, 0);
            let mut end = |later: u32, of_one: &mut Vec<u32>| {
                let counts = partners.count((later, self.sizes.least(later)), of_one, lists, self.floor);
                pairs += counts.len() as u64;
                for count in counts {
                    let (earlier, shared) = ((count >> 32) as u32, *count as u32);
                    if self.sizes.overlap(earlier, later, shared).reaches(self.floor) {
                        kept += 1;
                        writer.push(entry(later, earlier), shared)?;
                    }
                }
                of_one.clear();
                Ok(())
            };
            let mut later = 0;
            for range in parts[part].clone() {
                sort::merge(shared, range as usize, self.memory, |key, _| {
                    let (document, list) = ((key >> 32) as u32, key as u32);
                    if document != later && !of_one.is_empty() {
                        end(later, &mut of_one)?;
                    }
                    later = document;
                    of_one.push(list);
                    Ok(())
                })?;
            }
            if !of_one.is_empty() {
                end(later, &mut of_one)?;
            }
            writer.finish()?;
            Ok((name, pairs, kept))
        })
    }

    fn ranges(&self) -> Ranges {
        Ranges::documents(self.corpus.newest_base()..self.corpus.documents())
    }
}

/// Writes links instead of pairs: each document of a value is linked to the first one. This is linear without any
/// limit.
pub(crate) fn link(corpus: &Corpus, postings: &[Run], folder: &Path) -> Result<(Vec<String>, PairCounts)> {
    let resources = corpus.resources;
    let memory = resources.buffer(u64::from(corpus.documents()))?;
    let ranges = Ranges::documents(0..corpus.documents());
    let runs = parallel::each(resources.threads, resources.threads, |thread| {
        let mut sorter = Sorter::<u64>::new(folder, format!("pairs-{thread}"), ranges, memory / 4 * 3);
        for range in (thread..RANGES).step_by(resources.threads) {
            let mut first = None;
            sort::merge(postings, range, memory / 4, |key, document| {
                match first {
                    Some((same, first)) if same == key => sorter.push(entry(document, first))?,
                    _ => first = Some((key, document)),
                }
                Ok(())
            })?;
        }
        sorter.finish()
    })?;
    let runs: Vec<Run> = runs.into_iter().flatten().collect();
    let links = runs.iter().map(|run| run.entries).sum();
    let counted = PairCounts {
        postings: postings.iter().map(|run| run.entries).sum(),
        pairs: links,
        kept: links,
        ..PairCounts::default()
    };
    Ok((runs.iter().map(Run::name).collect(), counted))
}
