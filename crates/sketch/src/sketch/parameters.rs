//! The parameters of sketches. Two sketches can be compared only if all parameters are equal.

use std::fmt;
use std::num::{NonZeroU64, NonZeroUsize};

use crate::{Key, KeyId, Shingling};

/// Everything that determines which values a sketch has.
///
/// They are stored beside sketches as text ([`fmt::Display`], read by [`std::str::FromStr`]):
/// `shingle=10 shingling=set hash=mixed bits=64 key=0000000000000000 sample=mod:25`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Parameters {
    /// Number of tokens in a shingle, w.
    pub shingle: NonZeroUsize,
    /// Whether shingles are labelled (option A) or form a plain set (option B).
    pub shingling: Shingling,
    /// The function from shingles to ids.
    pub hash: IdHash,
    /// Length of an id in bits, l: at least [`Parameters::LEAST_BITS`], at most [`IdHash::most_bits`]. Shorter ids take
    /// less space, but make different shingles look equal. With more than 99.9 % probability, the resemblance of ids is
    /// off by less than `|S(A) u S(B)| / 2^(l-11)`.
    pub bits: u32,
    /// The key of the permutation of ids.
    pub key: KeyId,
    /// Which of the permuted ids are kept.
    pub sample: Sample,
    /// How a part of the sample was sampled again, if it was.
    pub resampled: Option<Resampling>,
}

/// How a stored sample was sampled again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Resampling {
    /// The key of the permutation of stored values.
    pub key: KeyId,
    /// Which of the permuted values are kept.
    pub sample: Sample,
}

/// The function from shingles to ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IdHash {
    /// This crate's rolling hash and its mixer, followed by a keyed permutation if the key is secret; the first l bits.
    Mixed,
    /// Rabin fingerprints modulo a random irreducible polynomial of degree l, followed by a random affine map as the
    /// permutation; both are drawn from the key. The tokens are words cut and padded by [`crate::cut_word`]. The papers
    /// use 40 bits.
    Rabin,
}

impl IdHash {
    /// Returns the largest length of its ids in bits.
    pub const fn most_bits(self) -> u32 {
        match self {
            Self::Mixed => 64,
            // A polynomial of this degree fits into a word.
            Self::Rabin => 63,
        }
    }
}

/// Which permuted ids a sketch keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sample {
    /// `MIN_s`: the s smallest. Fixed size; resemblance only.
    Minimum(NonZeroUsize),
    /// `MOD_m`: those that are 0 mod m. Grows with the document; resemblance and containment.
    Modulus(NonZeroU64),
    /// `MIN_s(MOD_m)`: the s smallest of those that are 0 mod m. Resemblance only; cheaper to compute than `MIN_s`.
    MinimumOfModulus(NonZeroUsize, NonZeroU64),
    /// The bounded ladder: a document of `unit * 2^i` to `unit * 2^(i+1)` shingles keeps `MOD_(2^i)`, about `unit` to
    /// twice as many values; a smaller document keeps everything. Resemblance and containment.
    Ladder(NonZeroUsize),
    /// The ladder that ends at `MOD_m`. A document that would keep fewer than `unit` values of `MOD_m` uses a half, a
    /// quarter or an eighth of m instead, as far as m can be halved: the largest of these moduli that leaves it `unit`
    /// values. So short documents have more than a handful of values, and the others cost the same as with `MOD_m`.
    /// Resemblance and containment.
    LadderTo(NonZeroUsize, NonZeroU64),
}

impl Sample {
    /// `MOD_1`: nothing is left out.
    pub const EVERYTHING: Self = Self::Modulus(NonZeroU64::MIN);

    /// Returns the s of `MIN_s`. With it, containment cannot be estimated: the smallest ids of two documents of
    /// different size are samples of different density.
    pub(crate) const fn smallest(self) -> Option<usize> {
        match self {
            Self::Minimum(s) | Self::MinimumOfModulus(s, _) => Some(s.get()),
            Self::Modulus(_) | Self::Ladder(_) | Self::LadderTo(..) => None,
        }
    }

    /// Returns the m of `MOD_m`; 1 if the modulus leaves nothing out, or nothing at first.
    pub(crate) const fn modulus(self) -> NonZeroU64 {
        match self {
            Self::Modulus(m) | Self::MinimumOfModulus(_, m) => m,
            Self::Minimum(_) | Self::Ladder(_) | Self::LadderTo(..) => NonZeroU64::MIN,
        }
    }
}

impl Parameters {
    /// The parameters of the web-scale clustering (shingles of ten words, the plain set, 1 in 25 kept), but with this
    /// crate's hash in place of 40-bit Rabin fingerprints, and with the public key. Write others as
    /// `Parameters { sample: ..., ..Parameters::STANDARD }`.
    pub const STANDARD: Self = Self {
        shingle: NonZeroUsize::new(10).expect("not zero"),
        shingling: Shingling::Set,
        hash: IdHash::Mixed,
        bits: 64,
        key: KeyId::PUBLIC,
        sample: Sample::Modulus(NonZeroU64::new(25).expect("not zero")),
        resampled: None,
    };

    /// Shorter ids would hardly tell shingles apart.
    pub const LEAST_BITS: u32 = 8;

    /// Fails if no sketch can be made with these parameters.
    pub fn check(&self, key: &Key) -> Result<(), ParameterError> {
        if self.key != key.id() {
            return Err(ParameterError::Key { named: self.key, given: key.id() });
        }
        let most = self.hash.most_bits();
        if self.bits < Self::LEAST_BITS || most < self.bits {
            return Err(self.bits_up_to(most));
        }
        if self.resampled.is_some() {
            return Err(ParameterError::Resampled);
        }
        Ok(())
    }

    /// Returns the error for ids that are too short, or longer than `most` bits.
    pub const fn bits_up_to(&self, most: u32) -> ParameterError {
        ParameterError::Bits { bits: self.bits, least: Self::LEAST_BITS, most }
    }

    /// Returns the s of `MIN_s` that limits a sketch, at first or when it was sampled again.
    pub(crate) fn smallest(&self) -> Option<usize> {
        self.resampled.map_or(self.sample, |again| again.sample).smallest()
    }

    /// Fails with the first parameter in which two sketches differ.
    pub fn same(&self, other: &Self) -> Result<(), Mismatch> {
        let unequal = |what, equal| if equal { Ok(()) } else { Err(Mismatch::Parameter(what)) };
        unequal(Parameter::Shingle, self.shingle == other.shingle)?;
        unequal(Parameter::Shingling, self.shingling == other.shingling)?;
        unequal(Parameter::Hash, self.hash == other.hash)?;
        unequal(Parameter::Bits, self.bits == other.bits)?;
        let again = |parameters: &Self| parameters.resampled.map(|again| again.key);
        unequal(Parameter::Key, self.key == other.key && again(self) == again(other))?;
        unequal(Parameter::Sample, self.sample == other.sample && self.resampled == other.resampled)
    }
}

/// Why no sketch can be made with these parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// A key other than the one in the parameters was given.
    #[error("the parameters name key {named}, and key {given} was given")]
    Key {
        /// The key in the parameters.
        named: KeyId,
        /// The key that was given.
        given: KeyId,
    },
    /// The ids are too short or too long.
    #[error("ids of {bits} bits; at least {least} and at most {most} are possible")]
    Bits {
        /// The requested length.
        bits: u32,
        /// The length of the shortest ids.
        least: u32,
        /// The length of the longest ids of this hash.
        most: u32,
    },
    /// The parameters are those of a sketch that was sampled again. A document cannot be sampled again.
    #[error("documents are not sampled again, sketches are")]
    Resampled,
}

/// Why two sketches cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// They were made with different parameters.
    #[error("sketches with different {0} do not compare")]
    Parameter(Parameter),
    /// The smallest ids cannot estimate containment.
    #[error("the smallest ids tell resemblance only, not containment")]
    NoContainment,
    /// A `SimHash` cannot estimate resemblance.
    #[error("a SimHash tells the angle of weighted features, not resemblance")]
    NoResemblance,
    /// Minima cannot estimate an angle.
    #[error("minima tell resemblance, not the angle of weighted features")]
    NoAngle,
}

/// A parameter in which two sketches may differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// The number of tokens in a shingle.
    Shingle,
    /// Option A or B of shingling.
    Shingling,
    /// The hash function.
    Hash,
    /// The length of ids.
    Bits,
    /// The key, or the key of sampling again.
    Key,
    /// The sample.
    Sample,
    /// The kind or length of a signature.
    Kind,
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shingle => "shingle sizes",
            Self::Shingling => "shinglings (labelled or set)",
            Self::Hash => "hash functions",
            Self::Bits => "lengths of ids",
            Self::Key => "keys",
            Self::Sample => "samples",
            Self::Kind => "kinds or lengths of signatures",
        })
    }
}
