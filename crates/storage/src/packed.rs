//! Compressed bytes, as stored in the database.

use std::cell::RefCell;
use std::io::Read;

use zstd::bulk::{Compressor, Decompressor};
use zstd::zstd_safe::get_frame_content_size;

/// Compression level of zstd, the default of its reference tool. Higher levels take several times as long and save a
/// few percent.
const LEVEL: i32 = 3;

/// Content up to this size is unpacked in one step. A larger size in the frame header is not trusted; memory is then
/// allocated as content is unpacked.
const IN_ONE_GO: u64 = 1 << 20;

thread_local! {
    // Creating one of these takes as long as packing a source file with it.
    static COMPRESSOR: RefCell<Compressor<'static>> =
        RefCell::new(Compressor::new(LEVEL).expect("there is memory for a compressor"));
    static DECOMPRESSOR: RefCell<Decompressor<'static>> =
        RefCell::new(Decompressor::new().expect("there is memory for a decompressor"));
}

/// Compressed bytes (one zstd frame). The code that makes the content packs it once, so that workers, backends and
/// backups only move it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Packed(#[serde(with = "base64")] Vec<u8>);

impl Packed {
    /// Compresses content.
    pub fn pack(content: &[u8]) -> Self {
        let packed = COMPRESSOR.with_borrow_mut(|compressor| compressor.compress(content));
        Self(packed.expect("compressing into a buffer of the largest size cannot fail"))
    }

    /// Wraps bytes that were compressed before.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Returns the compressed bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the size of the content in bytes as the compressed bytes state it, or else their own size.
    pub fn content_bytes(&self) -> u64 {
        get_frame_content_size(&self.0).ok().flatten().unwrap_or(self.0.len() as u64)
    }

    /// Decompresses the content.
    ///
    /// # Errors
    /// Fails if the bytes were not compressed by [`Packed::pack`], or were changed since.
    pub fn unpack(&self) -> std::io::Result<Vec<u8>> {
        if let Ok(Some(size @ ..=IN_ONE_GO)) = get_frame_content_size(&self.0) {
            return DECOMPRESSOR
                .with_borrow_mut(|decompressor| decompressor.decompress(&self.0, size as usize));
        }
        let mut content = Vec::new();
        self.reader()?.read_to_end(&mut content)?;
        Ok(content)
    }

    /// Returns the content as a stream, for reports that are passed on without being held in memory.
    ///
    /// # Errors
    /// Fails if no decoder can be created.
    pub fn reader(&self) -> std::io::Result<impl Read + '_> {
        zstd::stream::read::Decoder::with_buffer(self.0.as_slice())
    }
}

/// Bytes in the packed form of another crate.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Bytes(#[serde(with = "base64")] pub Vec<u8>);

/// Writes bytes into JSON as text.
pub(crate) mod base64 {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(bytes))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        STANDARD.decode(String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Packed;

    proptest! {
        #[test]
        fn content_survives(content in proptest::collection::vec(any::<u8>(), 0..3000)) {
            prop_assert_eq!(Packed::pack(&content).unpack().unwrap(), content);
        }
    }

    #[test]
    fn large_content_survives() {
        let content: Vec<u8> = (0_u32..3 << 20).map(|at| (at / 7).wrapping_mul(at) as u8).collect();
        assert_eq!(Packed::pack(&content).unpack().unwrap(), content);
    }

    #[test]
    fn damage_is_an_error() {
        for content in [b"int main(void) { return 0; }".to_vec(), vec![7; 3 << 20]] {
            let packed = Packed::pack(&content);
            let cut = packed.as_bytes()[..packed.as_bytes().len() - 3].to_vec();
            assert!(Packed::from_bytes(cut).unpack().is_err());
        }
        assert!(Packed::from_bytes(b"never packed".to_vec()).unpack().is_err());
    }
}
