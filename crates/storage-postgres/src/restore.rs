//! Puts the contents of a backup into an empty database, in one transaction: tables of the backup's schema, rows, and
//! then the newer migrations. If it is interrupted, the database is as empty as before.

use std::collections::BTreeMap;

use chaffinch_storage::{BackupContent, BackupPiece, InstallationFact, Named, RestoreError};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _};
use tokio::sync::mpsc;

use crate::backup::{list, quoted, tables};
use crate::database::{PostgresStorage, server};
use crate::schema::{self, MIGRATIONS};

/// Tables that migrations put rows into, or that a service fills before anybody uses it.
const FILLED: [&str; 4] = ["counter", "installation", "moss_salt", "share_key"];

type Result<T> = std::result::Result<T, RestoreError>;

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
    ) -> Result<()> {
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
async fn check_empty(tx: &mut PgConnection) -> Result<()> {
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
) -> Result<BTreeMap<&'a str, u64>> {
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
