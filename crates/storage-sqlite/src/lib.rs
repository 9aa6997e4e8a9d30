//! The embedded backend: one SQLite file, no server to install. Its SQL is here and in `storage/sql`, and is checked
//! at compile time (`scripts/sqlx-prepare`).
//!
//! Design. SQLite has one writer at a time, so this crate has one connection that writes. All its transactions begin
//! `immediate`: if a transaction read first and wrote later, its snapshot could be outdated, and waiting would not
//! help.
//! `write_queue` decides who writes next. Readers have connections of their own and never wait (write-ahead log). The
//! last use of a session or token is not recorded while another transaction writes. Other processes (`chaffinch user
//! add` while the service runs) are waited for, see [`BUSY_TIMEOUT`]. With `synchronous = full`, accepted data
//! survives a power cut.
//!
//! Deleted content is really deleted: `secure_delete` overwrites it, `auto_vacuum = incremental` with a vacuum after
//! each deletion returns the pages to the file system, and a checkpoint empties the log. The space of finished uploads
//! is returned in the same way from 1 MiB on.
//!
//! ```
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use chaffinch_storage::{Accounts, Storage};
//! use chaffinch_storage_sqlite::SqliteStorage;
//!
//! let folder = tempfile::tempdir()?;
//! let storage = SqliteStorage::open(&folder.path().join("chaffinch.sqlite")).await?;
//! storage.ping().await?;
//! assert_eq!(storage.accounts().await?, []);
//! # Ok(())
//! # }
//! ```
//!
//! Processes do not notify each other of changes, because SQLite has no notifications; see
//! [`chaffinch_storage::Storage::changes`].

mod backup;
mod bulk;
mod dialect;
mod look_up;
mod reclaim;
#[path = "../../storage/sql/mod.rs"]
mod sql;
mod write_queue;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chaffinch_storage::{Result, Storage, StorageError, Trouble};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{
    SqliteAutoVacuum, SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection as _, Sqlite, SqlitePool, Transaction};
use tokio::sync::{Mutex, watch};

use crate::write_queue::{Turn, WriteQueue, Writer};

/// All versions of the schema.
static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/sqlite");

/// How long a statement waits for another process. This is longer than the longest write, which accepts an upload of
/// about 100 MB on a slow disk.
pub const BUSY_TIMEOUT: Duration = Duration::from_mins(1);

/// Number of reading connections. Reads are short and in-process; more connections would only cost memory.
const READERS: u32 = 8;

/// Larger than the default because most of the file is blobs of many pages.
const PAGE_BYTES: u32 = 8192;

/// A database in one file. Cheap to clone; clones share connections.
#[derive(Debug, Clone)]
pub struct SqliteStorage {
    /// One connection, for the first in the queue: SQLite's own lock is not fair.
    writer: SqlitePool,
    queue: WriteQueue,
    reader: SqlitePool,
    /// Held while pages are returned to the file system.
    reclaiming: Arc<Mutex<()>>,
    changes: watch::Sender<u64>,
    /// Options for a connection outside the pools.
    options: SqliteConnectOptions,
}

impl SqliteStorage {
    /// Opens the file, creates it if it does not exist, and updates its schema. Its folder must exist. Several
    /// processes may do this at the same time.
    ///
    /// # Errors
    /// [`StorageError::NewerSchema`]; [`StorageError::Backend`]: no SQLite file, no right to write, ...
    pub async fn open(path: &Path) -> Result<Self> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .busy_timeout(BUSY_TIMEOUT)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .pragma("secure_delete", "on");
        // Only the writer sets how to vacuum. This takes the lock of the writer, and readers would wait for it.
        let making = options
            .clone()
            .create_if_missing(true)
            .auto_vacuum(SqliteAutoVacuum::Incremental)
            .page_size(PAGE_BYTES);

        // Neither the switch to a write-ahead log nor the migrations wait for another process by themselves.
        let setup = setup_lock(path).await?;
        let pool = SqlitePoolOptions::new()
            .acquire_timeout(2 * BUSY_TIMEOUT)
            // If the disk is full or fails, SQLite rolls back by itself, but sqlx still counts an open transaction.
            // Such a connection could never begin another one.
            .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }));
        let writer = pool.clone().max_connections(1).connect_with(making).await?;
        migrate(&writer, &MIGRATIONS).await?;
        drop(setup);

        let reader =
            pool.max_connections(READERS).connect_with(options.clone().pragma("query_only", "on")).await?;
        Ok(Self {
            writer,
            queue: WriteQueue::new(),
            reader,
            reclaiming: Arc::default(),
            changes: watch::Sender::new(0),
            options,
        })
    }

    /// Runs SQLite's own check of the whole file, for `doctor`. Returns the problems; an empty list means none.
    pub async fn check(&self) -> Result<Vec<String>> {
        let mut found: Vec<String> =
            sqlx::query_scalar("pragma integrity_check").fetch_all(&self.reader).await?;
        found.retain(|line| line != "ok");
        let broken = sqlx::query("pragma foreign_key_check").fetch_all(&self.reader).await?.len();
        if broken > 0 {
            found.push(format!("{broken} rows refer to rows that do not exist"));
        }
        Ok(found)
    }

    /// Closes all connections after the calls in progress.
    pub async fn close(&self) {
        self.reader.close().await;
        self.writer.close().await;
    }

    /// Begins a transaction that may write.
    async fn begin(&self) -> Result<Writer<Transaction<'static, Sqlite>>> {
        self.begin_in(self.queue.write().await).await
    }

    /// Begins a transaction that accepts an upload. As [`Self::begin`], after the uploads before it.
    async fn begin_upload(&self) -> Result<Writer<Transaction<'static, Sqlite>>> {
        self.begin_in(self.queue.upload().await).await
    }

    async fn begin_in(&self, turn: Turn) -> Result<Writer<Transaction<'static, Sqlite>>> {
        Ok(Writer::new(self.writer.begin_with("begin immediate").await.map_err(waited)?, turn))
    }

    /// Returns the writing connection, for a single statement.
    async fn write(&self) -> Result<Writer<PoolConnection<Sqlite>>> {
        let turn = self.queue.write().await;
        Ok(Writer::new(self.writer.acquire().await.map_err(waited)?, turn))
    }

    /// Begins a transaction that records the use of something. `None` while another one writes: the next use is
    /// recorded.
    async fn begin_if_free(&self) -> Result<Option<Writer<Transaction<'static, Sqlite>>>> {
        match self.queue.try_write() {
            Some(turn) => self.begin_in(turn).await.map(Some),
            None => Ok(None),
        }
    }

    /// Returns a connection for reads that need no common snapshot.
    async fn read(&self) -> Result<PoolConnection<Sqlite>> {
        self.reader.acquire().await.map_err(waited)
    }

    /// Begins a snapshot for reads that must agree with each other. Dropping it ends it.
    async fn snapshot(&self) -> Result<Transaction<'static, Sqlite>> {
        self.reader.begin().await.map_err(waited)
    }

    /// Commits and notifies waiting tasks.
    async fn commit_change(&self, tx: Writer<Transaction<'static, Sqlite>>) -> Result<()> {
        tx.commit().await?;
        self.changed();
        Ok(())
    }

    /// Notifies waiting tasks.
    fn changed(&self) {
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }
}

#[async_trait::async_trait]
impl Storage for SqliteStorage {
    async fn ping(&self) -> Result<()> {
        sqlx::query("select 1 from account limit 1").fetch_optional(&self.reader).await?;
        Ok(())
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}

/// Returns the error of a connection that cannot be had. One that is not free is held up by another process, which keeps
/// the database locked. A file is never away: only this process closes the pool, so using it afterwards is a bug.
fn waited(error: sqlx::Error) -> StorageError {
    match error {
        sqlx::Error::PoolTimedOut => {
            StorageError::Unavailable { trouble: Trouble::Locked, source: error.into() }
        }
        sqlx::Error::PoolClosed => StorageError::Backend(error.into()),
        error => error.into(),
    }
}

/// Takes the lock that keeps other processes from opening the same file. Dropping it, or a crash, releases it.
async fn setup_lock(path: &Path) -> Result<File> {
    let database = path.to_owned();
    let lock = move || {
        let mut name = database.clone().into_os_string();
        name.push(".setup");
        let lock = private(Path::new(&name))?;
        lock.lock()?;
        // SQLite gives its log the permissions of the database. Other users of this machine can read neither.
        private(&database)?;
        Ok(lock)
    };
    tokio::task::spawn_blocking(lock)
        .await
        .map_err(|error| StorageError::Backend(error.into()))?
        .map_err(|error: std::io::Error| StorageError::Backend(error.into()))
}

/// Opens a file. A new file is readable for its owner only.
fn private(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

async fn migrate(writer: &SqlitePool, migrations: &Migrator) -> Result<()> {
    match migrations.run(writer).await {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(found)) => Err(SqliteStorage::unknown_schema(found)),
        Err(error) => Err(StorageError::Backend(error.into())),
    }
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::{AccountId, Accounts as _, By, CourseId, NewAccount};
    use chrono::DateTime;

    use super::*;

    /// A later version adds a column to a table that others refer to. Nothing is lost, and this version refuses the result.
    #[tokio::test]
    async fn a_migration_keeps_what_is_there() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("chaffinch.sqlite");
        let storage = SqliteStorage::open(&path).await.unwrap();
        let by = By { account: None, at: DateTime::UNIX_EPOCH };
        let (id, personal_course) = (AccountId::new(by.at), CourseId::new(by.at));
        let new = NewAccount { id, name: "ada".to_owned(), personal_course, email: None, admin: false };
        storage.create_account(&new, &by).await.unwrap();
        let migrations = folder.path().join("migrations");
        std::fs::create_dir(&migrations).unwrap();
        for file in std::fs::read_dir("../../migrations/sqlite").unwrap() {
            let file = file.unwrap().path();
            std::fs::copy(&file, migrations.join(file.file_name().unwrap())).unwrap();
        }
        let later = "alter table account add column later text not null default 'x';";
        std::fs::write(migrations.join("99990101000000_later.sql"), later).unwrap();
        let later = Migrator::new(migrations).await.unwrap();
        migrate(&storage.writer, &later).await.unwrap();
        assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());
        assert_eq!(storage.account(id).await.unwrap().unwrap().name, "ada");
        storage.close().await;
        let refused = SqliteStorage::open(&path).await.unwrap_err();
        assert!(
            matches!(refused, StorageError::NewerSchema { found: 99_990_101_000_000, .. }),
            "{refused:?}"
        );
    }

    #[tokio::test]
    async fn a_full_disk_stops_nothing_once_there_is_room_again() {
        let folder = tempfile::TempDir::new().unwrap();
        let storage = SqliteStorage::open(&folder.path().join("chaffinch.sqlite")).await.unwrap();
        sqlx::query("create table filler (bytes blob)").execute(&storage.writer).await.unwrap();
        // The limit is of this connection, and not below the present size of the file.
        sqlx::query("pragma max_page_count = 1").execute(&storage.writer).await.unwrap();
        let mut tx = storage.begin().await.unwrap();
        let write = sqlx::query("insert into filler values (zeroblob(1000000))").execute(&mut *tx).await;
        assert!(write.unwrap_err().to_string().contains("full"));
        drop(tx);
        for _ in 0..2 {
            let mut tx = storage.begin().await.unwrap();
            sqlx::query("insert into filler values (zeroblob(1000000))").execute(&mut *tx).await.unwrap();
            tx.commit().await.unwrap();
        }
    }
}
