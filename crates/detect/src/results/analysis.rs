//! What `analyse` takes besides submissions, and what it gives back: plain values.
//!
//! Submissions are named by their index in the input everywhere (`u32`): those of the batch first, in name
//! order, then the archived ones. Token positions are indexes into a file's token stream.

use chaffinch_submission::Scheme;

use crate::results::{
    clusters::{Cluster, Duplicates},
    distribution::Distribution,
    options::Template,
    pair::Pair,
    submission::{Counts, SubmissionFigures},
};

/// Everything that was found, best first; the same for any thread count and any order in.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The constants and options that were in force.
    pub settings: DetectionSettings,
    /// One an input submission, in input order.
    pub submissions: Vec<SubmissionFigures>,
    /// As whom each submission counts where it is asked how many have something.
    pub counts: Vec<Counts>,
    /// Kept pairs, ranked: those of students before those with staff's submissions, judged before too-short ones, then by
    /// suspicion, ties by name.
    pub pairs: Vec<Pair>,
    /// Pairs that were verified, kept or not.
    pub verified_pairs: usize,
    /// Components over pairs at or above the cut-off; largest suspicion first.
    pub clusters: Vec<Cluster>,
    /// Sets of submissions that are copies of each other; the strictest kind that holds.
    pub duplicates: Vec<Duplicates>,
    /// How suspicion is spread over the class's own pairs.
    pub distribution: Distribution,
}

/// Everything that influenced the result.
#[derive(Debug, Clone, PartialEq)]
pub struct DetectionSettings {
    /// Schemes in use with the languages read under each; sorted.
    pub schemes: Vec<(Scheme, Vec<&'static str>)>,
    /// As [`Options::common_limit`](crate::Options::common_limit).
    pub common_limit: u32,
    /// The cut-off in force.
    pub cutoff: f64,
    /// Shortest match, in tokens.
    pub min_match: u32,
    /// Shortest verified common run with a boilerplate file that masks, in tokens.
    pub boilerplate_run: u32,
    /// Fewer counted tokens than this on a side: too short to judge.
    pub too_short: u32,
    /// Neighbours verified a submission.
    pub neighbours: u32,
    /// Boilerplate files given.
    pub boilerplate_files: u32,
    /// As [`Options::templates`](crate::Options::templates); sorted, each once.
    pub templates: Vec<Template>,
    /// As [`Options::teams`](crate::Options::teams).
    pub teams: Vec<Vec<String>>,
    /// As [`Options::staff`](crate::Options::staff).
    pub staff: Vec<String>,
}
