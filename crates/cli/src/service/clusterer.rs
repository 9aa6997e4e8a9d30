//! Answers cluster queries of `web` with the clusterer of `jobs`, which runs a child process. The last answers are kept
//! for readers who turn to the next page.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use chaffinch_corpus::Policy;
use chaffinch_jobs::{ArchiveClusters, COMMON_LIMIT, ClusterError, ClusterLimits, ClusteredSubmission};
use chaffinch_storage::{ArchiveId, HolderId, Storage};
use chaffinch_web::{
    Apart, ClusterMember, ClusterQuestion, Clusterer, Clusters, Kinship, Measure, StrongestLink, Unclustered,
};
use chrono::Utc;
use tokio::sync::Semaphore;

use crate::settings::Configuration;
use crate::settings::jobs::query_settings;

/// Number of archives clustered at the same time. Each uses all cores; further queries wait.
const TURNS: usize = 2;

/// Limit on the processor time of one query, in seconds. A query that needs more would not be answered while its reader
/// waits.
const CPU_SECONDS: u64 = 300;

/// Largest number of submissions in all answers that are kept. Each takes about 200 bytes.
const KEPT_MEMBERS: usize = 400_000;

/// Time for which an answer is kept. It is limited because the index can be rebuilt without a change of the archive's
/// state, and because names are in memory.
const KEPT_FOR: Duration = Duration::from_mins(10);

struct Clustering {
    storage: Arc<dyn Storage>,
    clusterer: chaffinch_jobs::Clusterer,
    turns: Semaphore,
    kept: Mutex<Kept>,
}

/// Returns a clusterer for this database.
pub(crate) fn clusterer(
    storage: &Arc<dyn Storage>,
    settings: &Configuration,
) -> anyhow::Result<Arc<dyn Clusterer>> {
    let settings = query_settings(settings, CPU_SECONDS)?;
    let clusterer =
        chaffinch_jobs::Clusterer::new(settings, HolderId::new(Utc::now()), ClusterLimits::SERVICE)?;
    let turns = Semaphore::new(TURNS);
    Ok(Arc::new(Clustering { storage: Arc::clone(storage), clusterer, turns, kept: Mutex::default() }))
}

#[async_trait]
impl Clusterer for Clustering {
    async fn cluster(&self, question: ClusterQuestion) -> Result<Arc<Clusters>, Unclustered> {
        let key = Key::of(&question);
        if let Some(known) = self.kept().find(&key) {
            return Ok(known);
        }
        let _turn = self.turns.acquire().await.map_err(|closed| Unclustered::Failed(closed.into()))?;
        // The same query may have been answered before.
        if let Some(known) = self.kept().find(&key) {
            return Ok(known);
        }
        let policy = Policy { measure: measure(question.measure), threshold: question.threshold };
        let clustered = self.clusterer.cluster(self.storage.as_ref(), question.archive, policy).await;
        let clustered = clustered.map_err(|error| match error {
            ClusterError::Gone => Unclustered::Gone,
            ClusterError::TooLarge { what, limit } => Unclustered::TooLarge { what, limit },
            ClusterError::Changing => Unclustered::Changing,
            ClusterError::Storage(error) => error.into(),
            ClusterError::Failed(cause) => Unclustered::Failed(cause),
        })?;
        let clusters = Arc::new(to_clusters(clustered));
        self.kept().keep(Key { state: clusters.state, ..key }, Arc::clone(&clusters));
        Ok(clusters)
    }
}

impl Clustering {
    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Everything on which an answer depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key {
    archive: ArchiveId,
    state: u32,
    measure: Measure,
    /// The bits of the threshold. Equal thresholds have equal bits.
    threshold: u64,
}

impl Key {
    fn of(&ClusterQuestion { archive, state, measure, threshold }: &ClusterQuestion) -> Self {
        Self { archive, state, measure, threshold: threshold.to_bits() }
    }
}

/// The last answers, oldest first.
#[derive(Default)]
struct Kept(VecDeque<(Key, Instant, Arc<Clusters>)>);

impl Kept {
    fn find(&mut self, key: &Key) -> Option<Arc<Clusters>> {
        self.0.retain(|(_, since, _)| since.elapsed() < KEPT_FOR);
        self.0.iter().find(|(known, ..)| known == key).map(|(.., clusters)| Arc::clone(clusters))
    }

    fn keep(&mut self, key: Key, clusters: Arc<Clusters>) {
        self.0.retain(|(known, ..)| *known != key);
        self.0.push_back((key, Instant::now(), clusters));
        // An empty archive takes room, too.
        let members = |kept: &Self| kept.0.iter().map(|(.., one)| one.members.len() + 1_000).sum::<usize>();
        while KEPT_MEMBERS < members(self) {
            self.0.pop_front();
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_kept_until_there_are_too_many() {
        let key = |state| Key { archive: ArchiveId::new(Utc::now()), state, ..of_one() };
        let one = Key { state: 1, ..of_one() };
        let answer = |state| Arc::new(Clusters { state, ..Clusters::default() });
        let mut kept = Kept::default();
        kept.keep(one, answer(1));
        assert_eq!(kept.find(&one).unwrap().state, 1);
        assert!(kept.find(&Key { state: 2, ..one }).is_none());
        assert!(kept.find(&Key { measure: Measure::Containment, ..one }).is_none());
        for state in 0..u32::try_from(KEPT_MEMBERS / 1_000).unwrap() {
            kept.keep(key(state), answer(state));
        }
        assert!(kept.find(&one).is_none() && kept.0.len() == KEPT_MEMBERS / 1_000);
    }

    fn of_one() -> Key {
        let archive = ArchiveId(uuid::Uuid::nil());
        Key { archive, state: 0, measure: Measure::Resemblance, threshold: 0.5_f64.to_bits() }
    }
}
