//! The backend of large installations: one PostgreSQL (15 or later) that any number of `serve` and `worker` processes
//! share. Its SQL is here and in `storage/sql`, and is checked at compile time (`scripts/sqlx-prepare`).
//!
//! Design. Transactions are short and run at `read committed`. A row lock, a unique key or the lease that a statement
//! names decides what must not happen twice. Every transaction that changes the jobs of a batch locks them first.
//! Claims skip rows that others are about to claim. Reads that must agree share a snapshot. A transaction that a
//! deadlock ends is run again.
//!
//! **A pooler may be in between** (PgBouncer in transaction mode): no statement is prepared under a name, and no
//! setting outlives its transaction. Two features need the database itself: [`PostgresStorage::migrate`], and
//! notifications of changes by other processes. The latter are not tried through a pooler, and nothing depends on
//! them.
//!
//! **Connections**: by default, a process has at most [`CONNECTIONS`]. One of them listens. Each of the others serves
//! one transaction at a time, and at most a third of them serve uploads. A call that gets no connection within
//! [`ACQUIRE_TIMEOUT`] fails with [`StorageError::Unavailable`]. `migrate` has one more connection while it works.
//!
//! **Roles**: serving needs `select, insert, update, delete` on the tables and nothing else. Only `migrate` creates
//! tables. Acknowledged data is on disk unless `synchronous_commit` is off for the role.
//!
//! Deleting deletes rows. Their bytes leave the files when the server vacuums. They leave the write-ahead log and
//! backups when their retention ends, which the operator sets.

mod bulk;
mod dialect;
mod examine;
mod failure;
mod listen;
mod look_up;
mod schema;
#[path = "../../storage/sql/mod.rs"]
mod sql;
mod stored;
#[cfg(any(test, feature = "test-server"))]
pub mod test_server;
mod transaction;

use std::sync::Arc;
use std::time::Duration;

use chaffinch_storage::{Result, Storage, StorageError};
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;
use uuid::Uuid;

pub use crate::examine::Examination;
use crate::sql::values::Failing;

/// Default number of connections of a process: nine for transactions and one to listen. A server's default of 100 then
/// serves nine processes and the operator.
pub const CONNECTIONS: u32 = 10;

/// One in this number of connections, and at least one, may accept an upload. It is in use while the bytes arrive.
const UPLOADS_SHARE: u32 = 3;

/// How long a call waits for a connection. This is enough for a quick restart of the server.
pub const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// Channel on which processes announce commits.
const CHANNEL: &str = "chaffinch";

/// How to open a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostgresOptions {
    /// Maximum number of connections, at least 2; see [`CONNECTIONS`].
    pub connections: u32,
    /// Apply missing migrations, as [`PostgresStorage::migrate`] would, if the role may.
    pub migrate: bool,
}

/// A database on a server. Cheap to clone; clones share connections.
#[derive(Debug, Clone)]
pub struct PostgresStorage {
    pool: PgPool,
    /// Permits to accept an upload.
    uploads: Arc<Semaphore>,
    /// Options for a connection outside the pool.
    server: PgConnectOptions,
    changes: watch::Sender<u64>,
    /// Distinguishes notifications of this process from those of others.
    name: String,
    listening: Arc<Listening>,
}

/// The task that listens. It ends when the last clone is dropped.
#[derive(Debug)]
struct Listening(JoinHandle<()>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl PostgresStorage {
    /// Connects and checks that the schema is that of this program.
    ///
    /// # Errors
    /// [`StorageError::OlderSchema`]; [`StorageError::NewerSchema`]; [`StorageError::Unavailable`];
    /// [`StorageError::Backend`]: a wrong address, a wrong password, ...
    pub async fn open(url: &str, options: PostgresOptions) -> Result<Self> {
        let server = server(url)?;
        let lent = options.connections.saturating_sub(1).max(1);
        let uploads = Arc::new(Semaphore::new((lent / UPLOADS_SHARE).max(1) as usize));
        let pool = PgPoolOptions::new()
            .max_connections(lent)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .connect_lazy_with(server.clone());
        let (changes, name) = (watch::Sender::new(0), Uuid::new_v4().to_string());
        let listening = tokio::spawn(listen::listen(server.clone(), name.clone(), changes.clone()));
        let storage =
            Self { pool, uploads, server, changes, name, listening: Arc::new(Listening(listening)) };

        let older = match schema::check(&mut *storage.snapshot().await?).await {
            Err(error @ StorageError::OlderSchema { .. }) if options.migrate => error,
            outcome => return outcome.map(|()| storage),
        };
        match schema::apply(&storage.server).await {
            Ok(()) => Ok(storage),
            Err(error) if failure::code(&error).is_some_and(|code| code == INSUFFICIENT_PRIVILEGE) => {
                Err(older)
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the host and database of a URL for display, without secrets.
    ///
    /// # Errors
    /// [`StorageError::Backend`]: this is not a URL of a PostgreSQL database.
    pub fn place(url: &str) -> Result<String> {
        let server = server(url)?;
        let host = match server.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => format!("{}:{}", server.get_host(), server.get_port()),
        };
        Ok(format!("{host}/{}", server.get_database().unwrap_or_default()))
    }

    /// Closes all connections after the calls in progress.
    pub async fn close(&self) {
        self.listening.0.abort();
        self.pool.close().await;
    }

    /// Notifies waiting tasks of this process.
    fn changed(&self) {
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }
}

/// Parses a URL into connection options.
fn server(url: &str) -> Result<PgConnectOptions> {
    let server: PgConnectOptions = url.parse().or_failed()?;
    // Numbers are sent in binary. Poolers refuse sessions that set how numbers are written.
    Ok(server.extra_float_digits(None))
}

/// `SQLSTATE` for insufficient privilege.
const INSUFFICIENT_PRIVILEGE: &str = "42501";

#[async_trait::async_trait]
impl Storage for PostgresStorage {
    async fn ping(&self) -> Result<()> {
        let mut tx = self.snapshot().await?;
        sqlx::query!("select 1 as one from account limit 1").fetch_optional(&mut *tx).await.or_failed()?;
        Ok(())
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}
