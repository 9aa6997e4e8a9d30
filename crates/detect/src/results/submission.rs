//! Result values of one submission: its figures, its masked tokens and how it counts towards rarity.

use std::ops::Range;

/// As whom a submission counts where it is asked how many have something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counts {
    /// As its group, named by the smallest member: a party, or submissions nearly identical to each other.
    Group(u32),
    /// As one of an archive.
    Archived,
    /// As nobody: it is staff's.
    Not,
}

/// One submission's own figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionFigures {
    /// All tokens.
    pub tokens: u32,
    /// Tokens that are neither boilerplate nor common.
    pub counted_tokens: u32,
    /// Fewer counted tokens than [`DetectionSettings::too_short`](crate::DetectionSettings::too_short).
    pub too_short: bool,
    /// A file each, in input order: masked token ranges, ascending, disjoint.
    pub masked: Vec<Vec<(Range<u32>, Mask)>>,
    /// Index of its team in [`DetectionSettings::teams`](crate::DetectionSettings::teams); of several the first.
    pub team: Option<u32>,
    /// It is staff's.
    pub staff: bool,
}

/// Why tokens do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mask {
    /// Handed out by the instructor, or called template by a reader.
    Boilerplate,
    /// In more groups than [`Options::common_limit`](crate::Options::common_limit).
    Common,
}
