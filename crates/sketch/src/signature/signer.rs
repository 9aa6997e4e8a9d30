//! From ids or weighted features to signatures. Pure.

use super::minhash::{Functions, OnePermutation};
use super::simhash::Hyperplanes;
use super::{Signature, SignatureKind, SignatureParameters};
use crate::Key;
use crate::sketch::ParameterError;

/// Makes signatures.
///
/// ```
/// use std::num::NonZeroUsize;
/// use chaffinch_sketch::signature::{SignatureKind, SignatureParameters, Signer};
/// use chaffinch_sketch::{Key, Parameters};
///
/// let parameters = SignatureParameters {
///     of: Parameters::STANDARD,
///     kind: SignatureKind::OnePermutation,
///     length: NonZeroUsize::new(128).expect("not zero"),
/// };
/// let signer = Signer::new(parameters, &Key::PUBLIC).expect("right key");
/// let (left, right) = (signer.sign(&[1, 2, 3, 4]), signer.sign(&[1, 2, 3, 5]));
/// let estimate = left.resemblance(&right).expect("made alike");
/// assert!(estimate.interval(0.999).contains(0.6));
/// ```
#[derive(Debug, Clone)]
pub struct Signer {
    parameters: SignatureParameters,
    function: Function,
}

#[derive(Debug, Clone)]
enum Function {
    Functions(Functions),
    OnePermutation(OnePermutation),
    SimHash(Hyperplanes),
}

impl Signer {
    /// For signatures with these parameters, under the key they name. L functions take ids of at most 60 bits.
    pub fn new(parameters: SignatureParameters, key: &Key) -> Result<Self, ParameterError> {
        let SignatureParameters { of, kind, length } = &parameters;
        of.check(key)?;
        let length = length.get();
        let function = match kind {
            SignatureKind::Functions if Functions::MAX_BITS < of.bits => {
                return Err(of.bits_up_to(Functions::MAX_BITS));
            }
            SignatureKind::Functions => Function::Functions(Functions::new(length, key)),
            SignatureKind::OnePermutation => Function::OnePermutation(OnePermutation::new(length, key)),
            SignatureKind::SimHash => Function::SimHash(Hyperplanes::new(length, key)),
        };
        Ok(Self { parameters, function })
    }

    /// The signature of a set of ids, such as a sketch's values or ready-made features. Resemblance is that of the sets:
    /// an id that stands there twice counts once in minima, twice in a `SimHash`.
    ///
    /// # Panics
    /// L functions: if an id is longer than its parameters say, up to 60 bits.
    pub fn sign(&self, ids: &[u64]) -> Signature {
        let words = match &self.function {
            Function::Functions(functions) => functions.minima(ids),
            Function::OnePermutation(permutation) => permutation.minima(ids),
            Function::SimHash(hyperplanes) => hyperplanes.sides(ids.iter().map(|id| (*id, 1))),
        };
        Signature { parameters: self.parameters, words }
    }

    /// The `SimHash` of weighted features, such as shingles with their counts; weights may be negative. Features
    /// of weight 0 leave no trace; only without any feature there is no signature.
    pub fn sign_weighted(&self, features: &[(u64, i32)]) -> Result<Signature, Unweighted> {
        let Function::SimHash(hyperplanes) = &self.function else { return Err(Unweighted) };
        Ok(Signature { parameters: self.parameters, words: hyperplanes.sides(features.iter().copied()) })
    }
}

/// Minima know no weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("minima are of sets; weights are for SimHash")]
pub struct Unweighted;
