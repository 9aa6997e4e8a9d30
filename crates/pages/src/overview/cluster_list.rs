//! The strongest clusters on the overview.

use chaffinch_report::{Cutoff, Level, Report, SubmissionId};

use crate::clusters::{Case, case_href};
use crate::frame::{CaseLink, Frame};
use crate::shared::{Link, NamedSubmission, Strength, percent};
use crate::view::View;

/// Members named per cluster.
const MAX_MEMBERS: usize = 6;
/// Pairs named per cluster.
const MAX_STRONGEST: usize = 3;

/// A cluster in one row.
pub(crate) struct ClusterRow {
    pub(crate) number: usize,
    pub(crate) href: String,
    pub(crate) size: usize,
    pub(crate) names: Vec<NamedSubmission>,
    /// Number of members that are not named.
    pub(crate) more: usize,
    pub(crate) similarity: Option<String>,
    pub(crate) strength: Strength,
    /// Strength in the unit of the cut-off.
    pub(crate) score: f64,
    pub(crate) level: Level,
    pub(crate) strongest: Vec<Link>,
    pub(crate) mark: Option<CaseLink>,
    /// Ids of all members, for the form that opens a case.
    pub(crate) ids: String,
}

/// Returns the row of a cluster. `marks` returns what is known about the case with these members.
pub(crate) fn cluster_row(
    frame: &Frame,
    report: &Report,
    view: &View,
    (number, page_starts): (usize, &[usize]),
    case: &Case,
    cutoff: Cutoff,
    marks: &dyn Fn(&[u32]) -> Option<CaseLink>,
) -> ClusterRow {
    let place = &frame.place;
    let has_page = |link: &&chaffinch_report::ClusterLink| {
        report.pair(link.id).is_some_and(|pair| pair.match_count.is_some())
    };
    ClusterRow {
        number,
        href: case_href(frame, view, page_starts, number),
        size: case.members.len(),
        names: case
            .members
            .iter()
            .take(MAX_MEMBERS)
            .filter_map(|&id| Some(NamedSubmission::new(frame, report.submission(id)?)))
            .collect(),
        more: case.members.len().saturating_sub(MAX_MEMBERS),
        similarity: case.similarity.map(percent),
        strength: Strength::new(cutoff.shown, case.expect, case.suspicion),
        score: Strength::new(cutoff.unit, case.expect, case.suspicion).score,
        level: Level::at(case.expect, case.suspicion, cutoff),
        strongest: case
            .links
            .iter()
            .take(MAX_STRONGEST)
            .filter(has_page)
            .filter_map(|link| {
                let name = |id: u32| Some(&report.submission(id)?.name);
                let text = frame.words.say("pair-title");
                let text = text.text("left", name(link.id.left)?).text("right", name(link.id.right)?);
                Some(Link { text: text.plain(), href: Some(place.pair(link.id)) })
            })
            .collect(),
        mark: marks(&case.members),
        ids: case.members.iter().map(|&id| SubmissionId(id).to_string()).collect::<Vec<_>>().join(","),
    }
}
