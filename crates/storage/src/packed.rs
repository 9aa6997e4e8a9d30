//! Bytes as they lie in the database.

use std::io::Read;

/// zstd level: the default of the reference tool; higher ones cost several times the time for a few percent.
const LEVEL: i32 = 3;

/// Compressed bytes (one zstd frame). Packed once by whoever made the content, so that workers, backends and
/// back-ups only move it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed(Vec<u8>);

impl Packed {
    /// Compresses.
    pub fn pack(content: &[u8]) -> Self {
        Self(zstd::bulk::compress(content, LEVEL).expect("compressing into a growing buffer cannot fail"))
    }

    /// Takes bytes that were packed before.
    pub fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// The compressed bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The content again.
    ///
    /// # Errors
    /// These bytes were never packed, or were changed since.
    pub fn unpack(&self) -> std::io::Result<Vec<u8>> {
        let mut content = Vec::new();
        self.reader()?.read_to_end(&mut content)?;
        Ok(content)
    }

    /// The content as a stream, for reports that are passed on without being held in memory.
    ///
    /// # Errors
    /// No decoder could be made.
    pub fn reader(&self) -> std::io::Result<impl Read + '_> {
        zstd::stream::read::Decoder::with_buffer(self.0.as_slice())
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
    fn damage_is_an_error() {
        let packed = Packed::pack(b"int main(void) { return 0; }");
        let cut = packed.as_bytes()[..packed.as_bytes().len() - 3].to_vec();
        assert!(Packed::from_bytes(cut).unpack().is_err());
        assert!(Packed::from_bytes(b"never packed".to_vec()).unpack().is_err());
    }
}
