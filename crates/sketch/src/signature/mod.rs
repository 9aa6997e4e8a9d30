//! Signatures: vectors of fixed length that are compared component by component. Pure.
//!
//! `MinHash` with L functions, and with one permutation, estimate resemblance; `SimHash` estimates the angle between
//! weighted feature vectors. A [`Signer`] makes them of ids or features.

mod minhash;
mod signer;
mod simhash;
mod text;

pub use signer::{Signer, Unweighted};

use std::num::NonZeroUsize;

use crate::sketch::{Malformed, Parameter};
use crate::{Estimate, Mismatch, Parameters};

/// What a signature was made with. Two signatures compare only where all of it is equal.
///
/// Its text ([`std::fmt::Display`], and back by [`std::str::FromStr`]) is that of the ids' parameters and
/// `signature=one-permutation:128`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SignatureParameters {
    /// How the ids came about that it was made of, and under which key, which is the signature's too.
    pub of: Parameters,
    /// What a component is.
    pub kind: SignatureKind,
    /// The number of components, L.
    pub length: NonZeroUsize,
}

/// What a component of a signature is, and what it means that two are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum SignatureKind {
    /// The minimum of `(a*x + b) mod P` over all ids x; two are equal with the probability of the resemblance. Slow:
    /// L multiplications an id. Ids have at most 60 bits, below P.
    Functions,
    /// The minimum of one permutation within one of L parts of its range, empty parts filled from others; the same
    /// probability, at a multiplication an id.
    OnePermutation,
    /// One bit: on which side of a random hyperplane the weighted vector lies; two are equal with probability
    /// `1 - angle/pi`.
    #[strum(serialize = "simhash")]
    SimHash,
}

/// A signature of a set of ids or of weighted features.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    parameters: SignatureParameters,
    /// Minima, or 64 bits of a `SimHash` each; none for the empty set, of which nothing can be said.
    words: Vec<u64>,
}

impl Signature {
    /// From stored parts; refuses as many words as no signature of this length has, and bits behind the last component.
    pub fn from_parts(parameters: SignatureParameters, words: Vec<u64>) -> Result<Self, Malformed> {
        let length = parameters.length.get();
        let (needed, padding) = match parameters.kind {
            SignatureKind::SimHash => (length.div_ceil(64), length.next_multiple_of(64) - length),
            SignatureKind::Functions | SignatureKind::OnePermutation => (length, 0),
        };
        let padded = words.last().is_none_or(|last| padding == 0 || last >> (64 - padding) == 0);
        if padded && (words.is_empty() || words.len() == needed) {
            Ok(Self { parameters, words })
        } else {
            Err(Malformed::Value)
        }
    }

    /// What it was made with.
    pub fn parameters(&self) -> &SignatureParameters {
        &self.parameters
    }

    /// Its components: a minimum each, or 64 bits of a `SimHash` each, lowest first, the last word padded with zeros.
    /// None for an empty document.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Estimates the resemblance: the share of equal minima. Unknown if either is empty.
    pub fn resemblance(&self, other: &Self) -> Result<Estimate, Mismatch> {
        match self.parameters.kind {
            SignatureKind::SimHash => Err(Mismatch::NoResemblance),
            SignatureKind::Functions | SignatureKind::OnePermutation => self.agreement(other),
        }
    }

    /// Estimates the angle between two weighted vectors, from 0 to pi, by [`Self::agreement`]; `None` if either is
    /// empty.
    pub fn angle(&self, other: &Self) -> Result<Option<f64>, Mismatch> {
        match self.parameters.kind {
            SignatureKind::SimHash => {
                Ok(self.agreement(other)?.value().map(|equal| std::f64::consts::PI * (1.0 - equal)))
            }
            SignatureKind::Functions | SignatureKind::OnePermutation => Err(Mismatch::NoAngle),
        }
    }

    /// The share of equal components: an estimate of the resemblance, or of `1 - angle/pi`.
    pub fn agreement(&self, other: &Self) -> Result<Estimate, Mismatch> {
        self.parameters.same(&other.parameters)?;
        if self.words.is_empty() || other.words.is_empty() {
            return Ok(Estimate::Unknown);
        }
        let length = self.parameters.length.get() as u64;
        let pairs = self.words.iter().zip(&other.words);
        let equal = match self.parameters.kind {
            SignatureKind::SimHash => {
                length - pairs.map(|(left, right)| u64::from((left ^ right).count_ones())).sum::<u64>()
            }
            SignatureKind::Functions | SignatureKind::OnePermutation => {
                pairs.filter(|(left, right)| left == right).count() as u64
            }
        };
        Ok(Estimate::new(equal, length))
    }

    /// Component number `at`.
    ///
    /// # Panics
    /// If there is no such component.
    pub fn component(&self, at: usize) -> u64 {
        match self.parameters.kind {
            SignatureKind::SimHash => self.words[at / 64] >> (at % 64) & 1,
            SignatureKind::Functions | SignatureKind::OnePermutation => self.words[at],
        }
    }
}

impl SignatureParameters {
    /// Fails with the first parameter in which two signatures differ.
    pub fn same(&self, other: &Self) -> Result<(), Mismatch> {
        self.of.same(&other.of)?;
        if self.kind == other.kind && self.length == other.length {
            Ok(())
        } else {
            Err(Mismatch::Parameter(Parameter::Kind))
        }
    }
}
