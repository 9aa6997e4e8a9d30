//! Expand and merge: whatever value several documents share makes pairs of them, and equal pairs are counted.
//!
//! A value in more documents than the common limit makes none, and leaves the sketches of those documents smaller: it
//! counts neither as shared nor as anybody's. So the pairs of a value are bounded by the limit, and all of them by the
//! number of postings times half the limit: linear, however many documents share a paragraph.

use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use serde::{Deserialize, Serialize};

use crate::corpus::{Corpus, shares};
use crate::error::Result;
use crate::measure::Overlap;
use crate::parallel;
use crate::sort::{self, Entry as _, RANGES, Ranges, Run, RunWriter, Sorter};

/// What was found while pairs were counted.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct Counted {
    /// Postings of the segment.
    pub(crate) postings: u64,
    /// Values that more documents have than the limit.
    pub(crate) common: u64,
    /// Pairs of documents that share a value.
    pub(crate) pairs: u64,
    /// Pairs kept: no less like each other than the floor.
    pub(crate) kept: u64,
    /// Bytes of the largest temporary files.
    pub(crate) peak: u64,
}

/// The documents that share one value, as they come by.
struct Group<'a> {
    key: u64,
    documents: Vec<u32>,
    /// How many there are, those beyond the limit too.
    count: u32,
    limit: u32,
    newest: u32,
    sizes: &'a [AtomicU32],
    common: u64,
}

impl Group<'_> {
    /// Takes the next posting; a group that has ended becomes pairs.
    fn add(&mut self, key: u64, document: u32, each: &mut dyn FnMut(u64) -> Result<()>) -> Result<()> {
        if self.key != key || self.count == 0 {
            self.end(each)?;
            self.key = key;
        }
        self.count += 1;
        if self.count <= self.limit {
            self.documents.push(document);
            return Ok(());
        }
        if self.count == self.limit + 1 {
            self.common += 1;
            for &document in &self.documents {
                self.leave_out(document);
            }
        }
        self.leave_out(document);
        Ok(())
    }

    /// The value is no longer of this document. Of earlier ones it was decided when they came.
    fn leave_out(&self, document: u32) {
        if self.newest <= document {
            self.sizes[document as usize].fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn end(&mut self, each: &mut dyn FnMut(u64) -> Result<()>) -> Result<()> {
        if self.count <= self.limit {
            for (at, &right) in self.documents.iter().enumerate() {
                // Pairs of documents that were there before are known.
                if self.newest <= right {
                    for &left in &self.documents[..at] {
                        each(u64::from(left) << 32 | u64::from(right))?;
                    }
                }
            }
        }
        self.documents.clear();
        self.count = 0;
        Ok(())
    }
}

/// Counts the pairs that the newest segment's documents make with each other and with earlier ones. `sizes` holds the
/// number of values of every document, and loses those that turn out to be common. Leaves `pairs-0` and so on.
pub(crate) fn count(
    corpus: &Corpus,
    postings: &[Run],
    sizes: &[AtomicU32],
    (limit, floor): (u32, f64),
    folder: &Path,
) -> Result<(Vec<String>, Counted)> {
    let resources = corpus.resources;
    let memory = resources.buffer(u64::from(corpus.documents()))?;
    let ranges = Ranges::Pairs { documents: corpus.documents() };
    // Half is for the pairs, half for reading postings.
    let expanded = parallel::each(resources.threads, resources.threads, |thread| {
        let mut sorter = Sorter::<u64>::new(folder, format!("expanded-{thread}"), ranges, memory / 4 * 3);
        let mut group = Group {
            key: 0,
            documents: Vec::new(),
            count: 0,
            limit,
            newest: corpus.newest_base(),
            sizes,
            common: 0,
        };
        for range in (thread..RANGES).step_by(resources.threads) {
            let mut each = |pair: u64| sorter.push(pair);
            sort::merge(postings, range, memory / 4, |key, document| group.add(key, document, &mut each))?;
            group.end(&mut each)?;
        }
        Ok((sorter.finish()?, group.common))
    })?;
    let mut counted =
        Counted { postings: postings.iter().map(|run| run.entries).sum(), ..Counted::default() };
    let mut runs = Vec::new();
    for (some, common) in expanded {
        counted.common += common;
        runs.extend(some);
    }
    counted.peak = runs.iter().map(Run::bytes).sum();
    let runs = sort::compact(runs, (folder, "expanded"), ranges, true, (resources.threads, memory))?;
    // A file for each thread, of ranges that follow each other.
    let shares = shares(0..RANGES as u32, resources.threads);
    let merged = parallel::each(resources.threads, shares.len(), |share| {
        let name = format!("pairs-{share}");
        let mut writer = RunWriter::create(&folder.join(&name), ranges)?;
        let (mut pairs, mut kept) = (0, 0);
        let mut pending: Option<(u64, u32)> = None;
        let mut end = |pair: u64, shared: u32| {
            pairs += 1;
            let size = |document: u64| sizes[document as usize].load(Ordering::Relaxed);
            let overlap = Overlap { shared, left: size(pair >> 32), right: size(pair & 0xffff_ffff) };
            if overlap.reaches(floor) {
                kept += 1;
                writer.push(pair.key(), shared)?;
            }
            Ok(())
        };
        for range in shares[share].clone() {
            sort::merge(&runs, range as usize, memory, |pair, shared| {
                match &mut pending {
                    Some((same, total)) if *same == pair => *total += shared,
                    pending => {
                        if let Some((pair, shared)) = pending.replace((pair, shared)) {
                            end(pair, shared)?;
                        }
                    }
                }
                Ok(())
            })?;
        }
        if let Some((pair, shared)) = pending {
            end(pair, shared)?;
        }
        writer.finish()?;
        Ok((name, pairs, kept))
    })?;
    runs.into_iter().try_for_each(Run::remove)?;
    let mut names = Vec::new();
    for (name, pairs, kept) in merged {
        counted.pairs += pairs;
        counted.kept += kept;
        names.push(name);
    }
    Ok((names, counted))
}

/// Links instead of pairs: whatever value several documents share links each to the first. Linear without any limit.
pub(crate) fn link(corpus: &Corpus, postings: &[Run], folder: &Path) -> Result<(Vec<String>, Counted)> {
    let resources = corpus.resources;
    let memory = resources.buffer(u64::from(corpus.documents()))?;
    let ranges = Ranges::Pairs { documents: corpus.documents() };
    let runs = parallel::each(resources.threads, resources.threads, |thread| {
        let mut sorter = Sorter::<u64>::new(folder, format!("pairs-{thread}"), ranges, memory / 4 * 3);
        for range in (thread..RANGES).step_by(resources.threads) {
            let mut first = None;
            sort::merge(postings, range, memory / 4, |key, document| {
                match first {
                    Some((same, first)) if same == key => {
                        sorter.push(u64::from(first) << 32 | u64::from(document))?;
                    }
                    _ => first = Some((key, document)),
                }
                Ok(())
            })?;
        }
        sorter.finish()
    })?;
    let runs: Vec<Run> = runs.into_iter().flatten().collect();
    let links = runs.iter().map(|run| run.entries).sum();
    let counted = Counted {
        postings: postings.iter().map(|run| run.entries).sum(),
        pairs: links,
        kept: links,
        ..Counted::default()
    };
    Ok((runs.iter().map(Run::name).collect(), counted))
}
