//! Limits and thresholds of a comparison.

/// Pairs at or above this suspicion open clusters.
pub const DEFAULT_CUTOFF: f64 = 15.0;

/// Neighbours verified a submission.
pub const NEIGHBOURS: usize = 100;

/// Shortest match listed, in tokens: no longer than any scheme's guarantee threshold t, so that whatever a
/// fingerprint is guaranteed for is shown.
pub const MIN_MATCH: u32 = 8;

/// Shortest run shared with a boilerplate file that masks its tokens. Well above k: at k = 6 an unrelated program
/// would mask most of everyone's code, and at 20 still a tenth of some classes.
pub const BOILERPLATE_RUN: u32 = 32;

/// Fewer counted tokens than this on a side: too short to judge.
pub const TOO_SHORT: u32 = 40;

/// Links told of a cluster, a member, beyond those that hold it together.
pub const LINKS: usize = 4;

/// Further occurrences told of a match, a side.
pub const FURTHER: usize = 8;

/// Matches of a pair that are listed. Of the labelled classes none has a pair with more than 300; two large files that were made
/// for it have tens of thousands, and a report of them would fill any memory.
pub const MAX_MATCHES: usize = 2_000;

/// Further places of all matches of a pair that are listed.
pub const MAX_FURTHER: usize = 4_000;
