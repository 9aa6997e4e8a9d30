//! The overview of a report.

mod chart;
mod cluster_list;
mod page;
mod pair_list;
mod verdict;

pub use page::{overview, overview_pages};
