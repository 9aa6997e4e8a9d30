//! The listed pairs with all their figures and matches.

pub(crate) mod figures;
pub(crate) mod pairs;
