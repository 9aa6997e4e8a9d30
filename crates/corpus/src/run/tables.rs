//! Reads the tables and figures that the finished stages of all segments wrote.

use std::fs;

use serde::Serialize;

use super::folder::Run;
use super::sketched::Sketched;
use crate::document::Sizes;
use crate::error::{Error, Result, reading};
use crate::segments::marker::marked;
use crate::segments::segment::Segment;
use crate::sort::{RANGES, Run as Sorted};
use crate::stages::folding::{self, FoldCounts, Folds};
use crate::stages::pairs::PairCounts;
use crate::stages::pairs::earlier_and_later;

/// The figures of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Figures {
    /// Number of documents.
    pub documents: u64,
    /// Bytes read from the sources.
    pub bytes: u64,
    /// Documents folded because they have the same bytes as another one.
    pub identical: u64,
    /// Documents folded because they have the same canonical form as another one.
    pub lexically_equivalent: u64,
    /// Documents folded because they have the same sketch as another one.
    pub shingle_equivalent: u64,
    /// Number of sketch values that were sorted.
    pub postings: u64,
    /// Number of values that more representatives share than the limit.
    pub common: u64,
    /// Number of pairs of representatives that were counted: they share a value and may reach the floor.
    pub pairs: u64,
    /// Number of these pairs that reach the floor.
    pub kept_pairs: u64,
    /// Bytes of the documents' records, names and sketches.
    pub document_bytes: u64,
    /// Bytes of sorted (value, document) entries.
    pub posting_bytes: u64,
    /// Most bytes of temporary files while pairs were counted.
    pub expanded_bytes: u64,
    /// Bytes of the pairs that were kept.
    pub pair_bytes: u64,
}

impl Run {
    /// Returns the folds of all segments.
    pub(crate) fn folds(&self) -> Result<Folds> {
        self.folds_before(self.corpus.segments.len())
    }

    /// Returns the folds of the segments before one. Later documents are not folded yet.
    pub(super) fn folds_before(&self, segment: usize) -> Result<Folds> {
        let mut folds = Folds::none(self.corpus.documents());
        for segment in &self.corpus.segments[..segment] {
            let path = segment.folder.join("folded");
            let bytes = fs::read(&path).map_err(reading(&path))?;
            if bytes.len() != segment.documents as usize * folding::BYTES {
                return Err(Error::Damaged { path, what: "its length is wrong" });
            }
            for (number, fold) in (segment.base..).zip(bytes.as_chunks::<{ folding::BYTES }>().0) {
                let Some((like, how)) = folding::unpack(*fold, number) else {
                    return Err(Error::Damaged { path, what: "it does not lead to an earlier document" });
                };
                *folds.like[number as usize].get_mut() = like;
                *folds.how[number as usize].get_mut() = how as u8;
            }
        }
        Ok(folds)
    }

    /// Returns how many values each document has, without common ones.
    pub(crate) fn sizes(&self) -> Result<Sizes> {
        self.sizes_before(self.corpus.segments.len())
    }

    /// Returns the same for the segments before one. Later documents have all values of their sketches.
    pub(super) fn sizes_before(&self, segment: usize) -> Result<Sizes> {
        let mut sizes = Sizes::with_room(self.corpus.documents(), self.levels()?);
        for (at, one) in self.corpus.segments.iter().enumerate() {
            if segment <= at {
                one.each_document(0..one.documents, |_, document| {
                    sizes.push(document.size);
                    Ok(())
                })?;
                continue;
            }
            let path = one.folder.join("sizes");
            let bytes = fs::read(&path).map_err(reading(&path))?;
            if bytes.len() != one.documents as usize * Sizes::BYTES {
                return Err(Error::Damaged { path, what: "its length is wrong" });
            }
            sizes.unpack(&bytes);
        }
        Ok(sizes)
    }

    /// Opens the sorted runs of all segments; `stage` is `posted` or `paired`.
    pub(crate) fn sorted(&self, stage: &str) -> Result<Vec<Sorted>> {
        let mut runs = Vec::new();
        for segment in &self.corpus.segments {
            let (files, _) = marked::<serde_json::Value>(&segment.folder, stage)?.ok_or_else(|| {
                Error::Damaged { path: segment.folder.clone(), what: "a stage is not finished" }
            })?;
            for file in files.iter().filter(|file| *file != "sizes") {
                runs.push(Sorted::open(&segment.folder.join(file))?);
            }
        }
        Ok(runs)
    }

    /// Calls `each` with every pair that was counted and kept: the earlier document, the later one, and how many values
    /// they share.
    pub(crate) fn each_counted(&self, mut each: impl FnMut(u32, u32, u32) -> Result<()>) -> Result<()> {
        for run in self.sorted("paired")? {
            for range in 0..RANGES {
                let mut reader = run.range(range, 1 << 18);
                while let Some((pair, shared)) = reader.entry()? {
                    let (left, right) = earlier_and_later(pair);
                    each(left, right, shared)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the figures of the run so far.
    pub fn figures(&self) -> Result<Figures> {
        let mut figures = Figures { documents: self.corpus.documents().into(), ..Figures::default() };
        let size = |segment: &Segment, name: &str| {
            let path = segment.folder.join(name);
            Ok(fs::metadata(&path).map_err(reading(&path))?.len())
        };
        for segment in &self.corpus.segments {
            let folder = &segment.folder;
            if let Some((files, sketched)) = marked::<Sketched>(folder, "sketched")? {
                figures.bytes += sketched.bytes;
                for file in files {
                    figures.document_bytes += size(segment, &file)?;
                }
            }
            if let Some((_, folded)) = marked::<FoldCounts>(folder, "folded")? {
                figures.identical += folded.identical;
                figures.lexically_equivalent += folded.lexically_equivalent;
                figures.shingle_equivalent += folded.shingle_equivalent;
            }
            if let Some((files, counted)) = marked::<PairCounts>(folder, "paired")? {
                figures.postings += counted.postings;
                figures.common += counted.common;
                figures.pairs += counted.pairs;
                figures.kept_pairs += counted.kept;
                figures.expanded_bytes = figures.expanded_bytes.max(counted.peak);
                for file in files {
                    figures.pair_bytes += size(segment, &file)?;
                }
            }
        }
        figures.posting_bytes = self.sorted("posted")?.iter().map(Sorted::bytes).sum();
        Ok(figures)
    }
}
