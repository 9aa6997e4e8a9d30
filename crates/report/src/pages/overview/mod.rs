//! The overview of a report.

mod beyond;
mod chart;
mod cluster_list;
mod page;
mod pair_list;
mod references;
mod translations;
mod verdict;

pub use beyond::{beyond_chance, is_named};
pub use page::{overview, overview_pages};
