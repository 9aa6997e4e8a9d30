//! The figures that the first stage of a segment stores in its marker.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::sources::DocumentSource;

/// The figures of the first stage.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Sketched {
    pub(super) documents: u32,
    pub(super) bytes: u64,
    pub(super) material: Option<(String, String)>,
    pub(super) sources: String,
}

/// Returns a digest of each source that shows whether it has changed.
pub(super) fn digests(sources: &[DocumentSource]) -> Result<Vec<blake3::Hash>> {
    sources.iter().map(DocumentSource::digest).collect()
}

pub(super) fn joined(digests: &[blake3::Hash]) -> String {
    let mut hasher = blake3::Hasher::new();
    for digest in digests {
        hasher.update(digest.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}
