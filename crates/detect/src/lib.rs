//! The batch pipeline: screen, verify, rank (`docs/detection.md`).

mod analysis;

pub use analysis::{
    Analysis, Cluster, DuplicateKind, Duplicates, Mask, Match, Options, Pair, Progress, Region, Settings,
    SubmissionFigures,
};
use chaffinch_submission::{TokenStream, TokenizedSubmission};

/// Pairs at or above this suspicion open clusters.
pub const DEFAULT_CUTOFF: f64 = 10.0;

/// Compares a batch with itself and with the archived submissions that follow it.
pub fn analyse(
    _submissions: &[TokenizedSubmission],
    _boilerplate: &[TokenStream],
    _options: &Options,
    _progress: &dyn Progress,
) -> Analysis {
    unimplemented!("written next")
}
