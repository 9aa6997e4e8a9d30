//! Takes a smaller sample of a stored one, with a key chosen afterwards.

use super::{Resampling, Sample, Sketch};
use crate::Key;
use crate::divisor::Divisor;
use crate::permutation::Permutation;

impl Sketch {
    /// Samples a stored `MOD_m` or ladder again: permutes its values with a temporary key and keeps some of them.
    ///
    /// An author who learns which shingles a static sketch keeps can evade it. A larger stored set resists this: every
    /// comparison uses another part of it, which nobody can know beforehand. Two documents that were sampled again in
    /// the same way can be compared as before. `MOD_m'` of `MOD_m` keeps 1 in m * m', and the smallest s have a fixed
    /// size again.
    pub fn resample(&self, sample: Sample, key: &Key) -> Result<Self, NotResampled> {
        let parameters = &self.parameters;
        if parameters.sample.smallest().is_some() || parameters.resampled.is_some() {
            return Err(NotResampled::Source);
        }
        let permutation = Permutation::new(key, "sampling again");
        let mut values = self.values.clone();
        match sample {
            Sample::Modulus(m) => {
                let divisor = Divisor::new(m);
                values.retain(|value| divisor.divides(permutation.apply(*value)));
            }
            // The permuted values are sorted. Values of two levels are not samples of one set, so a ladder has no
            // smallest values.
            Sample::Minimum(s) if matches!(parameters.sample, Sample::Modulus(_)) => {
                values = values.into_iter().map(|value| permutation.apply(value)).collect();
                values.sort_unstable();
                values.truncate(s.get());
            }
            _ => return Err(NotResampled::Target),
        }
        let resampled = Some(Resampling { key: key.id(), sample });
        Ok(Self { parameters: super::Parameters { resampled, ..*parameters }, level: self.level, values })
    }
}

/// Why a sketch cannot be sampled again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotResampled {
    /// The smallest ids of two documents are samples of different density. A sketch that was sampled again cannot be
    /// sampled once more.
    #[error("only stored samples modulo m and those of the ladder can be sampled again")]
    Source,
    /// The new sample is neither `MOD_m`, nor `MIN_s` of a `MOD_m`.
    #[error("what is sampled again is taken modulo m, or as the smallest values of a sample modulo m")]
    Target,
}
