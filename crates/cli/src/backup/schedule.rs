//! Regular backups of a running service. Of all services on one database, one makes each backup.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::Context as _;
use chaffinch_storage::Storage;
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use tokio::time::{interval, sleep};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::create;
use super::file::UNFINISHED;
use super::state::BackupState;
use crate::installation::{self, Database};
use crate::settings::backup::BackupSettings;

/// Interval between two checks whether a backup is due.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Interval between two signs of a process that makes a backup.
const SIGN_INTERVAL: Duration = Duration::from_mins(1);

/// Time without a sign after which another process makes the backup.
const SILENCE: TimeDelta = TimeDelta::minutes(5);

/// Pause after a failed attempt.
const RETRY: TimeDelta = TimeDelta::minutes(10);

/// Age from which an unfinished file in the directory belongs to no process.
const LEFTOVER: Duration = Duration::from_hours(24);

/// Format of the names of regular backups.
const NAME: &str = "chaffinch-%Y%m%dT%H%M%SZ.tar.zst";

/// File beside the backups that lists erasures and deletions.
const ERASURES: &str = "erasures.json";

/// The regular backups of one process.
pub(crate) struct Schedule<'a> {
    pub(crate) storage: &'a dyn Storage,
    pub(crate) database: &'a Database,
    pub(crate) directory: &'a Path,
    pub(crate) every: TimeDelta,
    pub(crate) keep: usize,
    /// Distinguishes this process from others.
    pub(crate) process: Uuid,
}

/// Makes regular backups until shutdown, if the settings name a directory.
pub(crate) async fn run(
    storage: &dyn Storage,
    database: &Database,
    settings: &BackupSettings,
    shutdown: CancellationToken,
) {
    let Some(directory) = &settings.backup_directory else { return };
    let every = TimeDelta::hours(settings.backup_every_hours.into());
    let keep = settings.backup_keep.into();
    let schedule = Schedule { storage, database, directory, every, keep, process: Uuid::new_v4() };
    tokio::select! {
        () = shutdown.cancelled() => {}
        () = schedule.make_all() => return,
    }
    // Another process, or the next one here, begins anew without waiting for a sign.
    let process = schedule.process;
    let released = BackupState::change(storage, |state| {
        if state.process == Some(process) {
            state.process = None;
        }
    });
    if let Err(error) = released.await {
        tracing::debug!(?error, "cannot release the backup");
    }
}

impl Schedule<'_> {
    async fn make_all(&self) {
        let mut failing = false;
        for outcome in ["done", "failed"] {
            // Shown from the start, so that an alert can tell a failure from a metric that does not exist.
            metrics::counter!("chaffinch_backups_total", "outcome" => outcome).increment(0);
        }
        loop {
            match self.make_if_due(Utc::now()).await {
                Ok(Some(path)) => {
                    failing = false;
                    metrics::counter!("chaffinch_backups_total", "outcome" => "done").increment(1);
                    tracing::info!(path = %path.display(), "made a backup");
                }
                Ok(None) => {}
                Err(error) => {
                    metrics::counter!("chaffinch_backups_total", "outcome" => "failed").increment(1);
                    // Logged once, however often it is tried again.
                    if !failing {
                        tracing::error!(?error, "cannot make a backup, and will try again every 10 minutes");
                    }
                    failing = true;
                }
            }
            sleep(CHECK_INTERVAL).await;
        }
    }

    /// Makes a backup if one is due and no other process makes it. Returns its path.
    pub(crate) async fn make_if_due(&self, now: DateTime<Utc>) -> anyhow::Result<Option<PathBuf>> {
        let (state, stored) = BackupState::read(self.storage).await?;
        let complete = state.regular.map_or(0, |began| began.timestamp());
        metrics::gauge!("chaffinch_backup_last_success_timestamp_seconds").set(complete as f64);
        if !is_due(&state, self.every, now) {
            return Ok(None);
        }
        let claimed = BackupState { attempt: Some(now), process: Some(self.process), ..state };
        if !claimed.replace(self.storage, stored.as_deref()).await? {
            return Ok(None);
        }
        let path = self.directory.join(now.format(NAME).to_string());
        let made = tokio::select! {
            made = self.make(&path) => made,
            lost = self.show_signs() => Err(lost),
        };
        let error = made.as_ref().err().map(|error| format!("{error:#}"));
        BackupState::change(self.storage, |state| {
            if state.process != Some(self.process) {
                return;
            }
            state.process = None;
            state.attempt = Some(Utc::now());
            state.error.clone_from(&error);
            if error.is_none() {
                state.regular = Some(now);
            }
        })
        .await?;
        made.map(|()| Some(path))
    }

    async fn make(&self, path: &Path) -> anyhow::Result<()> {
        let directory = self.directory;
        let shown = directory.display();
        installation::create_private_dir(directory).with_context(|| format!("cannot create {shown}"))?;
        remove_leftovers(directory).with_context(|| format!("cannot read {shown}"))?;
        create::make(self.database, path, false).await?;
        chaffinch_person::keep(self.storage, &directory.join(ERASURES))
            .await
            .with_context(|| format!("cannot write {ERASURES} in {shown}"))?;
        rotate(directory, self.keep).with_context(|| format!("cannot delete old backups in {shown}"))
    }

    /// Shows that this process works, until another one has taken its place.
    async fn show_signs(&self) -> anyhow::Error {
        let mut ticks = interval(SIGN_INTERVAL);
        loop {
            ticks.tick().await;
            let Ok((mut state, stored)) = BackupState::read(self.storage).await else { continue };
            if state.process != Some(self.process) {
                return anyhow::anyhow!("another process makes the backup");
            }
            state.attempt = Some(Utc::now());
            // If this fails, the next sign is in time.
            state.replace(self.storage, stored.as_deref()).await.ok();
        }
    }
}

/// Returns whether a backup is due and nobody makes it.
fn is_due(state: &BackupState, every: TimeDelta, now: DateTime<Utc>) -> bool {
    let since = |time: Option<DateTime<Utc>>| time.map_or(TimeDelta::MAX, |time| now - time);
    if state.process.is_some() && since(state.attempt) < SILENCE {
        return false;
    }
    let rested = state.error.is_none() || RETRY <= since(state.attempt);
    every <= since(state.regular) && rested
}

/// Removes what processes left that were killed while they made a backup.
fn remove_leftovers(directory: &Path) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        let age = SystemTime::now().duration_since(metadata.modified()?).unwrap_or_default();
        if !entry.file_name().to_string_lossy().starts_with(UNFINISHED) || age < LEFTOVER {
            continue;
        }
        if metadata.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Deletes all regular backups but the newest ones. Other files stay.
fn rotate(directory: &Path, keep: usize) -> io::Result<()> {
    let mut backups = Vec::new();
    for entry in fs::read_dir(directory)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if NaiveDateTime::parse_from_str(&name, NAME).is_ok() {
            backups.push(name);
        }
    }
    // Names sort by time.
    backups.sort_unstable();
    for name in backups.iter().rev().skip(keep) {
        fs::remove_file(directory.join(name))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::minutes(minutes)
    }

    #[test]
    fn a_backup_is_due_when_the_last_is_old_and_nobody_makes_it() {
        let due = |state: &BackupState, minutes| is_due(state, TimeDelta::hours(1), at(minutes));
        let never = BackupState::default();
        assert!(due(&never, 0));
        let done = BackupState { regular: Some(at(0)), attempt: Some(at(2)), ..never.clone() };
        assert!(!due(&done, 59) && due(&done, 60));
        let by_command = BackupState { by_command: Some(at(59)), ..done.clone() };
        assert!(due(&by_command, 60), "a backup elsewhere does not replace a regular one");
        let running = BackupState { process: Some(Uuid::nil()), attempt: Some(at(60)), ..done.clone() };
        assert!(!due(&running, 64) && due(&running, 65), "its process is silent");
        let failed = BackupState { error: Some("full".to_owned()), attempt: Some(at(60)), ..done };
        assert!(!due(&failed, 69) && due(&failed, 70));
    }

    #[test]
    fn only_old_regular_backups_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let names = [
            "chaffinch-20261123T010000Z.tar.zst",
            "chaffinch-20261124T010000Z.tar.zst",
            "chaffinch-20261125T010000Z.tar.zst",
            "chaffinch-before-upgrade.tar.zst",
            "erasures.json",
        ];
        for name in names {
            fs::write(folder.path().join(name), "").unwrap();
        }
        rotate(folder.path(), 2).unwrap();
        let mut left: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, names[1..]);
    }
}
