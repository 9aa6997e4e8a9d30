//! Answers cluster queries of `web` with the clusterer of `jobs`, which runs a child process.

use std::sync::Arc;

use async_trait::async_trait;
use chaffinch_corpus::Policy;
use chaffinch_jobs::{
    ArchiveClusters, COMMON_LIMIT, CachedClusterer, ClusterError, ClusterLimits, ClusteredSubmission,
};
use chaffinch_storage::{HolderId, Storage};
use chaffinch_web::{
    Apart, ClusterMember, ClusterQuestion, Clusterer, Clusters, Kinship, Measure, StrongestLink, Unclustered,
};
use chrono::Utc;

use crate::settings::Configuration;
use crate::settings::jobs::query_settings;

/// Limit on the processor time of one query, in seconds. A query that needs more would not be answered while its reader
/// waits.
const CPU_SECONDS: u64 = 300;

struct WebClusterer(CachedClusterer<Clusters>);

/// Returns a clusterer for this database.
pub(super) fn clusterer(
    storage: &Arc<dyn Storage>,
    settings: &Configuration,
) -> anyhow::Result<Arc<dyn Clusterer>> {
    let settings = query_settings(settings, CPU_SECONDS)?;
    let holder = HolderId::new(Utc::now());
    let clusterer = chaffinch_jobs::Clusterer::new(settings, holder, ClusterLimits::SERVICE)?;
    Ok(Arc::new(WebClusterer(CachedClusterer::new(Arc::clone(storage), clusterer, to_clusters))))
}

#[async_trait]
impl Clusterer for WebClusterer {
    async fn cluster(&self, question: ClusterQuestion) -> Result<Arc<Clusters>, Unclustered> {
        let ClusterQuestion { archive, state, threshold, .. } = question;
        let policy = Policy { measure: measure(question.measure), threshold };
        self.0.cluster(archive, state, policy).await.map_err(|error| match error {
            ClusterError::Gone => Unclustered::Gone,
            ClusterError::TooLarge { what, limit } => Unclustered::TooLarge { what, limit },
            ClusterError::Changing => Unclustered::Changing,
            ClusterError::Storage(error) => error.into(),
            ClusterError::Failed(cause) => Unclustered::Failed(cause),
        })
    }
}

fn measure(measure: Measure) -> chaffinch_corpus::Measure {
    match measure {
        Measure::Resemblance => chaffinch_corpus::Measure::Resemblance,
        Measure::Containment => chaffinch_corpus::Measure::Containment,
    }
}

fn to_clusters(ArchiveClusters { state, members, one_in, common }: ArchiveClusters) -> Clusters {
    let numbers: Vec<u32> = members.iter().map(|member| member.number).collect();
    let number = |place: u32| numbers.get(place as usize).copied().unwrap_or_default();
    let member =
        |ClusteredSubmission { number: own, name, fingerprints, placement, not_compared }: ClusteredSubmission| {
            ClusterMember {
                number: own,
                name,
                cluster: number(placement.cluster),
                size: 1,
                kinship: match placement.relation {
                    chaffinch_jobs::ClusterRelation::Single => Kinship::Single,
                    chaffinch_jobs::ClusterRelation::Similar => Kinship::Similar,
                    chaffinch_jobs::ClusterRelation::Same => Kinship::ShingleEquivalent,
                },
                fingerprints,
                strongest: placement.strongest.map(|link| StrongestLink {
                    with: link.with as usize,
                    shared: link.shared,
                    resemblance: link.resemblance,
                    containment: link.containment,
                    other_containment: link.other_containment,
                }),
                apart: not_compared.map(|reason| match reason {
                    chaffinch_jobs::NotCompared::TooShort => Apart::TooShort,
                    chaffinch_jobs::NotCompared::NotSampled => Apart::NotSampled,
                    chaffinch_jobs::NotCompared::Common => Apart::Common,
                    chaffinch_jobs::NotCompared::TooLarge => Apart::TooLarge,
                }),
            }
        };
    let clusters = Clusters::of(state, members.into_iter().map(member).collect());
    Clusters { one_in, common, common_limit: COMMON_LIMIT, ..clusters }
}
