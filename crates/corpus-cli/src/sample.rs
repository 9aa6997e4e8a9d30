//! Common options of the subcommands that make sketches.

use std::num::{NonZeroU64, NonZeroUsize};

use chaffinch_corpus::{LADDER_UNIT, MAX_UNIT, MODULUS};
use chaffinch_sketch::{Key, Parameters, Sample};

use super::key::KeyOptions;

#[derive(Debug, clap::Args)]
pub(crate) struct SampleOptions {
    /// Number of words in a shingle
    #[arg(long, value_name = "WORDS", default_value_t = Parameters::STANDARD.shingle)]
    shingle: NonZeroUsize,
    /// Keep one in M shingles; 1 keeps all of them, which is exact
    #[arg(long, value_name = "M", default_value_t = MODULUS)]
    modulus: NonZeroU64,
    /// If a document would keep fewer shingles than this, keep one in M/2, M/4 or M/8 of it, as far as M can be halved;
    /// 0 turns this off
    #[arg(long, value_name = "SHINGLES", default_value_t = LADDER_UNIT.get(), value_parser = least)]
    least: usize,
    #[command(flatten)]
    key: KeyOptions,
}

impl SampleOptions {
    /// Returns the parameters and the key that they refer to.
    pub(crate) fn parameters(&self) -> anyhow::Result<(Parameters, Key)> {
        let key = self.key.key()?;
        // A modulus that cannot be halved has no ladder.
        let least = NonZeroUsize::new(self.least).filter(|_| self.modulus.get().is_multiple_of(2));
        let sample =
            least.map_or(Sample::Modulus(self.modulus), |least| Sample::LadderTo(least, self.modulus));
        Ok((Parameters { shingle: self.shingle, key: key.id(), sample, ..Parameters::STANDARD }, key))
    }
}

fn least(text: &str) -> Result<usize, String> {
    let least = text.parse().ok().filter(|least| *least <= MAX_UNIT);
    least.ok_or_else(|| format!("must be a number from 0 to {MAX_UNIT}"))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        sample: SampleOptions,
    }

    #[test]
    fn a_ladder_depends_on_how_often_the_modulus_can_be_halved() {
        for (line, sample) in [
            ("", "ladder:64:mod:8"),
            ("--modulus 24 --least 10", "ladder:10:mod:24"),
            ("--least 0", "mod:8"),
            ("--modulus 25", "mod:25"),
            ("--modulus 1 --least 127", "mod:1"),
        ] {
            let parsed = Line::try_parse_from(["sample"].into_iter().chain(line.split_whitespace())).unwrap();
            let (parameters, _) = parsed.sample.parameters().unwrap();
            assert_eq!(parameters.sample.to_string(), sample, "{line}");
        }
        for refused in ["--least=128", "--least=-1", "--least=few", "--modulus=0"] {
            let error = Line::try_parse_from(["sample", refused]).unwrap_err().to_string();
            assert!(!refused.contains("least") || error.contains("a number from 0 to 127"), "{error}");
        }
    }
}
