//! Decides when the holder of a job has been silent for too long. The decision uses only what this process observes
//! itself.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use chaffinch_storage::{JobId, RunningLease};

/// The last observation of each running job, and since when it has not changed.
#[derive(Debug, Default)]
pub(super) struct StaleLeases {
    since: BTreeMap<JobId, (RunningLease, Instant)>,
}

impl StaleLeases {
    /// Forgets all observations. While this process cannot reach the database, holders may be unable to show that they
    /// work, too. The time until then proves nothing.
    pub(super) fn forget(&mut self) {
        self.since.clear();
    }

    /// Records the current observations and returns those that have not changed for `timeout`. The time before this
    /// process first saw a job does not count.
    pub(super) fn observe(
        &mut self,
        running: &[RunningLease],
        now: Instant,
        timeout: Duration,
    ) -> Vec<RunningLease> {
        let previous = std::mem::take(&mut self.since);
        let mut stale = Vec::new();
        for &seen in running {
            let since = match previous.get(&seen.lease.job) {
                Some(&(same, since)) if same == seen => since,
                _ => now,
            };
            if timeout <= now.saturating_duration_since(since) {
                stale.push(seen);
            }
            self.since.insert(seen.lease.job, (seen, since));
        }
        stale
    }
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::{HolderId, Lease};
    use uuid::Uuid;

    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(30);

    fn running_lease(job: u128, attempt: u32, heartbeats: u64) -> RunningLease {
        let lease = Lease { job: JobId(Uuid::from_u128(job)), holder: HolderId(Uuid::from_u128(1)), attempt };
        RunningLease { lease, beat: heartbeats }
    }

    #[test]
    fn time_counts_from_the_first_observation_until_a_heartbeat() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut leases = StaleLeases::default();
        let mut observe = |running: &[RunningLease], seconds| leases.observe(running, at(seconds), TIMEOUT);
        assert_eq!(observe(&[running_lease(1, 1, 7)], 0), []);
        assert_eq!(observe(&[running_lease(1, 1, 7), running_lease(2, 1, 0)], 29), []);
        assert_eq!(observe(&[running_lease(1, 1, 8), running_lease(2, 1, 0)], 30), [], "a heartbeat");
        assert_eq!(observe(&[running_lease(1, 1, 8), running_lease(2, 1, 0)], 59), [running_lease(2, 1, 0)]);
        assert_eq!(
            observe(&[running_lease(1, 1, 8), running_lease(2, 2, 0)], 60),
            [running_lease(1, 1, 8)],
            "job 2 was started again"
        );
    }

    #[test]
    fn time_without_observations_does_not_count() {
        let start = Instant::now();
        let mut leases = StaleLeases::default();
        assert_eq!(leases.observe(&[running_lease(1, 1, 7)], start, TIMEOUT), []);
        leases.forget();
        assert_eq!(leases.observe(&[running_lease(1, 1, 7)], start + 2 * TIMEOUT, TIMEOUT), []);
        assert_eq!(
            leases.observe(&[running_lease(1, 1, 7)], start + 3 * TIMEOUT, TIMEOUT),
            [running_lease(1, 1, 7)]
        );
    }

    #[test]
    fn the_time_of_a_job_that_was_gone_starts_again() {
        let start = Instant::now();
        let mut leases = StaleLeases::default();
        assert_eq!(leases.observe(&[running_lease(1, 1, 7)], start, TIMEOUT), []);
        assert_eq!(leases.observe(&[], start + TIMEOUT, TIMEOUT), []);
        assert_eq!(leases.observe(&[running_lease(1, 1, 7)], start + 2 * TIMEOUT, TIMEOUT), []);
    }
}
