//! The kinds of sketch that are compared, each as a function from tokens to a sketch. Pure functions.

use std::num::{NonZeroU64, NonZeroUsize};

use anyhow::Context;
use chaffinch_sketch::{IdHash, Key, Parameters, Sample, Shingling, Sketch, Sketcher};

use crate::algorithms::super_shingles::SuperShingles;
use chaffinch_sketch::signature::{Signature, SignatureKind, SignatureParameters, Signer};

/// What a kind makes of a document's shingles.
#[derive(Debug, Clone, Copy)]
enum What {
    Sample(Sample),
    SuperShingles(Sample, usize),
    Signature(SignatureKind, usize),
}

/// One kind of sketch, with its name in figures.
#[derive(Debug, Clone, Copy)]
pub(in crate::bench) struct Kind {
    pub(super) name: &'static str,
    hash: IdHash,
    bits: u32,
    shingling: Shingling,
    secret: bool,
    what: What,
}

const fn size(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("not zero")
}

const fn modulus(number: u64) -> NonZeroU64 {
    NonZeroU64::new(number).expect("not zero")
}

/// The kind of the paper.
pub(in crate::bench) const MOD_25: Kind = Kind {
    name: "mod-25",
    hash: IdHash::Mixed,
    bits: 64,
    shingling: Shingling::Set,
    secret: false,
    what: What::Sample(Parameters::STANDARD.sample),
};

/// All kinds, with that of the paper first. The pipeline uses `ladder-64-mod-8`.
pub(in crate::bench) const KINDS: [Kind; 14] = [
    MOD_25,
    Kind { name: "mod-25-40-bits", bits: 40, ..MOD_25 },
    Kind { name: "mod-25-secret", secret: true, ..MOD_25 },
    Kind { name: "mod-25-labelled", shingling: Shingling::Labelled, ..MOD_25 },
    Kind { name: "mod-25-rabin-40", hash: IdHash::Rabin, bits: 40, ..MOD_25 },
    Kind { name: "min-100", what: What::Sample(Sample::Minimum(size(100))), ..MOD_25 },
    Kind {
        name: "min-100-of-mod-4",
        what: What::Sample(Sample::MinimumOfModulus(size(100), modulus(4))),
        ..MOD_25
    },
    Kind { name: "ladder-100", what: What::Sample(Sample::Ladder(size(100))), ..MOD_25 },
    Kind { name: "ladder-64-mod-8", what: What::Sample(Sample::LadderTo(size(64), modulus(8))), ..MOD_25 },
    Kind { name: "super-shingles-6", what: What::SuperShingles(Sample::Minimum(size(84)), 6), ..MOD_25 },
    Kind { name: "minhash-100", bits: 60, what: What::Signature(SignatureKind::Functions, 100), ..MOD_25 },
    Kind { name: "one-permutation-100", what: What::Signature(SignatureKind::OnePermutation, 100), ..MOD_25 },
    Kind { name: "simhash-64", what: What::Signature(SignatureKind::SimHash, 64), ..MOD_25 },
    Kind { name: "simhash-512", what: What::Signature(SignatureKind::SimHash, 512), ..MOD_25 },
];

/// A sketch of any kind.
pub(super) enum Made {
    Sketch(Sketch),
    SuperShingles(SuperShingles),
    Signature(Signature),
}

/// Makes the sketches of one kind.
pub(super) struct Maker {
    kind: Kind,
    sketcher: Sketcher,
    signer: Option<Signer>,
}

impl Kind {
    /// Returns whether its tokens are words, cut or padded to 8 bytes, and not hashes of words.
    pub(super) fn takes_bytes(&self) -> bool {
        self.hash == IdHash::Rabin
    }

    /// Returns whether it estimates resemblance with the error of its sample. Some kinds only find candidates, and some
    /// estimate another measure.
    pub(super) fn is_estimator(&self) -> bool {
        !matches!(self.what, What::SuperShingles(..) | What::Signature(SignatureKind::SimHash, _))
    }

    pub(super) fn maker(&self) -> anyhow::Result<Maker> {
        let key = if self.secret { Key::from_seed(1) } else { Key::PUBLIC };
        let sample = match self.what {
            What::Sample(sample) | What::SuperShingles(sample, _) => sample,
            What::Signature(..) => Sample::EVERYTHING,
        };
        let Self { hash, bits, shingling, .. } = *self;
        let of = Parameters { hash, bits, shingling, sample, key: key.id(), ..Parameters::STANDARD };
        let sketcher = Sketcher::new(of, &key).context("cannot create a sketcher")?;
        let signer = match self.what {
            What::Signature(kind, length) => {
                Some(Signer::new(SignatureParameters { of, kind, length: size(length) }, &key)?)
            }
            What::Sample(_) | What::SuperShingles(..) => None,
        };
        Ok(Maker { kind: *self, sketcher, signer })
    }
}

impl Maker {
    pub(super) fn feed(&mut self, tokens: &[u64]) {
        self.sketcher.feed(tokens);
    }

    pub(super) fn finish(&mut self) -> Made {
        let sketch = self.sketcher.finish();
        match (&self.signer, self.kind.what) {
            (Some(signer), _) => Made::Signature(signer.sign(sketch.values())),
            (None, What::SuperShingles(_, n)) => Made::SuperShingles(SuperShingles::of(&sketch, size(n))),
            (None, _) => Made::Sketch(sketch),
        }
    }
}

impl Made {
    /// Returns its size in storage, with values of whole bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Sketch(sketch) => sketch.values().len() * (sketch.parameters().bits as usize).div_ceil(8),
            Self::SuperShingles(made) => made.hashes().len() * 8,
            Self::Signature(signature) => signature.words().len() * 8,
        }
    }

    /// Returns the estimated resemblance of two documents of about the same size, if it is known, and the size of the
    /// sample. Super shingles give 1 or 0.
    pub(super) fn resemblance(&self, other: &Self) -> anyhow::Result<Option<(f64, u64)>> {
        let estimate = match (self, other) {
            (Self::Sketch(left), Self::Sketch(right)) => left.resemblance(right)?,
            (Self::SuperShingles(left), Self::SuperShingles(right)) => {
                return Ok(Some((f64::from(u8::from(left.resemble(right)?)), 1)));
            }
            (Self::Signature(left), Self::Signature(right)) => {
                if left.parameters().kind == SignatureKind::SimHash {
                    // For sets of equal size with cosine c, the resemblance is r = c / (2 - c).
                    let cosine = left.angle(right)?.map(|angle| angle.cos().max(0.0));
                    let length = left.parameters().length.get() as u64;
                    return Ok(cosine.map(|cosine| (cosine / (2.0 - cosine), length)));
                }
                left.resemblance(right)?
            }
            _ => anyhow::bail!("sketches of different kinds"),
        };
        Ok(estimate.value().map(|value| (value, estimate.sample())))
    }
}
