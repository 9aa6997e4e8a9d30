//! Maps names, canonical forms and representatives to the documents of a segment, as a sorted run. Reads a segment and
//! writes the run.
//!
//! A key is a hash, and different things may have the same one. A look-up therefore compares what the document itself
//! says.

use chaffinch_fingerprint::rehash;

use crate::document::Document;
use crate::document::Fold;
use crate::error::Result;
use crate::parallel;
use crate::resources::Resources;
use crate::segments::corpus::shares;
use crate::segments::segment::Segment;
use crate::sort::{self, RANGES, Ranges, Sorter};

/// Name of the run.
pub(super) const FILE: &str = "known";

/// What a key stands for, in its two highest bits: each has its own quarter of the run.
#[derive(Debug, Clone, Copy)]
enum KeyKind {
    Name,
    Bytes,
    Text,
    Copy,
}

impl KeyKind {
    const fn key(self, hash: u64) -> u64 {
        (self as u64) << 62 | hash >> 2
    }
}

/// Ranges of a run that hold names only: a quarter of all.
pub(crate) const NAMES: std::ops::Range<usize> = 0..RANGES / 4;

/// Under which documents of a name stand.
pub(crate) fn name_key(name: &str) -> u64 {
    let digest = blake3::hash(name.as_bytes());
    let hash = digest.as_bytes().first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
    KeyKind::Name.key(hash)
}

/// Under which documents of the same bytes stand; `None` where these are not known.
pub(crate) fn bytes_key(document: &Document) -> Option<u64> {
    let fingerprint = Fold::Identical.fingerprint(document)?;
    Some(KeyKind::Bytes.key(rehash(fingerprint as u64)))
}

/// Under which documents of the same canonical form stand; `None` for those that have none.
pub(crate) fn text_key(document: &Document) -> Option<u64> {
    let fingerprint = Fold::LexicallyEquivalent.fingerprint(document)?;
    Some(KeyKind::Text.key(rehash(fingerprint as u64)))
}

/// Under which documents stand that were folded, at last, to this one.
pub(crate) fn copy_key(representative: u32) -> u64 {
    KeyKind::Copy.key(rehash(representative.into()))
}

/// Sorts what is known of a segment; `root` leads from a document to the one it was folded to at last.
pub(super) fn write(
    segment: &Segment,
    resources: Resources,
    root: impl Fn(u32) -> Result<u32> + Sync,
) -> Result<()> {
    let memory = resources.buffer(0)? / 2;
    let folder = &segment.folder;
    let shares = shares(0..segment.documents, resources.threads);
    let runs = parallel::each(resources.threads, shares.len(), |share| {
        let mut sorter = Sorter::<u128>::new(folder, format!("known-{share}"), Ranges::Hashes, memory);
        let range = shares[share].clone();
        if range.is_empty() {
            return sorter.finish();
        }
        let mut names = segment.names_from(&segment.document(range.start)?)?;
        segment.each_document(range, |at, document| {
            let number = segment.base + at;
            let root = root(number)?;
            let copy = (root != number).then(|| copy_key(root));
            let name = name_key(names.next()?);
            for key in [Some(name), bytes_key(document), text_key(document), copy].into_iter().flatten() {
                sorter.push(u128::from(key) << 32 | u128::from(number))?;
            }
            Ok(())
        })?;
        sorter.finish()
    })?;
    let runs = runs.into_iter().flatten().collect();
    let runs = sort::compact(runs, (folder, "known"), Ranges::Hashes, (resources.threads, memory))?;
    sort::merge_into(&folder.join(FILE), &runs, Ranges::Hashes, memory)?;
    runs.into_iter().try_for_each(sort::Run::remove)
}
