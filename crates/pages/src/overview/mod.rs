//! The overview of a report.

mod chart;
mod cluster_list;
mod elsewhere;
mod outside;
mod page;
mod pair_list;
mod reaching;
mod translations;

pub use page::{overview, overview_pages};
