//! The batch pipeline: screen, verify, rank (Schleimer, Wilkerson, Aiken 2003, section 5).
//!
//! One function in, one value out: [`analyse`] takes tokenised submissions and gives an [`Analysis`]. Nothing is
//! ever n by n: neighbours come from walking posting lists (`scoring::screening`), each submission's best [`NEIGHBOURS`] are
//! verified on the exact sets of what they have (`features::view`, `scoring::suspicion`), and only pairs that are listed get a tiling
//! (`alignment`). Work and memory are linear in tokens and postings. The result is the same for any
//! thread count and any order in: every tie is decided by the submissions' order, which is that of their names.
//!
//! Deliberately absent: texts, languages, I/O, clocks, randomness in any result (`index::seeded` has what hash maps need).
//! `docs/internals/detection.md` explains every constant.

mod alignment;
mod clusters;
mod features;
mod groups;
mod index;
mod limits;
mod listing;
mod masks;
mod pipeline;
mod results;
mod scoring;

#[cfg(test)]
mod tests;

pub use features::selective::{SELECTIVE_VERSION, Selective, selective};
pub use index::seeded::{SeededHasher, SeededMap, SeededSet, Seeds};
pub use limits::{
    BOILERPLATE_RUN, DEFAULT_CUTOFF, FURTHER, LINKS, MAX_FURTHER, MAX_MATCHES, MIN_MATCH, NEIGHBOURS,
    TOO_SHORT,
};
pub use masks::templates::streams as template_streams;
pub use pipeline::analyse;
pub use results::{
    analysis::{Analysis, DetectionSettings},
    clusters::{Cluster, DuplicateKind, Duplicates, Link},
    distribution::{Bar, Chance, Distribution},
    options::{Options, Template},
    pair::{Literal, Match, Pair, Piece, Region},
    submission::{Counts, Mask, SubmissionFigures},
};
