//! The four selections of the paper, with the parameters of the experiments. Pure functions.

use std::num::NonZeroU64;

use chaffinch_fingerprint::{Fingerprint, hash_kgrams, rehash, winnow, winnow_robust};

use crate::algorithms::density;
use crate::algorithms::zero_mod_p::{safe_zero_mod_p, zero_mod_p};

/// Number of characters in a k-gram. The paper hashes strings of 50 characters.
pub(super) const K: usize = 50;
/// Number of hashes in a window.
pub(super) const W: usize = 100;
/// Modulus of `0 mod p`: the integer next to (w + 1) / 2, at which it has the density of winnowing.
pub(super) const P: NonZeroU64 = NonZeroU64::new(50).expect("not 0");
/// Modulus of safe `0 mod p`: the integer next to w / ln w, at which it is sparsest.
pub(super) const SAFE_P: NonZeroU64 = NonZeroU64::new(22).expect("not 0");

/// Text in place of a lost number of the paper.
pub(super) const NOT_LEGIBLE: &str = "not legible";

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

    /// Fills `out` with the selected fingerprints.
    pub(super) fn select(self, hashes: &[u64], out: &mut Vec<Fingerprint>) {
        match self {
            Self::Winnowing => winnow(hashes, W, out),
            Self::RobustWinnowing => winnow_robust(hashes, W, out),
            Self::ZeroModP => zero_mod_p(hashes, P, out),
            Self::SafeZeroModP => safe_zero_mod_p(hashes, W, SAFE_P, out),
        }
    }

    /// Returns its density on random hashes.
    pub(super) fn expected_density(self) -> f64 {
        match self {
            Self::Winnowing | Self::RobustWinnowing => density::winnowing(W),
            Self::ZeroModP => density::zero_mod_p(P.get()),
            Self::SafeZeroModP => density::safe_zero_mod_p(W, SAFE_P.get()),
        }
    }

    /// Returns the average number of fingerprints that it selects from `n_hashes` random hashes of one document. This
    /// is not the density times the number of hashes, which would count windows beyond the ends of the document.
    pub(super) fn expected_selected(self, n_hashes: usize) -> f64 {
        let whole_windows = (n_hashes + 1).saturating_sub(W) as f64;
        match self {
            // The first window selects one. Each further window selects a new one with the probability of the density.
            Self::Winnowing | Self::RobustWinnowing if n_hashes > 0 => {
                1.0 + (whole_windows - 1.0).max(0.0) * density::winnowing(W)
            }
            Self::Winnowing | Self::RobustWinnowing => 0.0,
            Self::ZeroModP => n_hashes as f64 * density::zero_mod_p(P.get()),
            // The first w - 1 hashes are never bad.
            Self::SafeZeroModP => {
                let bad = density::missed_window(W, SAFE_P.get() as f64);
                n_hashes as f64 * density::zero_mod_p(SAFE_P.get()) + whole_windows * bad
            }
        }
    }

    /// Returns the share of runs of t characters in which it selects nothing, on random hashes.
    pub(super) fn expected_missed(self) -> f64 {
        match self {
            Self::ZeroModP => density::missed_window(W, P.get() as f64),
            _ => 0.0,
        }
    }
}

/// Turns text into k-gram hashes. Every byte is a token.
pub(super) struct TextHasher {
    value_of: [u64; 256],
    values: Vec<u64>,
}

impl TextHasher {
    pub(super) fn new() -> Self {
        // Token values are hashes. The value of a byte is the second hash of its number (counted from 1, because 0 maps
        // to 0).
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// Uses many short documents, in which the ends matter: compares the mean number of selected hashes with the
    /// formula.
    #[test]
    fn expected_selected_counts_the_ends_of_documents() {
        let mut generator = SplitMix64::seeded(6);
        for n_hashes in [0, 1, W - 1, W, 3 * W] {
            let documents: Vec<Vec<u64>> =
                (0..2000).map(|_| (0..n_hashes).map(|_| generator.next()).collect()).collect();
            for selection in Selection::ALL {
                let mut selected = Vec::new();
                let counts: Vec<f64> = documents
                    .iter()
                    .map(|hashes| {
                        selection.select(hashes, &mut selected);
                        selected.len() as f64
                    })
                    .collect();
                let n = counts.len() as f64;
                let mean = counts.iter().sum::<f64>() / n;
                let variance = counts.iter().map(|count| (count - mean).powi(2)).sum::<f64>() / n;
                let expected = selection.expected_selected(n_hashes);
                let standard_error = (variance / n).sqrt();
                assert!(
                    (mean - expected).abs() <= 4.0 * standard_error + 1e-9,
                    "{}, {n_hashes} hashes: {mean} against {expected}",
                    selection.name()
                );
            }
        }
    }
}
