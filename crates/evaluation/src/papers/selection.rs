//! The four selections the paper speaks of, with the parameters of the experiments. Pure.

use std::num::NonZeroU64;

use chaffinch_fingerprint::{
    Fingerprint, density, hash_kgrams, rehash, safe_zero_mod_p, winnow, winnow_robust, zero_mod_p,
};

/// Characters in a k-gram: the paper hashes strings of 50 characters.
pub(super) const K: usize = 50;
/// Hashes in a window.
pub(super) const W: usize = 100;
/// Modulus of `0 mod p`: the integer next to (w + 1) / 2, at which it is as dense as winnowing.
pub(super) const P: NonZeroU64 = NonZeroU64::new(50).expect("not 0");
/// Modulus of safe `0 mod p`: the integer next to w / ln w, at which it is sparsest.
pub(super) const SAFE_P: NonZeroU64 = NonZeroU64::new(22).expect("not 0");

/// A way to select fingerprints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Selection {
    Winnowing,
    RobustWinnowing,
    ZeroModP,
    SafeZeroModP,
}

impl Selection {
    pub(super) const ALL: [Self; 4] =
        [Self::Winnowing, Self::RobustWinnowing, Self::ZeroModP, Self::SafeZeroModP];

    pub(super) fn name(self) -> String {
        match self {
            Self::Winnowing => "winnowing".to_owned(),
            Self::RobustWinnowing => "robust winnowing".to_owned(),
            Self::ZeroModP => format!("0 mod {P}"),
            Self::SafeZeroModP => format!("safe 0 mod {SAFE_P}"),
        }
    }

    /// Fills `out` with what this selects.
    pub(super) fn select(self, hashes: &[u64], out: &mut Vec<Fingerprint>) {
        match self {
            Self::Winnowing => winnow(hashes, W, out),
            Self::RobustWinnowing => winnow_robust(hashes, W, out),
            Self::ZeroModP => zero_mod_p(hashes, P, out),
            Self::SafeZeroModP => safe_zero_mod_p(hashes, W, SAFE_P, out),
        }
    }

    /// Its density on random hashes.
    pub(super) fn expected_density(self) -> f64 {
        match self {
            Self::Winnowing | Self::RobustWinnowing => density::winnowing(W),
            Self::ZeroModP => density::zero_mod_p(P.get()),
            Self::SafeZeroModP => density::safe_zero_mod_p(W, SAFE_P.get()),
        }
    }

    /// The share of runs of t characters in which it selects nothing, on random hashes.
    pub(super) fn expected_missed(self) -> f64 {
        match self {
            Self::ZeroModP => density::missed_window(W, P.get() as f64),
            _ => 0.0,
        }
    }
}

/// Turns text into k-gram hashes: every byte is a token.
pub(super) struct TextHasher {
    value_of: [u64; 256],
    values: Vec<u64>,
}

impl TextHasher {
    pub(super) fn new() -> Self {
        // Token values are hashes; a byte's is the second hash of its number (from 1, as 0 maps to 0).
        let value_of = std::array::from_fn(|byte| rehash(byte as u64 + 1));
        Self { value_of, values: Vec::new() }
    }

    /// Fills `out` with the hashes of the text's k-grams.
    pub(super) fn hash(&mut self, text: &[u8], k: usize, out: &mut Vec<u64>) {
        self.values.clear();
        self.values.extend(text.iter().map(|byte| self.value_of[usize::from(*byte)]));
        hash_kgrams(&self.values, k, out);
    }
}
