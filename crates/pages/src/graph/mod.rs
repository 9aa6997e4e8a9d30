//! The graph of a class: submissions, and the pairs that link them, for the script that draws it.
//!
//! The data is compact text in inert elements of the page, because a report must also open from disk, where a script
//! cannot load a file.

mod groups;
mod lines;

use chaffinch_report::{ClusterLink, Cutoff, Pair, PairId, Report, Unit};

use crate::frame::Frame;
use groups::{COLOURS, Group, Groups};
use lines::{lines_of_links, lines_of_nodes};

/// Links in the data, strongest first. With names of 60 characters, 5,000 of 2,000 submissions take about 400 kB.
const MAX_LINKS: usize = 5_000;

/// Everything that the template of the graph shows.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) unit: Unit,
    /// Strength of a pair at the cut-off.
    pub(crate) cutoff: f64,
    /// Whether the graph has its own slider. Otherwise the page has a control of the cut-off.
    pub(crate) slider: bool,
    /// Submissions of the class.
    pub(crate) own: usize,
    /// Submissions and links that are drawn at the cut-off.
    pub(crate) drawn: (usize, usize),
    /// Submissions of the class that no link reaches at the cut-off.
    pub(crate) unlinked: usize,
    /// Number of known links that are left out.
    pub(crate) more_links: usize,
    /// Teams and archives with their colours; the most frequent first.
    pub(crate) groups: Vec<Group>,
    /// Number of colours of groups. Further groups share the last one.
    pub(crate) colours: usize,
    /// Addresses of a submission and of a pair, with `{id}` in place of its number.
    pub(crate) submission: String,
    pub(crate) pair: String,
    pub(crate) nodes: String,
    pub(crate) links: String,
}

impl Graph {
    /// Returns the graph of these links, strongest first. Returns `None` if there are none.
    pub(crate) fn new(
        frame: &Frame,
        report: &Report,
        cutoff: Cutoff,
        links: &[ClusterLink],
        slider: bool,
    ) -> Option<Self> {
        let drawable = &links[..links.len().min(MAX_LINKS)];
        let mut ids: Vec<u32> = drawable.iter().flat_map(|link| [link.id.left, link.id.right]).collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
            return None;
        }
        let submissions: Vec<_> = ids.iter().filter_map(|&id| report.submission(id)).collect();
        let groups = Groups::new(frame, &submissions);
        let mut listed: Vec<(PairId, &Pair)> = report.pairs.iter().map(|pair| (pair.id, pair)).collect();
        listed.sort_unstable_by_key(|(id, _)| *id);
        let is_own = |id: u32| report.submission(id).is_some_and(|submission| submission.archive.is_none());
        let reached = drawable.iter().filter(|link| cutoff.reaches(link.expect, link.suspicion));
        let mut drawn: Vec<u32> = reached.clone().flat_map(|link| [link.id.left, link.id.right]).collect();
        drawn.sort_unstable();
        drawn.dedup();
        let own = report.class().count();
        Some(Self {
            unit: cutoff.unit,
            // Minus zero would be shown with its sign.
            cutoff: cutoff.score() + 0.0,
            slider,
            own,
            drawn: (drawn.len(), reached.count()),
            unlinked: own - drawn.iter().filter(|&&id| is_own(id)).count(),
            more_links: links.len() - drawable.len(),
            nodes: lines_of_nodes(&submissions, &groups),
            links: lines_of_links(drawable, &ids, &listed, cutoff.unit),
            groups: groups.named,
            colours: COLOURS,
            submission: with_placeholder(&frame.place.submission(1), "1"),
            pair: with_placeholder(&frame.place.pair(PairId { left: 1, right: 2 }), "1-2"),
        })
    }
}

/// Replaces the number at the end of an address. The rest of the address may contain the same digits.
fn with_placeholder(address: &str, number: &str) -> String {
    address
        .rsplit_once(number)
        .map_or_else(|| address.to_owned(), |(start, end)| format!("{start}{{id}}{end}"))
}
