//! Answers cluster queries at once: which submissions of an archive are the same, roughly the same, or roughly
//! contained in each other? Nothing is stored.

mod answer;
mod clusterer;
mod features;

pub use answer::{ArchiveClusters, ClusterError, ClusterLimits, ClusteredSubmission, NotCompared};
pub use clusterer::Clusterer;
