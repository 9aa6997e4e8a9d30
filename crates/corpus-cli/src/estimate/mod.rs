//! `chaffinch-corpus estimate`: what each kind of sketch says of two documents, beside the exact values.

mod kind;
mod measure;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use chaffinch_corpus::{DocumentSource, each_sketch};
use chaffinch_sketch::{IdHash, Parameters, Sample, Shingling};

use super::options::sources_or_input;
use crate::program::diagnostics::Diagnostics;
use crate::program::{Usage, print};
use kind::{Kind, Sketched};
use measure::Measured;

/// Largest number of documents: each is compared with each other one.
const MAX_DOCUMENTS: usize = 200;

/// Compare documents exactly and by each kind of sketch: samples, minima, hyperplanes, Rabin fingerprints
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch-corpus estimate a.txt b.txt
  chaffinch-corpus estimate --shingle 4 --shingling a --kind mod:25 --kind min:400 a.txt b.txt
  chaffinch-corpus estimate --hash rabin --bits 40 --format json pages/ > estimates.jsonl

Kinds:
  mod:M                every id that M divides: resemblance and containment
  min:S                the S smallest ids: resemblance
  ladder:S             ids that 2^i divides, for the smallest i that leaves about S
  functions:L          MinHash with L functions: resemblance; ids have at most 60 bits
  one-permutation:L    MinHash with one permutation in L parts: resemblance
  simhash:L            SimHash with L bits: the angle between the sets as vectors, in degrees

Each pair of documents has one line for the exact values, one for what all ids say if --hash or --bits make other
ids than usual, and one for each kind. Columns of the text, separated
by tabs: the two documents, kind, resemblance, its 95 % interval, share of the first that the second contains,
share of the second that the first contains, angle, size of the sample, bytes of both sketches; - where a kind
says nothing. docs/using/corpora.md shows how to repeat the tables of the papers.")]
pub(super) struct Arguments {
    /// Folders, zip files, JSON Lines or single documents, at least two documents in all
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    /// Kind of sketch and its size; may be repeated [default: one of each]
    #[arg(long = "kind", value_name = "KIND:SIZE")]
    kinds: Vec<Kind>,
    /// Number of words in a shingle
    #[arg(long, value_name = "WORDS", default_value_t = Parameters::STANDARD.shingle)]
    shingle: NonZeroUsize,
    /// How shingles form a set: `a` counts how often each occurs, `b` only whether it does
    #[arg(long, value_enum, default_value_t)]
    shingling: ShinglingName,
    /// Hash that makes ids of shingles
    #[arg(long, value_enum, default_value_t)]
    hash: HashName,
    /// Length of ids in bits, 8 to 64; Rabin fingerprints have at most 63 [default: 64, Rabin 63]
    #[arg(long, value_name = "BITS")]
    bits: Option<u32>,
    /// Format of the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum ShinglingName {
    /// Option A of the paper
    A,
    /// Option B of the paper
    #[default]
    B,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum HashName {
    /// Polynomials modulo a prime, mixed
    #[default]
    Mixed,
    /// Fingerprints of Rabin, by a random irreducible polynomial
    Rabin,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// A line for each pair and kind, in columns
    #[default]
    Text,
    /// The same as JSON Lines
    Json,
}

pub(super) fn run(arguments: &Arguments, _: Diagnostics) -> anyhow::Result<()> {
    let sources = sources_or_input(&arguments.sources)?;
    let of = arguments.parameters()?;
    let kinds = if arguments.kinds.is_empty() { Kind::DEFAULT.into() } else { arguments.kinds.clone() };
    for kind in &kinds {
        kind.check(&of)?;
    }
    let usual = Parameters { hash: IdHash::Mixed, bits: 64, ..of };
    let (names, exact) = read(&sources, usual)?;
    let whole = if usual == of { exact.clone() } else { read(&sources, of)?.1 };
    let all = |of, ids: &[Vec<u64>]| ids.iter().map(|ids| Sketched::whole(of, ids)).collect::<Vec<_>>();
    let mut made = vec![("exact".to_owned(), all(usual, &exact))];
    if usual != of {
        // Ids of few bits collide.
        made.push(("ids".to_owned(), all(of, &whole)));
    }
    for kind in kinds {
        let sketched = match kind {
            Kind::Sample(sample) => {
                whole.iter().map(|ids| Sketched::sample(of, sample, ids)).collect::<Result<_, _>>()?
            }
            Kind::Signature(kind, length) => {
                let signer = kind::signer(of, kind, length)?;
                whole.iter().map(|ids| Sketched::Signature(signer.sign(ids))).collect()
            }
        };
        made.push((kind.to_string(), sketched));
    }
    let mut lines = String::new();
    for (left, one) in names.iter().enumerate() {
        for (right, other) in names.iter().enumerate().skip(left + 1) {
            for (kind, sketched) in &made {
                let measured = Measured::new(&sketched[left], &sketched[right])?;
                lines += &match arguments.format {
                    Format::Text => measured.text([one, other], kind),
                    Format::Json => measured.json([one, other], kind),
                };
            }
        }
    }
    Ok(print(lines)?)
}

impl Arguments {
    /// Returns how ids are made, all of which are kept.
    fn parameters(&self) -> Result<Parameters, Usage> {
        let (hash, most) = match self.hash {
            HashName::Mixed => (IdHash::Mixed, 64),
            HashName::Rabin => (IdHash::Rabin, 63),
        };
        let bits = self.bits.unwrap_or(most);
        if !(Parameters::LEAST_BITS..=most).contains(&bits) {
            let least = Parameters::LEAST_BITS;
            return Err(Usage(format!("--bits must be {least} to {most}, but is {bits}")));
        }
        let shingling = match self.shingling {
            ShinglingName::A => Shingling::Labelled,
            ShinglingName::B => Shingling::Set,
        };
        Ok(Parameters {
            hash,
            bits,
            shingling,
            shingle: self.shingle,
            sample: Sample::EVERYTHING,
            ..Parameters::STANDARD
        })
    }
}

/// Returns the names of all documents, and all ids of each, ascending.
fn read(sources: &[DocumentSource], of: Parameters) -> anyhow::Result<(Vec<String>, Vec<Vec<u64>>)> {
    let (mut names, mut ids) = (Vec::new(), Vec::new());
    let mut wrong = None;
    each_sketch(sources, of, 1, &(), &mut |document| {
        if let Some(reason) = document.reason {
            wrong = Some(format!("{}: {reason}", document.name));
            return ControlFlow::Break(());
        }
        if names.len() == MAX_DOCUMENTS {
            wrong =
                Some(format!("there are more than {MAX_DOCUMENTS} documents, the most that are compared"));
            return ControlFlow::Break(());
        }
        names.push(document.name.to_owned());
        ids.push(document.sketch.to_vec());
        ControlFlow::Continue(())
    })?;
    let distinct: BTreeSet<&String> = names.iter().collect();
    match wrong {
        Some(wrong) => Err(Usage(wrong).into()),
        None if names.len() < 2 => Err(Usage("at least two documents are needed".to_owned()).into()),
        None if distinct.len() < names.len() => {
            Err(Usage("two documents have the same name. Give each document once.".to_owned()).into())
        }
        None => Ok((names, ids)),
    }
}
