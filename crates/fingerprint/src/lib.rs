//! Pure algorithms on sequences of numbers: k-gram hashes and winnowing.
//!
//! **Winnowing** follows Schleimer, Wilkerson and Aiken, *Winnowing: Local Algorithms for Document Fingerprinting*
//! (SIGMOD 2003). A document is a slice of 64-bit token values. [`hash_kgrams`] turns it into one hash for every run of
//! k tokens, and a selection keeps some of those as [`Fingerprint`]s. The service uses [`winnow_robust`]; the paper
//! first defines [`winnow()`].
//!
//! **Not used here**: files, languages, text, I/O, clocks, random numbers. Callers decide which token values
//! may be compared (those of one language family and one normalizer): they hash the family into the token values, or
//! keep the families apart.
//!
//! **Never changed**: test vectors fix the base, the mixers and thus every hash, because stored fingerprints must keep
//! their meaning. Any change needs a new [`HASH_VERSION`].
//!
//! ```
//! use chaffinch_fingerprint::{hash_kgrams, winnow_robust};
//!
//! let tokens = [11, 22, 33, 44, 55, 66, 77, 88];
//! let (mut hashes, mut fingerprints) = (Vec::new(), Vec::new());
//! hash_kgrams(&tokens, 3, &mut hashes);
//! winnow_robust(&hashes, 4, &mut fingerprints);
//! // Any run of t = 4 + 3 - 1 of these tokens shares a fingerprint with every document that contains it.
//! assert!(fingerprints.iter().all(|f| hashes[f.position as usize] == f.hash));
//! ```

mod kgram;
mod union_find;
mod winnow;

pub use kgram::{HASH_VERSION, KarpRabin, Rolling, hash_kgram, hash_kgrams, mix, rehash, slide};
pub use union_find::UnionFind;
pub use winnow::{Fingerprint, winnow, winnow_robust};
