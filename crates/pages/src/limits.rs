//! Number of rows on pages with lists.

/// Pairs on one page of the overview. MOSS's default list has the same length.
pub const PAIRS_A_PAGE: usize = 250;
/// Rows on one page of any other list.
pub const ROWS_A_PAGE: usize = 500;
/// Rows of an overview section that has a page of its own.
pub(crate) const FIRST_ROWS: usize = 20;
