//! Maps names, canonical forms and representatives to the documents of a segment, in a sorted run.
//!
//! A key is a hash, and different things may have the same one. So a look-up compares what the document itself has.

use chaffinch_fingerprint::rehash;

use crate::document::{Document, Fold};
use crate::error::Result;
use crate::parallel;
use crate::resources::Resources;
use crate::segments::corpus::shares;
use crate::segments::segment::Segment;
use crate::sort::{self, RANGES, Ranges, Sorter};

/// File name of the run.
pub(super) const FILE: &str = "known";

/// What a key stands for. It is stored in the key's two highest bits, so each kind has its own quarter of the run.
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

/// The ranges of a run that hold only names: a quarter of all ranges.
pub(crate) const NAMES: std::ops::Range<usize> = 0..RANGES / 4;

/// Returns the key for documents with this name.
pub(crate) fn name_key(name: &str) -> u64 {
    let digest = blake3::hash(name.as_bytes());
    let hash = digest.as_bytes().first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
    KeyKind::Name.key(hash)
}

/// Returns the key for documents with the same bytes; `None` if their digest is not known.
pub(crate) fn bytes_key(document: &Document) -> Option<u64> {
    let fingerprint = Fold::Identical.fingerprint(document)?;
    Some(KeyKind::Bytes.key(rehash(fingerprint as u64)))
}

/// Returns the key for documents with the same canonical form; `None` if the document has none.
pub(crate) fn text_key(document: &Document) -> Option<u64> {
    let fingerprint = Fold::LexicallyEquivalent.fingerprint(document)?;
    Some(KeyKind::Text.key(rehash(fingerprint as u64)))
}

/// Returns the key for documents that were folded to this representative.
pub(crate) fn copy_key(representative: u32) -> u64 {
    KeyKind::Copy.key(rehash(representative.into()))
}

/// Writes the sorted run of a segment. `root` returns the representative of a document.
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
