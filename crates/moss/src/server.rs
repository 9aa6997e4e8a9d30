//! Listening, and what all connections share.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chaffinch_storage::{Account, Action, CourseId, MossNumber, MossSalt, Storage, StorageError, may};
use tokio::net::TcpListener;
use tokio::sync::{OnceCell, Semaphore};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::MossSettings;
use crate::client;
use crate::door::{Door, Inside};

/// Numbers hashed at the same time; each takes 19 MiB.
const HASHES: usize = 4;
/// How long to wait where a connection could not be taken, which happens where there are too many files open.
const BREATH: Duration = Duration::from_millis(200);

/// What all connections share.
pub struct Server {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) settings: MossSettings,
    door: Arc<Door>,
    hashes: Semaphore,
    salt: OnceCell<MossSalt>,
}

/// Why nobody knows who somebody is.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unknown {
    /// The number is nobody's, or it is not heard now.
    #[error("unknown user id")]
    Nobody,
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("cannot compute a hash")]
    Hash(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl Server {
    /// For some listeners, see [`serve`].
    pub fn new(storage: Arc<dyn Storage>, settings: MossSettings) -> Self {
        Self {
            door: Arc::new(Door::new(&settings)),
            storage,
            settings,
            hashes: Semaphore::new(HASHES),
            salt: OnceCell::new(),
        }
    }

    /// The account of a number, and its own course. Takes the same steps whether there is such a number or not.
    pub(crate) async fn who(
        &self,
        inside: &Inside,
        number: Option<u32>,
    ) -> Result<(Account, CourseId), Unknown> {
        let salt = *self.salt.get_or_try_init(|| self.first_salt()).await?;
        let found = {
            let _turn = self.hashes.acquire().await.map_err(|closed| Unknown::Hash(closed.into()))?;
            // Not before it is one's turn: many connections at once are no way around the wait.
            if inside.is_blocked(Instant::now()) {
                return Err(Unknown::Nobody);
            }
            let presented = MossNumber::presented(number.unwrap_or(0));
            let hash = tokio::task::spawn_blocking(move || presented.hash(&salt))
                .await
                .map_err(|failed| Unknown::Hash(failed.into()))?
                .map_err(|failed| Unknown::Hash(failed.to_string().into()))?;
            let actor = self.storage.token_actor(&hash, (self.settings.now)()).await?;
            if actor.is_none() {
                inside.wrong(Instant::now());
            }
            actor
        };
        let Some(actor) = found else {
            tracing::info!(client.address = %inside.place(), "a MOSS client sent an unknown user id");
            metrics::counter!("chaffinch_moss_wrong_numbers_total").increment(1);
            return Err(Unknown::Nobody);
        };
        let course = self.storage.personal_course(actor.account.id).await?.ok_or(Unknown::Nobody)?;
        if !may(&actor, Action::Upload, course.id) {
            return Err(Unknown::Nobody);
        }
        Ok((actor.account, course.id))
    }

    async fn first_salt(&self) -> Result<MossSalt, Unknown> {
        let mut fresh = MossSalt::default();
        getrandom::fill(&mut fresh).map_err(|failed| Unknown::Hash(failed.into()))?;
        Ok(self.storage.moss_salt(&fresh).await?)
    }
}

/// Serves until it is asked to end. Whoever waits for an answer then gets none; what was accepted is kept.
pub async fn serve(listeners: Vec<TcpListener>, server: Server, shutdown: CancellationToken) {
    let server = Arc::new(server);
    let mut serving = JoinSet::new();
    for listener in listeners {
        serving.spawn(listen(listener, Arc::clone(&server), shutdown.clone()));
    }
    while serving.join_next().await.is_some() {}
}

async fn listen(listener: TcpListener, server: Arc<Server>, shutdown: CancellationToken) {
    let mut clients = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = clients.join_next() => continue,
            () = shutdown.cancelled() => return,
        };
        match accepted {
            Ok((stream, address)) => {
                // Whoever is not let in hears nothing.
                let Some(inside) = server.door.enter(address.ip(), Instant::now()) else { continue };
                let server = Arc::clone(&server);
                clients.spawn(async move {
                    if let Err(ended) = client::attend(&server, stream, inside).await {
                        log(&ended);
                    }
                });
            }
            Err(error) => {
                tracing::warn!(error.cause = %error, "cannot accept a connection");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
}

fn log(ended: &client::Ended) {
    match ended {
        // The client went, or was too slow: nobody's fault here.
        client::Ended::Connection(_) | client::Ended::Slow => {
            tracing::debug!(error.cause = %ended, "a MOSS client's connection ended early");
        }
        client::Ended::Fault(cause) => {
            tracing::error!(error.cause = %cause, "cannot serve a MOSS client");
        }
    }
}
