//! Backups of an installation: the file, how it is made and restored, the schedule of a service, and (in this file) their
//! state, which the database keeps for all processes.

pub(crate) mod create;
mod file;
pub(crate) mod restore;
pub(crate) mod schedule;

use chaffinch_storage::{InstallationFact, Storage, age};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What is known about the backups.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct BackupState {
    /// Beginning of the last regular backup that is complete.
    pub(crate) regular: Option<DateTime<Utc>>,
    /// Beginning of the last backup by `chaffinch backup` that is complete.
    pub(crate) by_command: Option<DateTime<Utc>>,
    /// Last sign of the process that makes a regular backup, or the time when the last attempt ended.
    pub(crate) attempt: Option<DateTime<Utc>>,
    /// The process that makes a regular backup at the moment.
    pub(crate) process: Option<Uuid>,
    /// Why the last attempt failed. `None`: it did not.
    pub(crate) error: Option<String>,
}

impl BackupState {
    /// Returns the time of the last complete backup of either kind. A time in the future is that of no backup.
    pub(crate) fn last(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        past(self.regular, now).max(past(self.by_command, now))
    }

    /// Returns the time of the last regular backup in the same way.
    pub(crate) fn regular(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        past(self.regular, now)
    }

    /// Returns a time in the future, if the clock was ahead when a backup was made.
    pub(crate) fn in_future(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        [self.regular, self.by_command].into_iter().flatten().find(|&time| age(time, now).is_none())
    }

    /// Returns the state, and its stored form for [`Self::replace`].
    pub(crate) async fn read(storage: &dyn Storage) -> anyhow::Result<(Self, Option<String>)> {
        let stored = storage.fact(InstallationFact::Backup).await?;
        let state = stored.as_deref().and_then(|text| serde_json::from_str(text).ok());
        Ok((state.unwrap_or_default(), stored))
    }

    /// Stores this state. Returns `false` if another process has stored one since.
    pub(crate) async fn replace(&self, storage: &dyn Storage, old: Option<&str>) -> anyhow::Result<bool> {
        let new = serde_json::to_string(self)?;
        Ok(storage.replace_fact(InstallationFact::Backup, old, Some(&new)).await?)
    }

    /// Changes the stored state, whatever other processes do.
    pub(crate) async fn change(
        storage: &dyn Storage,
        change: impl Fn(&mut Self) + Send + Sync,
    ) -> anyhow::Result<()> {
        loop {
            let (mut state, stored) = Self::read(storage).await?;
            change(&mut state);
            if state.replace(storage, stored.as_deref()).await? {
                return Ok(());
            }
        }
    }
}

fn past(time: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    time.filter(|&time| age(time, now).is_some())
}
