//! Turns the settings of an installation into those of the job runner and of child processes.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use chaffinch_jobs::{ChildCommand, ChildSettings, NotificationSettings, RunnerSettings};

use super::Configuration;

/// Returns the path of the file in the data directory that lists erased persons.
pub(crate) fn erasures_file(data_dir: &Path) -> PathBuf {
    data_dir.join("erasures.json")
}

/// Returns the settings of child processes.
pub(crate) fn child_settings(settings: &Configuration) -> anyhow::Result<ChildSettings> {
    Ok(ChildSettings {
        command: ChildCommand::this_program().context("cannot find this program's file")?,
        work_dir: settings.data_dir.join("work"),
        limits: settings.limits.children(),
        extract: settings.limits.extract(),
    })
}

/// Returns the settings of child processes for queries that a user waits for, with at most this much processor time
/// each.
pub(crate) fn query_settings(settings: &Configuration, cpu_seconds: u64) -> anyhow::Result<ChildSettings> {
    let mut child = child_settings(settings)?;
    child.limits.cpu_seconds = cpu_seconds.min(child.limits.cpu_seconds);
    Ok(child)
}

/// Returns the settings of the job runner.
pub(crate) fn runner_settings(settings: &Configuration) -> anyhow::Result<RunnerSettings> {
    let usual = RunnerSettings::new(child_settings(settings)?);
    let lease_timeout = Duration::from_secs(settings.patience_seconds.into());
    Ok(RunnerSettings {
        workers: settings.workers.into(),
        account_jobs: settings.limits.account_jobs,
        lease_timeout,
        notifications: NotificationSettings { allowed: settings.notify_networks()? },
        erasures_file: Some(erasures_file(&settings.data_dir)),
        // Several heartbeats must be missed before a holder counts as dead.
        heartbeat_interval: usual.heartbeat_interval.min(lease_timeout / 6),
        ..usual
    })
}
