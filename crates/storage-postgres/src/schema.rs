//! Applies the schema and refuses a schema of another version.

use std::time::{Duration, Instant};

use chaffinch_storage::{Result, StorageError, Trouble};
use sqlx::migrate::{MigrateError, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor, Postgres};

use crate::database::{ACQUIRE_TIMEOUT, PostgresStorage, server};

/// All versions of the schema.
pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations/postgres");

impl PostgresStorage {
    /// Applies missing migrations, under a role that may create tables. Several processes may do this at the same
    /// time: they wait for each other with a session lock. This needs the database itself, not a pooler in transaction
    /// mode.
    ///
    /// # Errors
    /// [`StorageError::NewerSchema`]; [`StorageError::Unavailable`]; [`StorageError::Backend`]: a wrong address, no
    /// right to create tables, ...
    pub async fn migrate(url: &str) -> Result<()> {
        apply(&server(url)?).await
    }

    /// Returns the version of the schema of a database, or 0 if it has none, and the size of the database in bytes.
    pub async fn found_schema(url: &str) -> Result<(i64, u64)> {
        let mut connection = connect(&server(url)?.statement_cache_capacity(0)).await?;
        let found = found(&mut connection).await?;
        let size = "select pg_database_size(current_database())";
        let bytes: i64 = sqlx::query_scalar(size).fetch_one(&mut connection).await?;
        Ok((found, bytes.cast_unsigned()))
    }

    /// Applies missing migrations in a transaction, rolls it back, and returns how long they took. Tables that they
    /// change are locked meanwhile.
    ///
    /// # Errors
    /// As [`Self::migrate`]. A table that others use for longer than 5 s is an error, too.
    pub async fn try_migrations(url: &str) -> Result<Duration> {
        let mut connection = connect(&server(url)?).await?;
        let mut tx = connection.begin().await?;
        sqlx::query("set local lock_timeout = '5s'").execute(&mut *tx).await?;
        let began = Instant::now();
        applied(MIGRATIONS.run(&mut *tx).await)?;
        // Checks that a commit would make.
        sqlx::query("set constraints all immediate").execute(&mut *tx).await?;
        let took = began.elapsed();
        tx.rollback().await?;
        Ok(took)
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
pub(crate) fn applied(applied: Result<(), MigrateError>) -> Result<()> {
    match applied {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(found)) => Err(PostgresStorage::unknown_schema(found)),
        Err(MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _)) => Err(error.into()),
        Err(error) => Err(StorageError::Backend(error.into())),
    }
}

/// Opens a connection outside the pool, within [`ACQUIRE_TIMEOUT`].
pub(crate) async fn connect(server: &PgConnectOptions) -> Result<PgConnection> {
    match tokio::time::timeout(ACQUIRE_TIMEOUT, server.connect()).await {
        Ok(connection) => Ok(connection?),
        Err(late) => Err(StorageError::Unavailable { trouble: Trouble::Away, source: late.into() }),
    }
}

/// Compares the schema with what this program knows.
pub(crate) async fn check<C>(tx: &mut C) -> Result<()>
where
    for<'c> &'c mut C: Executor<'c, Database = Postgres>,
{
    let (found, known) = (found(tx).await?, PostgresStorage::schema_version());
    PostgresStorage::check_schema(found)?;
    if found < known { Err(StorageError::OlderSchema { found, known }) } else { Ok(()) }
}

/// Returns the version of the schema of a database, or 0 if it has none.
pub(crate) async fn found<C>(tx: &mut C) -> Result<i64>
where
    for<'c> &'c mut C: Executor<'c, Database = Postgres>,
{
    // Asked first: an error would end the transaction.
    let any = "select to_regclass('_sqlx_migrations') is not null";
    if !sqlx::query_scalar::<_, bool>(any).fetch_one(&mut *tx).await? {
        return Ok(0);
    }
    let newest = "select max(version) from _sqlx_migrations where success";
    Ok(sqlx::query_scalar::<_, Option<i64>>(newest).fetch_one(tx).await?.unwrap_or(0))
}
