//! The two sides of a pair.

use super::evidence::Region;
use super::pair_id::PairId;
use super::report::Match;

/// One side of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The submission with the smaller number.
    Left = 0,
    /// The submission with the larger number.
    Right = 1,
}

impl Side {
    /// Both sides, the left one first.
    pub(crate) const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// Returns the submission on this side.
    pub fn of(self, pair: PairId) -> u32 {
        match self {
            Self::Left => pair.left,
            Self::Right => pair.right,
        }
    }

    /// Returns the opposite side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Returns the region of a match on this side.
    pub(crate) fn region(self, found: &Match) -> &Region {
        match self {
            Self::Left => &found.left,
            Self::Right => &found.right,
        }
    }

    /// Returns the letter with which fragments of this side begin.
    pub(crate) fn letter(self) -> char {
        match self {
            Self::Left => 'l',
            Self::Right => 'r',
        }
    }

    /// Returns the fragment of a match on this side.
    pub(crate) fn fragment(self, number: u32) -> String {
        format!("{}-{number}", self.letter())
    }
}
