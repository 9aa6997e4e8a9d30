//! `chaffinch restore`: puts a backup into an empty installation, and repeats what was erased and deleted since.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chaffinch_person::{Reapplied, Records};
use chaffinch_storage::{BackupPiece, InstallationFact, RestoreError, Storage};
use chaffinch_storage_postgres::{CONNECTIONS, PostgresOptions, PostgresStorage};
use chaffinch_storage_sqlite::SqliteStorage;
use chrono::Utc;
use serde_json::json;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::BackupState;
use super::file::{Kind, Manifest, SQLITE_ENTRY, WAITING_PIECES, each_entry, verify};
use crate::installation::{self, Database};
use crate::program::Usage;
use crate::program::diagnostics::Diagnostics;
use crate::settings::{Configuration, Flags, ServeFlags, erasures_file};

/// Restore a backup into an empty installation
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch restore /backups/chaffinch.tar.zst --data-dir /var/lib/chaffinch --erasures /backups/erasures.json
  chaffinch restore chaffinch.tar.zst --database-url postgres://owner@db.example.edu/chaffinch

Erases again who was erased after the backup, and deletes what was deleted after it. These are recorded in
erasures.json in the data directory of the service; give another copy with --erasures. Everybody has to sign in
again. A backup of an older version is updated. On PostgreSQL, the role needs the right to create tables.")]
pub(crate) struct Arguments {
    /// File written by `chaffinch backup`
    file: PathBuf,
    /// File with erasures and deletions, in addition to erasures.json in the data directory; may be repeated
    #[arg(long, value_name = "FILE")]
    erasures: Vec<PathBuf>,
    /// Restore without any file of erasures: nobody was erased and nothing was deleted after the backup
    #[arg(long)]
    no_erasures: bool,
    #[command(flatten)]
    flags: Flags,
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let settings = Configuration::read(&arguments.flags, &ServeFlags::default())?;
    let database = Database::new(&settings)?;
    let shown = arguments.file.display();
    // Everything is checked before anything is changed.
    if let Database::File(path) = &database {
        check_no_file(path).with_context(|| format!("cannot restore {shown}"))?;
    }
    let records = records(arguments, &settings)?;
    let manifest = verify(&arguments.file).with_context(|| format!("cannot restore {shown}"))?;
    check_kind(&manifest, &database)?;
    let known = match &database {
        Database::File(_) => SqliteStorage::check_schema(manifest.content.schema),
        Database::Server(_) => PostgresStorage::check_schema(manifest.content.schema),
    };
    known.with_context(|| format!("cannot restore {shown}, made by Chaffinch {}", manifest.version))?;
    installation::create_data_dir(&settings.data_dir)?;
    let restored = installation::block_on(async {
        match &database {
            Database::File(path) => into_file(&arguments.file, path, &records, &settings).await,
            Database::Server(url) => into_server(&arguments.file, &manifest, url, &records, &settings).await,
        }
    });
    let Reapplied { erasures, deletions, held } =
        restored.with_context(|| format!("cannot restore {shown}"))?;
    let (rows, made) = (manifest.rows(), manifest.made.format("%Y-%m-%d %H:%M UTC"));
    let mut message = format!(
        "restored {rows} rows as of {made} into {database}; erased {erasures} people and deleted {deletions} \
         comparisons and archives again"
    );
    if held > 0 {
        write!(
            message,
            "; {held} that were deleted later stay, because a case with a legal hold names them"
        )?;
    }
    let fields = json!({ "rows": rows, "erased": erasures, "deleted": deletions, "held": held });
    diagnostics.say(&message, &fields);
    diagnostics.say(
        "everybody has to sign in again (`chaffinch user link NAME`). Access tokens, passwords, members and share \
         links are those of the backup: revoke again what was revoked since.",
        &json!({}),
    );
    Ok(())
}

/// Reads all files of erasures.
fn records(arguments: &Arguments, settings: &Configuration) -> anyhow::Result<Records> {
    let of_directory = erasures_file(&settings.data_dir);
    let paths = arguments.erasures.iter().cloned().chain([of_directory.clone()]);
    let mut found: Option<Records> = None;
    for path in paths {
        let shown = path.display();
        let read = chaffinch_person::read(&path).with_context(|| format!("cannot read {shown}"))?;
        if read.is_none() && path != of_directory {
            anyhow::bail!("there is no file {shown}");
        }
        found = match (found, read) {
            (Some(known), Some(more)) => Some(known.joined(more)),
            (known, more) => known.or(more),
        };
    }
    match found {
        Some(records) => Ok(records),
        None if arguments.no_erasures => Ok(Records::empty()),
        None => Err(Usage(format!(
            "there is no {}, which lists who was erased and what was deleted after the backup. Give a copy of it with \
             --erasures FILE. If nobody was erased and nothing was deleted, use --no-erasures.",
            of_directory.display()
        ))
        .into()),
    }
}

fn check_kind(manifest: &Manifest, database: &Database) -> Result<(), Usage> {
    let wanted = match database {
        Database::File(_) => Kind::Sqlite,
        Database::Server(_) => Kind::Postgres,
    };
    if manifest.database == wanted {
        return Ok(());
    }
    Err(Usage(format!(
        "this is a backup of {}, and {database} is {}. A backup is restored into a database of its kind: set \
         --database-url.",
        manifest.database.title(),
        wanted.title()
    )))
}

/// Refuses to restore over a database.
fn check_no_file(path: &Path) -> anyhow::Result<()> {
    // A log of another database beside the restored one would damage it.
    for taken in [path.to_owned(), with_ending(path, "-wal"), with_ending(path, "-shm")] {
        anyhow::ensure!(
            !taken.exists(),
            "{} exists. A backup is restored only where there is no database: move it away, or use another --data-dir.",
            taken.display()
        );
    }
    Ok(())
}

/// Restores a file. It gets its name last, so that an interrupted restore leaves no database.
async fn into_file(
    backup: &Path,
    path: &Path,
    records: &Records,
    settings: &Configuration,
) -> anyhow::Result<Reapplied> {
    let unfinished = with_ending(path, ".restoring");
    // What an interrupted restore left.
    remove(&unfinished)?;
    let made = make_file(backup, &unfinished, records, settings).await;
    let placed = made.and_then(|applied| {
        put_in_place(&unfinished, path)?;
        Ok(applied)
    });
    remove(&unfinished)?;
    placed
}

/// Unpacks and completes a database under its temporary name.
async fn make_file(
    backup: &Path,
    unfinished: &Path,
    records: &Records,
    settings: &Configuration,
) -> anyhow::Result<Reapplied> {
    let (from, to) = (backup.to_owned(), unfinished.to_owned());
    spawn_blocking(move || unpack(&from, &to)).await??;
    let storage = SqliteStorage::open(unfinished).await?;
    let applied = complete(&storage, records, settings).await?;
    storage.close().await;
    File::open(unfinished)?.sync_all()?;
    Ok(applied)
}

/// Gives the database its name, unless a service has created another one meanwhile.
fn put_in_place(unfinished: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(unfinished, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists || path.exists() => Err(error),
        // A file system without links.
        Err(_) => fs::rename(unfinished, path),
        Ok(()) => Ok(()),
    }
}

/// Returns the path with an addition to its name.
fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Removes an unfinished database and its companions.
fn remove(unfinished: &Path) -> io::Result<()> {
    for ending in ["", "-wal", "-shm", ".setup"] {
        match fs::remove_file(with_ending(unfinished, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn unpack(backup: &Path, to: &Path) -> anyhow::Result<()> {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut out = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(to)?;
    let mut bytes = 0;
    each_entry(backup, &mut |name, _, content| {
        if name == SQLITE_ENTRY {
            bytes += io::copy(content, &mut out)?;
        }
        Ok(())
    })?;
    // An empty file would become an empty database.
    anyhow::ensure!(bytes > 0, "it has no database");
    Ok(out.sync_all()?)
}

/// Restores a database on a server in one transaction. Until the erasures are repeated, the database says that it is
/// not complete, and no other command uses it.
async fn into_server(
    backup: &Path,
    manifest: &Manifest,
    url: &str,
    records: &Records,
    settings: &Configuration,
) -> anyhow::Result<Reapplied> {
    let (sender, pieces) = mpsc::channel(WAITING_PIECES);
    let path = backup.to_owned();
    let reading = spawn_blocking(move || read_pieces(&path, &sender));
    let began = Utc::now().to_rfc3339();
    let restored = PostgresStorage::restore(url, &manifest.content, pieces, &began).await;
    let read = reading.await?;
    restored.map_err(explain)?;
    read?;
    let storage =
        PostgresStorage::open(url, PostgresOptions { connections: CONNECTIONS, migrate: false }).await?;
    let applied = complete(&storage, records, settings).await?;
    let fact = InstallationFact::Restoring;
    anyhow::ensure!(
        chaffinch_storage::Installations::replace_fact(&storage, fact, Some(&began), None).await?,
        "another process restores into the same database"
    );
    storage.close().await;
    Ok(applied)
}

fn read_pieces(backup: &Path, pieces: &mpsc::Sender<BackupPiece>) -> anyhow::Result<()> {
    each_entry(backup, &mut |name, _, content| {
        let Some(table) = name.strip_prefix("tables/").and_then(|name| name.split('/').next()) else {
            return Ok(());
        };
        let mut bytes = Vec::new();
        content.read_to_end(&mut bytes)?;
        let piece = BackupPiece { table: table.to_owned(), bytes };
        pieces.blocking_send(piece).context("the database takes no more rows")
    })
}

fn explain(error: RestoreError) -> anyhow::Error {
    match error {
        RestoreError::NotEmpty { .. } => anyhow::Error::new(error)
            .context("a backup is restored only into an empty database. Create a new one for it"),
        RestoreError::NewerTables { .. } => anyhow::Error::new(error)
            .context("create a new database without tables for it (`dropdb`, `createdb`)"),
        error => error.into(),
    }
}

/// Repeats erasures and deletions, ends all sessions, and writes the list of erasures beside the database.
async fn complete(
    storage: &dyn Storage,
    records: &Records,
    settings: &Configuration,
) -> anyhow::Result<Reapplied> {
    let applied = chaffinch_person::reapply(storage, records).await?;
    storage.end_all_sessions(&installation::operator()).await?;
    // A regular backup says that its own process makes a backup.
    BackupState::change(storage, |state| {
        state.process = None;
        state.error = None;
    })
    .await?;
    chaffinch_person::add(storage, records, &erasures_file(&settings.data_dir)).await?;
    Ok(applied)
}
