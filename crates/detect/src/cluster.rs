//! Clusters: components of the graph whose edges are pairs at or above the cut-off.

use crate::{analysis::Cluster, list::Scored, union::Sets};

/// Union-find over judged pairs. `similarity` is asked for linking pairs only.
pub(crate) fn clusters(
    ranked: &[Scored],
    cutoff: f64,
    submissions: usize,
    similarity: impl Fn(&Scored) -> f64,
) -> Vec<Cluster> {
    let links: Vec<&Scored> =
        ranked.iter().filter(|pair| !pair.too_short && cutoff <= pair.suspicion).collect();
    let mut sets = Sets::new(submissions);
    for pair in &links {
        sets.join(pair.left, pair.right);
    }
    let mut figures = vec![(0_u32, 0.0_f64, 0.0_f64); submissions];
    for pair in links {
        let (count, sum, most) = &mut figures[sets.root(pair.left) as usize];
        *count += 1;
        *sum += similarity(pair);
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
