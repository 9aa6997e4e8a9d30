//! Clusters: connected components of the graph whose edges are pairs at or above the cut-off.

use rayon::prelude::*;

use crate::{
    groups::union_find::UnionFind,
    limits::LINKS,
    results::clusters::{Cluster, Link},
    scoring::scored_pair::{Cutoff, ScoredPair},
};

/// Sums over the pairs that join a cluster.
#[derive(Debug, Clone, Copy, Default)]
struct Figures {
    joins: u32,
    similarity: f64,
    suspicion: f64,
    expect: Option<f64>,
}

/// Returns clusters of judged pairs, by union-find with the strongest pairs first. `similarity` is computed only for
/// pairs that join two parts of a cluster: one less than it has members, however many links it has.
pub(crate) fn clusters(
    ranked: &[ScoredPair],
    cutoff: Cutoff,
    submissions: usize,
    similarity: impl Fn(&ScoredPair) -> f64 + Sync,
) -> Vec<Cluster> {
    let mut sets = UnionFind::new(submissions);
    let linked: Vec<(&ScoredPair, bool)> = ranked
        .iter()
        .filter(|pair| pair.reaches(cutoff))
        .map(|pair| {
            let joins = sets.root(pair.left) != sets.root(pair.right);
            sets.join(pair.left, pair.right);
            (pair, joins)
        })
        .collect();
    let tree: Vec<&ScoredPair> = linked.iter().filter(|(_, joins)| *joins).map(|&(pair, _)| pair).collect();
    let similarities: Vec<f64> = tree.par_iter().map(|pair| similarity(pair)).collect();
    let mut figures = vec![Figures::default(); submissions];
    for (pair, similarity) in tree.into_iter().zip(similarities) {
        let figures = &mut figures[sets.root(pair.left) as usize];
        figures.joins += 1;
        figures.similarity += similarity;
    }
    for (pair, _) in &linked {
        let figures = &mut figures[sets.root(pair.left) as usize];
        figures.suspicion = figures.suspicion.max(pair.suspicion);
        // The first of ranked pairs has the smallest.
        figures.expect = figures.expect.or(pair.expect);
    }
    let roots: Vec<u32> = linked.iter().map(|(pair, _)| sets.root(pair.left)).collect();
    let mut links = vec![Vec::new(); submissions];
    let mut room = vec![0; submissions];
    for &root in &roots {
        // A cluster has room for [`LINKS`] further links per member. Its tree has one link less than members.
        room[root as usize] = LINKS * (1 + figures[root as usize].joins as usize);
    }
    for (&(pair, joins), root) in linked.iter().zip(roots) {
        let room = &mut room[root as usize];
        if joins || 0 < *room {
            *room -= usize::from(!joins);
            let &ScoredPair { left, right, expect, suspicion, .. } = pair;
            links[root as usize].push(Link { left, right, expect, suspicion });
        }
    }
    let mut clusters: Vec<Cluster> = sets
        .components()
        .into_iter()
        .map(|submissions| {
            let Figures { joins, similarity, suspicion, expect } = figures[submissions[0] as usize];
            let links = std::mem::take(&mut links[submissions[0] as usize]);
            Cluster { submissions, similarity: similarity / f64::from(joins), expect, suspicion, links }
        })
        .collect();
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

        /// The listed links of a cluster connect it, and include the strongest links.
        #[test]
        fn links_hold_their_cluster_together(
            pairs in prop::collection::btree_map((0..20_u32, 0..20_u32), 0.0..40.0_f64, 0..190),
        ) {
            let pairs = pairs.into_iter().filter(|((left, right), _)| left < right);
            let scored = |((left, right), suspicion)| ScoredPair { left, right, suspicion, expect: None, transitive: None, too_short: false };
            let mut ranked: Vec<ScoredPair> = pairs.map(scored).collect();
            rank(&mut ranked);
            for cluster in clusters(&ranked, Cutoff::Suspicion(15.0), 20, |_| 1.0) {
                let inside: Vec<&ScoredPair> = ranked
                    .iter()
                    .filter(|pair| 15.0 <= pair.suspicion && cluster.submissions.contains(&pair.left))
                    .collect();
                let size = cluster.submissions.len();
                prop_assert!(cluster.links.len() <= inside.len().min(size - 1 + LINKS * size));
                let strongest = inside.iter().take(LINKS * size);
                for (link, pair) in cluster.links.iter().zip(strongest) {
                    prop_assert_eq!((link.left, link.right), (pair.left, pair.right));
                    prop_assert!((link.suspicion - pair.suspicion).abs() < 1e-12);
                }
                let mut sets = UnionFind::new(20);
                for link in &cluster.links {
                    sets.join(link.left, link.right);
                }
                prop_assert_eq!(sets.components(), vec![cluster.submissions]);
            }
        }
    }
}
