//! `chaffinch upgrade-check` reports what the first start of this version will do to the database, and changes nothing.
//! `chaffinch migrate` updates the schema under a role that may create tables, if the role of the service may not.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use chaffinch_storage::StorageError;
use chaffinch_storage_postgres::PostgresStorage;
use chaffinch_storage_sqlite::SqliteStorage;

use super::finding::Finding::{self, Bad, Good, Note};
use super::finding::{free_bytes, print_all, size};
use crate::input::files::folder_of;
use crate::installation::{self, Database, Migrate};
use crate::program::print;
use crate::settings::{Configuration, Flags, ServeFlags};

/// Check what an upgrade to this version would do to the database
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch upgrade-check --data-dir /var/lib/chaffinch
  chaffinch upgrade-check --dry-run --database-url postgres://owner@db.example.edu/chaffinch

Run it with the new version before you stop the old one. Exit status: 0 the upgrade can begin or there is nothing to
do, 1 it would fail. With --dry-run, the migrations run on a copy of an SQLite file, or on PostgreSQL in a transaction
that is rolled back; there they lock tables, so that the service waits meanwhile.")]
pub(crate) struct CheckArguments {
    /// Try the migrations and measure how long they take
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    flags: Flags,
}

/// Bytes per second assumed without a dry run. A migration that rewrites a table reads, writes and logs it, so this is
/// a tenth of what a slow disk writes.
const ASSUMED_BYTES_PER_SECOND: u64 = 20 << 20;

pub(crate) fn check_upgrade(arguments: &CheckArguments) -> anyhow::Result<()> {
    let settings = Configuration::read(&arguments.flags, &ServeFlags::default())?;
    let database = Database::new(&settings)?;
    let findings = installation::block_on(async {
        match &database {
            Database::File(path) => check_file(path, arguments.dry_run).await,
            Database::Server(url) => check_server(&database, url, arguments.dry_run).await,
        }
    })?;
    print_all(findings)
}

async fn check_file(path: &Path, dry_run: bool) -> anyhow::Result<Vec<Finding>> {
    let shown = path.display();
    if !path.exists() {
        return Ok(vec![Good(format!("database: {shown} does not exist yet, there is nothing to upgrade"))]);
    }
    let found = SqliteStorage::found_schema(path)
        .await
        .with_context(|| format!("cannot read the database {shown}"))?;
    let pending = SqliteStorage::pending(found);
    let mut findings = check_schema(found, SqliteStorage::check_schema(found), &pending);
    if pending.is_empty() {
        return Ok(findings);
    }
    let bytes = std::fs::metadata(path)?.len();
    let folder = folder_of(path);
    // A migration may write every table once more, to the log and then to the file; a dry run does so to a copy.
    let needed = bytes.saturating_mul(if dry_run { 3 } else { 2 });
    let free = free_bytes(folder)?;
    let text = format!(
        "disk: {} free at {}; the upgrade needs up to {} (the database has {})",
        size(free),
        folder.display(),
        size(needed),
        size(bytes)
    );
    let enough = needed <= free;
    findings.push(if enough { Good(text) } else { Bad(text) });
    if dry_run && enough {
        let tried = try_on_copy(path, folder).await;
        findings.push(check_trial(tried, "on a copy"));
    } else {
        findings.push(estimate(bytes));
    }
    Ok(findings)
}

/// Applies the migrations to a copy. Returns how long they took.
async fn try_on_copy(path: &Path, folder: &Path) -> anyhow::Result<Duration> {
    let work = tempfile::tempdir_in(folder).context("cannot create a folder for the copy")?;
    let copy = work.path().join("copy.sqlite");
    SqliteStorage::back_up(path, &copy).await.context("cannot copy the database")?;
    let began = Instant::now();
    let storage = SqliteStorage::open(&copy).await?;
    let took = began.elapsed();
    let problems = storage.check().await?;
    storage.close().await;
    anyhow::ensure!(problems.is_empty(), "the upgraded copy is damaged: {}", problems.join("; "));
    Ok(took)
}

async fn check_server(database: &Database, url: &str, dry_run: bool) -> anyhow::Result<Vec<Finding>> {
    let read = PostgresStorage::found_schema(url).await;
    let (found, bytes) = read.with_context(|| format!("cannot use {database}"))?;
    let pending = PostgresStorage::pending(found);
    let mut findings = check_schema(found, PostgresStorage::check_schema(found), &pending);
    if pending.is_empty() || found == 0 {
        return Ok(findings);
    }
    findings.push(Note(format!(
        "disk: the upgrade needs up to {} on the disk of the server (the database has {}). It is not visible from here.",
        size(bytes.saturating_mul(2)),
        size(bytes)
    )));
    if dry_run {
        let tried = PostgresStorage::try_migrations(url).await.map_err(anyhow::Error::new);
        findings.push(check_trial(tried, "and were rolled back"));
    } else {
        findings.push(estimate(bytes));
    }
    Ok(findings)
}

fn check_schema(found: i64, known: Result<(), StorageError>, pending: &[(i64, String)]) -> Vec<Finding> {
    if let Err(error) = known {
        return vec![Bad(format!("schema: {error}"))];
    }
    if found == 0 {
        return vec![Good("schema: the database is empty, there is nothing to upgrade".to_owned())];
    }
    let Some((newest, _)) = pending.last() else {
        return vec![Good(format!("schema: version {found} is up to date, there is nothing to upgrade"))];
    };
    let mut findings = vec![Note(format!(
        "schema: the database has version {found}, and this program updates it to {newest} (migrations: {}). Older \
         versions cannot use it afterwards: make a backup.",
        pending.len()
    ))];
    let migration =
        |(version, description): &(i64, String)| Note(format!("migration: {version} {description}"));
    findings.extend(pending.iter().map(migration));
    findings
}

fn estimate(bytes: u64) -> Finding {
    let seconds = 1 + bytes / ASSUMED_BYTES_PER_SECOND;
    Note(format!(
        "time: up to about {seconds} s, if all data is written again at {}/s. --dry-run measures it.",
        size(ASSUMED_BYTES_PER_SECOND)
    ))
}

fn check_trial(tried: anyhow::Result<Duration>, place: &str) -> Finding {
    match tried {
        Ok(took) => Good(format!("time: the migrations worked {place} in {:.1} s", took.as_secs_f64())),
        Err(error) => Bad(format!("dry run: the migrations fail: {error:#}")),
    }
}

/// Update the database schema
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  chaffinch migrate --database-url postgres://owner@db.example.edu/chaffinch

The role needs the right to create tables; the role of `serve` and `worker` does not. Use the address of the
server itself, not of a connection pooler. `serve` updates the schema by itself if its role has the right.")]
pub(crate) struct MigrateArguments {
    #[command(flatten)]
    flags: Flags,
}

pub(crate) fn migrate(arguments: &MigrateArguments) -> anyhow::Result<()> {
    let settings = Configuration::read(&arguments.flags, &ServeFlags::default())?;
    let database = Database::new(&settings)?;
    let version = installation::block_on(async {
        match &database {
            Database::File(_) => {
                installation::open(&settings, Migrate::IfAllowed).await?;
                Ok(SqliteStorage::schema_version())
            }
            Database::Server(url) => {
                let applied = PostgresStorage::migrate(url).await;
                applied.with_context(|| format!("cannot migrate the database {database}"))?;
                Ok(PostgresStorage::schema_version())
            }
        }
    })?;
    Ok(print(format!("{database} has schema version {version}\n"))?)
}
