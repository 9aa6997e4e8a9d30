//! `chaffinch backup`: writes everything in the database to one file.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chaffinch_storage::{BackupContent, BackupPiece};
use chaffinch_storage_postgres::PostgresStorage;
use chaffinch_storage_sqlite::SqliteStorage;
use chrono::{DateTime, Utc};
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::BackupState;
use super::file::{BackupWriter, Kind, Manifest, SQLITE_ENTRY, UNFINISHED, WAITING_PIECES};
use crate::input::files::folder_of;
use crate::installation::{self, Database, Migrate};
use crate::program::diagnostics::Diagnostics;
use crate::settings::{Configuration, Flags, ServeFlags};

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
    let Made { manifest, bytes } = installation::block_on(make(&database, &arguments.file, arguments.force))?;
    if manifest.content.schema == SqliteStorage::schema_version() {
        note(&settings, manifest.made)
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

/// Records the backup in a database of the present schema, so that `doctor` knows its age.
fn note(settings: &Configuration, made: DateTime<Utc>) -> anyhow::Result<()> {
    installation::block_on(async {
        let storage = installation::open(settings, Migrate::Never).await?;
        BackupState::change(storage.as_ref(), |state| state.by_command = Some(made)).await
    })
}

/// A complete backup.
pub(crate) struct Made {
    pub(crate) manifest: Manifest,
    /// Size of the file.
    pub(crate) bytes: u64,
}

/// Makes a backup. The file gets its name when it is complete. An existing file is replaced only with `force`.
pub(crate) async fn make(database: &Database, file: &Path, force: bool) -> anyhow::Result<Made> {
    let shown = file.display().to_string();
    anyhow::ensure!(
        force || !file.exists(),
        "{shown} already exists. Replace it with --force, or choose another name."
    );
    let folder = folder_of(file);
    let (began, folder) = (Utc::now(), folder.to_owned());
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
    Ok(Made { manifest, bytes })
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
