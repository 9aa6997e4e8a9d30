//! The two sides of a pair.

use super::evidence::{Piece, Region};
use super::pair::Match;
use super::pair_id::PairId;

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
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// Returns the submission on this side.
    pub fn of(self, pair: PairId) -> u32 {
        [pair.left, pair.right][self as usize]
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
    pub fn region(self, found: &Match) -> &Region {
        [&found.left, &found.right][self as usize]
    }

    /// Returns the regions of a match on this side: its own, then the others with the whole passage.
    pub fn all_regions(self, found: &Match) -> impl Iterator<Item = &Region> {
        let further = [&found.left_further, &found.right_further][self as usize];
        std::iter::once(self.region(found)).chain(further)
    }

    /// Returns the pieces of a rewritten match with their bytes on this side, ascending and disjoint. A statement may
    /// agree with several statements of the other side: the first such piece counts.
    pub fn pieces(self, found: &Match) -> impl Iterator<Item = (u32, u32, &Piece)> {
        let mut reached = 0;
        found.pieces.iter().filter_map(move |piece| {
            let (start, end) = [piece.left, piece.right][self as usize];
            (reached <= start).then(|| {
                reached = end;
                (start, end, piece)
            })
        })
    }

    /// Returns the comments of a match on this side that the other side does not have: bytes, ascending.
    pub fn differing_comments(self, found: &Match) -> &[(u32, u32)] {
        [&found.left_differing_comments, &found.right_differing_comments][self as usize]
    }

    /// Returns the letter with which fragments of this side begin.
    pub fn letter(self) -> char {
        ['l', 'r'][self as usize]
    }

    /// Returns the fragment of a match on this side.
    pub fn fragment(self, number: u32) -> String {
        format!("{}-{number}", self.letter())
    }
}
