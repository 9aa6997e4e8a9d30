//! Answers cluster queries at once: which submissions of an archive are the same, roughly the same, or roughly
//! contained in each other? Nothing is stored.

mod clusterer;
mod features;
mod limits;

pub use clusterer::ArchiveClusterer;
pub use limits::ClusterLimits;
