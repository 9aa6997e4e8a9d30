//! Clusters: groups of submissions that are tied by pairs at or above the cut-off, with their links.

use chaffinch_fingerprint::UnionFind;
use rayon::prelude::*;

use crate::{
    clusters::division::{WeightedLink, link_weight, tied_groups},
    limits::LINKS,
    results::{
        clusters::{Cluster, Link},
        options::Cutoff,
    },
    scoring::scored_pair::ScoredPair,
};

/// What is known of a cluster while ranked pairs are read.
struct Found {
    cluster: Cluster,
    /// How many further links it may list, besides those that connect it.
    room: usize,
    /// How many links between it and others it may list.
    room_between: usize,
}

/// Returns clusters of judged pairs: groups in which everybody is tied to the group (`division`). `similarity` is
/// computed only for the strongest pairs that connect a cluster: one less than it has members.
pub(crate) fn clusters(
    ranked: &[ScoredPair],
    cutoff: Cutoff,
    submissions: usize,
    similarity: impl Fn(&ScoredPair) -> f64 + Sync,
) -> Vec<Cluster> {
    let linked: Vec<&ScoredPair> = ranked.iter().filter(|pair| pair.reaches(cutoff)).collect();
    let weighted: Vec<WeightedLink> =
        linked.iter().map(|pair| (pair.left, pair.right, link_weight(pair.beyond(cutoff)))).collect();
    let mut number = vec![0; submissions];
    let mut found: Vec<Found> = tied_groups(&weighted)
        .into_iter()
        .enumerate()
        .map(|(at, submissions)| {
            for &member in &submissions {
                number[member as usize] = at;
            }
            let room = LINKS * submissions.len();
            let cluster = Cluster {
                submissions,
                similarity: 0.0,
                expect: None,
                suspicion: 0.0,
                links: Vec::new(),
                between: Vec::new(),
            };
            Found { cluster, room, room_between: room }
        })
        .collect();
    let sets = UnionFind::new(submissions as u32);
    let mut connecting = Vec::new();
    for pair in linked {
        let &ScoredPair { left, right, expect, suspicion, .. } = pair;
        let link = Link { left, right, expect, suspicion };
        let [one, other] = [left, right].map(|side| number[side as usize]);
        if one != other {
            for at in [one, other] {
                let Found { cluster, room_between, .. } = &mut found[at];
                if *room_between > 0 {
                    *room_between -= 1;
                    cluster.between.push(link);
                }
            }
            continue;
        }
        let Found { cluster, room, .. } = &mut found[one];
        cluster.suspicion = cluster.suspicion.max(suspicion);
        // The first of ranked pairs has the smallest.
        cluster.expect = cluster.expect.or(expect);
        let connects = sets.root(left) != sets.root(right);
        if connects {
            sets.join(left, right);
            connecting.push(pair);
        }
        if connects || *room > 0 {
            *room -= usize::from(!connects);
            cluster.links.push(link);
        }
    }
    let similarities: Vec<f64> = connecting.par_iter().map(|pair| similarity(pair)).collect();
    for (pair, similarity) in connecting.into_iter().zip(similarities) {
        let cluster = &mut found[number[pair.left as usize]].cluster;
        cluster.similarity += similarity / (cluster.submissions.len() - 1) as f64;
    }
    let mut clusters: Vec<Cluster> = found.into_iter().map(|found| found.cluster).collect();
    let expect = |cluster: &Cluster| cluster.expect.unwrap_or(f64::INFINITY);
    clusters.sort_by(|a, b| {
        expect(a)
            .total_cmp(&expect(b))
            .then(b.suspicion.total_cmp(&a.suspicion))
            .then_with(|| a.submissions.cmp(&b.submissions))
    });
    clusters
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::scoring::scored_pair::rank;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// The listed links of a cluster connect it, and include the strongest links. Every pair at or above the
        /// cut-off is inside one cluster or between two.
        #[test]
        fn links_hold_their_cluster_together(
            pairs in prop::collection::btree_map((0..20_u32, 0..20_u32), 0.0..40.0_f64, 0..190),
        ) {
            let pairs = pairs.into_iter().filter(|((left, right), _)| left < right);
            let scored = |((left, right), suspicion)| ScoredPair { left, right, suspicion, expect: None, transitive: None, too_short: false, candidate: 0 };
            let mut ranked: Vec<ScoredPair> = pairs.map(scored).collect();
            rank(&mut ranked);
            let named = || ranked.iter().filter(|pair| pair.suspicion >= 15.0);
            let equal = |link: &Link, pair: &ScoredPair| (link.left, link.right) == (pair.left, pair.right);
            let clusters = clusters(&ranked, Cutoff::Suspicion(15.0), 20, |_| 1.0);
            for cluster in &clusters {
                let members = |pair: &ScoredPair| [pair.left, pair.right].map(|side| cluster.submissions.contains(&side));
                let inside: Vec<&ScoredPair> = named().filter(|pair| members(pair) == [true, true]).collect();
                let between: Vec<&ScoredPair> = named().filter(|pair| members(pair)[0] != members(pair)[1]).collect();
                let size = cluster.submissions.len();
                prop_assert!(cluster.links.len() <= inside.len().min(size - 1 + LINKS * size));
                prop_assert_eq!(cluster.between.len(), between.len().min(LINKS * size));
                let strongest = cluster.links.iter().zip(inside.iter().take(LINKS * size));
                for (link, pair) in strongest.chain(cluster.between.iter().zip(&between)) {
                    prop_assert!(equal(link, pair));
                }
                prop_assert!((cluster.similarity - 1.0).abs() < 1e-9);
                let sets = UnionFind::new(20);
                for link in &cluster.links {
                    sets.join(link.left, link.right);
                }
                let root = sets.root(cluster.submissions[0]);
                prop_assert!(cluster.submissions.iter().all(|&member| sets.root(member) == root));
            }
            for pair in named() {
                let holding = clusters.iter().filter(|cluster| cluster.submissions.contains(&pair.left)).count();
                prop_assert_eq!(holding, 1);
            }
        }
    }
}
