//! Reads a document's bytes block by block, hashes them, and decodes them.

use std::io::{self, Read};

use encoding_rs::{Encoding, UTF_8};

/// Reads blocks, all of them full but the last, and hashes what it reads.
pub(super) struct Bytes<'a> {
    from: &'a mut dyn Read,
    block: &'a mut Vec<u8>,
    pub(super) filled: usize,
    hasher: blake3::Hasher,
    pub(super) total: u64,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(from: &'a mut dyn Read, block: &'a mut Vec<u8>) -> Self {
        Self { from, block, filled: 0, hasher: blake3::Hasher::new(), total: 0 }
    }

    pub(super) fn block(&self) -> &[u8] {
        &self.block[..self.filled]
    }

    /// Reads the next block. Returns whether there is one.
    pub(super) fn next(&mut self) -> io::Result<bool> {
        self.filled = 0;
        while self.filled < self.block.len() {
            match self.from.read(&mut self.block[self.filled..]) {
                Ok(0) => break,
                Ok(some) => self.filled += some,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.total += self.filled as u64;
        self.hasher.update(&self.block[..self.filled]);
        Ok(self.filled > 0)
    }

    pub(super) fn digest(&self) -> u128 {
        let digest = self.hasher.finalize();
        digest.as_bytes().first_chunk().map_or(0, |half| u128::from_le_bytes(*half))
    }
}

/// Converts UTF-16 to UTF-8 if there is a byte order mark. UTF-8 stays as it is.
pub(super) struct Decoder(Option<(encoding_rs::Decoder, String)>);

impl Decoder {
    pub(super) fn new(encoding: &'static Encoding) -> Self {
        Self((encoding != UTF_8).then(|| (encoding.new_decoder(), String::new())))
    }

    pub(super) fn decode<'a>(&'a mut self, bytes: &'a [u8]) -> &'a [u8] {
        let Some((decoder, text)) = &mut self.0 else { return bytes };
        text.clear();
        // Two bytes become at most three.
        text.reserve(decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(4 * bytes.len()));
        let _ = decoder.decode_to_string(bytes, text, false);
        text.as_bytes()
    }
}
