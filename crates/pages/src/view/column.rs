//! The columns by which the list of pairs is sorted.

use std::cmp::Ordering;

use chaffinch_report::{Pair, Unit};

/// A column by which pairs are sorted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Order {
    /// Smallest first.
    Ascending,
    /// Largest first.
    Descending,
}

impl Column {
    /// Returns the first direction of a column: the strongest pairs first, or the first names.
    pub(super) fn first(self) -> Order {
        if matches!(self, Self::Rank | Self::Left | Self::Right | Self::Expect) {
            Order::Ascending
        } else {
            Order::Descending
        }
    }
}

impl Order {
    pub(super) fn other(self) -> Self {
        if self == Self::Ascending { Self::Descending } else { Self::Ascending }
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
