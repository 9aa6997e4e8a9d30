//! Copies the whole database file at one moment while processes use it, and tells which migrations a file lacks.

use std::path::Path;

use chaffinch_storage::{BackupContent, BackupTable, Result, StorageError};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _};

use crate::{BUSY_TIMEOUT, SqliteStorage, private};

impl SqliteStorage {
    /// Copies a database of any known schema to a new file, which only its owner can read. Writers do not wait. The
    /// copy is a complete database without free pages, and is checked before this returns.
    ///
    /// # Errors
    /// [`StorageError::NewerSchema`]; [`StorageError::Backend`]: there is no database, no space for a copy, a damaged
    /// database, ...
    pub async fn back_up(path: &Path, copy: &Path) -> Result<BackupContent> {
        private(copy).map_err(|error| StorageError::Backend(error.into()))?;
        let mut source = connect(path).await?;
        let name = copy.to_string_lossy().into_owned();
        sqlx::query("vacuum into $1").bind(name).execute(&mut source).await?;
        source.close().await?;

        let mut copied = connect(copy).await?;
        let problems: Vec<String> = sqlx::query_scalar("pragma quick_check").fetch_all(&mut copied).await?;
        if problems != ["ok"] {
            let problems = format!("the database is damaged: {}", problems.join("; "));
            return Err(StorageError::Backend(problems.into()));
        }
        let content = content(&mut copied).await?;
        copied.close().await?;
        Ok(content)
    }

    /// Returns the version of the schema of a file.
    pub async fn found_schema(path: &Path) -> Result<i64> {
        let mut connection = connect(path).await?;
        let found = schema(&mut connection).await?;
        connection.close().await?;
        Ok(found)
    }
}

async fn connect(path: &Path) -> Result<SqliteConnection> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .busy_timeout(BUSY_TIMEOUT)
        // The copy has it from the connection: nothing deleted stays in the unused parts of its pages.
        .pragma("secure_delete", "on");
    options.connect().await.map_err(StorageError::from)
}

/// Returns the version of the schema, or 0 if there is none.
async fn schema(connection: &mut SqliteConnection) -> Result<i64> {
    let table = "select count(*) from sqlite_schema where name = '_sqlx_migrations'";
    if sqlx::query_scalar::<_, i64>(table).fetch_one(&mut *connection).await? == 0 {
        return Ok(0);
    }
    let newest = "select max(version) from _sqlx_migrations where success";
    Ok(sqlx::query_scalar::<_, Option<i64>>(newest).fetch_one(connection).await?.unwrap_or(0))
}

/// Counts the rows of each table.
async fn content(connection: &mut SqliteConnection) -> Result<BackupContent> {
    let schema = schema(connection).await?;
    SqliteStorage::check_schema(schema)?;
    let names = "select name from sqlite_schema
                 where type = 'table' and name not like 'sqlite~_%' escape '~' and name <> '_sqlx_migrations'
                 order by name";
    let names: Vec<String> = sqlx::query_scalar(names).fetch_all(&mut *connection).await?;
    let mut content = BackupContent { schema, ..BackupContent::default() };
    for name in names {
        let columns = sqlx::query_scalar("select name from pragma_table_info($1) order by cid").bind(&name);
        let columns = columns.fetch_all(&mut *connection).await?;
        let count = AssertSqlSafe(format!("select count(*) from \"{name}\""));
        let rows: i64 = sqlx::query_scalar(count).fetch_one(&mut *connection).await?;
        content.tables.push(BackupTable { name, columns, rows: rows.cast_unsigned() });
    }
    Ok(content)
}
