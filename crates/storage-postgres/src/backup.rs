//! Copies the whole database at one moment while processes use it: one snapshot, every table in the order of its key.
//! Nothing is locked. Until the copy ends, the server keeps the row versions that the snapshot sees.
//!
//! Puts such a copy into an empty database, in one transaction: tables of the backup's schema, rows, and then the newer
//! migrations. If it is interrupted, the database is as empty as before.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_storage::{
    BackupContent, BackupPiece, BackupTable, InstallationFact, Named, RestoreError, Result, StorageError,
};
use futures_util::TryStreamExt as _;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _};
use tokio::sync::mpsc;

use crate::database::{PostgresStorage, server};
use crate::schema::{self, MIGRATIONS};

/// Size from which a piece is passed on.
const PIECE_BYTES: usize = 4 << 20;

/// Tables of the database, without the list of migrations. A table that the operator has partitioned is one table.
const TABLES: &str = "
select relname::text from pg_class
where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace and relname <> '_sqlx_migrations'
order by relname";

/// Which table refers to which, by itself or with a partition. Deferred references are left out: they are checked at the
/// end, in any order.
const REFERENCES: &str = "
select one.relname::text, other.relname::text
from pg_constraint
join pg_class one on one.oid = coalesce(pg_partition_root(conrelid), conrelid)
join pg_class other on other.oid = coalesce(pg_partition_root(confrelid), confrelid)
where contype = 'f' and not condeferrable and conrelid <> confrelid
  and connamespace = current_schema()::regnamespace";

/// Columns of a table that hold data of their own.
const COLUMNS: &str = "
select attname::text, attidentity <> '' from pg_attribute
where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
order by attnum";

/// Columns of the primary key of a table.
const KEY: &str = "
select attname::text
from pg_index
cross join lateral unnest(indkey) with ordinality as key (number, position)
join pg_attribute on attrelid = indrelid and attnum = key.number
where indrelid = $1::regclass and indisprimary
order by position";

impl PostgresStorage {
    /// Copies a database of any known schema. The receiver of the pieces may be slow: a few of them are in memory.
    ///
    /// # Errors
    /// [`StorageError::NewerSchema`]; [`StorageError::Unavailable`]; [`StorageError::Backend`], also if the receiver of
    /// the pieces is gone.
    pub async fn back_up(url: &str, pieces: &mpsc::Sender<BackupPiece>) -> Result<BackupContent> {
        // Unnamed statements only: a pooler may be in between.
        let mut connection = schema::connect(&server(url)?.statement_cache_capacity(0)).await?;
        let begin = "begin isolation level repeatable read read only";
        let mut tx = connection.begin_with(begin).await?;
        let schema = schema::found(&mut *tx).await?;
        Self::check_schema(schema)?;
        let mut content = BackupContent { schema, ..BackupContent::default() };
        for table in tables(&mut tx).await? {
            let copied = copy(&mut tx, table, &mut content.sequences, pieces).await?;
            content.tables.push(copied);
        }
        Ok(content)
    }
}

/// Returns all tables. Each comes after those that its rows refer to.
pub(crate) async fn tables(tx: &mut PgConnection) -> Result<Vec<String>> {
    let mut left: BTreeSet<String> =
        sqlx::query_scalar(TABLES).fetch_all(&mut *tx).await?.into_iter().collect();
    let references: Vec<(String, String)> = sqlx::query_as(REFERENCES).fetch_all(tx).await?;
    let mut ordered = Vec::new();
    while !left.is_empty() {
        let waits = |table: &String| references.iter().any(|(from, to)| from == table && left.contains(to));
        let ready: Vec<String> = left.iter().filter(|table| !waits(table)).cloned().collect();
        if ready.is_empty() {
            return Err(StorageError::Backend("tables refer to each other in a circle".into()));
        }
        left.retain(|table| !ready.contains(table));
        ordered.extend(ready);
    }
    Ok(ordered)
}

/// Returns the columns of a table, and whether each numbers its rows.
pub(crate) async fn columns(tx: &mut PgConnection, table: &str) -> Result<Vec<(String, bool)>> {
    sqlx::query_as(COLUMNS).bind(table).fetch_all(tx).await.map_err(StorageError::from)
}

/// Returns the names as a list in a statement.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(quoted).collect::<Vec<_>>().join(", ")
}

/// Returns a name in a statement.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Copies one table.
async fn copy(
    tx: &mut PgConnection,
    table: String,
    sequences: &mut BTreeMap<String, i64>,
    pieces: &mpsc::Sender<BackupPiece>,
) -> Result<BackupTable> {
    let found = columns(tx, &table).await?;
    for (column, _) in found.iter().filter(|(_, numbers)| *numbers) {
        let last = "select pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass)";
        let last: Option<i64> =
            sqlx::query_scalar(last).bind(&table).bind(column).fetch_one(&mut *tx).await?;
        if let Some(last) = last {
            sequences.insert(format!("{table}.{column}"), last);
        }
    }
    let columns: Vec<String> = found.into_iter().map(|(column, _)| column).collect();
    let mut key: Vec<String> = sqlx::query_scalar(KEY).bind(&table).fetch_all(&mut *tx).await?;
    if key.is_empty() {
        key.clone_from(&columns);
    }
    let count = AssertSqlSafe(format!("select count(*) from {}", quoted(&table)));
    let rows: i64 = sqlx::query_scalar(count).fetch_one(&mut *tx).await?;
    let statement = format!(
        "copy (select {} from {} order by {}) to stdout (format binary)",
        list(columns.iter().map(String::as_str)),
        quoted(&table),
        list(key.iter().map(String::as_str)),
    );
    let gone = |_| StorageError::Backend("nobody receives the backup any more".into());
    let piece = |bytes| BackupPiece { table: table.clone(), bytes };
    let mut bytes = Vec::new();
    let mut received = tx.copy_out_raw(&statement).await?;
    while let Some(part) = received.try_next().await? {
        bytes.extend_from_slice(&part);
        if PIECE_BYTES <= bytes.len() {
            pieces.send(piece(std::mem::take(&mut bytes))).await.map_err(gone)?;
        }
    }
    // An empty table has a header.
    pieces.send(piece(bytes)).await.map_err(gone)?;
    drop(received);
    Ok(BackupTable { name: table, columns, rows: rows.cast_unsigned() })
}

/// Tables that migrations put rows into, or that a service fills before anybody uses it.
const FILLED: [&str; 4] = ["counter", "installation", "moss_salt", "share_key"];

impl PostgresStorage {
    /// Restores a backup, under a role that may create tables. Sets [`InstallationFact::Restoring`] to `began`, which
    /// the caller removes when nothing is left to do.
    ///
    /// # Errors
    /// [`RestoreError`]. Nothing has changed then.
    pub async fn restore(
        url: &str,
        content: &BackupContent,
        mut pieces: mpsc::Receiver<BackupPiece>,
        began: &str,
    ) -> Result<(), RestoreError> {
        Self::check_schema(content.schema)?;
        let mut connection = schema::connect(&server(url)?).await?;
        let mut tx = connection.begin().await?;
        let found = schema::found(&mut *tx).await?;
        if found > 0 {
            check_empty(&mut tx).await?;
        }
        if content.schema < found {
            return Err(RestoreError::NewerTables { found, backup: content.schema });
        }
        schema::applied(MIGRATIONS.run_to(content.schema, &mut *tx).await)?;
        let present = tables(&mut tx).await?;
        let truncate = format!("truncate {}", list(present.iter().map(String::as_str)));
        sqlx::query(AssertSqlSafe(truncate)).execute(&mut *tx).await?;

        let rows = fill(&mut tx, content, &mut pieces).await?;
        for table in &content.tables {
            let loaded = rows.get(table.name.as_str()).copied().unwrap_or(0);
            if loaded != table.rows {
                let problem = format!("{} has {loaded} rows instead of {}", table.name, table.rows);
                return Err(RestoreError::Damaged(problem));
            }
        }
        for (column, last) in &content.sequences {
            let (table, column) = column.split_once('.').unwrap_or_default();
            let set = "select setval(pg_get_serial_sequence($1, $2)::regclass, $3)";
            sqlx::query(set).bind(table).bind(column).bind(last).execute(&mut *tx).await?;
        }
        // A migration cannot change a table with references that are not checked yet.
        sqlx::query("set constraints all immediate").execute(&mut *tx).await?;
        schema::applied(MIGRATIONS.run(&mut *tx).await)?;
        let fact = "insert into installation (name, value) values ($1, $2)
                    on conflict (name) do update set value = excluded.value";
        let restoring = InstallationFact::Restoring.name();
        sqlx::query(fact).bind(restoring).bind(began).execute(&mut *tx).await?;
        tx.commit().await?;
        // Without statistics, the first queries would read whole tables.
        sqlx::query("analyze").execute(&mut connection).await?;
        Ok(())
    }
}

/// Refuses a database in which somebody has stored something.
async fn check_empty(tx: &mut PgConnection) -> Result<(), RestoreError> {
    for table in tables(tx).await? {
        let any = AssertSqlSafe(format!("select exists (select 1 from {})", quoted(&table)));
        let any: bool = sqlx::query_scalar(any).fetch_one(&mut *tx).await?;
        if any && !FILLED.contains(&table.as_str()) {
            return Err(RestoreError::NotEmpty { table });
        }
    }
    Ok(())
}

/// Loads all pieces. Returns the number of rows of each table.
async fn fill<'a>(
    tx: &mut PgConnection,
    content: &'a BackupContent,
    pieces: &mut mpsc::Receiver<BackupPiece>,
) -> Result<BTreeMap<&'a str, u64>, RestoreError> {
    let mut rows = BTreeMap::new();
    let mut next = pieces.recv().await;
    while let Some(first) = next.take() {
        let table = content.tables.iter().find(|table| table.name == first.table);
        let Some(table) = table else {
            return Err(RestoreError::Damaged(format!("its manifest has no table {}", first.table)));
        };
        let columns = list(table.columns.iter().map(String::as_str));
        let statement = format!("copy {} ({columns}) from stdin (format binary)", quoted(&table.name));
        let mut copy = tx.copy_in_raw(&statement).await?;
        copy.send(first.bytes).await?;
        loop {
            match pieces.recv().await {
                Some(piece) if piece.table == table.name => copy.send(piece.bytes).await?,
                other => {
                    next = other;
                    break;
                }
            };
        }
        rows.insert(table.name.as_str(), copy.finish().await?);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use chaffinch_storage_tests::server::TestDatabase;
    use sqlx::Executor as _;

    use super::*;

    #[tokio::test]
    async fn a_partitioned_table_is_one_table() {
        let database = TestDatabase::migrated().await;
        let mut connection = database.connect().await;
        let before = tables(&mut connection).await.unwrap();
        let partitions = "
        alter table index_block rename to whole;
        create table index_block (like whole) partition by hash (first_fingerprint);
        create table index_block_0 partition of index_block for values with (modulus 2, remainder 0);
        create table index_block_1 partition of index_block for values with (modulus 2, remainder 1);
        alter table index_block_0 add foreign key (run) references index_run (id);
        drop table whole;";
        connection.execute(partitions).await.unwrap();
        assert_eq!(tables(&mut connection).await.unwrap(), before);
    }
}
