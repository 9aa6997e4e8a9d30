//! The backend of large installations: one PostgreSQL (15 or later) that any number of `serve` and `worker` processes
//! share. All of its SQL is here, checked when it is compiled (`scripts/sqlx-prepare`).
//!
//! Design. Transactions are short and run at `read committed`; what must not happen twice is decided by a row lock, a
//! unique key or the lease that a statement names, and every transaction that touches a batch's jobs locks these
//! first. Claims skip rows that others are about to claim. Reads that must agree are one snapshot. A transaction that
//! a deadlock ends all the same is run again.
//!
//! **A pooler may stand in between** (PgBouncer in transaction mode): no statement is prepared under a name, no
//! setting outlives its transaction. Two things then need the database itself: [`PostgresStorage::migrate`], and being
//! told of other processes' changes, which is not tried through a pooler and only missed, not needed.
//!
//! **Connections**: a process has [`CONNECTIONS`] at most unless told otherwise, of which one listens and all others
//! are lent to one transaction each, a third of them to uploads at most. Who finds none free, or no database, is refused after [`PATIENCE`] with
//! [`StorageError::Unavailable`]. (`migrate` has one more, for as long as it works.)
//!
//! **Roles**: serving needs `select, insert, update, delete` on the tables and nothing else; only `migrate` makes
//! tables. What is acknowledged is on disk as long as nobody turns `synchronous_commit` off for the role.
//!
//! Deleting deletes rows. Their bytes leave the files when the server vacuums, and the write-ahead log and back-ups
//! when their retention is over: this is the operator's to set.

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

/// Connections of a process, unless it is told otherwise: nine for transactions, one to listen. A server's default of
/// 100 then serves nine processes and the operator.
pub const CONNECTIONS: u32 = 10;

/// One in so many of the connections that are lent may take in an upload, which has it for as long as its bytes take; one
/// at least.
const UPLOADS_SHARE: u32 = 3;

/// How long a call waits for a connection: long enough for a server's quick restart.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// Where commits are announced.
const CHANNEL: &str = "chaffinch";

/// How to open a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostgresOptions {
    /// Connections at most, at least 2; see [`CONNECTIONS`].
    pub connections: u32,
    /// Apply missing migrations, as [`PostgresStorage::migrate`] would, if the role may.
    pub migrate: bool,
}

/// A database on a server. Cheap to clone; clones share connections.
#[derive(Debug, Clone)]
pub struct PostgresStorage {
    pool: PgPool,
    /// Whose turn it is to take in an upload.
    uploads: Arc<Semaphore>,
    /// For a connection of its own now and then.
    server: PgConnectOptions,
    changes: watch::Sender<u64>,
    /// Tells this process's notifications from those of others.
    name: String,
    listening: Arc<Listening>,
}

/// The task that listens, until the last clone is gone.
#[derive(Debug)]
struct Listening(JoinHandle<()>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl PostgresStorage {
    /// Connects, and makes sure that the schema is this program's.
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
            .acquire_timeout(PATIENCE)
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

    /// Where a URL leads, in words that may be shown: host and database, nothing secret.
    ///
    /// # Errors
    /// [`StorageError::Backend`]: it is no URL of a PostgreSQL database.
    pub fn place(url: &str) -> Result<String> {
        let server = server(url)?;
        let host = match server.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => format!("{}:{}", server.get_host(), server.get_port()),
        };
        Ok(format!("{host}/{}", server.get_database().unwrap_or_default()))
    }

    /// Closes all connections, after the calls that are under way.
    pub async fn close(&self) {
        self.listening.0.abort();
        self.pool.close().await;
    }

    /// Tells those who wait in this process.
    fn changed(&self) {
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }
}

/// Where and how to connect, by a URL.
fn server(url: &str) -> Result<PgConnectOptions> {
    let server: PgConnectOptions = url.parse().or_failed()?;
    // Numbers travel in binary; poolers refuse sessions that ask how they are to be written.
    Ok(server.extra_float_digits(None))
}

/// `SQLSTATE` for: this role may not do that.
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
