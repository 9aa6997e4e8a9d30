//! The second stage: folds identical, lexically equivalent and shingle-equivalent documents to one representative each,
//! so that copies cost no more than sorting them (Broder et al. 1997, section "Identical documents").
//!
//! There is one step for each of the three, for the documents that the steps before left. A step sorts (fingerprint,
//! document) entries and keeps the first document of each fingerprint. A sorted key is half a fingerprint, so the whole
//! fingerprints are compared before two documents are folded.

use std::path::Path;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use serde::{Deserialize, Serialize};

use crate::document::Fold;
use crate::error::{Result, writing};
use crate::parallel;
use crate::segments::corpus::Corpus;
use crate::sort::{self, RANGES, Ranges, Sorter};

/// Most different fingerprints with the same half that are compared. More of them occur only in constructed documents.
/// Those are not folded.
const APART: usize = 16;

/// How many documents were folded in each way.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
pub(crate) struct FoldCounts {
    pub(crate) identical: u64,
    pub(crate) lexically_equivalent: u64,
    pub(crate) shingle_equivalent: u64,
}

/// For each document, the earlier document it equals (itself if there is none), and in what way.
pub(crate) struct Folds {
    pub(crate) like: Vec<AtomicU32>,
    pub(crate) how: Vec<AtomicU8>,
}

impl Folds {
    /// Creates folds in which every document is kept.
    pub(crate) fn none(documents: u32) -> Self {
        Self {
            like: (0..documents).map(AtomicU32::new).collect(),
            how: (0..documents).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    pub(crate) fn how(&self, document: u32) -> Fold {
        Fold::from_number(self.how[document as usize].load(Ordering::Relaxed))
    }

    pub(crate) fn is_kept(&self, document: u32) -> bool {
        self.how(document) == Fold::Kept
    }
}

/// Folds the documents of the newest segment onto each other and onto earlier ones, whose folds `folds` holds.
pub(crate) fn fold(corpus: &Corpus, folds: &Folds, folder: &Path) -> Result<FoldCounts> {
    let resources = corpus.resources;
    let memory = resources.buffer(u64::from(corpus.documents()))?;
    let newest = corpus.newest_base();
    for step in Fold::STEPS {
        let shares = corpus.shares(resources.threads);
        let runs = parallel::each(resources.threads, shares.len(), |share| {
            let mut sorter =
                Sorter::<u128>::new(folder, format!("folding-{step:?}-{share}"), Ranges::Hashes, memory);
            corpus.each_document(shares[share].clone(), |number, document| {
                // An earlier step folded this document; its representative is sorted instead.
                if folds.how(number) > step {
                    return Ok(());
                }
                let Some(fingerprint) = step.fingerprint(document) else { return Ok(()) };
                sorter.push(u128::from(fingerprint as u64) << 32 | u128::from(number))
            })?;
            sorter.finish()
        })?;
        let runs: Vec<_> = runs.into_iter().flatten().collect();
        let runs = sort::compact(
            runs,
            (folder, &format!("folding-{step:?}")),
            Ranges::Hashes,
            (resources.threads, memory),
        )?;
        parallel::each(resources.threads, RANGES, |range| {
            let mut group = Group::default();
            sort::merge(&runs, range, memory, |key, number| group.add(corpus, folds, step, key, number))
        })?;
        runs.into_iter().try_for_each(sort::Run::remove)?;
    }
    let mut found = FoldCounts::default();
    for number in newest..corpus.documents() {
        match folds.how(number) {
            Fold::Kept => {}
            Fold::Identical => found.identical += 1,
            Fold::LexicallyEquivalent => found.lexically_equivalent += 1,
            Fold::ShingleEquivalent => found.shingle_equivalent += 1,
        }
    }
    Ok(found)
}

/// Documents with the same half of a fingerprint, in the order they are merged.
#[derive(Default)]
struct Group {
    key: u64,
    first: Option<u32>,
    /// Whole fingerprints with the first document of each; empty while the group has only one document.
    apart: Vec<(u128, u32)>,
}

impl Group {
    fn add(&mut self, corpus: &Corpus, folds: &Folds, step: Fold, key: u64, number: u32) -> Result<()> {
        let whole = |number| corpus.document(number).map(|document| step.fingerprint(&document));
        let first = match self.first {
            Some(first) if self.key == key => first,
            _ => {
                (self.key, self.first) = (key, Some(number));
                self.apart.clear();
                return Ok(());
            }
        };
        if self.apart.is_empty() {
            self.apart.extend(whole(first)?.map(|whole| (whole, first)));
        }
        let Some(own) = whole(number)? else { return Ok(()) };
        match self.apart.iter().find(|(other, _)| *other == own) {
            Some((_, first)) if corpus.newest_base() <= number => {
                folds.like[number as usize].store(*first, Ordering::Relaxed);
                folds.how[number as usize].store(step as u8, Ordering::Relaxed);
            }
            None if self.apart.len() < APART => self.apart.push((own, number)),
            // An earlier run decided about this document, or there are too many fingerprints.
            _ => {}
        }
        Ok(())
    }
}

/// Bytes for each document in the file of folds: the number of the earlier document, and how they are equal.
pub(crate) const BYTES: usize = 5;

/// Reads what `write` wrote for a document; `None` if it does not refer to an earlier document.
pub(crate) fn unpack(bytes: [u8; BYTES], number: u32) -> Option<(u32, Fold)> {
    let [a, b, c, d, how] = bytes;
    let (like, how) = (u32::from_le_bytes([a, b, c, d]), Fold::from_number(how));
    let is_earlier = if how == Fold::Kept { like == number } else { like < number };
    is_earlier.then_some((like, how))
}

/// Writes the folds of the newest segment's documents.
pub(crate) fn write(folds: &Folds, from: u32, path: &Path) -> Result<()> {
    let mut bytes = Vec::with_capacity(folds.like.len().saturating_sub(from as usize) * BYTES);
    for (like, how) in folds.like.iter().zip(&folds.how).skip(from as usize) {
        bytes.extend_from_slice(&like.load(Ordering::Relaxed).to_le_bytes());
        bytes.push(how.load(Ordering::Relaxed));
    }
    std::fs::write(path, bytes).map_err(writing(path))
}
