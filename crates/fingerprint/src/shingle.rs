//! The w-shingling of a token sequence, as ids (Broder 1997, section 2). Pure arithmetic.

use std::num::NonZeroUsize;

use crate::kgram::{leaving_weight, raw_hash, roll};
use crate::mixer::{mix, rehash};

/// What the set of a document's shingles is; the paper's two options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shingling {
    /// Option A: equal shingles are told apart by their occurrence number, so that how often one stands there
    /// counts.
    Labelled,
    /// Option B: the plain set. Faster, in memory that does not grow with the document, and what the web-scale
    /// clustering used.
    Set,
}

/// Turns a stream of token values into the ids of its shingles, the runs of w consecutive tokens, in order.
///
/// The id of a shingle is [`hash_kgram`](crate::hash_kgram) of its tokens, whichever document and chunk it stands
/// in; a document of fewer than w tokens has none. Token values are 64-bit hashes of words, well spread. Memory:
/// w token values.
///
/// ```
/// use std::num::NonZeroUsize;
/// use chaffinch_fingerprint::{Shingler, hash_kgram};
///
/// let mut shingler = Shingler::new(NonZeroUsize::new(2).expect("not zero"));
/// let mut ids = Vec::new();
/// shingler.feed(&[11, 22], |id| ids.push(id));
/// shingler.feed(&[33], |id| ids.push(id));
/// assert_eq!(ids, [hash_kgram(&[11, 22]), hash_kgram(&[22, 33])]);
/// ```
#[derive(Debug, Clone)]
pub struct Shingler {
    size: usize,
    weight: u64,
    raw: u64,
    /// The last `size` tokens, oldest first; fewer until there were that many.
    recent: Vec<u64>,
}

impl Shingler {
    /// For shingles of `size` tokens.
    pub fn new(size: NonZeroUsize) -> Self {
        let size = size.get();
        Self { size, weight: leaving_weight(size), raw: 0, recent: Vec::with_capacity(size) }
    }

    /// Takes the document's next tokens and gives `each` the ids of the shingles that end in them.
    #[inline]
    pub fn feed(&mut self, tokens: &[u64], mut each: impl FnMut(u64)) {
        let wanted = self.size - self.recent.len();
        let (first, entering) = tokens.split_at(wanted.min(tokens.len()));
        self.recent.extend_from_slice(first);
        if !first.is_empty() && first.len() == wanted {
            self.raw = raw_hash(&self.recent);
            each(mix(self.raw));
        }
        if entering.is_empty() {
            return;
        }
        // The tokens that leave are at first those of earlier chunks, then those of this one.
        let from_recent = self.size.min(entering.len());
        roll(&mut self.raw, self.weight, &self.recent, &entering[..from_recent], &mut each);
        roll(&mut self.raw, self.weight, entering, &entering[from_recent..], &mut each);
        self.recent.drain(..from_recent);
        self.recent.extend_from_slice(&entering[entering.len() - from_recent..]);
    }

    /// Forgets the document: what is fed next begins another one.
    pub fn reset(&mut self) {
        self.recent.clear();
    }
}

/// Option A: the ids of a document's labelled shingles, (shingle, 1) to (shingle, n) for one that stands there n
/// times. `ids` holds its shingles' ids, equal ones as often as they occur; it is sorted here, which is faster than
/// a table of counters and cannot be slowed down by chosen ids.
///
/// The id of an occurrence is a second fingerprint of the shingle's and its number, as the paper asks: it is the
/// n-th output of a generator (`splitmix64`) seeded with the shingle, so that one being kept says nothing about
/// the next.
pub fn label(ids: &mut [u64], mut each: impl FnMut(u64)) {
    ids.sort_unstable();
    for equal in ids.chunk_by(|left, right| left == right) {
        let mut state = rehash(equal[0]);
        for _ in equal {
            state = state.wrapping_add(STEP);
            each(mix(state));
        }
    }
}

/// The step of `splitmix64`.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
