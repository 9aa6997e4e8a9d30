//! The listed pairs with all their figures and matches.

pub(crate) mod figures;
pub(crate) mod floor;
pub(crate) mod most_matched;
pub(crate) mod pairs;
