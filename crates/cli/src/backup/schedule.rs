//! Regular backups of a running service. Of all services on one database, one makes each backup.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};

use anyhow::Context as _;
use chaffinch_storage::{Storage, age};
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use tokio::task::spawn_blocking;
use tokio::time::{interval, sleep};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::file::{UNFINISHED, verify};
use super::{BackupState, make};
use crate::installation::{self, Database};
use crate::settings::flags::BackupSettings;

/// Interval between two checks whether a backup is due.
const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Interval between two signs of a process that makes a backup.
const SIGN_INTERVAL: Duration = Duration::from_mins(1);

/// Time without a sign after which another process makes the backup.
const SILENCE: TimeDelta = TimeDelta::minutes(5);

/// Pause after a failed attempt.
const RETRY: TimeDelta = TimeDelta::minutes(10);

/// Age from which an unfinished file in the directory belongs to no process.
const LEFTOVER: TimeDelta = TimeDelta::hours(24);

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
    storage: Arc<dyn Storage>,
    database: Database,
    settings: BackupSettings,
    shutdown: CancellationToken,
) {
    let (storage, Some(directory)) = (storage.as_ref(), &settings.backup_directory) else { return };
    let every = TimeDelta::hours(settings.every_hours().into());
    let keep = settings.keep().into();
    let schedule = Schedule { storage, database: &database, directory, every, keep, process: Uuid::new_v4() };
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
        let complete = state.regular(now).map_or(0, |began| began.timestamp());
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
        make(self.database, path, false).await?;
        chaffinch_person::keep(self.storage, &directory.join(ERASURES))
            .await
            .with_context(|| format!("cannot write {ERASURES} in {shown}"))?;
        let (new, keep) = (path.to_owned(), self.keep);
        spawn_blocking(move || rotate(&new, keep))
            .await?
            .with_context(|| format!("cannot delete old backups in {shown}"))
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
    // A time in the future counts as long ago: the clock was ahead, and nobody knows when it was.
    let since = |time: Option<DateTime<Utc>>| time.and_then(|time| age(time, now)).unwrap_or(TimeDelta::MAX);
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
        let is_in_use = age(metadata.modified()?.into(), Utc::now()).is_some_and(|age| age < LEFTOVER);
        if is_in_use || !entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
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

/// Deletes old regular backups, after `keep` newer ones were read back, of which `new` is one. Other files stay, and so do
/// backups that cannot be read back, until as many newer ones can be.
///
/// A backup from the future was made while the clock was ahead. It counts as the oldest, whatever its name says.
fn rotate(new: &Path, keep: usize) -> anyhow::Result<()> {
    let time = |path: &Path| NaiveDateTime::parse_from_str(&path.file_name()?.to_string_lossy(), NAME).ok();
    let made = time(new).context("a regular backup has its time in its name")?;
    let directory = new.parent().context("a backup is in a directory")?;
    let mut others = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let time = time(&path).filter(|_| path != new);
        others.extend(time.map(|time| (Some(time).filter(|time| *time <= made), path)));
    }
    // Newest first. `None` is less than every time.
    others.sort_unstable_by(|one, other| other.cmp(one));
    // The new one was read back when it was made.
    let mut retained = 1;
    for (_, path) in others {
        if keep <= retained {
            fs::remove_file(path)?;
        } else if let Err(error) = verify(&path) {
            let path = path.display();
            tracing::warn!(%path, ?error, "a backup cannot be read back, and does not count as one of those to keep");
        } else {
            retained += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::BackupContent;

    use super::*;
    use crate::backup::file::Kind;

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
    fn a_time_in_the_future_stops_no_backup() {
        let due = |state: &BackupState| is_due(state, TimeDelta::hours(24), at(0));
        let ten_years = Some(at(0) + TimeDelta::days(3652));
        let ahead = BackupState { regular: ten_years, attempt: ten_years, ..BackupState::default() };
        assert!(due(&ahead));
        assert!(
            due(&BackupState { process: Some(Uuid::nil()), ..ahead.clone() }),
            "nobody knows when it was alive"
        );
        assert!(due(&BackupState { error: Some("full".to_owned()), ..ahead.clone() }));
        // The clocks of two machines differ a little.
        assert!(!due(&BackupState { regular: Some(at(1)), ..ahead }));
        let working =
            BackupState { process: Some(Uuid::nil()), attempt: Some(at(1)), ..BackupState::default() };
        assert!(!due(&working));
    }

    /// Writes a backup that can be read back.
    fn write_backup(path: &Path) {
        let writer = crate::backup::file::BackupWriter::new(path.parent().unwrap()).unwrap();
        let content = BackupContent::default();
        let (file, _) = writer.finish(Kind::Sqlite, at(0), content).unwrap();
        file.persist(path).unwrap();
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// Returns what is left of these files after a rotation that keeps two. Of those with a `!`, the content is damaged.
    fn left_of(files: &[&str], new: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for name in files {
            match name.strip_suffix('!') {
                Some(name) => fs::write(folder.path().join(name), "").unwrap(),
                None => write_backup(&folder.path().join(name)),
            }
        }
        rotate(&folder.path().join(new), 2).unwrap();
        names(folder.path())
    }

    const DAYS: [&str; 3] = [
        "chaffinch-20261123T010000Z.tar.zst",
        "chaffinch-20261124T010000Z.tar.zst",
        "chaffinch-20261125T010000Z.tar.zst",
    ];

    #[test]
    fn only_old_regular_backups_are_deleted() {
        let others = ["chaffinch-before-upgrade.tar.zst!", "erasures.json!"];
        let left = left_of(&[&DAYS[..], &others].concat(), DAYS[2]);
        assert_eq!(left, [DAYS[1], DAYS[2], "chaffinch-before-upgrade.tar.zst", "erasures.json"]);
    }

    #[test]
    fn a_backup_from_the_future_displaces_no_other() {
        let future = "chaffinch-20361125T010000Z.tar.zst";
        assert_eq!(left_of(&[DAYS[2], future], DAYS[2]), [DAYS[2], future], "it may be the only older one");
        assert_eq!(left_of(&[DAYS[1], DAYS[2], future], DAYS[2]), DAYS[1..]);
        let damaged = format!("{future}!");
        assert_eq!(left_of(&[DAYS[0], DAYS[2], &damaged], DAYS[2]), [DAYS[0], DAYS[2]]);
    }

    #[test]
    fn an_old_backup_stays_until_enough_newer_ones_can_be_read_back() {
        let damaged = format!("{}!", DAYS[1]);
        assert_eq!(left_of(&[DAYS[0], &damaged, DAYS[2]], DAYS[2]), DAYS);
    }
}
