//! Pure algorithms on sequences of numbers: k-gram hashes, winnowing, shingles, sketches, resemblance and containment.
//!
//! **Winnowing** follows Schleimer, Wilkerson and Aiken, *Winnowing: Local Algorithms for Document Fingerprinting*
//! (SIGMOD 2003). A document is a slice of 64-bit token values. [`hash_kgrams`] turns it into one hash for every run of
//! k tokens, and a selection keeps some of those as [`Fingerprint`]s. The service uses [`winnow_robust`]; the paper
//! first defines [`winnow()`].
//!
//! **Sketches** follow Broder, *On the resemblance and containment of documents* (1997). [`Shingler`] turns a stream of
//! token values into the ids of its shingles, the same hashes as those of k-grams. A [`Sketcher`] keeps a sample of
//! them, and two [`Sketch`]es give an [`Estimate`] of resemblance or containment. [`Overlap`] computes the exact
//! measures of whole sets. See [`sketch`].
//!
//! **Signatures** (`MinHash`, `SimHash`) are what sketches are compared with. See [`signature`]. The crate `evaluation`
//! contains other such algorithms (`0 mod p`, banding, Bloom filters).
//!
//! **Not used here**: files, languages, text, I/O, clocks, random numbers. What the papers choose at random is
//! drawn from a [`Key`] that callers pass in. Callers also decide which token values may be compared (those of one
//! language family and one normalizer): they hash the family into the token values, or keep the families apart.
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

mod binomial;
mod bucket_sort;
mod divisor;
mod estimate;
mod fingerprint;
mod key;
mod kgram;
mod mixer;
mod permutation;
mod rabin;
mod rolling;
mod shingle;
mod union_find;
mod winnow;

pub mod signature;
pub mod sketch;

pub use binomial::accuracy;
pub use bucket_sort::BucketSorter;
pub use estimate::{Estimate, Interval, Overlap, Share};
pub use fingerprint::Fingerprint;
pub use key::{Draw, Key, KeyId};
pub use kgram::{HASH_VERSION, hash_kgram, hash_kgrams};
pub use mixer::{mix, rehash};
pub use permutation::Permutation;
pub use rabin::{collision_bound, cut_word};
pub use shingle::{Shingler, Shingling, label};
pub use sketch::{IdHash, Levels, Mismatch, Parameters, Sample, Sketch, Sketcher};
pub use union_find::UnionFind;
pub use winnow::{winnow, winnow_robust};
