//! How documents are sketched: what the subcommands that make sketches are asked for alike.

use std::num::{NonZeroU64, NonZeroUsize};

use chaffinch_corpus::{LARGEST_UNIT, LEAST, MODULUS};
use chaffinch_fingerprint::{Key, Parameters, Sample};

use super::key::KeyOptions;

#[derive(Debug, clap::Args)]
pub(super) struct SampleOptions {
    /// Words in a shingle
    #[arg(long, value_name = "WORDS", default_value_t = Parameters::STANDARD.shingle)]
    shingle: NonZeroUsize,
    /// Shingles kept: one in so many; 1 for all of them, which is exact
    #[arg(long, value_name = "M", default_value_t = MODULUS)]
    modulus: NonZeroU64,
    /// Of a document that would keep fewer, one in a half, a quarter or an eighth of M is kept, as far as M can be halved;
    /// 0: of none
    #[arg(long, value_name = "SHINGLES", default_value_t = LEAST.get(), value_parser = least)]
    least: usize,
    #[command(flatten)]
    key: KeyOptions,
}

impl SampleOptions {
    /// Parameters, and the key that they name.
    pub(super) fn parameters(&self) -> anyhow::Result<(Parameters, Key)> {
        let key = self.key.key()?;
        // What cannot be halved has no ladder.
        let least = NonZeroUsize::new(self.least).filter(|_| self.modulus.get() % 2 == 0);
        let sample =
            least.map_or(Sample::Modulus(self.modulus), |least| Sample::LadderTo(least, self.modulus));
        Ok((Parameters { shingle: self.shingle, key: key.id(), sample, ..Parameters::STANDARD }, key))
    }
}

fn least(text: &str) -> Result<usize, String> {
    let least = text.parse().ok().filter(|least| *least <= LARGEST_UNIT);
    least.ok_or_else(|| format!("a number from 0 to {LARGEST_UNIT}"))
}
