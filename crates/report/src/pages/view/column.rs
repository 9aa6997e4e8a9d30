//! The columns by which the list of pairs is sorted.

use std::cmp::Ordering;
use std::str::FromStr;

use crate::model::Pair;
use crate::pages::shared::Unit;

/// A column by which pairs are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Order of the report.
    Rank,
    /// Name of the left side.
    Left,
    /// Name of the right side.
    Right,
    /// Expect value.
    Expect,
    /// Suspicion.
    Suspicion,
    /// Share of the left side.
    LeftShare,
    /// Share of the right side.
    RightShare,
    /// Tokens of the longest match.
    Longest,
    /// Lines of the left side.
    Lines,
}

/// Direction of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Smallest first.
    Ascending,
    /// Largest first.
    Descending,
}

impl Column {
    /// Names in addresses, in the order of the table.
    const NAMES: [(Self, &'static str); 9] = [
        (Self::Rank, "rank"),
        (Self::Left, "left"),
        (Self::Right, "right"),
        (Self::Expect, "expect"),
        (Self::Suspicion, "suspicion"),
        (Self::LeftShare, "left-share"),
        (Self::RightShare, "right-share"),
        (Self::Longest, "longest"),
        (Self::Lines, "lines"),
    ];

    pub(super) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(column, _)| *column == self).map_or("", |(_, name)| name)
    }

    /// Returns the first direction of a column: the strongest pairs first, or the first names.
    pub(super) fn first(self) -> Order {
        if matches!(self, Self::Rank | Self::Left | Self::Right | Self::Expect) {
            Order::Ascending
        } else {
            Order::Descending
        }
    }
}

impl FromStr for Column {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(column, _)| *column).ok_or(())
    }
}

impl Order {
    pub(in crate::pages) fn word(self) -> &'static str {
        if self == Self::Ascending { "ascending" } else { "descending" }
    }

    pub(super) fn other(self) -> Self {
        if self == Self::Ascending { Self::Descending } else { Self::Ascending }
    }
}

impl FromStr for Order {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        [Self::Ascending, Self::Descending].into_iter().find(|order| order.word() == word).ok_or(())
    }
}

/// Compares two pairs by a column, ascending.
pub(super) fn compared(column: Column, a: &Pair, b: &Pair) -> Ordering {
    match column {
        Column::Rank => a.rank.cmp(&b.rank),
        Column::Left => a.left.cmp(&b.left),
        Column::Right => a.right.cmp(&b.right),
        Column::Expect => {
            let strength = |pair: &Pair| Unit::Expect.strength(pair.expect, pair.suspicion);
            strength(b).total_cmp(&strength(a))
        }
        Column::Suspicion => a.suspicion.total_cmp(&b.suspicion),
        Column::LeftShare => a.left_share.total_cmp(&b.left_share),
        Column::RightShare => a.right_share.total_cmp(&b.right_share),
        Column::Longest => a.longest_match.cmp(&b.longest_match),
        Column::Lines => a.matched_lines.cmp(&b.matched_lines),
    }
}
