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

mod backup;
mod bulk;
mod database;
mod dialect;
mod listen;
mod look_up;
mod schema;
#[path = "../../storage/sql/mod.rs"]
mod sql;
mod transaction;

use std::sync::Arc;

use chaffinch_storage::{Result, Storage, StorageError};
use sqlx::postgres::PgPoolOptions;
use tokio::sync::{Semaphore, watch};
use uuid::Uuid;

use crate::database::{Listening, server};

pub use database::{ACQUIRE_TIMEOUT, CONNECTIONS, PostgresOptions, PostgresStorage};
pub use listen::Examination;

/// One in this number of connections, and at least one, may accept an upload. It is in use while the bytes arrive.
const UPLOADS_SHARE: u32 = 3;

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
            Err(error) if database::code(&error).is_some_and(|code| code == INSUFFICIENT_PRIVILEGE) => {
                Err(older)
            }
            Err(error) => Err(error),
        }
    }
}

/// `SQLSTATE` for insufficient privilege.
const INSUFFICIENT_PRIVILEGE: &str = "42501";

#[async_trait::async_trait]
impl Storage for PostgresStorage {
    async fn ping(&self) -> Result<()> {
        let mut tx = self.snapshot().await?;
        sqlx::query!("select 1 as one from account limit 1").fetch_optional(&mut *tx).await?;
        Ok(())
    }

    fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}
