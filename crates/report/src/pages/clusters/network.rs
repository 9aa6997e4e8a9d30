//! A cluster as a picture: edges link its submissions and are as thick as the evidence.
//!
//! Positions are computed by stress majorisation (Gansner, Koren and North 2004, one node at a time): distances in the
//! picture follow the number of links between two nodes. It starts from a circle in a fixed order, and every sum is
//! computed in a fixed order, so the same cluster always looks the same. At most [`MAX_NODES`] members are drawn, those
//! of the strongest links. The work is quadratic in them and in nothing else.

use std::collections::{BTreeMap, VecDeque};

use super::cases::Case;
use crate::frame::Frame;
use crate::model::{ClusterLink, Report, Submission};
use crate::pages::shared::{Cutoff, Strength, archive_label};

/// Largest number of members that are drawn of a cluster.
pub(in crate::pages) const MAX_NODES: usize = 60;
/// Largest number of links that are drawn, strongest first.
pub(in crate::pages) const MAX_EDGES: usize = 240;
/// Largest number of members with names. Names of more would cover each other; their numbers stay.
const MAX_NAMED_NODES: usize = 30;
/// Characters of a name below its node.
const MAX_LABEL_CHARACTERS: usize = 13;

/// Work of the placement: as many rounds as fit into this many steps of one pair of nodes, within limits.
const MAX_PAIR_STEPS: usize = 150_000;
const ROUNDS: std::ops::RangeInclusive<usize> = 50..=400;
/// Rounds in which nodes are moved apart.
const SEPARATION_ROUNDS: usize = 60;
/// Length of one link.
const LINK_LENGTH: f64 = 104.0;
/// Smallest distance of two nodes, from centre to centre.
const MIN_DISTANCE: f64 = 64.0;
/// Half the size of a node.
pub(in crate::pages) const RADIUS: f64 = 15.0;
/// Margin around the outermost nodes: half a name at the sides, a name below.
const MARGIN: (f64, f64) = (52.0, 32.0);

/// The picture of a cluster.
#[derive(Debug)]
pub(in crate::pages) struct Network {
    pub(in crate::pages) width: f64,
    pub(in crate::pages) height: f64,
    pub(in crate::pages) nodes: Vec<Node>,
    pub(in crate::pages) edges: Vec<Edge>,
    /// Whether some node is an earlier submission.
    pub(in crate::pages) archived: bool,
    /// Number of members that are not drawn.
    pub(in crate::pages) more: usize,
}

/// A node: one submission.
#[derive(Debug)]
pub(in crate::pages) struct Node {
    pub(in crate::pages) x: f64,
    pub(in crate::pages) y: f64,
    pub(in crate::pages) id: u32,
    pub(in crate::pages) href: String,
    /// For the tooltip and for screen readers.
    pub(in crate::pages) title: String,
    /// Text below the node; empty if there is no room.
    pub(in crate::pages) label: String,
    pub(in crate::pages) archived: bool,
}

/// An edge: one link.
#[derive(Debug)]
pub(in crate::pages) struct Edge {
    pub(in crate::pages) from: (f64, f64),
    pub(in crate::pages) to: (f64, f64),
    pub(in crate::pages) href: Option<String>,
    pub(in crate::pages) title: String,
    pub(in crate::pages) width: f64,
    /// Whether one side is an earlier submission.
    pub(in crate::pages) archived: bool,
}

impl Network {
    pub(in crate::pages) fn of(frame: &Frame, report: &Report, case: &Case, cutoff: Cutoff) -> Self {
        let drawn = drawn_members(case);
        let at: BTreeMap<u32, usize> = drawn.iter().enumerate().map(|(at, &id)| (id, at)).collect();
        let ends = |left: u32, right: u32| Some((*at.get(&left)?, *at.get(&right)?));
        let links: Vec<_> = case
            .links
            .iter()
            .filter_map(|link| Some((link, ends(link.id.left, link.id.right)?)))
            .take(MAX_EDGES)
            .collect();
        let positions = positions(drawn.len(), &links.iter().map(|(_, ends)| *ends).collect::<Vec<_>>());
        let width = positions.iter().map(|place| place.0).fold(0.0, f64::max) + MARGIN.0;
        let height = positions.iter().map(|place| place.1).fold(0.0, f64::max) + MARGIN.1 + 10.0;
        let of = |id: u32| report.submission(id);
        let name = |id: u32| of(id).map_or("", |submission| submission.name.as_str());
        let is_archived = |id: u32| of(id).is_some_and(|submission| submission.archive.is_some());
        let openable: BTreeMap<_, _> =
            report.pairs.iter().map(|pair| (pair.id, pair.match_count.is_some())).collect();
        Self {
            width,
            height,
            edges: links
                .iter()
                .map(|&(link, (left, right))| Edge {
                    from: positions[left],
                    to: positions[right],
                    href: openable.get(&link.id).copied().unwrap_or(false).then(|| frame.place.pair(link.id)),
                    title: frame
                        .words
                        .say("network-link")
                        .text("left", name(link.id.left))
                        .text("right", name(link.id.right))
                        .choice("unit", cutoff.unit.name())
                        .figure("strength", Strength::of(cutoff.unit, link.expect, link.suspicion).shown)
                        .plain(),
                    width: thickness(link, cutoff),
                    archived: is_archived(link.id.left) || is_archived(link.id.right),
                })
                // The strongest are drawn last, over the others.
                .rev()
                .collect(),
            nodes: drawn
                .iter()
                .zip(&positions)
                .filter_map(|(&id, &(x, y))| Some(node(frame, of(id)?, (x, y), drawn.len())))
                .collect(),
            archived: drawn.iter().any(|&id| is_archived(id)),
            more: case.members.len() - drawn.len(),
        }
    }
}

fn node(frame: &Frame, submission: &Submission, (x, y): (f64, f64), drawn: usize) -> Node {
    let name = &submission.name;
    let label = match name.char_indices().nth(MAX_LABEL_CHARACTERS) {
        _ if MAX_NAMED_NODES < drawn => String::new(),
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.clone(),
    };
    let title = match &submission.archive {
        Some(archive) => {
            frame.words.say("network-node-archived").words("archive", &archive_label(frame.words, archive))
        }
        None => frame.words.say("network-node"),
    };
    let title = title.number("number", submission.id).text("name", name).plain();
    let (id, href) = (submission.id, frame.place.submission(submission.id));
    Node { x, y, id, href, title, label, archived: submission.archive.is_some() }
}

/// Returns the members that are drawn, those of the strongest links, in ascending order.
fn drawn_members(case: &Case) -> Vec<u32> {
    if case.members.len() <= MAX_NODES {
        return case.members.clone();
    }
    let mut chosen = std::collections::BTreeSet::new();
    for link in &case.links {
        if MAX_NODES < chosen.len() + 2 {
            break;
        }
        chosen.extend([link.id.left, link.id.right]);
    }
    chosen.into_iter().collect()
}

/// Returns the width of an edge. Each doubling of suspicion adds the same to it, and each factor of ten in expect value.
fn thickness(link: &ClusterLink, cutoff: Cutoff) -> f64 {
    let beyond = cutoff.unit.strength(link.expect, link.suspicion) - cutoff.score();
    (1.2 + 0.8 * beyond.max(0.0)).min(6.0)
}

/// Returns the positions of `n` nodes with these links. Two nodes are hardly closer than [`MIN_DISTANCE`]. All are at
/// least [`MARGIN`] to the right of and below 0. The picture is wider than high.
fn positions(n: usize, links: &[(usize, usize)]) -> Vec<(f64, f64)> {
    let distances = distances(n, links);
    let mut positions: Vec<(f64, f64)> = (0..n)
        .map(|at| {
            let angle = std::f64::consts::TAU * at as f64 / n as f64;
            let radius = LINK_LENGTH * (n as f64).sqrt() / 2.0;
            (radius * angle.cos(), radius * angle.sin())
        })
        .collect();
    let rounds = (MAX_PAIR_STEPS / (n * n).max(1)).clamp(*ROUNDS.start(), *ROUNDS.end());
    for _ in 0..rounds {
        for at in 0..n {
            let (mut sum, mut weights) = ((0.0, 0.0), 0.0);
            for other in (0..n).filter(|&other| other != at) {
                let wanted = LINK_LENGTH * f64::from(distances[at * n + other]);
                let weight = 1.0 / (wanted * wanted);
                let (x, y) = positions[other];
                let (dx, dy) = (positions[at].0 - x, positions[at].1 - y);
                let stretch = wanted / dx.hypot(dy).max(1e-6);
                sum = (sum.0 + weight * (x + dx * stretch), sum.1 + weight * (y + dy * stretch));
                weights += weight;
            }
            if 0.0 < weights {
                positions[at] = (sum.0 / weights, sum.1 / weights);
            }
        }
    }
    rotate_to_horizontal(&mut positions);
    move_apart(&mut positions);
    let least = |of: fn(&(f64, f64)) -> f64| positions.iter().map(of).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(|place| place.0), least(|place| place.1));
    // Tenths keep the positions short and the same on every machine.
    let tenths = |number: f64| (number * 10.0).round() / 10.0;
    positions
        .iter()
        .map(|place| (tenths(place.0 - left + MARGIN.0), tenths(place.1 - top + MARGIN.1)))
        .collect()
}

/// Returns the number of links between any two nodes, row by row. A node without links is one further away than the
/// furthest.
fn distances(n: usize, links: &[(usize, usize)]) -> Vec<u16> {
    let mut next = vec![Vec::new(); n];
    for &(left, right) in links {
        next[left].push(right);
        next[right].push(left);
    }
    let mut distances = vec![u16::MAX; n * n];
    let mut queue = VecDeque::new();
    for from in 0..n {
        let row = &mut distances[from * n..(from + 1) * n];
        row[from] = 0;
        queue.push_back(from);
        while let Some(at) = queue.pop_front() {
            for &neighbour in &next[at] {
                if row[neighbour] == u16::MAX {
                    row[neighbour] = row[at] + 1;
                    queue.push_back(neighbour);
                }
            }
        }
    }
    let furthest = distances.iter().copied().filter(|&distance| distance != u16::MAX).max().unwrap_or(0);
    for distance in distances.iter_mut().filter(|distance| **distance == u16::MAX) {
        *distance = furthest + 1;
    }
    distances
}

/// Rotates the picture so that its long side is horizontal.
fn rotate_to_horizontal(positions: &mut [(f64, f64)]) {
    let n = positions.len().max(1) as f64;
    let (x, y) = positions.iter().fold((0.0, 0.0), |sum, place| (sum.0 + place.0 / n, sum.1 + place.1 / n));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for place in &*positions {
        let (dx, dy) = (place.0 - x, place.1 - y);
        (xx, xy, yy) = (xx + dx * dx, xy + dx * dy, yy + dy * dy);
    }
    let angle = (2.0 * xy).atan2(xx - yy) / 2.0;
    let (sin, cos) = angle.sin_cos();
    let turned = |place: &(f64, f64)| {
        let (dx, dy) = (place.0 - x, place.1 - y);
        (dx * cos + dy * sin, dy * cos - dx * sin)
    };
    // The first node is at the left and at the top, in the direction of reading.
    let Some(first) = positions.first().map(turned) else { return };
    let (flip_x, flip_y) = (1.0_f64.copysign(-first.0), 1.0_f64.copysign(-first.1));
    for place in positions {
        let (along, across) = turned(place);
        *place = (along * flip_x, across * flip_y);
    }
}

/// Moves nodes apart that cover each other, a little at a time.
fn move_apart(positions: &mut [(f64, f64)]) {
    for _ in 0..SEPARATION_ROUNDS {
        let mut moved = false;
        for one in 0..positions.len() {
            for other in 0..one {
                let (dx, dy) = (positions[one].0 - positions[other].0, positions[one].1 - positions[other].1);
                let distance = dx.hypot(dy);
                if MIN_DISTANCE <= distance {
                    continue;
                }
                // If both are at the same point, any fixed direction works.
                let (ux, uy) = if distance < 1e-6 { (1.0, 0.0) } else { (dx / distance, dy / distance) };
                let by = (MIN_DISTANCE - distance) / 2.0 + 0.1;
                positions[one] = (positions[one].0 + ux * by, positions[one].1 + uy * by);
                positions[other] = (positions[other].0 - ux * by, positions[other].1 - uy * by);
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns a connected graph: each node is joined to an earlier one, with some more links.
    fn graphs() -> impl Strategy<Value = (usize, Vec<(usize, usize)>)> {
        (1..=MAX_NODES).prop_flat_map(|n| {
            let tree: Vec<_> = (1..n).map(|at| 0..at).collect();
            let more = prop::collection::vec((0..n, 0..n), 0..3 * n);
            (Just(n), tree, more).prop_map(|(n, tree, more)| {
                let tree = tree.into_iter().enumerate().map(|(at, before)| (before, at + 1));
                (n, tree.chain(more.into_iter().filter(|(left, right)| left != right)).collect())
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn nodes_are_inside_apart_and_always_at_the_same_place((n, links) in graphs()) {
            let found = positions(n, &links);
            prop_assert_eq!(&found, &positions(n, &links));
            prop_assert_eq!(found.len(), n);
            for (at, one) in found.iter().enumerate() {
                prop_assert!(one.0.is_finite() && MARGIN.0 - 0.2 <= one.0 && MARGIN.1 - 0.2 <= one.1);
                for other in &found[..at] {
                    let distance = (one.0 - other.0).hypot(one.1 - other.1);
                    prop_assert!(2.0 * RADIUS < distance, "{distance}");
                }
            }
            // No node is further away than a chain of all links would be long.
            let reach = LINK_LENGTH * (n as f64 + 2.0) + 2.0 * MARGIN.0;
            prop_assert!(found.iter().all(|place| place.0 < reach && place.1 < reach));
        }

        #[test]
        fn distances_are_the_fewest_links((n, links) in graphs()) {
            let found = distances(n, &links);
            // Floyd-Warshall algorithm.
            let mut slow = vec![u16::MAX / 2; n * n];
            (0..n).for_each(|at| slow[at * n + at] = 0);
            for &(left, right) in &links {
                slow[left * n + right] = 1;
                slow[right * n + left] = 1;
            }
            for via in 0..n {
                for one in 0..n {
                    for other in 0..n {
                        let around = slow[one * n + via] + slow[via * n + other];
                        slow[one * n + other] = slow[one * n + other].min(around);
                    }
                }
            }
            prop_assert_eq!(found, slow);
        }
    }

    #[test]
    fn a_chain_is_a_line_and_unlinked_nodes_stay_near() {
        let line = positions(4, &[(0, 1), (1, 2), (2, 3)]);
        assert!(line.windows(2).all(|pair| pair[0].0 < pair[1].0), "{line:?}");
        assert!(line.iter().all(|place| (place.1 - line[0].1).abs() < RADIUS), "{line:?}");
        // Without a link between them, they are one further away than the furthest.
        assert_eq!(distances(3, &[(0, 1)]), [0, 1, 2, 1, 0, 2, 2, 2, 0]);
        assert_eq!(positions(0, &[]), []);
    }
}
