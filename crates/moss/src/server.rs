//! What all connections share: storage, settings, and who a user id belongs to.

use std::sync::Arc;
use std::time::Instant;

use chaffinch_storage::{Account, Action, CourseId, MossNumber, MossSalt, Storage, StorageError, may};
use tokio::sync::{OnceCell, Semaphore};

use crate::MossSettings;
use crate::door::{Door, Inside};

/// Numbers hashed at the same time; each takes 19 MiB.
const HASHES: usize = 4;

/// What all connections share.
pub struct Server {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) settings: MossSettings,
    pub(crate) door: Arc<Door>,
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
    /// For some listeners, see [`serve`](crate::serve).
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
