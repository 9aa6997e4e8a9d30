//! Divides the cases over the pages of the clusters.

use super::cases::Case;
use crate::frame::Frame;
use crate::view::View;

/// Clusters on one page, unless they are large.
const CLUSTERS_A_PAGE: usize = 100;
/// Members and links on a page of large clusters. Every page has at least one cluster.
const MAX_ELEMENTS_A_PAGE: usize = 1_200;
/// Links listed per cluster, strongest first.
pub(crate) const LINKS_A_CLUSTER: usize = 60;
/// Members named per cluster.
pub(crate) const MEMBERS_A_CLUSTER: usize = 200;

/// Returns the index of the first case of each page. There is one page even without cases.
pub(crate) fn page_starts(cases: &[Case]) -> Vec<usize> {
    let mut page_starts = vec![0];
    let mut parts = 0;
    for (at, case) in cases.iter().enumerate() {
        let own = case.members.len().min(MEMBERS_A_CLUSTER) + case.links.len().min(LINKS_A_CLUSTER);
        let first = *page_starts.last().expect("the first page is always there");
        if at != first && (at == first + CLUSTERS_A_PAGE || MAX_ELEMENTS_A_PAGE < parts + own) {
            page_starts.push(at);
            parts = 0;
        }
        parts += own;
    }
    page_starts
}

/// Returns the link to the case with this number on the pages of the clusters.
pub(crate) fn case_href(frame: &Frame, view: &View, page_starts: &[usize], number: usize) -> String {
    let page = page_starts.partition_point(|&start| start < number);
    let view = View { page: Some(page), cutoff: view.cutoff, ..View::default() };
    format!("{}#c-{number}", view.clusters_href(&frame.place))
}
