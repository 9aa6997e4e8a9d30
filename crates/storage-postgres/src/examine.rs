//! Examines a database for `doctor`.

use chaffinch_storage::Result;

use crate::PostgresStorage;
use crate::listen::hears;

/// State of a database as seen by the role that opened it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Examination {
    /// Version of the server.
    pub version: String,
    /// Tables that the role may not read or not write.
    pub unwritable: Vec<String>,
    /// Whether notifications arrive. A pooler prevents them.
    pub hears: bool,
    /// Whether acknowledged data is on disk.
    pub durable: bool,
    /// Whether the connection cannot be read by others: TLS, or a socket of this machine.
    pub encrypted: bool,
}

impl PostgresStorage {
    /// Checks everything that can be wrong although the database opens.
    pub async fn examine(&self) -> Result<Examination> {
        let mut tx = self.snapshot().await?;
        let row = sqlx::query!(
            r#"select
                 current_setting('server_version') as "version!",
                 current_setting('fsync') = 'on' and current_setting('synchronous_commit') <> 'off' as "durable!",
                 inet_server_addr() is null
                   or coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "encrypted!""#,
        )
        .fetch_one(&mut *tx)
        .await?;
        let unwritable = sqlx::query_scalar!(
            r#"select relname::text as "name!"
               from pg_class
               where relkind = 'r'
                 and relnamespace = current_schema()::regnamespace
                 and relname <> '_sqlx_migrations'
                 and not (
                   has_table_privilege(oid, 'select')
                   and has_table_privilege(oid, 'insert')
                   and has_table_privilege(oid, 'update')
                   and has_table_privilege(oid, 'delete')
                 )
               order by relname"#,
        )
        .fetch_all(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(Examination {
            version: row.version,
            unwritable,
            hears: self.hears_itself().await?,
            durable: row.durable,
            encrypted: row.encrypted,
        })
    }

    /// Returns whether a notification comes back.
    async fn hears_itself(&self) -> Result<bool> {
        hears(&self.server, async |channel| {
            let mut tx = self.begin().await?;
            sqlx::query!("select pg_notify($1, '')", channel).execute(&mut *tx).await?;
            tx.commit().await
        })
        .await
    }
}
