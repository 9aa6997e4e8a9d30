//! Options that decide which documents or submissions are linked into clusters.

use chaffinch_corpus::{Measure, Policy};

use crate::program::usage::Usage;

/// Options that decide which documents are linked.
#[derive(Debug, Clone, Copy, clap::Args)]
pub(crate) struct LinkOptions {
    /// Link documents that are at least this much alike; linked documents form one cluster
    #[arg(long, default_value_t = 0.5, value_parser = parse_share)]
    threshold: f64,
    /// Measure of likeness: shared shingles as a share of all shingles of both documents (resemblance), or of the
    /// shingles of one of them, whichever share is larger (containment)
    #[arg(long, value_enum, default_value_t = MeasureName::Resemblance)]
    measure: MeasureName,
}

impl LinkOptions {
    pub(crate) fn policy(&self) -> Policy {
        Policy { measure: self.measure.measure(), threshold: self.threshold }
    }
}

/// A measure as the command line names it.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum MeasureName {
    Resemblance,
    Containment,
}

impl MeasureName {
    pub(crate) fn measure(self) -> Measure {
        match self {
            Self::Resemblance => Measure::Resemblance,
            Self::Containment => Measure::Containment,
        }
    }
}

/// Parses a share between 0 and 1.
pub(crate) fn parse_share(text: &str) -> Result<f64, Usage> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| Usage("must be a number between 0 and 1".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_a_number_between_0_and_1() {
        assert!(parse_share("1.01").is_err() && parse_share("NaN").is_err());
    }
}
