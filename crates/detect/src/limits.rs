//! Limits and thresholds of a comparison.

/// Default cut-off: pairs with at most this expect value form clusters. About one pair of a class reaches it by chance.
pub const DEFAULT_CUTOFF_EXPECT: f64 = 1.0;

/// Pairs with at least this suspicion are suspects: more of their matches are listed. In bits.
pub const DEFAULT_CUTOFF: f64 = 15.0;

/// Cut-off of a class that is too small for expect values: pairs with at least this suspicion form clusters, in bits. Of
/// groups of two to five unrelated programs, nine of ten have no such pair. Of a copy and its original alone, 19 of 20
/// have it. Of half a program among three others, 11 of 12 have it.
pub const SMALL_CLASS_CUTOFF: f64 = 5.0;

/// Number of neighbours that are verified for each submission.
pub const NEIGHBOURS: usize = 100;

/// Tokens of the shortest match that is listed. It is not longer than the guarantee threshold t of any scheme, so every
/// match that fingerprints guarantee to find is shown.
pub const MIN_MATCH: u32 = 8;

/// Tokens of the shortest run shared with a boilerplate file that is masked. It is well above k: at k = 6, an unrelated
/// program would mask most of all code, and at 20 still a tenth in some classes.
pub const BOILERPLATE_RUN: u32 = 32;

/// A pair is too short to judge if a side has fewer counted tokens than this.
pub const TOO_SHORT: u32 = 40;

/// Most reference answers that are listed for a submission.
pub const REFERENCES: usize = 5;

/// Most links that are listed per member of a cluster, in addition to those that connect it.
pub const LINKS: usize = 4;

/// Most further occurrences that are listed for a match on each side.
pub const FURTHER: usize = 8;

/// Most matches that are listed for a pair. In the labelled classes, no pair has more than 300. Two large files that
/// were made for it have tens of thousands, and a report of them would fill any memory.
pub const MAX_MATCHES: usize = 2_000;

/// Most further occurrences that are listed for all matches of a pair.
pub const MAX_FURTHER: usize = 4_000;
