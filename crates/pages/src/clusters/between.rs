//! Members of a cluster that are linked to other clusters too.

use std::collections::{BTreeMap, HashMap};

use chaffinch_report::{Report, Unit};

use super::cases::Case;
use crate::frame::Frame;
use crate::shared::{NamedSubmission, Strength};

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
