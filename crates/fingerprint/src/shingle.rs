//! The w-shingling of a token sequence, as ids (Broder 1997, section 2). Pure arithmetic.

use std::num::NonZeroUsize;

use crate::Key;
use crate::kgram::KarpRabin;
use crate::mixer::{mix, rehash};
use crate::rabin::Rabin;
use crate::rolling::{Rolling, slide};

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
/// The id of a shingle is [`hash_kgram`](crate::hash_kgram) of its tokens, or its Rabin fingerprint, whichever
/// document and chunk it stands in; a document of fewer than w tokens has none. Memory: w token values.
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
    hash: Hash,
    raw: u64,
    /// The last `size` tokens, oldest first; fewer until there were that many.
    recent: Vec<u64>,
}

#[derive(Debug, Clone)]
enum Hash {
    KarpRabin(KarpRabin),
    Rabin(Box<Rabin>),
}

impl Shingler {
    /// For shingles of `size` tokens, whose values are 64-bit hashes of words, well spread.
    pub fn new(size: NonZeroUsize) -> Self {
        Self::with(size, Hash::KarpRabin(KarpRabin::new(size.get())))
    }

    /// For Rabin fingerprints of `bits` bits, which may be 8 to 63, of shingles of `size` tokens. Polynomial and
    /// permutation are drawn from the key; the tokens are words cut and padded by [`crate::cut_word`].
    ///
    /// # Panics
    /// At fewer than 8 or more than 63 bits.
    pub fn rabin(size: NonZeroUsize, bits: u32, key: &Key) -> Self {
        Self::with(size, Hash::Rabin(Box::new(Rabin::new(size.get(), bits, key))))
    }

    fn with(size: NonZeroUsize, hash: Hash) -> Self {
        Self { size: size.get(), hash, raw: 0, recent: Vec::with_capacity(size.get()) }
    }

    /// Takes the document's next tokens and gives `each` the ids of the shingles that end in them.
    #[inline]
    pub fn feed(&mut self, tokens: &[u64], each: impl FnMut(u64)) {
        let Self { size, hash, raw, recent } = self;
        match hash {
            Hash::KarpRabin(hash) => feed(hash, *size, raw, recent, tokens, each),
            Hash::Rabin(hash) => feed(&**hash, *size, raw, recent, tokens, each),
        }
    }

    /// Forgets the document: what is fed next begins another one.
    pub fn reset(&mut self) {
        self.recent.clear();
    }
}

#[inline]
fn feed(
    hash: &impl Rolling,
    size: usize,
    raw: &mut u64,
    recent: &mut Vec<u64>,
    tokens: &[u64],
    mut each: impl FnMut(u64),
) {
    let wanted = size - recent.len();
    let (first, entering) = tokens.split_at(wanted.min(tokens.len()));
    recent.extend_from_slice(first);
    if !first.is_empty() && first.len() == wanted {
        *raw = hash.whole(recent);
        each(hash.finish(*raw));
    }
    if entering.is_empty() {
        return;
    }
    // The tokens that leave are at first those of earlier chunks, then those of this one.
    let from_recent = size.min(entering.len());
    slide(hash, raw, recent, &entering[..from_recent], &mut each);
    slide(hash, raw, entering, &entering[from_recent..], &mut each);
    recent.drain(..from_recent);
    recent.extend_from_slice(&entering[entering.len() - from_recent..]);
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
