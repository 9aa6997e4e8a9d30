//! Pure algorithms on sequences of numbers: shingles, sketches, signatures, resemblance and containment.
//!
//! **Sketches** follow Broder, *On the resemblance and containment of documents* (1997). [`Shingler`] turns a stream of
//! token values into the ids of its shingles, the same hashes as those of k-grams. A [`Sketcher`] keeps a sample of
//! them, and two [`Sketch`]es give an [`Estimate`] of resemblance or containment. [`Overlap`] computes the exact
//! measures of whole sets. See [`sketch`].
//!
//! **Signatures** (`MinHash`, `SimHash`) are what sketches are compared with. See [`signature`]. The crate `evaluation`
//! contains other such algorithms (`0 mod p`, banding, Bloom filters).
//!
//! **Not used here**: files, languages, text, I/O, clocks, random numbers, threads. What the papers choose at random is
//! drawn from a [`Key`] that callers pass in. Callers also decide which token values may be compared (those of one
//! language family and one normalizer): they hash the family into the token values, or keep the families apart.
//!
//! **Never changed**: stored sketches must keep their meaning. Any change of a hash needs a new
//! [`HASH_VERSION`](chaffinch_fingerprint::HASH_VERSION).

mod binomial;
mod bucket_sort;
mod divisor;
mod estimate;
mod key;
mod permutation;
mod rabin;
mod shingle;

pub mod signature;
pub mod sketch;

pub use binomial::accuracy;
pub use bucket_sort::BucketSorter;
pub use estimate::{Estimate, Interval, Overlap, Share};
pub use key::{Draw, Key, KeyId};
pub use permutation::Permutation;
pub use rabin::{collision_bound, cut_word};
pub use shingle::{Shingler, Shingling, label};
pub use sketch::{IdHash, Levels, Mismatch, Parameters, Sample, Sketch, Sketcher};
