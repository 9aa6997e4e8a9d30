//! Answers the queries of users who wait: it limits how many run at the same time and keeps the last clusters.

mod cached_clusterer;
pub(crate) mod check;
mod finder;

pub use cached_clusterer::CachedClusterer;
pub use finder::TextFinder;
