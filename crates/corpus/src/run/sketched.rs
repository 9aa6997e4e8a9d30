//! What the first stage of a segment leaves beside its files. Reads sources' paths and times.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::sources::DocumentSource;

/// What the first stage leaves beside its files.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Sketched {
    pub(super) documents: u32,
    pub(super) bytes: u64,
    pub(super) material: Option<(String, String)>,
    pub(super) sources: String,
}

/// What tells whether each source has changed.
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
