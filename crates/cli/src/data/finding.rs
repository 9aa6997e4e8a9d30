//! What a command that checks something has found, the space on disks, and the checks of `doctor` on what an installation
//! has stored about itself: its backups and its public address.

use std::io;
use std::path::{Path, PathBuf};

use chaffinch_storage::{InstallationFact, Storage};
use chaffinch_storage_postgres::PostgresStorage;
use chaffinch_storage_sqlite::SqliteStorage;
use chrono::{DateTime, TimeDelta, Utc};

use super::finding::Finding::{Bad, Good, Note};
use crate::backup::BackupState;
use crate::installation::{self, Database, Migrate};
use crate::program::print;
use crate::settings::Configuration;
use crate::settings::flags::BackupSettings;

/// The result of a check.
pub(super) enum Finding {
    Good(String),
    /// It works, but the operator should know something.
    Note(String),
    Bad(String),
}

/// Prints findings, one per line. Fails if one of them is bad.
pub(super) fn print_all(findings: Vec<Finding>) -> anyhow::Result<()> {
    let mut bad = 0;
    for finding in findings {
        let (mark, text) = match finding {
            Finding::Good(text) => ("ok   ", text),
            Finding::Note(text) => ("note ", text),
            Finding::Bad(text) => {
                bad += 1;
                ("WRONG", text)
            }
        };
        print(format!("{mark} {text}\n"))?;
    }
    anyhow::ensure!(bad == 0, "{bad} of these checks failed");
    Ok(())
}

/// Returns the closest existing directory. The data directory itself may not exist yet.
pub(super) fn closest_directory(folder: &Path) -> PathBuf {
    folder.ancestors().find(|path| path.is_dir()).unwrap_or(Path::new(".")).to_owned()
}

/// Returns the free bytes of the volume with this directory.
pub(crate) fn free_bytes(folder: &Path) -> io::Result<u64> {
    let volume = rustix::fs::statvfs(closest_directory(folder))?;
    Ok(volume.f_bavail.saturating_mul(volume.f_frsize))
}

/// Returns a size for people.
pub(super) fn size(bytes: u64) -> String {
    let mebibytes = bytes as f64 / f64::from(1 << 20);
    if mebibytes < 1024.0 { format!("{mebibytes:.1} MiB") } else { format!("{:.1} GiB", mebibytes / 1024.0) }
}

/// Checks a database that exists and has the present schema. Other checks report one that does not.
pub(crate) fn check_installed(settings: &Configuration, database: &Database) -> Vec<Finding> {
    let checked = installation::block_on(async {
        let current = match database {
            Database::File(path) => {
                path.exists() && SqliteStorage::found_schema(path).await? == SqliteStorage::schema_version()
            }
            Database::Server(url) => {
                PostgresStorage::found_schema(url).await?.0 == PostgresStorage::schema_version()
            }
        };
        if !current {
            return Ok(Vec::new());
        }
        let storage = installation::open(settings, Migrate::Never).await?;
        Ok(vec![
            describe_backups(&BackupState::read(storage.as_ref()).await?.0, &settings.backup, Utc::now()),
            check_address(storage.as_ref(), settings).await?,
        ])
    });
    checked.unwrap_or_else(|error| vec![Bad(format!("installation: {error:#}"))])
}

/// Judges backups. A regular backup may be late by half of its interval.
fn describe_backups(state: &BackupState, settings: &BackupSettings, now: DateTime<Utc>) -> Finding {
    let age = |at: DateTime<Utc>| {
        let hours = (now - at).num_hours();
        if hours < 48 { format!("{hours} hours ago") } else { format!("{} days ago", hours / 24) }
    };
    let last = match state.last(now) {
        Some(last) => format!("the last one was made {} ({})", age(last), last.format("%Y-%m-%d %H:%M UTC")),
        None => "there is none yet".to_owned(),
    };
    let last = match state.in_future(now) {
        Some(time) => format!(
            "{last} (one more is dated {}, which is in the future, so the clock was ahead; it does not count)",
            time.format("%Y-%m-%d %H:%M UTC")
        ),
        None => last,
    };
    if let Some(error) = &state.error {
        return Bad(format!("backups: the last attempt failed: {error}. Of complete backups, {last}."));
    }
    let Some(directory) = &settings.backup_directory else {
        let advice = "Set backup_directory for regular ones, or run `chaffinch backup` regularly.";
        return Note(format!("backups: {last}. {advice}"));
    };
    let every = TimeDelta::hours(settings.every_hours().into());
    let regular = state.regular(now);
    let late = regular.is_some_and(|last| last + every + every / 2 < now);
    let text = format!("backups: every {} hours to {}, {last}", settings.every_hours(), directory.display());
    match regular {
        Some(_) if late => {
            Bad(format!("{text}. Backups are late: `chaffinch serve` must run with this setting."))
        }
        Some(_) => Good(text),
        None => {
            Note(format!("{text}. `chaffinch serve` with this setting makes the first one at its start."))
        }
    }
}

async fn check_address(storage: &dyn Storage, settings: &Configuration) -> anyhow::Result<Finding> {
    let stored = storage.fact(InstallationFact::PublicUrl).await?;
    let set = settings.public_url.as_deref().map(|url| url.trim_end_matches('/'));
    Ok(match (set, stored) {
        (Some(set), Some(stored)) if set != stored => Bad(format!(
            "public address: the setting is {set}, and the service last used {stored}. Links of the two differ: start \
             `chaffinch serve` with the new address, or remove the setting."
        )),
        (Some(set), None) => Note(format!(
            "public address: the setting is {set}; the next start of `chaffinch serve` stores it"
        )),
        (_, Some(stored)) => Good(format!("public address: {stored}")),
        (None, None) => {
            let address = installation::public_address(storage, settings).await?;
            Note(format!(
                "public address: {address}, because public_url is not set. Browsers elsewhere may need another."
            ))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_from_the_future_is_no_backup() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let settings =
            BackupSettings { backup_directory: Some("backups".into()), ..BackupSettings::default() };
        let described = |state: BackupState| match describe_backups(&state, &settings, now) {
            Good(text) => format!("ok {text}"),
            Note(text) => format!("note {text}"),
            Bad(text) => format!("wrong {text}"),
        };
        let ten_years = Some(now + TimeDelta::days(3650));
        let ahead = BackupState { regular: ten_years, ..BackupState::default() };
        let text = described(ahead);
        assert!(
            text.starts_with("note ") && text.contains("there is none yet (one more is dated 2034-"),
            "{text}"
        );
        let old = Some(now - TimeDelta::days(3));
        let by_command = BackupState { regular: old, by_command: ten_years, ..BackupState::default() };
        let text = described(by_command);
        assert!(text.starts_with("wrong ") && text.contains("the last one was made 3 days ago"), "{text}");
        let soon = BackupState { regular: Some(now + TimeDelta::minutes(1)), ..BackupState::default() };
        assert!(described(soon).starts_with("ok "));
    }
}
