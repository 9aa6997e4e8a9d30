//! The embedded files of `/static`. The service serves them, and the exported folder contains a copy.

use std::borrow::Cow;

#[derive(rust_embed::RustEmbed)]
#[folder = "../../static"]
struct Assets;

/// A file of `/static`.
#[derive(Debug, Clone)]
pub struct Asset {
    /// Its content.
    pub bytes: Cow<'static, [u8]>,
    /// SHA-256 of the bytes, for an entity tag.
    pub digest: [u8; 32],
}

/// Returns all files of `/static`, with their paths below it.
pub fn assets() -> impl Iterator<Item = (String, Asset)> {
    Assets::iter().filter_map(|path| Some((path.to_string(), asset(&path)?)))
}

/// Returns the file with this path below `/static`.
pub fn asset(path: &str) -> Option<Asset> {
    let file = Assets::get(path)?;
    Some(Asset { bytes: file.data, digest: file.metadata.sha256_hash() })
}

/// Returns the start of a file's digest, for links that may be cached for ever.
pub(crate) fn version(path: &str) -> Option<String> {
    let digest = Assets::get(path)?.metadata.sha256_hash();
    let start = u64::from_be_bytes(*digest.first_chunk()?);
    Some(format!("{start:016x}")[..12].to_owned())
}
