//! The w-shingling of a token sequence, as ids (Broder 1997, section 2). Pure arithmetic.

use std::num::NonZeroUsize;

use chaffinch_fingerprint::{KarpRabin, Rolling, mix, rehash, slide};

use crate::Key;
use crate::rabin::Rabin;

/// How a document's shingles form a set; the paper's two options.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shingling {
    /// Option A: equal shingles are distinguished by their occurrence number, so that it counts how often a shingle
    /// occurs.
    Labelled,
    /// Option B: the plain set. It is faster, its memory does not grow with the document, and the web-scale clustering
    /// used it.
    Set,
}

/// Turns a stream of token values into the ids of its shingles, the runs of w consecutive tokens, in order.
///
/// The id of a shingle is [`hash_kgram`](chaffinch_fingerprint::hash_kgram) of its tokens, or its Rabin fingerprint. It
/// does not depend on the document or on how its tokens are divided into chunks. A document of fewer than w tokens has
/// none. Memory: w token values.
///
/// ```
/// use std::num::NonZeroUsize;
/// use chaffinch_fingerprint::hash_kgram;
/// use chaffinch_sketch::Shingler;
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
    /// The last `size` tokens, oldest first; fewer at the beginning of a document.
    recent: Vec<u64>,
}

#[derive(Debug, Clone)]
enum Hash {
    KarpRabin(KarpRabin),
    Rabin(Box<Rabin>),
}

impl Shingler {
    /// Creates a shingler for shingles of `size` tokens, whose values are 64-bit hashes of words, well distributed.
    pub fn new(size: NonZeroUsize) -> Self {
        Self::with(size, Hash::KarpRabin(KarpRabin::new(size.get())))
    }

    /// Creates a shingler for Rabin fingerprints of `bits` bits of shingles of `size` tokens. Polynomial and
    /// permutation are drawn from the key; the tokens are words cut and padded by [`crate::cut_word`].
    ///
    /// # Panics
    ///
    /// If `bits` is less than 8 or more than 63.
    pub fn rabin(size: NonZeroUsize, bits: u32, key: &Key) -> Self {
        Self::with(size, Hash::Rabin(Box::new(Rabin::new(size.get(), bits, key))))
    }

    fn with(size: NonZeroUsize, hash: Hash) -> Self {
        Self { size: size.get(), hash, raw: 0, recent: Vec::with_capacity(size.get()) }
    }

    /// Takes the document's next tokens, and passes the ids of the shingles that end in them to `each`.
    #[inline]
    pub fn feed(&mut self, tokens: &[u64], each: impl FnMut(u64)) {
        let Self { size, hash, raw, recent } = self;
        match hash {
            Hash::KarpRabin(hash) => feed(hash, *size, raw, recent, tokens, each),
            Hash::Rabin(hash) => feed(&**hash, *size, raw, recent, tokens, each),
        }
    }

    /// Ends the document. The next tokens begin another one.
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
    // The tokens that leave are first those of earlier chunks, then those of this one.
    let from_recent = size.min(entering.len());
    slide(hash, raw, recent, &entering[..from_recent], &mut each);
    slide(hash, raw, entering, &entering[from_recent..], &mut each);
    recent.drain(..from_recent);
    recent.extend_from_slice(&entering[entering.len() - from_recent..]);
}

/// Option A: passes the ids of a document's labelled shingles to `each`: (shingle, 1) to (shingle, n) for one that
/// occurs n times. `ids` contains the shingles' ids, each as often as it occurs. It is sorted here, which is faster
/// than a table of counters and cannot be slowed down by chosen ids.
///
/// As the paper requires, the id of an occurrence is a second fingerprint of the shingle's id and its number. It is the
/// n-th output of a generator (`splitmix64`) seeded with the shingle. So whether one occurrence is kept tells nothing
/// about the next.
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
