//! The clusters: who belongs together, and the pairs that say so.

use askama::Template;

use super::{Link, Named, Names, PairRow, crumbs, percent, rendered, suspicion};
use crate::frame::Frame;
use crate::model::Report;

/// Pairs listed a cluster, strongest first.
const PAIRS_A_CLUSTER: usize = 50;
/// Pairs listed on the page; the strongest clusters take theirs first.
const PAIRS_SHOWN: usize = 1_000;
/// Members named a cluster.
const MEMBERS_A_CLUSTER: usize = 200;

#[derive(Template)]
#[template(path = "report/clusters.html")]
struct Clusters {
    frame: Frame,
    crumbs: Vec<Link>,
    cutoff: String,
    cards: Vec<ClusterCard>,
}

struct ClusterCard {
    number: usize,
    size: usize,
    members: Vec<Named>,
    more_members: usize,
    pairs: Vec<PairRow>,
    /// Of this cluster, in the whole report.
    listed_pairs: usize,
    similarity: String,
    suspicion: String,
}

/// All clusters, each with its strongest listed pairs.
pub fn clusters(frame: &Frame, report: &Report) -> String {
    let names = Names::of(report);
    // Which cluster a submission is in: clusters are disjoint.
    let mut cluster_of = vec![None; report.submissions.len() + 1];
    for (at, cluster) in report.clusters.iter().enumerate() {
        for id in names.ids(&cluster.submissions) {
            if let Some(slot) = cluster_of.get_mut(id as usize) {
                *slot = Some(at);
            }
        }
    }
    let mut pairs = vec![Vec::new(); report.clusters.len()];
    for pair in report.pairs.iter().filter(|pair| pair.suspicion >= report.settings.cutoff && !pair.too_short)
    {
        let cluster = |id: u32| cluster_of.get(id as usize).copied().flatten();
        if let Some(at) = cluster(pair.id.left).filter(|_| cluster(pair.id.left) == cluster(pair.id.right)) {
            pairs[at].push(pair);
        }
    }
    let mut room = std::iter::repeat_n((), PAIRS_SHOWN);
    rendered(&Clusters {
        frame: frame.titled(format!("Clusters · {}", report.title)),
        crumbs: crumbs(frame, report, "Clusters"),
        cutoff: suspicion(report.settings.cutoff),
        cards: (1..)
            .zip(report.clusters.iter().zip(pairs))
            .map(|(number, (cluster, pairs))| ClusterCard {
                number,
                size: cluster.submissions.len(),
                members: names.named(
                    &frame.place,
                    &cluster.submissions[..cluster.submissions.len().min(MEMBERS_A_CLUSTER)],
                ),
                more_members: cluster.submissions.len().saturating_sub(MEMBERS_A_CLUSTER),
                listed_pairs: pairs.len(),
                pairs: pairs
                    .into_iter()
                    .take(PAIRS_A_CLUSTER)
                    .zip(room.by_ref())
                    .map(|(pair, ())| PairRow::new(&frame.place, report, pair))
                    .collect(),
                similarity: percent(cluster.similarity),
                suspicion: suspicion(cluster.suspicion),
            })
            .collect(),
    })
}
