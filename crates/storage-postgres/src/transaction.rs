//! Transactions. Every statement is unnamed and inside a transaction. A pooler in front of the database (PgBouncer in
//! transaction mode) may therefore give every transaction another connection. Nothing remains on a connection that
//! could disturb the next client, such as a prepared statement with a name that it uses, too.

use std::ops::{Deref, DerefMut};
use std::time::{Duration, Instant};

use chaffinch_storage::{Result, StorageError, Trouble};
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArguments, PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{Either, Execute, Executor, Postgres, SqlStr, Transaction};
use tokio::sync::OwnedSemaphorePermit;

use crate::database::{CHANNEL, PostgresStorage, code};

/// Begins a transaction that may write. If its process is paused or cut off while it holds locks, the server ends it
/// after 30 s, so that others do not wait for ever.
const WRITE: &str = "begin; set local idle_in_transaction_session_timeout = '30s'";

/// Begins a transaction for reads that agree with each other.
const READ: &str = "begin isolation level repeatable read read only";

/// Maximum number of attempts of a transaction that conflicts with another one.
const ATTEMPTS: u32 = 5;

/// Time after which [`retried_while_away`] stops.
const MAX_AWAY: Duration = Duration::from_mins(1);

/// Pause between two attempts of [`retried_while_away`].
const PAUSE: Duration = Duration::from_secs(1);

/// A transaction in progress. Dropping it rolls it back.
#[derive(Debug)]
pub(crate) struct Tx {
    connection: Connection,
    /// The permit of an upload. Dropped after the connection.
    _turn: Option<OwnedSemaphorePermit>,
}

/// The connection of a transaction, which executes every statement unnamed.
#[derive(Debug)]
pub(crate) struct Connection(Transaction<'static, Postgres>);

impl Deref for Tx {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        &self.connection
    }
}

impl DerefMut for Tx {
    fn deref_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }
}

impl PostgresStorage {
    /// Begins a transaction that may write.
    pub(crate) async fn begin(&self) -> Result<Tx> {
        self.begin_with(WRITE, None).await
    }

    /// Begins a transaction that accepts an upload, after the uploads before it. Uploads have a third of the
    /// connections; reads and heartbeats have the others. The wait for a permit has no time limit.
    pub(crate) async fn begin_upload(&self) -> Result<Tx> {
        let turn = self.uploads.clone().acquire_owned().await.expect("nobody closes it");
        self.begin_with(WRITE, Some(turn)).await
    }

    async fn begin_with(&self, statement: &'static str, turn: Option<OwnedSemaphorePermit>) -> Result<Tx> {
        let connection = Connection(self.pool.begin_with(statement).await?);
        Ok(Tx { connection, _turn: turn })
    }

    /// Begins a snapshot for reads that must agree with each other. Dropping it ends it.
    pub(crate) async fn snapshot(&self) -> Result<Tx> {
        self.begin_with(READ, None).await
    }

    /// Begins a transaction for one read.
    pub(crate) async fn read(&self) -> Result<Tx> {
        self.snapshot().await
    }

    /// Begins a transaction that records the use of something. Always `Some` here; SQLite has only one writer.
    pub(crate) async fn begin_if_free(&self) -> Result<Option<Tx>> {
        self.begin().await.map(Some)
    }

    /// Does nothing: the server's vacuum reclaims the space of deleted rows.
    #[expect(clippy::unused_self, reason = "SQLite has work to do here")]
    pub(crate) fn reclaim(&self) -> impl Future<Output = ()> {
        std::future::ready(())
    }

    /// Does nothing: a server is restored from a dump, which has rows only.
    #[expect(clippy::unused_self, reason = "SQLite has work to do here")]
    pub(crate) fn rewrite_all(&self) -> impl Future<Output = Result<()>> {
        std::future::ready(Ok(()))
    }

    /// Does nothing, as [`Self::reclaim`].
    #[expect(clippy::unused_self, reason = "SQLite has work to do here")]
    pub(crate) fn reclaim_much(&self) -> impl Future<Output = ()> {
        std::future::ready(())
    }

    /// Commits and notifies waiting tasks of this process and of others.
    pub(crate) async fn commit_change(&self, mut tx: Tx) -> Result<()> {
        sqlx::query!("select pg_notify($1, $2)", CHANNEL, self.name).execute(&mut *tx).await?;
        tx.commit().await?;
        self.changed();
        Ok(())
    }
}

impl Tx {
    pub(crate) async fn commit(self) -> Result<()> {
        self.connection.0.commit().await.map_err(StorageError::from)
    }
}

/// Runs a transaction, and runs it again if a conflict with another one ended it (a deadlock, a conflict of
/// snapshots).
pub(crate) async fn retried<T, F>(transaction: impl Fn() -> F) -> Result<T>
where
    F: Future<Output = Result<T>>,
{
    for _ in 1..ATTEMPTS {
        match transaction().await {
            Err(error) if is_conflict(&error) => {}
            outcome => return outcome,
        }
    }
    transaction().await
}

/// As [`retried`], for results that were expensive to compute: waits up to [`MAX_AWAY`] for a database that is
/// away. Only for transactions that take effect once: after a broken commit, it is not known whether it was kept.
pub(crate) async fn retried_while_away<T, F>(transaction: impl Fn() -> F) -> Result<T>
where
    F: Future<Output = Result<T>>,
{
    let began = Instant::now();
    loop {
        match retried(&transaction).await {
            Err(StorageError::Unavailable { trouble: Trouble::Away, .. }) if began.elapsed() < MAX_AWAY => {
                tokio::time::sleep(PAUSE).await;
            }
            outcome => return outcome,
        }
    }
}

fn is_conflict(error: &StorageError) -> bool {
    code(error).is_some_and(|code| matches!(&*code, "40001" | "40P01"))
}

impl<'c> Executor<'c> for &'c mut Connection {
    type Database = Postgres;

    fn fetch_many<'e, 'q, E>(self, query: E) -> BoxStream<'e, sqlx::Result<Either<PgQueryResult, PgRow>>>
    where
        'c: 'e,
        'q: 'e,
        E: Execute<'q, Postgres> + 'q,
    {
        (&mut *self.0).fetch_many(Unnamed(query))
    }

    fn fetch_optional<'e, 'q, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<PgRow>>>
    where
        'c: 'e,
        'q: 'e,
        E: Execute<'q, Postgres> + 'q,
    {
        (&mut *self.0).fetch_optional(Unnamed(query))
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, sqlx::Result<PgStatement>>
    where
        'c: 'e,
    {
        (&mut *self.0).prepare_with(sql, parameters)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, sqlx::Result<sqlx::Describe<Postgres>>>
    where
        'c: 'e,
    {
        (&mut *self.0).describe(sql)
    }
}

/// A statement that the server forgets after its execution.
struct Unnamed<E>(E);

impl<'q, E: Execute<'q, Postgres>> Execute<'q, Postgres> for Unnamed<E> {
    fn sql(self) -> SqlStr {
        self.0.sql()
    }

    fn statement(&self) -> Option<&PgStatement> {
        self.0.statement()
    }

    fn take_arguments(&mut self) -> Result<Option<PgArguments>, BoxDynError> {
        self.0.take_arguments()
    }

    fn persistent(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use chaffinch_storage_tests::server::TestDatabase;

    use super::*;
    use crate::{CONNECTIONS, PostgresOptions};

    /// Fails with this `SQLSTATE`.
    async fn fail(storage: &PostgresStorage, code: &str) -> Result<()> {
        let raise = format!("do $$ begin raise exception using errcode = '{code}'; end $$");
        let mut tx = storage.begin().await?;
        sqlx::query(sqlx::AssertSqlSafe(raise)).execute(&mut *tx).await?;
        tx.commit().await
    }

    #[tokio::test]
    async fn conflicts_are_tried_again_and_nothing_else() {
        let database = TestDatabase::migrated().await;
        let options = PostgresOptions { connections: CONNECTIONS, migrate: false };
        let storage = PostgresStorage::open(&database.url(), options).await.unwrap();
        for (code, attempts) in [("40001", 3), ("40P01", 3), ("23505", 1), ("57014", 1)] {
            let tried = Cell::new(0);
            let outcome = retried(|| async {
                tried.set(tried.get() + 1);
                if tried.get() < 3 { fail(&storage, code).await } else { Ok(()) }
            })
            .await;
            assert_eq!((outcome.is_ok(), tried.get()), (attempts == 3, attempts), "{code}");
        }
        let tried = Cell::new(0);
        let outcome = retried(|| {
            tried.set(tried.get() + 1);
            fail(&storage, "40001")
        })
        .await;
        assert!(outcome.is_err_and(|error| is_conflict(&error)));
        assert_eq!(tried.get(), ATTEMPTS);
    }

    /// A pooler gives the connection to other clients, so no name and no setting may remain on it.
    #[tokio::test]
    async fn a_transaction_leaves_nothing_on_its_connection() {
        let database = TestDatabase::migrated().await;
        // One connection listens, one is for transactions.
        let options = PostgresOptions { connections: 2, migrate: false };
        let storage = PostgresStorage::open(&database.url(), options).await.unwrap();
        let look = "select
                  (select count(*) from pg_prepared_statements),
                  current_setting('idle_in_transaction_session_timeout'), pg_backend_pid()";
        let mut tx = storage.begin().await.unwrap();
        sqlx::query("select from account where name = $1").bind("ada").fetch_all(&mut *tx).await.unwrap();
        let within: (i64, String, i32) = sqlx::query_as(look).fetch_one(&mut *tx).await.unwrap();
        assert_eq!((within.0, within.1.as_str()), (0, "30s"));
        tx.commit().await.unwrap();
        let mut connection = storage.pool.acquire().await.unwrap();
        let after: (i64, String, i32) =
            sqlx::query_as(look).persistent(false).fetch_one(&mut *connection).await.unwrap();
        assert_eq!(after, (0, "0".to_owned(), within.2));
    }
}
