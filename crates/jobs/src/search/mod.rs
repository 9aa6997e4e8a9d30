//! Answers the queries of users who wait: it limits how many run at the same time.

pub(crate) mod check;
mod finder;

pub use finder::TextFinder;
