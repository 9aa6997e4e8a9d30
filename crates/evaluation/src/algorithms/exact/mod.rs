//! Exact duplicates: fingerprints that propose, bytes that decide. Pure.
//!
//! [`KarpRabin`] reads a document as a number and takes its remainder modulo a random prime; an [`ExactIndex`] looks that up
//! behind a [`BloomFilter`], which most new documents do not pass, and compares byte by byte what is found.

mod bloom;
mod karp_rabin;
mod prime;

pub use bloom::{BloomFilter, Membership};
pub use karp_rabin::KarpRabin;

use std::collections::BTreeMap;

use chaffinch_sketch::Key;

/// Documents that were seen, by number; their bytes stay with the caller.
#[derive(Debug, Clone)]
pub struct ExactIndex {
    fingerprint: KarpRabin,
    filter: BloomFilter,
    numbers: BTreeMap<u64, Vec<u32>>,
}

impl ExactIndex {
    /// For about this many different documents. The filter lets one new document in a hundred through to the look-up.
    pub fn new(documents: usize, key: &Key) -> Self {
        Self {
            fingerprint: KarpRabin::new(key),
            filter: BloomFilter::new(documents, 0.01, key),
            numbers: BTreeMap::new(),
        }
    }

    /// The first document that was seen and has exactly these bytes. `stored` gives the bytes of a document by its
    /// number; it is asked only about those of equal fingerprint, and what it gives is compared byte by byte: the answer
    /// is never wrong.
    pub fn find<'a>(&self, document: &[u8], stored: impl Fn(u32) -> &'a [u8]) -> Option<u32> {
        self.find_fingerprint(self.fingerprint.of(document), document, stored)
    }

    fn find_fingerprint<'a>(
        &self,
        fingerprint: u64,
        document: &[u8],
        stored: impl Fn(u32) -> &'a [u8],
    ) -> Option<u32> {
        if self.filter.look_up(fingerprint) == Membership::New {
            return None;
        }
        let equal = self.numbers.get(&fingerprint)?;
        equal.iter().copied().find(|number| stored(*number) == document)
    }

    /// Adds a document under a number of the caller's, unless one with the same bytes is there, whose number it gives
    /// then.
    pub fn insert<'a>(
        &mut self,
        number: u32,
        document: &[u8],
        stored: impl Fn(u32) -> &'a [u8],
    ) -> Option<u32> {
        let fingerprint = self.fingerprint.of(document);
        let found = self.find_fingerprint(fingerprint, document, stored);
        if found.is_none() {
            self.filter.insert(fingerprint);
            self.numbers.entry(fingerprint).or_default().push(number);
        }
        found
    }
}
