//! How many rows the pages of lists have.

/// Pairs on one page of the overview; MOSS's default list is as long.
pub const PAIRS_A_PAGE: usize = 250;
/// Rows on one page of any other list.
pub const ROWS_A_PAGE: usize = 500;
/// Rows of a section of the overview that has a page of its own.
pub(in crate::pages) const FIRST_ROWS: usize = 20;
