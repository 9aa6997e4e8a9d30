//! Divides linked submissions into groups in which everybody is tied to the group.
//!
//! Single links chain: one pair that chance explains joins two groups that have nothing else in common. So linked
//! submissions are divided by modularity (Newman and Girvan 2004; with a resolution, Reichardt and Bornholdt 2006):
//!
//! `Q = (weight of the links inside groups) / W - 1/2 * sum of (weight at a group / 2 W)^2`
//!
//! where W is the weight of all links, and the weight at a group is that of its members' links, those inside counted
//! twice. The division that local moving and aggregation find (Louvain: Blondel et al. 2008) is taken if its Q is larger
//! than that of no division, and each part is then divided by itself, until no part is. So the result does not depend on
//! how much else is linked to a group. At this resolution, a source with all its copies, a ring of five and two
//! groups with many links between them stay together; a chain of six and two groups joined by a link or two do not.
//!
//! Nodes and links are taken in order, so the same links give the same groups. The work is that of a few passes
//! over the links for each level of division.

use std::collections::BTreeMap;

use chaffinch_fingerprint::UnionFind;

use crate::index::distinct;

/// A link: two nodes and its weight, which is positive ([`link_weight`]).
pub type WeightedLink = (u32, u32, f64);

/// How much the links that would be expected count against the links that are there.
const RESOLUTION: f64 = 0.5;

/// Weight of a link exactly at the cut-off.
const LEAST_WEIGHT: f64 = 0.25;

/// How far beyond the cut-off the weight still grows: a factor of 100 in expect value, of 4 in suspicion.
const MOST_BEYOND: f64 = 2.0;

/// Least gain for which a node is moved, so that rounding moves none.
const MIN_GAIN: f64 = 1e-9;

/// Most passes over the nodes of a level. Few need more than ten; after that, moves gain next to nothing.
const MAX_PASSES: usize = 50;

/// Returns the weight of a link that lies this far beyond the cut-off: the decimal logarithm of the quotient of expect
/// values, or the binary logarithm of that of suspicions.
#[must_use]
pub fn link_weight(beyond: f64) -> f64 {
    LEAST_WEIGHT + beyond.clamp(0.0, MOST_BEYOND)
}

/// Divides the nodes of links into groups. Groups have at least two members, each of which has a link to another one;
/// members are ascending, and groups sorted by their smallest member.
#[must_use]
pub fn tied_groups(links: &[WeightedLink]) -> Vec<Vec<u32>> {
    let mut links = links.to_vec();
    links.sort_unstable_by_key(|&(left, right, _)| (left, right));
    let mut groups = Vec::new();
    let mut undivided = connected(&links);
    while let Some(links) = undivided.pop() {
        let nodes = nodes(&links);
        let number = |node: u32| nodes.binary_search(&node).expect("every end of a link is a node");
        let numbered: Vec<(usize, usize, f64)> =
            links.iter().map(|&(left, right, weight)| (number(left), number(right), weight)).collect();
        let graph = Graph::new(nodes.len(), &numbered);
        let parts = joined_to_somebody(&graph, divided(&graph));
        if graph.modularity(&parts) <= graph.modularity(&vec![0; nodes.len()]) + MIN_GAIN {
            groups.push(nodes);
            continue;
        }
        let inside =
            links.iter().zip(&numbered).filter(|(_, (left, right, _))| parts[*left] == parts[*right]);
        undivided.extend(connected(&inside.map(|(&link, _)| link).collect::<Vec<_>>()));
    }
    groups.sort_unstable();
    groups
}

/// Returns the nodes of links, ascending.
fn nodes(links: &[WeightedLink]) -> Vec<u32> {
    distinct(links.iter().flat_map(|link| [link.0, link.1]))
}

/// Returns the links of each connected part, in their order.
fn connected(links: &[WeightedLink]) -> Vec<Vec<WeightedLink>> {
    let nodes = nodes(links);
    let number = |node: u32| nodes.binary_search(&node).expect("every end of a link is a node") as u32;
    let sets = UnionFind::new(nodes.len() as u32);
    for &(left, right, _) in links {
        sets.join(number(left), number(right));
    }
    let mut parts: BTreeMap<u32, Vec<WeightedLink>> = BTreeMap::new();
    for &link in links {
        parts.entry(sets.root(number(link.0))).or_default().push(link);
    }
    parts.into_values().collect()
}

/// A weighted graph, the nodes of which may stand for several submissions.
struct Graph {
    /// For each node, its neighbours and the weights of the links to them.
    neighbours: Vec<Vec<(usize, f64)>>,
    /// For each node, the weight of its links, those inside it counted twice.
    degree: Vec<f64>,
    /// For each node, the weight of the links inside it.
    inside: Vec<f64>,
    /// Twice the weight of all links.
    whole: f64,
}

impl Graph {
    fn new(nodes: usize, links: &[(usize, usize, f64)]) -> Self {
        let mut graph = Self {
            neighbours: vec![Vec::new(); nodes],
            degree: vec![0.0; nodes],
            inside: vec![0.0; nodes],
            whole: 0.0,
        };
        for &(left, right, weight) in links {
            if left == right {
                graph.inside[left] += weight;
            } else {
                graph.neighbours[left].push((right, weight));
                graph.neighbours[right].push((left, weight));
            }
            graph.degree[left] += weight;
            graph.degree[right] += weight;
            graph.whole += 2.0 * weight;
        }
        graph
    }

    /// Returns the modularity of a division: a number below the number of nodes for each.
    fn modularity(&self, parts: &[usize]) -> f64 {
        let mut degrees = vec![0.0; parts.len()];
        let mut inside = 0.0;
        for (node, &part) in parts.iter().enumerate() {
            degrees[part] += self.degree[node];
            let of_node: f64 = self.neighbours[node]
                .iter()
                .filter(|(other, _)| parts[*other] == part)
                .map(|link| link.1)
                .sum();
            inside += of_node + 2.0 * self.inside[node];
        }
        let expected: f64 = degrees.iter().map(|degree| (degree / self.whole).powi(2)).sum();
        inside / self.whole - RESOLUTION * expected
    }

    /// Returns the weight of a node's links to each part that it is linked to.
    fn weight_to(&self, node: usize, parts: &[usize]) -> BTreeMap<usize, f64> {
        let mut weight_to = BTreeMap::new();
        for &(other, weight) in &self.neighbours[node] {
            *weight_to.entry(parts[other]).or_default() += weight;
        }
        weight_to
    }

    /// Moves nodes to the parts of their neighbours while that gains, beginning with a part for each node. Returns the
    /// part of each node, numbered from 0 in the order of their first nodes, and their number.
    fn moved(&self) -> (Vec<usize>, usize) {
        let mut parts: Vec<usize> = (0..self.degree.len()).collect();
        let mut degrees = self.degree.clone();
        for _ in 0..MAX_PASSES {
            let mut moves = 0;
            for node in 0..parts.len() {
                let weight_to = self.weight_to(node, &parts);
                let own = parts[node];
                degrees[own] -= self.degree[node];
                let gain = |part: usize, weight: f64| {
                    weight - RESOLUTION * self.degree[node] * degrees[part] / self.whole
                };
                let stay = (own, gain(own, weight_to.get(&own).copied().unwrap_or(0.0)));
                let (best, _) = weight_to.iter().fold(stay, |best, (&part, &weight)| {
                    let gain = gain(part, weight);
                    if best.1 + MIN_GAIN < gain { (part, gain) } else { best }
                });
                degrees[best] += self.degree[node];
                parts[node] = best;
                moves += usize::from(best != own);
            }
            if moves == 0 {
                break;
            }
        }
        let mut number = vec![None; parts.len()];
        let mut count = 0;
        for part in &mut parts {
            *part = *number[*part].get_or_insert_with(|| {
                count += 1;
                count - 1
            });
        }
        (parts, count)
    }

    /// Returns the graph whose nodes are the parts of this one.
    fn aggregated(&self, parts: &[usize], count: usize) -> Self {
        let mut between: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for (node, &part) in parts.iter().enumerate() {
            *between.entry((part, part)).or_default() += self.inside[node];
            for &(other, weight) in self.neighbours[node].iter().filter(|(other, _)| node < *other) {
                let ends = (part.min(parts[other]), part.max(parts[other]));
                *between.entry(ends).or_default() += weight;
            }
        }
        let links: Vec<(usize, usize, f64)> =
            between.into_iter().map(|((left, right), weight)| (left, right, weight)).collect();
        Self::new(count, &links)
    }
}

/// Returns the part of each node in the division that is found: moves, then the same with the parts as nodes, and so on.
fn divided(graph: &Graph) -> Vec<usize> {
    let (mut parts, mut count) = graph.moved();
    loop {
        let (moved, fewer) = graph.aggregated(&parts, count).moved();
        if fewer == count {
            return parts;
        }
        for part in &mut parts {
            *part = moved[*part];
        }
        count = fewer;
    }
}

/// Moves nodes without a link to their part to the part with which they have most. The parts of a graph need not be
/// connected.
fn joined_to_somebody(graph: &Graph, mut parts: Vec<usize>) -> Vec<usize> {
    for node in 0..parts.len() {
        let weight_to = graph.weight_to(node, &parts);
        if !weight_to.contains_key(&parts[node]) {
            let most = weight_to.into_iter().reduce(|best, next| if best.1 < next.1 { next } else { best });
            parts[node] = most.map_or(parts[node], |(part, _)| part);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns links of the same weight.
    fn links(ends: &[(u32, u32)]) -> Vec<WeightedLink> {
        ends.iter().map(|&(left, right)| (left, right, 1.0)).collect()
    }

    fn everybody(nodes: std::ops::Range<u32>) -> Vec<(u32, u32)> {
        nodes.clone().flat_map(|left| (left + 1..nodes.end).map(move |right| (left, right))).collect()
    }

    #[test]
    fn a_source_and_its_copies_are_one_group() {
        let star: Vec<(u32, u32)> = (1..60).map(|copy| (0, copy)).collect();
        assert_eq!(tied_groups(&links(&star)), [(0..60).collect::<Vec<_>>()]);
        assert_eq!(tied_groups(&links(&everybody(0..60))), [(0..60).collect::<Vec<_>>()]);
    }

    #[test]
    fn a_short_ring_is_one_group_and_a_long_chain_is_not() {
        assert_eq!(tied_groups(&links(&[(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)])).len(), 1);
        let chain: Vec<(u32, u32)> = (0..113).map(|at| (at, at + 1)).collect();
        let largest = tied_groups(&links(&chain)).iter().map(Vec::len).max();
        assert!(largest.is_some_and(|largest| largest <= 6), "{largest:?}");
    }

    #[test]
    fn a_link_between_two_groups_does_not_join_them() {
        let mut two = everybody(0..5);
        two.extend(everybody(5..10));
        let apart = [(0..5).collect::<Vec<_>>(), (5..10).collect()];
        two.push((4, 5));
        assert_eq!(tied_groups(&links(&two)), apart);
        // Somebody who copied from both groups belongs to one of them.
        two.pop();
        two.extend((0..10).map(|member| (member, 10)));
        assert_eq!(tied_groups(&links(&two)), [vec![0, 1, 2, 3, 4, 10], (5..10).collect()]);
    }

    #[test]
    fn a_weak_link_does_not_join_two_strong_pairs() {
        let weak = link_weight(0.1);
        let strong = link_weight(4.0);
        assert_eq!(tied_groups(&[(0, 1, strong), (1, 2, weak), (2, 3, strong)]), [[0, 1], [2, 3]]);
        assert_eq!(tied_groups(&[(0, 1, strong), (1, 2, strong), (2, 3, strong)]), [[0, 1, 2, 3]]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Every node is in one group, with a link to another member; no group is divided further, and the order of the
        /// links changes nothing.
        #[test]
        fn groups_hold(
            links in prop::collection::btree_map((0..30_u32, 0..30_u32), 0.0..3.0_f64, 0..120),
        ) {
            let links: Vec<WeightedLink> = links
                .into_iter()
                .filter(|((left, right), _)| left < right)
                .map(|((left, right), beyond)| (left, right, link_weight(beyond)))
                .collect();
            let groups = tied_groups(&links);
            let mut members: Vec<u32> = groups.iter().flatten().copied().collect();
            members.sort_unstable();
            prop_assert_eq!(members, nodes(&links));
            for group in &groups {
                let inside: Vec<WeightedLink> = links
                    .iter()
                    .copied()
                    .filter(|(left, right, _)| group.contains(left) && group.contains(right))
                    .collect();
                prop_assert_eq!(&nodes(&inside), group);
                prop_assert_eq!(connected(&inside).len(), 1);
                prop_assert_eq!(&tied_groups(&inside), std::slice::from_ref(group));
            }
        }
    }
}
