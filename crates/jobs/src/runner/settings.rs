//! Settings of a runner.

use std::path::PathBuf;
use std::time::Duration;

use crate::child::settings::ChildSettings;
use crate::notify::NotificationSettings;

/// Settings of a runner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunnerSettings {
    /// Number of jobs at the same time, in addition to one small one. Each job uses all processor cores.
    pub workers: usize,
    /// Settings of the child processes.
    pub child: ChildSettings,
    /// Largest number of running jobs of one account, including those in other processes.
    pub account_jobs: u32,
    /// Longest time between two heartbeats.
    pub heartbeat_interval: Duration,
    /// Shortest time between two heartbeats with new progress.
    pub progress_interval: Duration,
    /// Interval between two checks for jobs, in addition to notifications of changes.
    pub poll_interval: Duration,
    /// A job is taken over if its holder sends no heartbeat for this long.
    pub lease_timeout: Duration,
    /// Interval between two deletions of expired data.
    pub purge_interval: Duration,
    /// Settings of the notifications at the end of a batch.
    pub notifications: NotificationSettings,
    /// The file beside the database that lists erased persons. It is used when the database is restored from a backup.
    pub erasures_file: Option<PathBuf>,
}

impl RunnerSettings {
    /// Returns the settings of the service, with these settings of child processes.
    pub fn new(child: ChildSettings) -> Self {
        Self {
            workers: 1,
            child,
            account_jobs: 4,
            heartbeat_interval: Duration::from_secs(5),
            progress_interval: Duration::from_millis(500),
            poll_interval: Duration::from_secs(1),
            lease_timeout: Duration::from_secs(30),
            purge_interval: Duration::from_hours(1),
            notifications: NotificationSettings::default(),
            erasures_file: None,
        }
    }
}
