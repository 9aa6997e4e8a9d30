//! `chaffinch migrate`: updates the schema under a role that may create tables, if the role of the service may not.

use anyhow::Context as _;
use chaffinch_storage_postgres::PostgresStorage;
use chaffinch_storage_sqlite::SqliteStorage;

use crate::installation::{self, Database, Migrate};
use crate::settings::{Configuration, Flags, ServeFlags};
use crate::terminal::output::print;

/// Update the database schema
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  chaffinch migrate --database-url postgres://owner@db.example.edu/chaffinch

The role needs the right to create tables; the role of `serve` and `worker` does not. Use the address of the
server itself, not of a connection pooler. `serve` updates the schema by itself if its role has the right.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    flags: Flags,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let settings = Configuration::read(&arguments.flags, &ServeFlags::default())?;
    let database = Database::new(&settings)?;
    let version = installation::block_on(async {
        match &database {
            Database::File(_) => {
                installation::open(&settings, Migrate::IfAllowed).await?;
                Ok(SqliteStorage::schema_version())
            }
            Database::Server(url) => {
                let applied = PostgresStorage::migrate(url).await;
                applied.with_context(|| format!("cannot migrate the database {database}"))?;
                Ok(PostgresStorage::schema_version())
            }
        }
    })?;
    print(format!("{database} has schema version {version}\n"))?;
    Ok(())
}
