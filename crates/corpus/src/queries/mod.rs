//! Queries to a finished run: what a text resembles, versions of a document, members of clusters, changes over time.

mod changes;
mod cluster_members;
mod index;
mod look_up;
mod measures;
mod ranked_list;
mod resemblance;
mod versions;

pub use changes::{ChangeOptions, MAX_SWEEPS, SweepKind};
pub use cluster_members::ClusterMember;
pub use index::Index;
pub use measures::Measures;
pub use ranked_list::{Grouped, MAX_LIST_BYTES};
pub use resemblance::{QueryMatch, QueryOptions, Reason};
pub use versions::{MAX_COMPARED, Version};
