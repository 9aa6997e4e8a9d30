//! Hearing of what other processes commit: one connection that listens, made anew whenever it breaks. Where none can
//! be had (the database is away, a pooler is in between) nobody is told anything, and everybody who waits looks from
//! time to time anyway.

use std::time::Duration;

use chaffinch_storage::Result;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use tokio::sync::watch;
use uuid::Uuid;

use crate::{CHANNEL, PATIENCE};

/// A connection that was silent for so long is asked whether it is still there: a server that lost its power says
/// nothing, either.
const SILENCE: Duration = Duration::from_mins(1);

/// Between two attempts to connect, doubled with each that fails.
const PAUSE: Duration = Duration::from_secs(1);

/// See [`PAUSE`].
const MAX_PAUSE: Duration = Duration::from_mins(1);

/// A setting of the server's session, given at its start, that tells it from all others.
const SESSION: &str = "chaffinch.session";

/// How long a notification may take before it counts as lost.
const WAIT_FOR_NEWS: Duration = Duration::from_secs(2);

/// Counts `changes` up at every notification that is not this process's own, for ever.
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
    // From here on a broken connection is soon made anew.
    loop {
        // Whatever was committed before, or between two connections, was not heard of.
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
                    if !matches!(tokio::time::timeout(PATIENCE, asked).await, Ok(Ok(_))) {
                        return Ok(());
                    }
                }
            }
        }
    }
}

/// On a connection of its own, which must be one to the server itself: a pooler would lend the session that listens to
/// others, and these would stumble over notifications that they never asked for.
async fn listener(server: &PgConnectOptions, channel: &str) -> sqlx::Result<PgListener> {
    let session = Uuid::new_v4().to_string();
    let pool = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(PATIENCE)
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

/// Whether a notification arrives that `notify` sends to a channel of its own.
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
