//! Clusters: components of the graph whose edges are pairs at or above the cut-off.

use rayon::prelude::*;

use crate::{analysis::Cluster, list::Scored, union::Sets};

/// Union-find over judged pairs, strongest first. `similarity` is asked only for pairs that join two parts of a
/// cluster: one less than it has members, however many links there are.
pub(crate) fn clusters(
    ranked: &[Scored],
    cutoff: f64,
    submissions: usize,
    similarity: impl Fn(&Scored) -> f64 + Sync,
) -> Vec<Cluster> {
    let mut sets = Sets::new(submissions);
    let links: Vec<&Scored> = ranked
        .iter()
        .filter(|pair| !pair.too_short && cutoff <= pair.suspicion)
        .filter(|pair| {
            let apart = sets.root(pair.left) != sets.root(pair.right);
            sets.join(pair.left, pair.right);
            apart
        })
        .collect();
    let similarities: Vec<f64> = links.par_iter().map(|pair| similarity(pair)).collect();
    let mut figures = vec![(0_u32, 0.0_f64, 0.0_f64); submissions];
    for (pair, similarity) in links.into_iter().zip(similarities) {
        let (count, sum, most) = &mut figures[sets.root(pair.left) as usize];
        *count += 1;
        *sum += similarity;
        *most = most.max(pair.suspicion);
    }
    let mut clusters: Vec<Cluster> = sets
        .components()
        .into_iter()
        .map(|submissions| {
            let (count, sum, suspicion) = figures[submissions[0] as usize];
            Cluster { submissions, similarity: sum / f64::from(count), suspicion }
        })
        .collect();
    clusters
        .sort_by(|a, b| b.suspicion.total_cmp(&a.suspicion).then_with(|| a.submissions.cmp(&b.submissions)));
    clusters
}
