//! The load on an installation during faults: clients that upload, delete and change archives, and record the answers.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use chaffinch_storage::{ArchiveId, BatchId, JobId, Keeping, NewAddition, StorageError};
use chrono::Utc;
use reqwest::{Method, StatusCode};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::workload::{Homework, Workload};
use crate::random::SeededRandom;

/// Number of queued jobs at which clients pause. It is large enough that there is always one to interrupt.
const WAITING: u64 = 6;

/// Number of additions to archives after which a client deletes its archives. All classes are made of a few programs.
/// Fingerprints in more than 1,000 documents are not looked up any more, which rightly changes reports.
const ADDITIONS: usize = 50;

/// The last of twelve random operations on an archive: deleting it.
const DELETE: u64 = 11;

/// Pause between two operations of a client.
const PAUSE: Duration = Duration::from_millis(40);

/// The answers that clients received.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    /// Uploads that were answered with 202 and whose deletion was not requested.
    pub(crate) accepted: BTreeSet<String>,
    /// Uploads whose deletion was answered with 204.
    pub(crate) deleted: BTreeSet<String>,
    /// Uploads and deletions with an unknown result.
    pub(crate) unanswered: usize,
    /// Number of requests that were refused temporarily.
    pub(crate) refused: usize,
    /// Numbers of archives that were added to, reduced and deleted.
    pub(crate) archived: usize,
}

impl Ledger {
    pub(crate) fn add(&mut self, other: Self) {
        self.accepted.extend(other.accepted);
        self.deleted.extend(other.deleted);
        self.unanswered += other.unanswered;
        self.refused += other.refused;
        self.archived += other.archived;
    }
}

/// A client.
pub(crate) struct TestUser {
    workload: Arc<Workload>,
    random: SeededRandom,
    ledger: Ledger,
    archives: Vec<ArchiveId>,
    /// The number of additions to them.
    additions: usize,
}

impl TestUser {
    pub(crate) fn new(workload: Arc<Workload>, seed: u64) -> Self {
        Self {
            workload,
            random: SeededRandom::new(seed),
            ledger: Ledger::default(),
            archives: Vec::new(),
            additions: 0,
        }
    }

    /// Works until it is stopped. Returns the answers that it received.
    pub(crate) async fn go_about(mut self, stop: CancellationToken) -> Ledger {
        while !stop.is_cancelled() {
            let busy = self.workload.storage.queue().await.is_ok_and(|queue| WAITING < queue.queued);
            match self.random.below(12) {
                0..=4 if !busy => self.upload().await,
                5 | 6 => self.delete().await,
                7..=11 if !busy => self.change_archives().await,
                _ => {}
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = tokio::time::sleep(PAUSE) => {}
            }
        }
        self.ledger
    }

    async fn upload(&mut self) {
        let homework = *self.random.one_of(&Homework::all()).expect("there is some");
        let Ok(response) = self.workload.client().send(homework.upload()).await else {
            self.ledger.unanswered += 1;
            return;
        };
        let status = response.status();
        // The answer may have broken off after its first line.
        let body: Option<Value> = response.json().await.ok();
        match (status, body) {
            (StatusCode::ACCEPTED, Some(body)) => {
                self.ledger.accepted.insert(body["id"].as_str().unwrap().to_owned());
            }
            (StatusCode::SERVICE_UNAVAILABLE, _) => self.ledger.refused += 1,
            (status, Some(body)) => panic!("{status}: {body}"),
            (_, None) => self.ledger.unanswered += 1,
        }
    }

    async fn delete(&mut self) {
        let ids: Vec<String> = self.ledger.accepted.iter().cloned().collect();
        // Some are kept so that there are reports to check.
        let Some(id) = self.random.one_of(&ids).filter(|_| ids.len() > 4) else { return };
        self.ledger.accepted.remove(id);
        match self.workload.client().ask(Method::DELETE, &format!("/batches/{id}")).await {
            Ok(answer) if answer.status() == StatusCode::NO_CONTENT => {
                self.ledger.deleted.insert(id.clone());
            }
            Ok(answer) if answer.status() == StatusCode::SERVICE_UNAVAILABLE => self.ledger.refused += 1,
            Ok(answer) => panic!("{id} was accepted: {}", answer.status()),
            Err(_) => self.ledger.unanswered += 1,
        }
    }

    /// Changes an archive in a random way. An operation that fails because the database is unavailable is not repeated.
    async fn change_archives(&mut self) {
        let (workload, at) = (Arc::clone(&self.workload), Utc::now());
        let chosen = self.random.one_of(&self.archives).copied();
        let what = if self.additions < ADDITIONS { self.random.below(12) } else { DELETE };
        let done = match (what, chosen) {
            (_, None) | (0, _) => {
                let keeping = [Keeping::Sources, Keeping::Reduced][self.random.below(2) as usize];
                let name = format!("{at} {}", self.random.below(1 << 40));
                workload.new_archive(workload.busy, &name, keeping).await.map(|id| self.archives.push(id))
            }
            (1..=6, Some(archive)) => {
                self.additions += 1;
                workload.add_class(archive, self.random.below(4) as usize).await
            }
            (7 | 8, Some(archive)) => {
                self.additions += 1;
                let ids: Vec<String> = self.ledger.accepted.iter().cloned().collect();
                let Some(batch) = self.random.one_of(&ids) else { return };
                let batch = NewAddition::Batch(BatchId(batch.parse().unwrap()));
                workload.storage.add(archive, batch, JobId::new(at), &workload.by()).await
            }
            (9 | 10, Some(archive)) => workload.storage.reduce(archive, JobId::new(at), &workload.by()).await,
            (_, Some(archive)) => {
                let deleted = workload.storage.delete_archive(archive, &workload.by()).await.map(|_| ());
                if deleted.is_ok() {
                    self.archives.retain(|&one| one != archive);
                }
                if self.archives.is_empty() {
                    self.additions = 0;
                }
                deleted
            }
        };
        match done {
            Ok(()) => self.ledger.archived += 1,
            // This test may have deleted it itself.
            Err(StorageError::Missing { .. }) => {}
            Err(StorageError::Unavailable { .. }) => self.ledger.refused += 1,
            Err(error) => panic!("{error:?}"),
        }
    }
}
