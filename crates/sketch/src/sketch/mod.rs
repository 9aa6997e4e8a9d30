//! Sketches: small samples of a document's shingles, from which resemblance and containment are estimated (Broder 1997,
//! section 3; Broder, Glassman, Manasse, Zweig 1997).
//!
//! A [`Sketcher`] reads tokens and returns [`Sketch`]es. Those contain their [`Parameters`], and two with different
//! ones cannot be compared ([`Mismatch`]). To process many documents, [`Sketcher::finish_into`] returns sorted values
//! only, and [`Overlap::of`] counts what two of them have in common. An [`Overlap`] can also be made from counts
//! obtained in any other way.

mod collector;
mod ladder_sampler;
mod levels;
mod parameters;
mod resampling;
mod sketcher;
mod text;

pub use levels::Levels;
pub use parameters::{IdHash, Mismatch, Parameter, ParameterError, Parameters, Resampling, Sample};
pub use resampling::NotResampled;
pub use sketcher::Sketcher;
pub use text::NoParameters;

use crate::divisor::Divisor;
use crate::{Estimate, Overlap};

/// The sampled shingle ids of one document, with the parameters of the sample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch {
    parameters: Parameters,
    level: u32,
    values: Vec<u64>,
}

impl Sketch {
    /// Creates a sketch from a [`Sketcher`]'s result.
    fn assembled(parameters: Parameters, level: u32, values: Vec<u64>) -> Self {
        Self { parameters, level, values }
    }

    /// Creates a sketch from stored parts. Rejects values that no sketch with these parameters and this level has, and
    /// sketches that were sampled again, which are not stored.
    pub fn from_parts(parameters: Parameters, level: u32, values: Vec<u64>) -> Result<Self, Malformed> {
        let at_most = parameters.sample.smallest().unwrap_or(usize::MAX);
        if parameters.resampled.is_some() {
            return Err(Malformed::Level);
        }
        let divisor = match (parameters.sample, Levels::for_sample(parameters.sample)) {
            (Sample::Ladder(_), _) if level < u64::BITS => Divisor::power_of_two(level),
            (_, Some(levels)) if level <= levels.top() => levels.divisor(level),
            _ if level > 0 => return Err(Malformed::Level),
            (sample, _) => Divisor::new(sample.modulus()),
        };
        if !values.is_sorted_by(|left, right| left < right) {
            return Err(Malformed::Order);
        }
        let fits = |value: &u64| parameters.bits >= u64::BITS || value >> parameters.bits == 0;
        if values.len() > at_most || !values.iter().all(|value| divisor.divides(*value) && fits(value)) {
            return Err(Malformed::Value);
        }
        if Levels::for_sample(parameters.sample).is_some_and(|levels| levels.level(&values) != level) {
            return Err(Malformed::Level);
        }
        Ok(Self::assembled(parameters, level, values))
    }

    /// Returns the parameters of the sketch.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Returns the values: ascending, distinct.
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// Returns the level on the ladder, counted from 0; 0 without a ladder.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// Estimates the resemblance: by the smallest s values of both together (`MIN_s`), or by all values of both
    /// (`MOD_m`; for a ladder, at the larger modulus). Unbiased given the size of the sample.
    pub fn resemblance(&self, other: &Self) -> Result<Estimate, Mismatch> {
        self.parameters.same(&other.parameters)?;
        if let Some(s) = self.parameters.smallest() {
            return Ok(by_smallest(&self.values, &other.values, s));
        }
        Ok(self.overlap(other)?.resemblance().map_or(Estimate::Unknown, Estimate::Sampled))
    }

    /// Estimates how much of this document's shingles the other one contains: `|L(A) n L(B)| / |L(A)|`.
    ///
    /// For a very short document beside a much larger one, the sample is small. The estimate states its size.
    pub fn containment_in(&self, other: &Self) -> Result<Estimate, Mismatch> {
        Ok(self.overlap(other)?.containment_of_left().map_or(Estimate::Unknown, Estimate::Sampled))
    }

    /// Returns what the samples of both have in common, at the larger modulus of the two.
    pub fn overlap(&self, other: &Self) -> Result<Overlap, Mismatch> {
        self.parameters.same(&other.parameters)?;
        if self.parameters.smallest().is_some() {
            return Err(Mismatch::NoContainment);
        }
        let level = self.level.max(other.level);
        if self.level == other.level {
            return Ok(Overlap::of(&self.values, &other.values));
        }
        Ok(Overlap::of(&self.values_at(level), &other.values_at(level)))
    }

    /// Returns `L_level` of `L_i`.
    fn values_at(&self, level: u32) -> Vec<u64> {
        let levels = Levels::for_sample(self.parameters.sample);
        let divisor = levels.map_or_else(|| Divisor::power_of_two(level), |levels| levels.divisor(level));
        self.values.iter().copied().filter(|value| divisor.divides(*value)).collect()
    }
}

/// Computes `|MIN_s(M(A) u M(B)) n M(A) n M(B)| / |MIN_s(M(A) u M(B))|` in one merge of `O(s)`.
fn by_smallest(mut left: &[u64], mut right: &[u64], s: usize) -> Estimate {
    let (mut shared, mut sample) = (0, 0);
    while sample < s as u64 {
        let (in_left, in_right) = match (left.first(), right.first()) {
            (Some(l), Some(r)) => (l <= r, r <= l),
            (one, other) => (one.is_some(), other.is_some()),
        };
        if !in_left && !in_right {
            break;
        }
        left = &left[usize::from(in_left)..];
        right = &right[usize::from(in_right)..];
        shared += u64::from(in_left && in_right);
        sample += 1;
    }
    Estimate::new(shared, sample)
}

/// Why stored parts are not a sketch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// The values are not ascending, or one occurs twice.
    #[error("the values of a sketch ascend, none twice")]
    Order,
    /// There are too many values, or one is too long or not in the sample.
    #[error("the parameters of the sketch allow no such values")]
    Value,
    /// There is a level without a ladder or beyond it, or the sketch was sampled again.
    #[error("the parameters of the sketch allow no such level")]
    Level,
}
