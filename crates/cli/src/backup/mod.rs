//! Backups of an installation. This file has `chaffinch backup`, which writes everything in the database to one file, and
//! the state of the backups, which the database keeps for all processes.

mod file;
pub(crate) mod restore;
pub(crate) mod schedule;

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chaffinch_storage::{BackupContent, BackupPiece, InstallationFact, Storage, age};
use chaffinch_storage_postgres::PostgresStorage;
use chaffinch_storage_sqlite::SqliteStorage;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use uuid::Uuid;

use crate::input::files::folder_of;
use crate::installation::{self, Database, Migrate};
use crate::program::diagnostics::Diagnostics;
use crate::settings::{Configuration, Flags, ServeFlags};
use file::{BackupWriter, Kind, Manifest, SQLITE_ENTRY, UNFINISHED, WAITING_PIECES};

/// Write a backup of the database to one file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  chaffinch backup /backups/chaffinch.tar.zst --data-dir /var/lib/chaffinch

The backup contains everything that was stored when it began: uploads, reports, archives, accounts. The service may
run meanwhile. The file gets its name when it is complete and was read back, and only you can read it.
`chaffinch restore` restores it. `chaffinch serve --backup-directory` makes backups regularly.")]
pub(crate) struct Arguments {
    /// File to write
    file: PathBuf,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    flags: Flags,
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let settings = Configuration::read(&arguments.flags, &ServeFlags::default())?;
    let database = Database::new(&settings)?;
    let (manifest, bytes) = installation::block_on(make(&database, &arguments.file, arguments.force))?;
    if manifest.content.schema == SqliteStorage::schema_version() {
        // Recorded in a database of the present schema, so that `doctor` knows its age.
        installation::block_on(async {
            let storage = installation::open(&settings, Migrate::Never).await?;
            BackupState::change(storage.as_ref(), |state| state.by_command = Some(manifest.made)).await
        })
        .context("the backup is complete, but the database cannot record it")?;
    }
    let shown = arguments.file.display();
    diagnostics.say(
        &format!(
            "wrote {shown}: {} rows of {} tables, {:.1} MiB, schema version {}",
            manifest.rows(),
            manifest.content.tables.len(),
            bytes as f64 / f64::from(1 << 20),
            manifest.content.schema
        ),
        &json!({ "rows": manifest.rows(), "bytes": bytes, "schema": manifest.content.schema }),
    );
    Ok(())
}

/// Makes a backup. The file gets its name when it is complete. An existing file is replaced only with `force`. Returns what
/// the backup says about itself, and the size of the file.
async fn make(database: &Database, file: &Path, force: bool) -> anyhow::Result<(Manifest, u64)> {
    let shown = file.display().to_string();
    anyhow::ensure!(
        force || !file.exists(),
        "{shown} already exists. Replace it with --force, or choose another name."
    );
    let (began, folder) = (Utc::now(), folder_of(file).to_owned());
    let written = match database {
        Database::File(path) => write_sqlite(path, folder.clone(), began).await,
        Database::Server(url) => write_postgres(url, folder.clone(), began).await,
    };
    let (written, manifest) = written.with_context(|| format!("cannot write {shown}"))?;
    let bytes = written.as_file().metadata()?.len();
    let named = if force { written.persist(file) } else { written.persist_noclobber(file) };
    named.map_err(|error| error.error).with_context(|| format!("cannot write {shown}"))?;
    // The name is on disk, too.
    File::open(&folder)
        .and_then(|folder| folder.sync_all())
        .with_context(|| format!("cannot write {shown}"))?;
    Ok((manifest, bytes))
}

type Written = anyhow::Result<(tempfile::NamedTempFile, Manifest)>;

async fn write_sqlite(path: &Path, folder: PathBuf, began: DateTime<Utc>) -> Written {
    anyhow::ensure!(path.exists(), "there is no database {}", path.display());
    let unpacked = tempfile::Builder::new()
        .prefix(UNFINISHED)
        .tempdir_in(&folder)
        .with_context(|| format!("cannot create a folder in {}", folder.display()))?;
    let copy = unpacked.path().join(SQLITE_ENTRY);
    let content = SqliteStorage::back_up(path, &copy).await?;
    spawn_blocking(move || {
        let mut writer = BackupWriter::new(&folder)?;
        let copy = File::open(unpacked.path().join(SQLITE_ENTRY))?;
        writer.add(SQLITE_ENTRY.to_owned(), copy.metadata()?.len(), copy)?;
        // Its space is free before the backup is read back.
        unpacked.close()?;
        writer.finish(Kind::Sqlite, began, content)
    })
    .await?
}

async fn write_postgres(url: &str, folder: PathBuf, began: DateTime<Utc>) -> Written {
    let (sender, pieces) = mpsc::channel(WAITING_PIECES);
    let writing = spawn_blocking(move || write_pieces(&folder, pieces));
    let copied = PostgresStorage::back_up(url, &sender).await;
    drop(sender);
    // If it failed, the copy failed as well, without the reason.
    let writer = writing.await??;
    let content: BackupContent = copied?;
    spawn_blocking(move || writer.finish(Kind::Postgres, began, content)).await?
}

fn write_pieces(folder: &Path, mut pieces: mpsc::Receiver<BackupPiece>) -> std::io::Result<BackupWriter> {
    let mut writer = BackupWriter::new(folder)?;
    let (mut table, mut number) = (String::new(), 0);
    while let Some(piece) = pieces.blocking_recv() {
        number = if piece.table == table { number + 1 } else { 1 };
        let name = format!("tables/{}/{number:06}", piece.table);
        writer.add(name, piece.bytes.len() as u64, &piece.bytes[..])?;
        table = piece.table;
    }
    Ok(writer)
}

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
