//! Synthetic documents whose fingerprints are shared as unevenly as those of programs. Pure functions.

use chaffinch_index::Fingerprint;

use crate::random::SplitMix64;

/// Largest number of fingerprints of a document.
pub(super) const FINGERPRINTS: u32 = 200;

/// One in this many fingerprints is a common one.
const COMMON: u32 = 5;

/// Number of common fingerprints. The r-th most common one is drawn with a probability in proportion to 1 / r.
const KINDS: f64 = 100_000.0;

/// Number of tokens from one fingerprint to the next.
const STEP: u32 = 5;

/// Returns the document with this number. A fifth of its fingerprints are common ones, the rest are its own.
pub(super) fn document(number: u64) -> Vec<Fingerprint> {
    let mut random = SplitMix64::seeded(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut drawn = std::collections::BTreeSet::new();
    (0..FINGERPRINTS)
        .map(|at| {
            let position = at * STEP + random.below(u64::from(STEP)) as u32;
            let seed = if at % COMMON == 0 {
                // The inverse of the cumulative distribution, which grows with the logarithm of the rank.
                let uniform = random.next() as f64 / u64::MAX as f64;
                ((KINDS + 1.0).powf(uniform) as u64) | 1 << 62
            } else {
                number << 8 | u64::from(at)
            };
            Fingerprint::of_hash(SplitMix64::seeded(seed).next(), position)
        })
        // The limit of the plain table counts rows and not documents, so no document may have a fingerprint twice.
        .filter(|fingerprint| drawn.insert(fingerprint.value))
        .collect()
}
