//! The page of the clusters, and the cases that the overview lists too.

mod between;
mod cases;
mod link_list;
mod page;
mod paging;
mod timeline;

pub(in crate::pages) use cases::{Case, cases, known_links, numbers};
pub use page::{clusters, clusters_pages};
pub(in crate::pages) use paging::{case_href, page_starts};
