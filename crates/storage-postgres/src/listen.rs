//! Listens for commits of other processes on one connection, which is replaced when it breaks. If there is none (the
//! database is away, or a pooler is in between), no notification arrives. Waiting tasks poll anyway. `doctor` examines
//! whether notifications arrive, and what else can be wrong with a database that opens.

use std::time::Duration;

use chaffinch_storage::Result;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::watch;
use uuid::Uuid;

use crate::database::{ACQUIRE_TIMEOUT, CHANNEL, PostgresStorage};

/// A connection that was silent for this time is tested. A server that lost its power is silent, too.
const SILENCE: Duration = Duration::from_mins(1);

/// Pause between two attempts to connect. Doubles with each failure.
const PAUSE: Duration = Duration::from_secs(1);

/// Maximum of the pause that starts with [`PAUSE`].
const MAX_PAUSE: Duration = Duration::from_mins(1);

/// A setting of the session on the server that identifies it.
const SESSION: &str = "chaffinch.session";

/// How long a notification may take before it counts as lost.
const WAIT_FOR_NEWS: Duration = Duration::from_secs(2);

/// Increments `changes` at every notification of another process. Never returns.
pub(crate) async fn listen(server: PgConnectOptions, own: String, changes: watch::Sender<u64>) {
    let mut pause = PAUSE;
    loop {
        match hear(&server, &own, &changes).await {
            Ok(()) => pause = PAUSE,
            Err(error) => {
                tracing::debug!(%error, "cannot listen to the database; trying again");
                pause = MAX_PAUSE.min(2 * pause);
            }
        }
        tokio::time::sleep(pause).await;
    }
}

/// Listens until the connection breaks.
async fn hear(server: &PgConnectOptions, own: &str, changes: &watch::Sender<u64>) -> sqlx::Result<()> {
    let mut listener = listener(server, CHANNEL).await?;
    // The connection works, so the next attempt comes soon after a failure.
    loop {
        // Commits before this connection, or between two connections, were missed.
        changes.send_modify(|count| *count = count.wrapping_add(1));
        loop {
            match tokio::time::timeout(SILENCE, listener.try_recv()).await {
                Ok(Ok(Some(notification))) if notification.payload() == own => {}
                Ok(Ok(Some(_))) => break,
                Ok(Ok(None)) => return Ok(()),
                Ok(Err(error)) => {
                    tracing::debug!(%error, "the connection that listens to the database broke");
                    return Ok(());
                }
                Err(_silent) => {
                    let asked = sqlx::query("select 1").execute(&mut listener);
                    if !matches!(tokio::time::timeout(ACQUIRE_TIMEOUT, asked).await, Ok(Ok(_))) {
                        return Ok(());
                    }
                }
            }
        }
    }
}

/// Opens a connection that listens. It must reach the server itself: a pooler would lend the session to other clients,
/// which do not expect notifications.
async fn listener(server: &PgConnectOptions, channel: &str) -> sqlx::Result<PgListener> {
    let session = Uuid::new_v4().to_string();
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .max_lifetime(None)
        .idle_timeout(None)
        .connect_lazy_with(server.clone().options([(SESSION, &session)]));
    let mut listener = PgListener::connect_with(&pool).await?;
    let own = sqlx::query_scalar::<_, Option<String>>("select current_setting($1, true)")
        .bind(SESSION)
        .persistent(false)
        .fetch_one(&mut listener)
        .await?;
    if own.as_ref() != Some(&session) {
        return Err(sqlx::Error::Configuration("the connection goes through a pooler".into()));
    }
    listener.eager_reconnect(false);
    listener.listen(channel).await?;
    Ok(listener)
}

/// Returns whether a notification arrives that `notify` sends to a separate channel.
pub(crate) async fn hears(
    server: &PgConnectOptions,
    notify: impl AsyncFnOnce(&str) -> Result<()>,
) -> Result<bool> {
    let channel = format!("chaffinch_{}", Uuid::new_v4().simple());
    let Ok(mut listener) = listener(server, &channel).await else { return Ok(false) };
    notify(&channel).await?;
    let heard = tokio::time::timeout(WAIT_FOR_NEWS, listener.try_recv()).await;
    Ok(matches!(heard, Ok(Ok(Some(_)))))
}

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
