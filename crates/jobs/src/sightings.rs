//! Decides when the holder of a job has been silent for too long. The decision uses only what this process observes
//! itself.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use chaffinch_storage::{JobId, Sighting};

/// The last observation of each running job, and since when it has not changed.
#[derive(Debug, Default)]
pub(crate) struct Sightings {
    since: BTreeMap<JobId, (Sighting, Instant)>,
}

impl Sightings {
    /// Forgets all observations. While this process cannot reach the database, holders may be unable to show that they
    /// work, too. The time until then proves nothing.
    pub(crate) fn forget(&mut self) {
        self.since.clear();
    }

    /// Records the current observations and returns those that have not changed for `patience`. The time before this
    /// process first saw a job does not count.
    pub(crate) fn look(&mut self, running: &[Sighting], now: Instant, patience: Duration) -> Vec<Sighting> {
        let before = std::mem::take(&mut self.since);
        let mut silent = Vec::new();
        for &seen in running {
            let since = match before.get(&seen.lease.job) {
                Some(&(same, since)) if same == seen => since,
                _ => now,
            };
            if patience <= now.saturating_duration_since(since) {
                silent.push(seen);
            }
            self.since.insert(seen.lease.job, (seen, since));
        }
        silent
    }
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::{HolderId, Lease};
    use uuid::Uuid;

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(30);

    fn seen(job: u128, attempt: u32, beat: u64) -> Sighting {
        let lease = Lease { job: JobId(Uuid::from_u128(job)), holder: HolderId(Uuid::from_u128(1)), attempt };
        Sighting { lease, beat }
    }

    #[test]
    fn silence_counts_from_the_first_look_and_ends_with_a_beat() {
        let start = Instant::now();
        let at = |seconds| start + Duration::from_secs(seconds);
        let mut sightings = Sightings::default();
        let mut look = |running: &[Sighting], seconds| sightings.look(running, at(seconds), PATIENCE);
        assert_eq!(look(&[seen(1, 1, 7)], 0), []);
        assert_eq!(look(&[seen(1, 1, 7), seen(2, 1, 0)], 29), []);
        assert_eq!(look(&[seen(1, 1, 8), seen(2, 1, 0)], 30), [], "a beat");
        assert_eq!(look(&[seen(1, 1, 8), seen(2, 1, 0)], 59), [seen(2, 1, 0)]);
        assert_eq!(look(&[seen(1, 1, 8), seen(2, 2, 0)], 60), [seen(1, 1, 8)], "job 2 was started again");
    }

    #[test]
    fn time_in_which_nobody_could_look_does_not_count() {
        let start = Instant::now();
        let mut sightings = Sightings::default();
        assert_eq!(sightings.look(&[seen(1, 1, 7)], start, PATIENCE), []);
        sightings.forget();
        assert_eq!(sightings.look(&[seen(1, 1, 7)], start + 2 * PATIENCE, PATIENCE), []);
        assert_eq!(sightings.look(&[seen(1, 1, 7)], start + 3 * PATIENCE, PATIENCE), [seen(1, 1, 7)]);
    }

    #[test]
    fn a_job_that_was_gone_in_between_starts_anew() {
        let start = Instant::now();
        let mut sightings = Sightings::default();
        assert_eq!(sightings.look(&[seen(1, 1, 7)], start, PATIENCE), []);
        assert_eq!(sightings.look(&[], start + PATIENCE, PATIENCE), []);
        assert_eq!(sightings.look(&[seen(1, 1, 7)], start + 2 * PATIENCE, PATIENCE), []);
    }
}
