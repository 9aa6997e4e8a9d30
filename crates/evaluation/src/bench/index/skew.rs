//! Synthetic documents whose fingerprints are as unevenly shared as those of programs. Pure.

use chaffinch_index::Fingerprint;

use crate::random::SplitMix64;

/// Fingerprints of a document, at most.
pub(super) const FINGERPRINTS: u32 = 200;

/// One fingerprint in so many is a common one.
const COMMON: u32 = 5;

/// Common fingerprints there are; the r-th most common is drawn with a chance in proportion to 1 / r.
const KINDS: f64 = 100_000.0;

/// Tokens from one fingerprint to the next.
const STEP: u32 = 5;

/// The document with this number: a fifth of its fingerprints common ones, the rest its own.
pub(super) fn document(number: u64) -> Vec<Fingerprint> {
    let mut random = SplitMix64::seeded(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut drawn = std::collections::BTreeSet::new();
    (0..FINGERPRINTS)
        .map(|at| {
            let position = at * STEP + random.below(u64::from(STEP)) as u32;
            let seed = if at % COMMON == 0 {
                // The inverse of the distribution's sum, which grows as the logarithm of the rank.
                let uniform = random.next() as f64 / u64::MAX as f64;
                ((KINDS + 1.0).powf(uniform) as u64) | 1 << 62
            } else {
                number << 8 | u64::from(at)
            };
            Fingerprint::of_hash(SplitMix64::seeded(seed).next(), position)
        })
        // The plain table's limit counts rows, not documents: no document has a fingerprint twice.
        .filter(|fingerprint| drawn.insert(fingerprint.value))
        .collect()
}
