//! The page of the clusters, and the cases that the overview lists too.

mod between;
mod cases;
mod link_list;
mod page;
mod paging;
mod timeline;

pub(crate) use cases::{Case, cases, known_links, numbers};
pub use page::{clusters, clusters_pages};
pub(crate) use paging::{case_href, page_starts};
