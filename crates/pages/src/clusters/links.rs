//! Links as rows: those of a cluster, clusters of two, which have one link, and members that are linked to other clusters
//! too.

use std::collections::{BTreeMap, HashMap};

use chaffinch_report::{ClusterLink, Cutoff, Level, Pair, PairId, Report, Unit};

use super::cases::Case;
use super::timeline::first_of_two;
use crate::frame::Frame;
use crate::rows::{NamedSubmission, PairRow, Strength};

/// A row in the table of links.
pub(super) struct LinkRow<'a> {
    pub(super) left: NamedSubmission,
    pub(super) right: NamedSubmission,
    /// `None` if the report contains no matches for the pair.
    pub(super) href: Option<String>,
    pub(super) strength: Strength,
    /// Its suspicion, which tells strong links apart, unless that is its strength.
    pub(super) evidence: Option<Strength>,
    pub(super) level: Level,
    /// Columns that only listed pairs have.
    pub(super) row: Option<PairRow<'a>>,
}

/// Makes rows of the links of a report.
pub(super) struct LinkRows<'a> {
    pub(super) frame: &'a Frame,
    pub(super) report: &'a Report,
    pub(super) cutoff: Cutoff,
    /// The pairs of the report.
    listed: BTreeMap<PairId, &'a Pair>,
}

impl<'a> LinkRows<'a> {
    pub(super) fn new(frame: &'a Frame, report: &'a Report, cutoff: Cutoff) -> Self {
        let listed = report.pairs.iter().map(|pair| (pair.id, pair)).collect();
        Self { frame, report, cutoff, listed }
    }

    /// Returns the row of a link; `None` if the report does not have its submissions.
    pub(super) fn row(&self, link: &ClusterLink) -> Option<LinkRow<'a>> {
        let listed = self.listed.get(&link.id);
        let row = listed.map(|pair| PairRow::new(&self.frame.place, pair, self.cutoff));
        Some(LinkRow {
            left: self.named(link.id.left)?,
            right: self.named(link.id.right)?,
            href: row.as_ref().and_then(|row| row.href.clone()),
            strength: Strength::new(self.cutoff.shown, link.expect, link.suspicion),
            evidence: (self.cutoff.shown == Unit::Expect)
                .then(|| Strength::new(Unit::Suspicion, link.expect, link.suspicion)),
            level: row
                .as_ref()
                .map_or_else(|| Level::at(link.expect, link.suspicion, self.cutoff), |row| row.level),
            row,
        })
    }

    /// Returns the row of a cluster of two with this number; `None` if the report does not have its submissions.
    /// `between` has the links of its members to other clusters.
    pub(super) fn cluster_of_two(
        &self,
        number: usize,
        case: &Case,
        mut between: Vec<MemberBetween>,
    ) -> Option<ClusterOfTwo<'a>> {
        let &[left, right] = case.members.as_slice() else { return None };
        let unlisted =
            || ClusterLink { id: PairId { left, right }, expect: case.expect, suspicion: case.suspicion };
        let id = case.links.first().map_or(PairId { left, right }, |link| link.id);
        let first = first_of_two(self.report, case);
        between.truncate(MAX_BETWEEN);
        Some(ClusterOfTwo {
            number,
            link: self.row(&case.links.first().copied().unwrap_or_else(unlisted))?,
            first: first.map(|(first, time)| (first == id.left, time)),
            between,
        })
    }

    fn named(&self, id: u32) -> Option<NamedSubmission> {
        Some(NamedSubmission::new(self.frame, self.report.submission(id)?))
    }
}

/// A cluster of two submissions.
pub(super) struct ClusterOfTwo<'a> {
    pub(super) number: usize,
    pub(super) link: LinkRow<'a>,
    /// Whether the left one was handed in first, and its time for people; `None` if not both times are known.
    pub(super) first: Option<(bool, String)>,
    /// Members that are linked to other clusters too.
    pub(super) between: Vec<MemberBetween>,
}

impl ClusterOfTwo<'_> {
    /// Returns the time of one side if it was handed in first.
    pub(super) fn first_at(&self, left: bool) -> Option<&str> {
        self.first.as_ref().filter(|first| first.0 == left).map(|first| first.1.as_str())
    }
}

/// Members listed per cluster, those with the strongest links first.
pub(super) const MAX_BETWEEN: usize = 20;

/// A member of a cluster with links to one other cluster.
pub(super) struct MemberBetween {
    pub(super) member: NamedSubmission,
    /// Number of the other cluster, from 1.
    pub(super) cluster: usize,
    pub(super) href: String,
    pub(super) links: usize,
    /// The strongest of these links.
    pub(super) strength: Strength,
}

/// Returns the members of a case with links to others, strongest links first. `at` is the index of the case, and
/// `number` that of each submission's case; `href` leads to a cluster by its number from 1.
pub(super) fn members_between(
    frame: &Frame,
    report: &Report,
    case: &Case,
    (at, number): (usize, &HashMap<u32, usize>),
    unit: Unit,
    href: &dyn Fn(usize) -> String,
) -> Vec<MemberBetween> {
    let case_of = |id: u32| number.get(&id).copied();
    let mut found: BTreeMap<(u32, usize), usize> = BTreeMap::new();
    let mut listed: Vec<MemberBetween> = Vec::new();
    for link in &case.between {
        let turned = case_of(link.id.left) != Some(at);
        let (member, other) =
            if turned { (link.id.right, link.id.left) } else { (link.id.left, link.id.right) };
        let (Some(member_named), Some(other)) = (report.submission(member), case_of(other)) else { continue };
        let index = *found.entry((member, other)).or_insert_with(|| {
            listed.push(MemberBetween {
                member: NamedSubmission::new(frame, member_named),
                cluster: other + 1,
                href: href(other + 1),
                links: 0,
                strength: Strength::new(unit, link.expect, link.suspicion),
            });
            listed.len() - 1
        });
        listed[index].links += 1;
    }
    listed
}
