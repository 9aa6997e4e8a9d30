//! What a sketch was made with. Two sketches compare only where all of it is equal.

use std::fmt;
use std::num::{NonZeroU64, NonZeroUsize};

use crate::{Key, KeyId, Shingling};

/// Everything that decides which values a sketch holds.
///
/// Its text ([`fmt::Display`], and back by [`std::str::FromStr`]) is made to be stored beside sketches:
/// `shingle=10 shingling=set hash=mixed bits=64 key=0000000000000000 sample=mod:25`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Parameters {
    /// Tokens in a shingle, w.
    pub shingle: NonZeroUsize,
    /// Option A or B.
    pub shingling: Shingling,
    /// The function from shingles to ids.
    pub hash: IdHash,
    /// Length of an id in bits, l: at least [`Parameters::LEAST_BITS`], at most [`IdHash::most_bits`]. Shorter ones
    /// take less room and make different shingles look equal: with more than 99.9 % probability, the resemblance of
    /// ids is off by less than `|S(A) u S(B)| / 2^(l-11)`.
    pub bits: u32,
    /// The key of the permutation of ids.
    pub key: KeyId,
    /// Which of the permuted ids are kept.
    pub sample: Sample,
    /// How a part of the sample was taken again, if it was.
    pub resampled: Option<Resampling>,
}

/// How a smaller sample was taken of a stored one.
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
    /// The house's rolling hash behind its mixer, under a secret key behind a keyed permutation; the first l bits.
    Mixed,
    /// Rabin fingerprints modulo a random irreducible polynomial of degree l, behind a random affine map as the
    /// permutation, both drawn from the key. The tokens are words cut and padded by [`crate::cut_word`]. 40 bits in
    /// the papers.
    Rabin,
}

impl IdHash {
    /// The longest ids it makes.
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
    /// `MIN_s(MOD_m)`: the s smallest of those that are 0 mod m. Resemblance only; cheaper to make than `MIN_s`.
    MinimumOfModulus(NonZeroUsize, NonZeroU64),
    /// The bounded ladder: a document of `unit * 2^i` to `unit * 2^(i+1)` shingles keeps `MOD_(2^i)`, about `unit` to
    /// twice as many values; a smaller one everything. Resemblance and containment.
    Ladder(NonZeroUsize),
    /// The ladder that ends at `MOD_m`: a document that would keep fewer than `unit` values of it keeps those that are
    /// 0 modulo a half, a quarter or an eighth of m, as far as m can be halved: the largest of these that leaves it `unit`
    /// values. So the short ones are not told by a handful of values, and the others cost what they cost by `MOD_m`.
    /// Resemblance and containment.
    LadderTo(NonZeroUsize, NonZeroU64),
}

impl Sample {
    /// `MOD_1`: nothing is left out.
    pub const EVERYTHING: Self = Self::Modulus(NonZeroU64::MIN);

    /// The s of `MIN_s`. Where there is one, containment cannot be estimated: the smallest ids of two documents of
    /// different size are samples of different density.
    pub(crate) const fn smallest(self) -> Option<usize> {
        match self {
            Self::Minimum(s) | Self::MinimumOfModulus(s, _) => Some(s.get()),
            Self::Modulus(_) | Self::Ladder(_) | Self::LadderTo(..) => None,
        }
    }

    /// The m of `MOD_m`; 1 where nothing, or nothing at first, is left out by it.
    pub(crate) const fn modulus(self) -> NonZeroU64 {
        match self {
            Self::Modulus(m) | Self::MinimumOfModulus(_, m) => m,
            Self::Minimum(_) | Self::Ladder(_) | Self::LadderTo(..) => NonZeroU64::MIN,
        }
    }
}

impl Parameters {
    /// Those of the web-scale clustering (shingles of ten words, the plain set, 1 in 25 kept), with the house's hash
    /// in place of 40-bit Rabin fingerprints and under the public key. Others are written
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

    /// Ids of fewer bits tell hardly any shingles apart.
    pub const LEAST_BITS: u32 = 8;

    /// Refuses parameters with which no sketch can be made.
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

    /// Returns the refusal of ids that are too short, or longer than `most` bits.
    pub const fn bits_up_to(&self, most: u32) -> ParameterError {
        ParameterError::Bits { bits: self.bits, least: Self::LEAST_BITS, most }
    }

    /// The s of `MIN_s` that a sketch is cut to, at first or when sampled again.
    pub(crate) fn smallest(&self) -> Option<usize> {
        self.resampled.map_or(self.sample, |again| again.sample).smallest()
    }

    /// The first of two sketches' parameters that differs.
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

/// Why no sketches can be made with these parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// The key that was given is another one.
    #[error("the parameters name key {named}, and key {given} was given")]
    Key {
        /// In the parameters.
        named: KeyId,
        /// Of the key itself.
        given: KeyId,
    },
    /// Too short or too long ids.
    #[error("ids of {bits} bits; at least {least} and at most {most} are possible")]
    Bits {
        /// What was asked for.
        bits: u32,
        /// The shortest ids.
        least: u32,
        /// The longest ids of this hash.
        most: u32,
    },
    /// Only a sketch can be sampled again, not a document.
    #[error("documents are not sampled again, sketches are")]
    Resampled,
}

/// Why two sketches do not compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// They were not made alike.
    #[error("sketches with different {0} do not compare")]
    Parameter(Parameter),
    /// They do not tell what was asked.
    #[error("the smallest ids tell resemblance only, not containment")]
    NoContainment,
    /// A `SimHash` was asked for a resemblance.
    #[error("a SimHash tells the angle of weighted features, not resemblance")]
    NoResemblance,
    /// Minima were asked for an angle.
    #[error("minima tell resemblance, not the angle of weighted features")]
    NoAngle,
}

/// What two sketches may differ in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parameter {
    /// The number of tokens in a shingle.
    Shingle,
    /// Option A or B.
    Shingling,
    /// The hash function.
    Hash,
    /// The length of ids.
    Bits,
    /// The key, or that of sampling again.
    Key,
    /// What is kept.
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
