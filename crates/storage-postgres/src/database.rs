//! A database on a server: the connections of a process, and what all its parts share.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use chaffinch_storage::{Result, StorageError};
use sqlx::PgPool;
use sqlx::postgres::PgConnectOptions;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinHandle;

/// Default number of connections of a process: nine for transactions and one to listen. A server's default of 100 then
/// serves nine processes and the operator.
pub const CONNECTIONS: u32 = 10;

/// How long a call waits for a connection. This is enough for a quick restart of the server.
pub const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);

/// Channel on which processes announce commits.
pub(crate) const CHANNEL: &str = "chaffinch";

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
    pub(crate) pool: PgPool,
    /// Permits to accept an upload.
    pub(crate) uploads: Arc<Semaphore>,
    /// Options for a connection outside the pool.
    pub(crate) server: PgConnectOptions,
    pub(crate) changes: watch::Sender<u64>,
    /// Distinguishes notifications of this process from those of others.
    pub(crate) name: String,
    pub(crate) listening: Arc<Listening>,
}

/// The task that listens. It ends when the last clone is dropped.
#[derive(Debug)]
pub(crate) struct Listening(pub(crate) JoinHandle<()>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl PostgresStorage {
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
    pub(crate) fn changed(&self) {
        self.changes.send_modify(|count| *count = count.wrapping_add(1));
    }
}

/// Parses a URL into connection options.
pub(crate) fn server(url: &str) -> Result<PgConnectOptions> {
    let server: PgConnectOptions = url.parse()?;
    // Numbers are sent in binary. Poolers refuse sessions that set how numbers are written.
    Ok(server.extra_float_digits(None))
}

/// Returns the `SQLSTATE` of an error of the database.
pub(crate) fn code(error: &StorageError) -> Option<Cow<'_, str>> {
    let (StorageError::Backend(source) | StorageError::Unavailable { source, .. }) = error else {
        return None;
    };
    source.downcast_ref::<sqlx::Error>()?.as_database_error()?.code()
}
