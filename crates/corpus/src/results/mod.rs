//! Results of a finished run: clusters and pairs, as values, as JSON Lines, and as clusters stored in the work
//! directory.

mod clustering;
pub(crate) mod json;
pub(crate) mod kept_clusters;
mod output;
mod pairs;

pub use clustering::{Clustering, Row, Summary};
pub use kept_clusters::ClusteringMethod;
pub use output::Output;
pub use pairs::{Link, Pair};
