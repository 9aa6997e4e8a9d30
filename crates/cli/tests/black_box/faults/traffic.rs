//! The load on an installation during faults: clients that upload, delete and change archives, and record the answers.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use chaffinch_storage::{ArchiveId, BatchId, JobId, Keeping, NewAddition, StorageError};
use chrono::Utc;
use reqwest::{Method, StatusCode};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::campus::{Campus, Homework};
use crate::dice::Dice;

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
pub(crate) struct Visitor {
    campus: Arc<Campus>,
    dice: Dice,
    ledger: Ledger,
    archives: Vec<ArchiveId>,
    /// The number of additions to them.
    additions: usize,
}

impl Visitor {
    pub(crate) fn new(campus: Arc<Campus>, seed: u64) -> Self {
        Self { campus, dice: Dice::new(seed), ledger: Ledger::default(), archives: Vec::new(), additions: 0 }
    }

    /// Works until it is stopped. Returns the answers that it received.
    pub(crate) async fn go_about(mut self, stop: CancellationToken) -> Ledger {
        while !stop.is_cancelled() {
            let busy = self.campus.storage.queue().await.is_ok_and(|queue| WAITING < queue.queued);
            match self.dice.below(12) {
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
        let homework = *self.dice.one_of(&Homework::all()).expect("there is some");
        let Ok(response) = self.campus.client().send(homework.upload()).await else {
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
        let Some(id) = self.dice.one_of(&ids).filter(|_| 4 < ids.len()) else { return };
        self.ledger.accepted.remove(id);
        match self.campus.client().ask(Method::DELETE, &format!("/batches/{id}")).await {
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
        let (campus, at) = (Arc::clone(&self.campus), Utc::now());
        let chosen = self.dice.one_of(&self.archives).copied();
        let what = if self.additions < ADDITIONS { self.dice.below(12) } else { DELETE };
        let done = match (what, chosen) {
            (_, None) | (0, _) => {
                let keeping = [Keeping::Sources, Keeping::Reduced][self.dice.below(2) as usize];
                let name = format!("{at} {}", self.dice.below(1 << 40));
                campus.new_archive(campus.busy, &name, keeping).await.map(|id| self.archives.push(id))
            }
            (1..=6, Some(archive)) => {
                self.additions += 1;
                campus.add_class(archive, self.dice.below(4) as usize).await
            }
            (7 | 8, Some(archive)) => {
                self.additions += 1;
                let ids: Vec<String> = self.ledger.accepted.iter().cloned().collect();
                let Some(batch) = self.dice.one_of(&ids) else { return };
                let batch = NewAddition::Batch(BatchId(batch.parse().unwrap()));
                campus.storage.add(archive, batch, JobId::new(at), &campus.by()).await
            }
            (9 | 10, Some(archive)) => campus.storage.reduce(archive, JobId::new(at), &campus.by()).await,
            (_, Some(archive)) => {
                let deleted = campus.storage.delete_archive(archive, &campus.by()).await.map(|_| ());
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
