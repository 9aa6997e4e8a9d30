//! Applies the schema and refuses a schema of another version.

use chaffinch_storage::{Result, StorageError, Trouble};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _};

use crate::database::{ACQUIRE_TIMEOUT, PostgresStorage};
use crate::dialect::Connection;
use crate::failure::{code, failure};
use crate::sql::values::Failing;

/// All versions of the schema.
pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/postgres");

impl PostgresStorage {
    /// Returns the version of the newest migration that this program knows.
    pub fn schema_version() -> i64 {
        MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0)
    }

    /// Applies missing migrations, under a role that may create tables. Several processes may do this at the same
    /// time: they wait for each other with a session lock. This needs the database itself, not a pooler in transaction
    /// mode.
    ///
    /// # Errors
    /// [`StorageError::NewerSchema`]; [`StorageError::Unavailable`]; [`StorageError::Backend`]: a wrong address, no
    /// right to create tables, ...
    pub async fn migrate(url: &str) -> Result<()> {
        apply(&crate::database::server(url)?).await
    }
}

/// See [`PostgresStorage::migrate`].
pub(crate) async fn apply(server: &PgConnectOptions) -> Result<()> {
    let mut connection = connect(server).await?;
    let applied = MIGRATIONS.run(&mut connection).await;
    // The outcome is known, so an error of closing changes nothing.
    connection.close().await.ok();
    match applied {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(found)) => Err(newer(found)),
        Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => Err(failure(error)),
        Err(error) => Err(StorageError::Backend(error.into())),
    }
}

/// Opens a connection outside the pool, within [`ACQUIRE_TIMEOUT`].
pub(crate) async fn connect(server: &PgConnectOptions) -> Result<PgConnection> {
    match tokio::time::timeout(ACQUIRE_TIMEOUT, server.connect()).await {
        Ok(connection) => connection.or_failed(),
        Err(late) => Err(StorageError::Unavailable { trouble: Trouble::Away, source: late.into() }),
    }
}

/// Compares the schema with what this program knows.
pub(crate) async fn check(tx: &mut Connection) -> Result<()> {
    let known = PostgresStorage::schema_version();
    // Not a checked statement: before the first migration, this table does not exist.
    let found =
        sqlx::query_scalar::<_, Option<i64>>("select max(version) from _sqlx_migrations where success")
            .fetch_one(tx)
            .await
            .or_failed();
    let found = match found {
        Ok(found) => found.unwrap_or(0),
        Err(error) if code(&error).is_some_and(|code| code == UNDEFINED_TABLE) => 0,
        Err(error) => return Err(error),
    };
    match found {
        found if found < known => Err(StorageError::OlderSchema { found, known }),
        found if known < found => Err(newer(found)),
        _ => Ok(()),
    }
}

/// `SQLSTATE` for an undefined table.
const UNDEFINED_TABLE: &str = "42P01";

fn newer(found: i64) -> StorageError {
    StorageError::NewerSchema { found, known: PostgresStorage::schema_version() }
}
