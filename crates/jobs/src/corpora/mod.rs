//! Corpora in the stored index: what is kept of a document that is known by its sketch alone. Pure.
//!
//! A document's packed fingerprints are the values of its sketch and two *marks*, told apart by their position: one of the
//! sketch, one of the document under its name. A document whose sketch the corpus has already (a copy, or the same but for
//! layout) has the marks only, so that a text that a thousand documents hold is not frequent: it is in one of them.

mod adding;
mod resembling;
#[cfg(test)]
mod tests;

use chaffinch_index::{BITS, Fingerprint};
use chaffinch_storage::{ArchiveId, IndexScheme};
use sha2::{Digest, Sha256};

pub use adding::{Added, SketchedDocument, add_sketched};
pub use resembling::{Alike, Resembling, resembling};

/// Families of languages have no colon in their names, so nothing else meets these.
const FAMILY: &str = "corpus:";

/// Raised when the same sketches are kept as other fingerprints.
const FORMAT: u16 = 1;

/// Positions of the values of a sketch.
const VALUE: u32 = 0;
/// Position of the mark of the sketch: all documents of a corpus with the same one have it.
const SAME: u32 = 1;
/// Position of the mark of the document under its name.
const ITSELF: u32 = 2;

/// How documents of these sketches are indexed. Corpora of different parameters never meet, nor do they meet programs.
fn scheme(sketch: &str) -> IndexScheme {
    IndexScheme { family: format!("{FAMILY}{sketch}"), normalizer: 0, format: FORMAT }
}

/// Whether the documents of a scheme are sketches, from which no other fingerprints can be made.
pub(crate) fn is_of_corpora(scheme: &IndexScheme) -> bool {
    scheme.family.starts_with(FAMILY)
}

/// What is kept of a document taken apart: the values of its sketch, none where an earlier one of its corpus has the same,
/// and the mark of that sketch.
pub(crate) fn apart(kept: Vec<Fingerprint>) -> (Vec<Fingerprint>, Option<u64>) {
    let same = kept.iter().find(|fingerprint| fingerprint.position == SAME).map(|mark| mark.value);
    (kept.into_iter().filter(|fingerprint| fingerprint.position == VALUE).collect(), same)
}

/// Values of a sketch as the index holds them.
fn values(sketch: &[u64]) -> Vec<Fingerprint> {
    sketch.iter().map(|&value| Fingerprint::of_hash(value, VALUE)).collect()
}

/// The mark of a sketch in a corpus, and that of a document of this name that has it.
fn marks(archive: ArchiveId, name: &str, sketch: &[Fingerprint]) -> [Fingerprint; 2] {
    let mut hasher = Sha256::new();
    hasher.update(archive.0.as_bytes());
    for value in sketch {
        hasher.update(value.value.to_le_bytes());
    }
    let same = hasher.clone().finalize();
    // What no value is, so that no sketch ends in a name.
    hasher.update(u64::MAX.to_le_bytes());
    let itself = hasher.chain_update(name).finalize();
    [mark(&same, SAME), mark(&itself, ITSELF)]
}

fn mark(digest: &[u8], position: u32) -> Fingerprint {
    let hash = digest.first_chunk().map_or(0, |first| u64::from_le_bytes(*first));
    Fingerprint { position, value: hash >> (u64::BITS - BITS) }
}
