//! Applies the schema and refuses a schema of another version.

use chaffinch_storage::{Result, StorageError, Trouble};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor, Postgres};

use crate::database::{ACQUIRE_TIMEOUT, PostgresStorage};
use crate::failure::failure;
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
    self::applied(applied)
}

/// Converts the outcome of migrations.
pub(crate) fn applied(applied: std::result::Result<(), MigrateError>) -> Result<()> {
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
pub(crate) async fn check<C>(tx: &mut C) -> Result<()>
where
    for<'c> &'c mut C: Executor<'c, Database = Postgres>,
{
    let known = PostgresStorage::schema_version();
    match found(tx).await? {
        found if found < known => Err(StorageError::OlderSchema { found, known }),
        found if known < found => Err(newer(found)),
        _ => Ok(()),
    }
}

/// Returns the version of the schema of a database, or 0 if it has none.
pub(crate) async fn found<C>(tx: &mut C) -> Result<i64>
where
    for<'c> &'c mut C: Executor<'c, Database = Postgres>,
{
    // Asked first: an error would end the transaction.
    let any = "select to_regclass('_sqlx_migrations') is not null";
    if !sqlx::query_scalar::<_, bool>(any).fetch_one(&mut *tx).await.or_failed()? {
        return Ok(0);
    }
    let newest = "select max(version) from _sqlx_migrations where success";
    Ok(sqlx::query_scalar::<_, Option<i64>>(newest).fetch_one(tx).await.or_failed()?.unwrap_or(0))
}

fn newer(found: i64) -> StorageError {
    StorageError::NewerSchema { found, known: PostgresStorage::schema_version() }
}
