//! Holds what all connections share: storage, settings, and the lookup of user ids.

use std::sync::Arc;
use std::time::Instant;

use chaffinch_storage::{Account, Action, CourseId, MossNumber, MossSalt, Storage, StorageError, may};
use tokio::sync::{OnceCell, Semaphore};

use crate::MossSettings;
use crate::connections::{Connection, Connections};

/// The maximum number of user ids hashed at the same time. Each hash takes 19 MiB.
const HASHES: usize = 4;

/// The state that all connections of the MOSS server share.
pub struct Server {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) settings: MossSettings,
    pub(crate) connections: Arc<Connections>,
    hashes: Semaphore,
    salt: OnceCell<MossSalt>,
}

/// Why a user id has no account.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UserError {
    /// The id belongs to no account, or the client is blocked at the moment.
    #[error("unknown user id")]
    Unknown,
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error("cannot compute a hash")]
    Hash(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl Server {
    /// Creates a server, to be passed to [`serve`](crate::serve) with its listeners.
    pub fn new(storage: Arc<dyn Storage>, settings: MossSettings) -> Self {
        Self {
            connections: Arc::new(Connections::new(&settings)),
            storage,
            settings,
            hashes: Semaphore::new(HASHES),
            salt: OnceCell::new(),
        }
    }

    /// Returns the account of a user id and its personal course. Takes the same steps whether or not the id exists.
    pub(crate) async fn identify(
        &self,
        connection: &Connection,
        number: Option<u32>,
    ) -> Result<(Account, CourseId), UserError> {
        let salt = *self.salt.get_or_try_init(|| self.first_salt()).await?;
        let found = {
            let _turn = self.hashes.acquire().await.map_err(|closed| UserError::Hash(closed.into()))?;
            // Checked only after the permit is acquired, so that many connections at once cannot avoid the wait.
            if connection.is_blocked(Instant::now()) {
                return Err(UserError::Unknown);
            }
            let presented = MossNumber::presented(number.unwrap_or(0));
            let hash = tokio::task::spawn_blocking(move || presented.hash(&salt))
                .await
                .map_err(|failed| UserError::Hash(failed.into()))?
                .map_err(|failed| UserError::Hash(failed.to_string().into()))?;
            let actor = self.storage.token_actor(&hash, (self.settings.now)()).await?;
            if actor.is_none() {
                connection.record_wrong_id(Instant::now());
            }
            actor
        };
        let Some(actor) = found else {
            tracing::info!(client.address = %connection.network(), "a MOSS client sent an unknown user id");
            metrics::counter!("chaffinch_moss_wrong_numbers_total").increment(1);
            return Err(UserError::Unknown);
        };
        let course = self.storage.personal_course(actor.account.id).await?.ok_or(UserError::Unknown)?;
        if !may(&actor, Action::Upload, course.id) {
            return Err(UserError::Unknown);
        }
        Ok((actor.account, course.id))
    }

    async fn first_salt(&self) -> Result<MossSalt, UserError> {
        let mut fresh = MossSalt::default();
        getrandom::fill(&mut fresh).map_err(|failed| UserError::Hash(failed.into()))?;
        Ok(self.storage.moss_salt(&fresh).await?)
    }
}
