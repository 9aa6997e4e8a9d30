//! Kinds of sketches, as the command line names them, and what each makes of a document.

use std::fmt;
use std::num::{NonZeroU64, NonZeroUsize};
use std::str::FromStr;

use anyhow::Context as _;
use chaffinch_sketch::signature::{Signature, SignatureKind, SignatureParameters, Signer};
use chaffinch_sketch::{Key, Parameters, Sample, Sketch, Sketcher};

use crate::program::Usage;

/// Longest signature, in components.
const MAX_LENGTH: usize = 65_536;

/// A kind of sketch with its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Sample(Sample),
    Signature(SignatureKind, NonZeroUsize),
}

const fn size(size: usize) -> NonZeroUsize {
    NonZeroUsize::new(size).expect("not zero")
}

impl Kind {
    /// One of each, of sizes that the papers and their followers use.
    pub(super) const DEFAULT: [Self; 5] = [
        Self::Sample(Sample::Modulus(NonZeroU64::new(25).expect("not zero"))),
        Self::Sample(Sample::Minimum(size(400))),
        Self::Sample(Sample::Ladder(size(64))),
        Self::Signature(SignatureKind::OnePermutation, size(128)),
        Self::Signature(SignatureKind::SimHash, size(64)),
    ];

    /// Fails if it cannot be made of such ids.
    pub(super) fn check(self, of: &Parameters) -> anyhow::Result<()> {
        if let Self::Signature(kind, length) = self {
            signer(*of, kind, length)?;
        }
        Ok(())
    }
}

/// Returns what makes signatures of ids.
pub(super) fn signer(of: Parameters, kind: SignatureKind, length: NonZeroUsize) -> anyhow::Result<Signer> {
    let parameters = SignatureParameters { of, kind, length };
    Signer::new(parameters, &Key::PUBLIC).map_err(|error| {
        Usage(format!("--kind {} cannot be made: {error}. Use --bits.", Kind::Signature(kind, length))).into()
    })
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sample(sample) => sample.fmt(f),
            Self::Signature(kind, length) => write!(f, "{kind}:{length}"),
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(sample) = text.parse() {
            return Ok(Self::Sample(sample));
        }
        let signature = |(kind, length): (&str, &str)| {
            let kind = kind.parse().ok()?;
            let length: NonZeroUsize = length.parse().ok()?;
            (length.get() <= MAX_LENGTH).then_some(Self::Signature(kind, length))
        };
        text.split_once(':').and_then(signature).ok_or_else(|| {
            format!(
                "must be mod:M, min:S, ladder:S, functions:L, one-permutation:L or simhash:L, with a number from 1 \
                 (L: to {MAX_LENGTH})"
            )
        })
    }
}

/// What a kind makes of a document.
pub(super) enum Sketched {
    /// All ids of the document.
    Whole(Sketch),
    Sample(Sketch),
    Signature(Signature),
}

impl Sketched {
    /// Of all ids, ascending.
    pub(super) fn whole(of: Parameters, ids: &[u64]) -> Self {
        let sketch = Sketch::from_parts(of, 0, ids.to_vec());
        Self::Whole(sketch.expect("all ids of a document are a sketch of it"))
    }

    /// A sample of all ids.
    pub(super) fn sample(of: Parameters, sample: Sample, ids: &[u64]) -> anyhow::Result<Self> {
        // Whatever made the ids, they are sampled as they are.
        let as_they_are = Parameters { sample, ..Parameters::STANDARD };
        let sampled = Sketcher::new(as_they_are, &Key::PUBLIC)?.sketch_features(ids);
        let sketch =
            Sketch::from_parts(Parameters { sample, ..of }, sampled.level(), sampled.values().to_vec());
        Ok(Self::Sample(sketch.context("a sketch is not as it was made")?))
    }

    /// Returns its size, with values of whole bytes.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Whole(sketch) | Self::Sample(sketch) => {
                sketch.values().len() * (sketch.parameters().bits as usize).div_ceil(8)
            }
            Self::Signature(signature) if signature.parameters().kind == SignatureKind::SimHash => {
                signature.parameters().length.get().div_ceil(8)
            }
            Self::Signature(signature) => signature.words().len() * 8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_written_as_they_are_read() {
        for text in [
            "mod:25",
            "min:400",
            "min:100:mod:4",
            "ladder:64",
            "functions:60",
            "one-permutation:128",
            "simhash:64",
        ] {
            assert_eq!(text.parse::<Kind>().unwrap().to_string(), text);
        }
        for text in ["", "mod", "mod:0", "min:-1", "functions:0", "simhash:65537", "minhash:9", "mod:025"] {
            assert!(text.parse::<Kind>().unwrap_err().contains("one-permutation:L"), "{text}");
        }
    }
}
