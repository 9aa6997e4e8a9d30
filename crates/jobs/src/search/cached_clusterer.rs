//! Clusters archives for readers who wait, and keeps the last answers for those who turn to the next page.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use chaffinch_corpus::Policy;
use chaffinch_query::{ClusterError, ClusterQuestion, Clusterer, Clusters, Measure};
use chaffinch_storage::{ArchiveId, Storage};
use tokio::sync::Semaphore;

use crate::archive::clusters::ArchiveClusterer;

/// Number of archives clustered at the same time. Each uses all cores; further queries wait.
const MAX_CONCURRENT: usize = 2;

/// Largest number of submissions in all answers that are kept. Each takes about 200 bytes.
const MAX_KEPT_SUBMISSIONS: usize = 400_000;

/// Number of submissions as which every answer counts in addition, because an answer without any takes memory, too.
const SUBMISSIONS_PER_ANSWER: usize = 1_000;

/// Time for which an answer is kept. It is limited because the index can be rebuilt without a change of the archive's
/// state, and because names are in memory.
const KEPT_FOR: Duration = Duration::from_mins(10);

/// Clusters archives and keeps the last answers.
pub struct CachedClusterer {
    storage: Arc<dyn Storage>,
    clusterer: ArchiveClusterer,
    runs: Semaphore,
    answers: Mutex<AnswerCache>,
}

#[async_trait]
impl Clusterer for CachedClusterer {
    async fn cluster(&self, question: ClusterQuestion) -> Result<Arc<Clusters>, ClusterError> {
        let ClusterQuestion { archive, state, measure, threshold } = question;
        let measure = match measure {
            Measure::Resemblance => chaffinch_corpus::Measure::Resemblance,
            Measure::Containment => chaffinch_corpus::Measure::Containment,
        };
        let key = AnswerKey { archive, state, policy: Policy { measure, threshold } };
        if let Some(answer) = self.answers().find(&key) {
            return Ok(answer);
        }
        let _permit = self.runs.acquire().await.map_err(|closed| ClusterError::Failed(closed.into()))?;
        // The same query may have been answered before.
        if let Some(answer) = self.answers().find(&key) {
            return Ok(answer);
        }
        let answer = Arc::new(self.clusterer.cluster(self.storage.as_ref(), archive, key.policy).await?);
        self.answers().insert(AnswerKey { state: answer.state, ..key }, Arc::clone(&answer));
        Ok(answer)
    }
}

impl CachedClusterer {
    /// Creates a clusterer with an empty cache.
    pub fn new(storage: Arc<dyn Storage>, clusterer: ArchiveClusterer) -> Self {
        let (runs, answers) = (Semaphore::new(MAX_CONCURRENT), Mutex::new(AnswerCache(VecDeque::new())));
        Self { storage, clusterer, runs, answers }
    }

    fn answers(&self) -> MutexGuard<'_, AnswerCache> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Everything on which an answer depends.
#[derive(Debug, Clone, Copy, PartialEq)]
struct AnswerKey {
    archive: ArchiveId,
    state: u32,
    policy: Policy,
}

/// An answer that is kept.
struct KeptAnswer {
    key: AnswerKey,
    since: Instant,
    answer: Arc<Clusters>,
}

/// The last answers, oldest first.
struct AnswerCache(VecDeque<KeptAnswer>);

impl AnswerCache {
    fn find(&mut self, key: &AnswerKey) -> Option<Arc<Clusters>> {
        self.0.retain(|kept| kept.since.elapsed() < KEPT_FOR);
        self.0.iter().find(|kept| kept.key == *key).map(|kept| Arc::clone(&kept.answer))
    }

    fn insert(&mut self, key: AnswerKey, answer: Arc<Clusters>) {
        self.0.retain(|kept| kept.key != key);
        self.0.push_back(KeptAnswer { key, since: Instant::now(), answer });
        while MAX_KEPT_SUBMISSIONS < self.size() {
            self.0.pop_front();
        }
    }

    fn size(&self) -> usize {
        self.0.iter().map(|kept| kept.answer.members.len() + SUBMISSIONS_PER_ANSWER).sum()
    }
}

#[cfg(test)]
mod tests {
    use chaffinch_corpus::Measure;
    use chrono::Utc;
    use uuid::Uuid;

    use super::*;

    fn key() -> AnswerKey {
        let policy = Policy { measure: Measure::Resemblance, threshold: 0.5 };
        AnswerKey { archive: ArchiveId(Uuid::nil()), state: 0, policy }
    }

    #[test]
    fn answers_are_kept_until_there_are_too_many() {
        let one = AnswerKey { state: 1, ..key() };
        let mut cache = AnswerCache(VecDeque::new());
        let answer = |state| Arc::new(Clusters { state, ..Clusters::default() });
        cache.insert(one, answer(1));
        assert_eq!(cache.find(&one).unwrap().state, 1);
        assert!(cache.find(&AnswerKey { state: 2, ..one }).is_none());
        let policy = Policy { measure: Measure::Containment, ..one.policy };
        assert!(cache.find(&AnswerKey { policy, ..one }).is_none());
        for state in 0..u32::try_from(MAX_KEPT_SUBMISSIONS / SUBMISSIONS_PER_ANSWER).unwrap() {
            let archive = ArchiveId::new(Utc::now());
            cache.insert(AnswerKey { archive, state, ..key() }, answer(state));
        }
        assert!(cache.find(&one).is_none());
        assert_eq!(cache.0.len(), MAX_KEPT_SUBMISSIONS / SUBMISSIONS_PER_ANSWER);
    }
}
