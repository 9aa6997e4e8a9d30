//! The embedded backend: one SQLite file, no server to install. All of its SQL is here, checked when it is compiled
//! (`scripts/sqlx-prepare`).
//!
//! Design. SQLite has one writer at a time, so this crate has one writing connection, whose transactions all
//! begin `immediate`: a transaction that reads first and writes later could find its snapshot outdated, and no
//! waiting helps then. Who writes when is decided in `turns`. Readers have connections of their own and never wait
//! (write-ahead log); what is only noted of them is not while somebody writes. Other processes
//! (`chaffinch user add` while the service runs) are waited for, see [`BUSY_TIMEOUT`]. `synchronous = full`: what
//! was accepted survives a power cut, too.
//!
//! Deleting really deletes: `secure_delete` overwrites freed content, `auto_vacuum = incremental` with a vacuum
//! after each deletion gives the pages back, and a checkpoint empties the log. Uploads that are done with are given back
//! alike, from a megabyte on.
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
//! Deliberately absent: a notification between processes (SQLite has none); see [`chaffinch_storage::Storage::changes`].

mod bulk;
mod dialect;
mod look_up;
mod reclaim;
#[path = "../../storage/sql/mod.rs"]
mod sql;
mod stored;
mod turns;

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use chaffinch_storage::{NewAddition, Result, Storage, StorageError};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{
    SqliteAutoVacuum, SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection as _, Sqlite, SqlitePool, Transaction};
use tokio::sync::{Mutex, watch};

use crate::sql::values::Failing;
use crate::turns::{Turn, Turns, Writing};

/// The schema, all versions of it.
static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/sqlite");

/// How long a statement waits for another process. Longer than the longest write, which is accepting an upload of
/// some 100 MB on a slow disk.
pub const BUSY_TIMEOUT: Duration = Duration::from_mins(1);

/// Reading connections. Reads are short and in-process; more would only cost memory.
const READERS: u32 = 8;

/// Larger than the default because most of the file is blobs of many pages.
const PAGE_BYTES: u32 = 8192;

/// A database in one file. Cheap to clone; clones share connections.
#[derive(Debug, Clone)]
pub struct SqliteStorage {
    /// One connection, of whoever's turn it is: SQLite's own lock is not fair.
    writer: SqlitePool,
    turns: Turns,
    reader: SqlitePool,
    /// Whoever gives pages back.
    reclaiming: Arc<Mutex<()>>,
    changes: watch::Sender<u64>,
    /// For a connection of its own now and then.
    options: SqliteConnectOptions,
}

impl SqliteStorage {
    /// Opens the file, makes it if need be, and brings its schema up to date. Its folder must exist. Safe while
    /// other processes do the same.
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
        // Not of every connection: saying how to vacuum takes the writer's lock, and who only reads would wait for it.
        let making = options
            .clone()
            .create_if_missing(true)
            .auto_vacuum(SqliteAutoVacuum::Incremental)
            .page_size(PAGE_BYTES);

        // Neither the switch to a write-ahead log nor the migrations wait for another process by themselves.
        let setup = setup_lock(path).await?;
        let pool = SqlitePoolOptions::new()
            .acquire_timeout(2 * BUSY_TIMEOUT)
            // Where the disk is full or fails, SQLite rolls back by itself, and sqlx goes on counting a transaction
            // that is none: such a connection would refuse every other one for ever.
            .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }));
        let writer = pool.clone().max_connections(1).connect_with(making).await.or_failed()?;
        migrate(&writer).await?;
        drop(setup);

        let reader = pool
            .max_connections(READERS)
            .connect_with(options.clone().pragma("query_only", "on"))
            .await
            .or_failed()?;
        Ok(Self {
            writer,
            turns: Turns::new(),
            reader,
            reclaiming: Arc::default(),
            changes: watch::Sender::new(0),
            options,
        })
    }

    /// Version of the newest migration this program knows.
    pub fn schema_version() -> i64 {
        MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0)
    }

    /// SQLite's own check of the whole file, for `doctor`: empty where all is well.
    pub async fn check(&self) -> Result<Vec<String>> {
        let mut found: Vec<String> =
            sqlx::query_scalar("pragma integrity_check").fetch_all(&self.reader).await.or_failed()?;
        found.retain(|line| line != "ok");
        let broken = sqlx::query("pragma foreign_key_check").fetch_all(&self.reader).await.or_failed()?.len();
        if 0 < broken {
            found.push(format!("{broken} rows refer to rows that do not exist"));
        }
        Ok(found)
    }

    /// Closes all connections, after the calls that are under way.
    pub async fn close(&self) {
        self.reader.close().await;
        self.writer.close().await;
    }

    /// Begins a transaction that may write.
    async fn begin(&self) -> Result<Writing<Transaction<'static, Sqlite>>> {
        self.begin_in(self.turns.write().await).await
    }

    /// Begins one that takes in an upload: as [`Self::begin`], when it is its turn among uploads.
    async fn begin_upload(&self) -> Result<Writing<Transaction<'static, Sqlite>>> {
        self.begin_in(self.turns.upload().await).await
    }

    /// Begins to keep what is added to an archive.
    async fn begin_addition(&self, addition: &NewAddition) -> Result<Writing<Transaction<'static, Sqlite>>> {
        match addition {
            NewAddition::Upload { .. } => self.begin_upload().await,
            NewAddition::Batch(_) => self.begin().await,
        }
    }

    async fn begin_in(&self, turn: Turn) -> Result<Writing<Transaction<'static, Sqlite>>> {
        Ok(Writing::new(self.writer.begin_with("begin immediate").await.or_failed()?, turn))
    }

    /// The connection that writes, for a single statement.
    async fn write(&self) -> Result<Writing<PoolConnection<Sqlite>>> {
        let turn = self.turns.write().await;
        Ok(Writing::new(self.writer.acquire().await.or_failed()?, turn))
    }

    /// Begins a transaction that records the use of something. `None` while another one writes: the next use is recorded.
    async fn begin_if_free(&self) -> Result<Option<Writing<Transaction<'static, Sqlite>>>> {
        match self.turns.now() {
            Some(turn) => self.begin_in(turn).await.map(Some),
            None => Ok(None),
        }
    }

    /// A connection for several reads that need not agree with each other.
    async fn read(&self) -> Result<PoolConnection<Sqlite>> {
        self.reader.acquire().await.or_failed()
    }

    /// A snapshot for reads that must agree with each other; dropped when done.
    async fn snapshot(&self) -> Result<Transaction<'static, Sqlite>> {
        self.reader.begin().await.or_failed()
    }

    /// Commits, and tells those who wait.
    async fn commit_change(&self, tx: Writing<Transaction<'static, Sqlite>>) -> Result<()> {
        tx.commit().await?;
        self.changed();
        Ok(())
    }

    /// Tells those who wait.
    fn changed(&self) {
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }
}

#[async_trait::async_trait]
impl Storage for SqliteStorage {
    async fn ping(&self) -> Result<()> {
        sqlx::query("select 1 from account limit 1").fetch_optional(&self.reader).await.or_failed()?;
        Ok(())
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}

/// Holds off other processes that open the same file; released when dropped, and by a crash.
async fn setup_lock(path: &Path) -> Result<File> {
    let database = path.to_owned();
    let lock = move || {
        let mut name = database.clone().into_os_string();
        name.push(".setup");
        let lock = private(Path::new(&name))?;
        lock.lock()?;
        // SQLite gives its log the rights of the database: nobody else on this machine reads either.
        private(&database)?;
        Ok(lock)
    };
    tokio::task::spawn_blocking(lock)
        .await
        .map_err(|error| StorageError::Backend(error.into()))?
        .map_err(|error: std::io::Error| StorageError::Backend(error.into()))
}

/// Opens a file, made for its owner alone where there is none.
fn private(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

async fn migrate(writer: &SqlitePool) -> Result<()> {
    match MIGRATIONS.run(writer).await {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(found)) => {
            Err(StorageError::NewerSchema { found, known: SqliteStorage::schema_version() })
        }
        Err(error) => Err(StorageError::Backend(error.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_disk_stops_nothing_once_there_is_room_again() {
        let folder = tempfile::TempDir::new().unwrap();
        let storage = SqliteStorage::open(&folder.path().join("chaffinch.sqlite")).await.unwrap();
        sqlx::query("create table filler (bytes blob)").execute(&storage.writer).await.unwrap();
        // Of this connection, and no smaller than the file is already.
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
