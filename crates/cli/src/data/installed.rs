//! The checks of `doctor` on what an installation has stored about itself: its backups and its public address.

use chaffinch_storage::{InstallationFact, Storage};
use chaffinch_storage_postgres::PostgresStorage;
use chaffinch_storage_sqlite::SqliteStorage;
use chrono::{DateTime, TimeDelta, Utc};

use super::finding::Finding::{self, Bad, Good, Note};
use crate::backup::state::BackupState;
use crate::installation::{self, Database, Installation, Migrate};
use crate::settings::Configuration;
use crate::settings::backup::BackupSettings;

/// Checks a database that exists and has the present schema. Other checks report one that does not.
pub(super) fn check(settings: &Configuration, database: &Database) -> Vec<Finding> {
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
        let storage = Installation::open(settings, Migrate::Never).await?.storage;
        Ok(vec![
            check_backups(storage.as_ref(), &settings.backup).await?,
            check_address(storage.as_ref(), settings).await?,
        ])
    });
    checked.unwrap_or_else(|error| vec![Bad(format!("installation: {error:#}"))])
}

async fn check_backups(storage: &dyn Storage, settings: &BackupSettings) -> anyhow::Result<Finding> {
    let (state, _) = BackupState::read(storage).await?;
    Ok(describe_backups(&state, settings, Utc::now()))
}

/// Judges backups. A regular backup may be late by half of its interval.
fn describe_backups(state: &BackupState, settings: &BackupSettings, now: DateTime<Utc>) -> Finding {
    let age = |at: DateTime<Utc>| {
        let hours = (now - at).num_hours();
        if hours < 48 { format!("{hours} hours ago") } else { format!("{} days ago", hours / 24) }
    };
    let last = match state.last() {
        Some(last) => format!("the last one was made {} ({})", age(last), last.format("%Y-%m-%d %H:%M UTC")),
        None => "there is none yet".to_owned(),
    };
    if let Some(error) = &state.error {
        return Bad(format!("backups: the last attempt failed: {error}. Of complete backups, {last}."));
    }
    let Some(directory) = &settings.backup_directory else {
        let advice = "Set backup_directory for regular ones, or run `chaffinch backup` regularly.";
        return Note(format!("backups: {last}. {advice}"));
    };
    let every = TimeDelta::hours(settings.backup_every_hours.into());
    let late = state.regular.is_some_and(|last| last + every + every / 2 < now);
    let text =
        format!("backups: every {} hours to {}, {last}", settings.backup_every_hours, directory.display());
    match state.regular {
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
