//! Tests of the queue: leases, losses, fencing.

use std::collections::BTreeSet;

use chrono::TimeDelta;

use super::{accepted, account, at, batch, by, claimed, holder, ingest, job_of, later, operator, result};
use chaffinch_storage::{
    BYTES_A_PASS, ClaimLimits, JobId, JobPayload, JobProgress, LOST_REASON, Lane, Lease, MAX_ATTEMPTS,
    Outcome, PartKind, QueueState, Review, RunningLease, SMALL_UPLOAD_BYTES, Status, Storage, StorageError,
    back_off,
};

fn progress(stage: &str, done: u64) -> JobProgress {
    JobProgress { stage: stage.to_owned(), done, total: 300 }
}

/// Checks that this lease can commit nothing in any way, and that trying changes nothing.
async fn assert_fenced(storage: &dyn Storage, lease: &Lease) {
    let lost = |error: StorageError| assert!(matches!(error, StorageError::LeaseLost), "{error:?}");
    lost(storage.heartbeat(lease, &progress("screening", 1)).await.unwrap_err());
    lost(storage.finish(lease, result(1), ingest(), at(50)).await.unwrap_err());
    lost(storage.fail(lease, "no", true, at(50)).await.unwrap_err());
    lost(storage.fail(lease, "no", false, at(50)).await.unwrap_err());
    lost(storage.release(lease, at(1)).await.unwrap_err());
}

async fn only_sighting(storage: &dyn Storage) -> RunningLease {
    let running = storage.running().await.unwrap();
    assert_eq!(running.len(), 1);
    running[0]
}

/// The oldest job is claimed first, and by one worker only.
pub async fn jobs_are_claimed_once_oldest_first(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    assert_eq!(storage.claim(holder(1), Lane::Analysis, later()).await.unwrap(), None);
    let (first, second) = (accepted(storage, &ada, 1).await, accepted(storage, &ada, 2).await);
    let (one, two) = (claimed(storage, 1).await, claimed(storage, 2).await);
    assert_eq!(one.payload, JobPayload::Analyse { batch: first.id });
    assert_eq!(two.payload, JobPayload::Analyse { batch: second.id });
    assert_eq!((one.lease.holder, one.lease.attempt), (holder(1), 1));
    assert_eq!(storage.claim(holder(3), Lane::Analysis, later()).await.unwrap(), None);
    let running: Vec<_> = storage.running().await.unwrap().iter().map(|seen| seen.lease).collect();
    assert_eq!(running, [one.lease, two.lease]);
}

/// An account with many waiting jobs does not delay the job of another account.
pub async fn accounts_take_turns(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    let mut of_ada = Vec::new();
    for minutes in 1..=3 {
        of_ada.push(accepted(storage, &ada, minutes).await.id);
    }
    let of_bob = [accepted(storage, &bob, 4).await.id, accepted(storage, &bob, 5).await.id];
    let mut order = Vec::new();
    for process in 1..=5 {
        let JobPayload::Analyse { batch } = claimed(storage, process).await.payload else {
            panic!("an analysis")
        };
        order.push(batch);
    }
    assert_eq!(order, [of_ada[0], of_bob[0], of_ada[1], of_bob[1], of_ada[2]]);
}

fn of_account(running_of_account: u32) -> ClaimLimits {
    ClaimLimits { running_of_account, ..ClaimLimits::NONE }
}

/// An account with the largest permitted number of running jobs waits. Other accounts do not wait.
pub async fn an_account_has_a_limit_of_running_jobs(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    for minutes in 1..=3 {
        accepted(storage, &ada, minutes).await;
    }
    let of_bob = accepted(storage, &bob, 4).await.id;
    let claim = async |process| {
        let claimed =
            storage.claim_within(holder(process), Lane::Analysis, of_account(1), later()).await.unwrap();
        claimed.map(|claimed| (claimed.lease, claimed.payload))
    };
    let (of_ada, _) = claim(1).await.unwrap();
    assert_eq!(claim(2).await.unwrap().1, JobPayload::Analyse { batch: of_bob });
    assert_eq!(claim(3).await, None);
    storage.fail(&of_ada, "no", false, at(50)).await.unwrap();
    assert!(claim(4).await.is_some());
    assert_eq!(claim(5).await, None);
    // Claims at the same moment do not exceed the limit together.
    for minutes in 5..=9 {
        accepted(storage, &ada, minutes).await;
    }
    let claim = |process| storage.claim_within(holder(process), Lane::Analysis, of_account(3), later());
    let (one, two, three, four) = tokio::join!(claim(6), claim(7), claim(8), claim(9));
    let claimed = [one, two, three, four].map(|claimed| claimed.unwrap().is_some());
    assert_eq!(claimed.into_iter().filter(|claimed| *claimed).count(), 2);
}

/// A large upload lets a number of later jobs pass that depends on its size, and no more. It is never delayed forever.
pub async fn small_uploads_pass_large_ones(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let mut large = super::upload(storage, &ada, 1).await;
    let bytes = vec![0; 2 * BYTES_A_PASS as usize + 5];
    large.parts = vec![super::part(PartKind::Submissions, "large.zip", &bytes)];
    let large = storage.accept(large).await.unwrap().batch().id;
    let mut small = Vec::new();
    for minutes in 2..=5 {
        small.push(accepted(storage, &ada, minutes).await.id);
    }
    let mut order = Vec::new();
    for process in 1..=5 {
        let JobPayload::Analyse { batch } = claimed(storage, process).await.payload else {
            panic!("an analysis")
        };
        order.push(batch);
    }
    assert_eq!(order, [small[0], large, small[1], small[2], small[3]]);
}

/// The worker for small uploads runs no large one and no second job of an account, whatever it is about.
pub async fn a_small_upload_gets_a_turn(storage: &dyn Storage) {
    let (ada, bob, eve) =
        (account(storage, "ada").await, account(storage, "bob").await, account(storage, "eve").await);
    let mut large = super::upload(storage, &eve, 1).await;
    let bytes = vec![0; SMALL_UPLOAD_BYTES as usize + 1];
    large.parts = vec![super::part(PartKind::Submissions, "large.zip", &bytes)];
    let large = storage.accept(large).await.unwrap().batch().id;
    let claim = async |process| {
        let claimed =
            storage.claim_within(holder(process), Lane::Analysis, ClaimLimits::SMALL, later()).await;
        claimed.unwrap().map(|claimed| claimed.payload.reports_on())
    };
    assert_eq!(claim(1).await, None, "it is large");
    let running = claimed(storage, 2).await;
    assert_eq!(running.payload, JobPayload::Analyse { batch: large });
    accepted(storage, &eve, 2).await;
    assert_eq!(claim(3).await, None, "its account has a running job");
    let (of_ada, of_bob) = (accepted(storage, &ada, 3).await.id, accepted(storage, &bob, 4).await.id);
    assert_eq!(claim(4).await, Some(Some(of_ada)));
    assert_eq!(claim(5).await, Some(Some(of_bob)));
    // Another report of a large class is large, although nothing is uploaded for it.
    storage.finish(&running.lease, result(1), ingest(), at(50)).await.unwrap();
    let other = claimed(storage, 6).await.lease;
    storage.fail(&other, "no", false, at(50)).await.unwrap();
    storage.rescore(large, JobId::new(at(60)), &Review::default(), &by(eve.id, 60)).await.unwrap();
    assert_eq!(claim(7).await, None, "the class is large");
    assert_eq!(claimed(storage, 8).await.payload.reports_on(), Some(large));
}

/// A job rests after each failed attempt, longer each time. A clock that was set back does not prolong the rest.
pub async fn a_failed_attempt_rests(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    accepted(storage, &ada, 1).await;
    let lease = claimed(storage, 1).await.lease;
    storage.fail(&lease, "no", true, at(50)).await.unwrap();
    let soon = at(50) + back_off(1) - TimeDelta::milliseconds(1);
    assert_eq!(storage.claim(holder(1), Lane::Analysis, soon).await.unwrap(), None);
    let rested = storage.claim(holder(1), Lane::Analysis, at(50) + back_off(1)).await.unwrap().unwrap();
    storage.fail(&rested.lease, "no", true, at(50)).await.unwrap();
    assert_eq!(storage.claim(holder(1), Lane::Analysis, at(50) + back_off(1)).await.unwrap(), None);
    assert!(storage.claim(holder(1), Lane::Analysis, at(40)).await.unwrap().is_some(), "set back");
}

/// The queue counts waiting and running jobs and gives the time of the oldest waiting one.
pub async fn the_queue_is_counted(storage: &dyn Storage) {
    assert_eq!(storage.queue().await.unwrap(), QueueState::default());
    let ada = account(storage, "ada").await;
    for minutes in 1..=3 {
        accepted(storage, &ada, minutes).await;
    }
    claimed(storage, 1).await;
    assert_eq!(storage.queue().await.unwrap(), QueueState { queued: 2, running: 1, oldest: Some(at(2)) });
}

/// The oldest job comes first, whatever the clock said when it was queued.
pub async fn a_clock_set_back_changes_no_order(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let (first, second) = (accepted(storage, &ada, 9).await, accepted(storage, &ada, 1).await);
    assert_eq!(claimed(storage, 1).await.payload, JobPayload::Analyse { batch: first.id });
    assert_eq!(claimed(storage, 1).await.payload, JobPayload::Analyse { batch: second.id });
}

/// Workers that claim at the same moment get different jobs.
pub async fn claims_at_the_same_moment_get_different_jobs(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    for minutes in 1..=3 {
        accepted(storage, &ada, minutes).await;
    }
    let claim = |process| storage.claim(holder(process), Lane::Analysis, later());
    let (one, two, three, four, five) = tokio::join!(claim(1), claim(2), claim(3), claim(4), claim(5));
    let claimed: Vec<_> =
        [one, two, three, four, five].into_iter().filter_map(|claimed| claimed.unwrap()).collect();
    let jobs: BTreeSet<_> = claimed.iter().map(|claimed| claimed.lease.job).collect();
    assert_eq!((claimed.len(), jobs.len()), (3, 3));
    assert_eq!(storage.running().await.unwrap().len(), 3);
}

/// If a result and a cancellation come at the same moment, one of them counts, and both callers learn which.
pub async fn finishing_and_cancelling_at_the_same_moment_agree(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    for minutes in 1..=8 {
        let id = accepted(storage, &ada, minutes).await.id;
        let lease = claimed(storage, 1).await.lease;
        let by = operator(20);
        let (finished, cancelled) =
            tokio::join!(storage.finish(&lease, result(1), ingest(), at(20)), storage.cancel(id, &by));
        let after = batch(storage, id).await;
        assert_eq!(cancelled.unwrap(), Some(after.status.clone()));
        match finished {
            Ok(number) => assert_eq!((after.status, after.revision.unwrap().number), (Status::Done, number)),
            Err(StorageError::LeaseLost) => {
                assert_eq!((after.status, after.revision), (Status::Cancelled, None));
            }
            Err(error) => panic!("{error:?}"),
        }
    }
}

/// If two processes take over from the same holder, one succeeds, and the loss counts once.
pub async fn a_job_is_taken_over_once(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    accepted(storage, &ada, 1).await;
    claimed(storage, 1).await;
    let seen = only_sighting(storage).await;
    let (one, two) = tokio::join!(storage.take_over(&seen, at(2)), storage.take_over(&seen, at(2)));
    let outcomes: Vec<_> = [one.unwrap(), two.unwrap()].into_iter().flatten().collect();
    assert_eq!(outcomes, [Outcome::Queued]);
    assert_eq!(claimed(storage, 2).await.lease.attempt, 2);
}

/// A heartbeat stores the progress that pages show. Only the holder may send it.
pub async fn beats_show_progress_and_fence(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = accepted(storage, &ada, 1).await.id;
    let lease = claimed(storage, 1).await.lease;
    assert_eq!(batch(storage, id).await.status, Status::Running(JobProgress::default()));
    storage.heartbeat(&lease, &progress("reading", 17)).await.unwrap();
    assert_eq!(batch(storage, id).await.status, Status::Running(progress("reading", 17)));
    assert_fenced(storage, &Lease { holder: holder(2), ..lease }).await;
    assert_fenced(storage, &Lease { attempt: 2, ..lease }).await;
    assert_eq!(batch(storage, id).await.status, Status::Running(progress("reading", 17)));
}

/// A process that sees the same heartbeat twice may take over the job, once.
pub async fn a_silent_holder_loses_the_job(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = accepted(storage, &ada, 1).await.id;
    let lease = claimed(storage, 1).await.lease;
    storage.heartbeat(&lease, &progress("reading", 17)).await.unwrap();
    let seen = only_sighting(storage).await;
    assert_eq!(storage.take_over(&seen, at(2)).await.unwrap(), Some(Outcome::Queued));
    assert_eq!(storage.take_over(&seen, at(2)).await.unwrap(), None);
    assert_eq!(batch(storage, id).await.status, Status::Queued);
    assert_fenced(storage, &lease).await;
    let next = claimed(storage, 2).await.lease;
    assert_eq!(next.attempt, 2);
    assert_eq!(batch(storage, id).await.status, Status::Running(JobProgress::default()));
    storage.finish(&next, result(1), ingest(), at(3)).await.unwrap();
}

/// A heartbeat after the observation makes the observation invalid.
pub async fn a_sign_of_life_keeps_the_job(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    accepted(storage, &ada, 1).await;
    let lease = claimed(storage, 1).await.lease;
    let seen = only_sighting(storage).await;
    storage.heartbeat(&lease, &progress("reading", 17)).await.unwrap();
    assert_ne!(only_sighting(storage).await, seen);
    assert_eq!(storage.take_over(&seen, at(2)).await.unwrap(), None);
    storage.finish(&lease, result(1), ingest(), at(3)).await.unwrap();
}

/// A job that kills its workers is not tried forever.
pub async fn the_third_loss_is_the_end(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = accepted(storage, &ada, 1).await.id;
    for attempt in 1..=MAX_ATTEMPTS {
        assert_eq!(claimed(storage, 1).await.lease.attempt, attempt);
        let seen = only_sighting(storage).await;
        let expected = if attempt < MAX_ATTEMPTS { Outcome::Queued } else { Outcome::Failed };
        assert_eq!(storage.take_over(&seen, at(2)).await.unwrap(), Some(expected));
    }
    assert_eq!(batch(storage, id).await.status, Status::Failed { reason: LOST_REASON.to_owned() });
    assert_eq!(storage.claim(holder(1), Lane::Analysis, later()).await.unwrap(), None);
}

/// An orderly shutdown never counts as an attempt.
pub async fn giving_back_is_no_loss(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = accepted(storage, &ada, 1).await.id;
    for _ in 0..2 * MAX_ATTEMPTS {
        let lease = claimed(storage, 1).await.lease;
        assert_eq!(lease.attempt, 1);
        storage.release(&lease, at(1)).await.unwrap();
        assert_eq!(batch(storage, id).await.status, Status::Queued);
        assert_fenced(storage, &lease).await;
    }
    let lease = claimed(storage, 1).await.lease;
    storage.release(&lease, at(9)).await.unwrap();
    assert_eq!(storage.claim(holder(1), Lane::Analysis, at(8)).await.unwrap(), None);
    assert_eq!(storage.claim(holder(1), Lane::Analysis, at(9)).await.unwrap().unwrap().lease.attempt, 1);
}

/// A failure that may pass is retried until the attempts are used up. Other failures are final.
pub async fn failures_retry_or_end(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let hopeless = accepted(storage, &ada, 1).await.id;
    let lease = claimed(storage, 1).await.lease;
    let outcome = storage.fail(&lease, "no submissions in class.zip", false, at(2)).await.unwrap();
    assert_eq!(outcome, Outcome::Failed);
    let reason = "no submissions in class.zip".to_owned();
    assert_eq!(batch(storage, hopeless).await.status, Status::Failed { reason });
    assert!(
        !storage.parts(job_of(hopeless)).await.unwrap().is_empty(),
        "kept, so that the trouble can be looked at"
    );

    let unlucky = accepted(storage, &ada, 3).await.id;
    for attempt in 1..=MAX_ATTEMPTS {
        let lease = claimed(storage, 1).await.lease;
        let expected = if attempt < MAX_ATTEMPTS { Outcome::Queued } else { Outcome::Failed };
        assert_eq!(storage.fail(&lease, "out of memory", true, at(4)).await.unwrap(), expected);
    }
    assert_eq!(batch(storage, unlucky).await.status, Status::Failed { reason: "out of memory".to_owned() });
}

/// A cancelled job stays cancelled, whatever its worker tries to commit.
pub async fn a_cancelled_job_cannot_commit(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = accepted(storage, &ada, 1).await.id;
    let lease = claimed(storage, 1).await.lease;
    assert_eq!(storage.cancel(id, &operator(2)).await.unwrap(), Some(Status::Cancelled));
    assert_fenced(storage, &lease).await;
    let cancelled = batch(storage, id).await;
    assert_eq!((cancelled.status, cancelled.revision), (Status::Cancelled, None));
    assert_eq!(storage.sources(id, None, 1).await.unwrap(), []);
}

/// A deleted job stays deleted, whatever its worker tries to commit.
pub async fn a_deleted_job_cannot_commit(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = accepted(storage, &ada, 1).await.id;
    let lease = claimed(storage, 1).await.lease;
    assert!(storage.delete(id, &operator(2)).await.unwrap());
    assert_fenced(storage, &lease).await;
    assert_eq!(storage.batch(id).await.unwrap(), None);
    assert_eq!(storage.sources(id, None, 1).await.unwrap(), []);
    assert_eq!(storage.running().await.unwrap(), []);
}

/// If two workers have one job after a mistaken take-over, one commits.
pub async fn a_lost_lease_cannot_commit(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = accepted(storage, &ada, 1).await.id;
    let slow = claimed(storage, 1).await.lease;
    let seen = only_sighting(storage).await;
    storage.take_over(&seen, at(2)).await.unwrap().unwrap();
    let quick = claimed(storage, 2).await.lease;
    assert_fenced(storage, &slow).await;
    assert_eq!(storage.finish(&quick, result(2), ingest(), at(3)).await.unwrap(), 1);
    assert_fenced(storage, &slow).await;
    assert_fenced(storage, &quick).await;
    assert_eq!(storage.revisions(id).await.unwrap().len(), 1);
}

/// A process may get its own job back. What its earlier start tries to commit later does not count.
pub async fn an_earlier_start_of_the_same_holder_cannot_commit(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    accepted(storage, &ada, 1).await;
    let early = claimed(storage, 1).await.lease;
    let seen = only_sighting(storage).await;
    storage.take_over(&seen, at(2)).await.unwrap().unwrap();
    let late = claimed(storage, 1).await.lease;
    assert_eq!((early.job, early.holder), (late.job, late.holder));
    assert_fenced(storage, &early).await;
    storage.finish(&late, result(1), ingest(), at(3)).await.unwrap();
}

/// A caller that subscribes before checking is notified of every later change.
pub async fn changes_are_announced(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let mut changes = storage.changes();
    let mut heard = move || {
        let heard = changes.has_changed().expect("the storage lives");
        changes.mark_unchanged();
        heard
    };
    let id = accepted(storage, &ada, 1).await.id;
    assert!(heard(), "accepted");
    let lease = claimed(storage, 1).await.lease;
    storage.heartbeat(&lease, &progress("reading", 1)).await.unwrap();
    assert!(heard(), "progressed");
    storage.release(&lease, at(1)).await.unwrap();
    assert!(heard(), "given back");
    storage.cancel(id, &operator(2)).await.unwrap();
    assert!(heard(), "cancelled");
    storage.delete(id, &operator(3)).await.unwrap();
    assert!(heard(), "deleted");
}
