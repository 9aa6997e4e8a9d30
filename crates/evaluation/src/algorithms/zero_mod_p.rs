//! Selection by divisibility: `0 mod p` and its safe variant. Pure arithmetic.
//!
//! The service does not select this way; both are here because the paper measures winnowing against them.

use std::num::NonZeroU64;

use chaffinch_fingerprint::Fingerprint;

/// Manber's `0 mod p`: fills `out` with every hash divisible by `p`; what `out` held before is discarded.
/// Expected density `1/p`, no guarantee: selected positions may lie arbitrarily far apart.
///
/// # Panics
/// At 2^32 hashes and more.
pub fn zero_mod_p(hashes: &[u64], p: NonZeroU64, out: &mut Vec<Fingerprint>) {
    assert!(u32::try_from(hashes.len()).is_ok(), "a document holds fewer than 2^32 k-grams");
    out.clear();
    out.extend(
        (0..)
            .zip(hashes)
            .filter(|(_, hash)| **hash % p == 0)
            .map(|(position, hash)| Fingerprint { hash: *hash, position }),
    );
}

/// Safe `0 mod p`: fills `out` with the *good* hashes, those divisible by `p`, and the *bad* ones; what `out` held
/// before is discarded. A hash is bad if neither it nor any of the `w - 1` hashes before it is good. None of the
/// first `w - 1` is bad, so a document of fewer than `w` hashes may select nothing.
///
/// A local algorithm with winnowing's guarantee: every window of `w` hashes selects one. Expected density
/// `1/p + (1 - 1/p)^w`.
///
/// # Panics
/// If `w` is 0, or at 2^32 hashes and more.
pub fn safe_zero_mod_p(hashes: &[u64], w: usize, p: NonZeroU64, out: &mut Vec<Fingerprint>) {
    assert!(w > 0, "a window has at least one hash");
    assert!(u32::try_from(hashes.len()).is_ok(), "a document holds fewer than 2^32 k-grams");
    out.clear();
    let mut since_good = 0;
    for (position, hash) in (0..).zip(hashes) {
        let good = *hash % p == 0;
        since_good = if good { 0 } else { since_good + 1 };
        if good || since_good >= w {
            out.push(Fingerprint { hash: *hash, position });
        }
    }
}
