//! The batch pipeline: screen, verify, rank (Schleimer, Wilkerson, Aiken 2003, section 5).
//!
//! The crate has one main function: [`analyse`] takes tokenised submissions and returns an [`Analysis`]. Only the module
//! [`term`] looks beyond one batch: at the tasks of a course together. No step
//! compares all pairs. Posting lists give neighbours (`scoring::screening`), each submission's best [`NEIGHBOURS`] are
//! verified on their exact features (`features::view`, `scoring::suspicion`), and only listed pairs are tiled
//! (`alignment`). Time and memory are linear in tokens and postings. The result is the same for any number of threads
//! and any input order: every tie is decided by the order of the submissions, which is that of their names.
//!
//! Not used here: texts, languages, I/O, clocks, and random numbers in any result (`index::seeded` has those that hash
//! maps need). `docs/internals/detection.md` explains the method.

mod alignment;
mod analysis;
mod background;
mod clusters;
mod features;
mod figures;
mod findings;
mod groups;
mod index;
mod listing;
mod masks;
mod options;
mod pipeline;
mod references;
mod scoring;
pub mod term;

#[cfg(test)]
mod tests;

pub use analysis::{
    Analysis, Bar, Chance, Cluster, DetectionSettings, Distribution, DuplicateKind, Duplicates, ExpectBar,
    Finding, FindingKind, FindingStatistics, JudgedPairs, LeftOut, Link, Screening,
};
pub use background::{
    Background, CommonElsewhere, CommonPassages, Compared, FileFingerprints, Other, OwnPassage, OwnWork,
    SourceCounts, common_elsewhere, own_passages,
};
pub use clusters::division::{WeightedLink, link_weight, tied_groups};
pub use features::selective::{SELECTIVE_GUARANTEE, SELECTIVE_VERSION, Selective, selective};
pub use features::view::MAX_POSTINGS;
pub use figures::{
    Counts, Explanation, IgnoredTokens, Mask, Match, Pair, Piece, RarePassage, ReferenceShare, Region,
    SubmissionFigures, ViewEvidence, ViewKind,
};
pub use index::seeded::{SeededHasher, SeededMap, SeededSet, Seeds};
pub use listing::floor::{Floor, PairFigures};
pub use masks::masked::template_streams;
pub use options::{
    BOILERPLATE_RUN, Cutoff, DEFAULT_CUTOFF, DEFAULT_CUTOFF_EXPECT, ExpectValues, FURTHER, LINKS,
    MAX_FURTHER, MAX_MATCHES, MIN_MATCH, MIN_SAME_TEXT, NEIGHBOURS, Options, REFERENCES, SMALL_CLASS_CUTOFF,
    TOO_SHORT, Template,
};
pub use pipeline::analyse;

pub(crate) use options::{is_calibrated, min_match};
