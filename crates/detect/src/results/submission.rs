//! Result values of one submission: its figures, its masked tokens, and how it counts towards rarity.

use std::ops::Range;

/// How a submission counts when counting how many have something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counts {
    /// As part of its group, named by the smallest member: a party, or submissions nearly identical to each other.
    Group(u32),
    /// As an archived submission.
    Archived,
    /// Not at all, because it belongs to staff.
    Not,
}

impl Counts {
    /// Returns the number of groups in the batch. Each is counted at its smallest member.
    #[must_use]
    pub fn groups(counts: &[Self]) -> usize {
        (0..).zip(counts).filter(|&(submission, &counts)| counts == Self::Group(submission)).count()
    }

    /// Returns how many groups of the batch the two sides of a pair are.
    pub(crate) fn groups_of_pair(sides: [Self; 2]) -> u32 {
        let in_batch = sides.iter().filter(|counts| matches!(counts, Self::Group(_))).count() as u32;
        in_batch - u32::from(in_batch == 2 && sides[0] == sides[1])
    }

    /// Returns the number of members of each group, by its smallest member.
    pub(crate) fn sizes(counts: &[Self]) -> Vec<u32> {
        let mut sizes = vec![0; counts.len()];
        for counts in counts {
            if let Self::Group(group) = counts {
                sizes[*group as usize] += 1;
            }
        }
        sizes
    }
}

/// The figures of one submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionFigures {
    /// Number of all tokens.
    pub tokens: u32,
    /// Number of tokens that are neither boilerplate nor common.
    pub counted_tokens: u32,
    /// Whether it has fewer counted tokens than [`DetectionSettings::too_short`](crate::DetectionSettings::too_short).
    pub too_short: bool,
    /// For each file, in input order: its masked token ranges, ascending and disjoint.
    pub masked: Vec<Vec<(Range<u32>, Mask)>>,
    /// Index of its team in [`DetectionSettings::teams`](crate::DetectionSettings::teams); the first one if there are
    /// several.
    pub team: Option<u32>,
    /// Whether it belongs to staff.
    pub staff: bool,
}

/// Why tokens do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mask {
    /// They were handed out by the instructor, or marked as starter code by a reader.
    Boilerplate,
    /// More groups have them than [`Options::common_limit`](crate::Options::common_limit), or more submissions than
    /// [`Options::submission_limit`](crate::Options::submission_limit).
    Common,
    /// They are common elsewhere ([`Background`](crate::Background)).
    Elsewhere,
}
