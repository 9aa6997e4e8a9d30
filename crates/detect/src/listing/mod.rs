//! The listed pairs with all their figures and matches.

pub(crate) mod floor;
pub(crate) mod matches;
pub(crate) mod pairs;
