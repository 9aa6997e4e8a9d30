//! Computes what the index keeps of a document that is known by its sketch alone. Pure functions.
//!
//! The packed fingerprints of a document are the values of its sketch and two *marks*, distinguished by their position.
//! One mark stands for the sketch, the other for the document under its name. If the corpus has the sketch already
//! (from a copy, or from a document that differs only in layout), the new document has only the marks. The values of a
//! text in a thousand documents therefore do not become frequent: only one of the documents has them.

use chaffinch_index::{BITS, Fingerprint};
use chaffinch_storage::ArchiveId;
use sha2::{Digest, Sha256};

/// Position of the values of a sketch.
pub(super) const VALUE: u32 = 0;
/// Position of the mark of the sketch. All documents of a corpus with the same sketch have the same mark.
pub(super) const SKETCH_MARK: u32 = 1;
/// Position of the mark of the document under its name.
const DOCUMENT_MARK: u32 = 2;

/// Separates what is kept of a document: the values of its sketch, and the mark of the sketch. There are no values if
/// an earlier document of the corpus has the same sketch.
pub(crate) fn split_mark(kept: Vec<Fingerprint>) -> (Vec<Fingerprint>, Option<u64>) {
    let same = kept.iter().find(|fingerprint| fingerprint.position == SKETCH_MARK).map(|mark| mark.value);
    (kept.into_iter().filter(|fingerprint| fingerprint.position == VALUE).collect(), same)
}

/// Returns the values of a sketch in the form of the index.
pub(super) fn values(sketch: &[u64]) -> Vec<Fingerprint> {
    sketch.iter().map(|&value| Fingerprint::of_hash(value, VALUE)).collect()
}

/// Returns the mark of a sketch in a corpus, and that of a document with this name and sketch.
pub(super) fn marks(archive: ArchiveId, name: &str, sketch: &[Fingerprint]) -> [Fingerprint; 2] {
    let mut hasher = Sha256::new();
    hasher.update(archive.0.as_bytes());
    for value in sketch {
        hasher.update(value.value.to_le_bytes());
    }
    let same = hasher.clone().finalize();
    // This number is never a value, so a sketch cannot be confused with a sketch and a name.
    hasher.update(u64::MAX.to_le_bytes());
    let itself = hasher.chain_update(name).finalize();
    [mark(&same, SKETCH_MARK), mark(&itself, DOCUMENT_MARK)]
}

fn mark(digest: &[u8], position: u32) -> Fingerprint {
    let hash = digest.first_chunk().map_or(0, |first| u64::from_le_bytes(*first));
    Fingerprint { position, value: hash >> (u64::BITS - BITS) }
}
