//! Links that show the report of one batch to whoever has them, for a while, until they are revoked.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use crate::{AccountId, BatchId, By, Result, SecretHash, ShareId};

/// A link is good for so long at most.
pub const LONGEST_SHARE: TimeDelta = TimeDelta::days(90);

/// Links of one batch that are good at the same time, at most.
pub const MOST_SHARES: usize = 100;

/// The key of an installation from which repeatable links get their secrets.
pub type ShareKey = [u8; 32];

/// A link without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// For listing and revoking.
    pub id: ShareId,
    /// What it shows.
    pub batch: BatchId,
    /// Who made it.
    pub creator: AccountId,
    /// When.
    pub created: DateTime<Utc>,
    /// Useless from then on.
    pub expires: DateTime<Utc>,
    /// When it was revoked.
    pub revoked: Option<DateTime<Utc>>,
    /// Nobody's name is shown.
    pub names_hidden: bool,
    /// The report may be downloaded.
    pub exports: bool,
    /// When it was last looked at, to the minute.
    pub last_viewed: Option<DateTime<Utc>>,
}

impl Share {
    /// It opens at this time.
    pub fn is_open(&self, at: DateTime<Utc>) -> bool {
        self.revoked.is_none() && at < self.expires
    }
}

/// A link to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewShare {
    /// For listing and revoking.
    pub id: ShareId,
    /// Hash of the secret in the link.
    pub hash: SecretHash,
    /// What it shows.
    pub batch: BatchId,
    /// Who makes it.
    pub creator: AccountId,
    /// Useless from then on.
    pub expires: DateTime<Utc>,
    /// Nobody's name is shown.
    pub names_hidden: bool,
    /// The report may be downloaded.
    pub exports: bool,
}

/// Links to reports.
#[async_trait]
pub trait Shares {
    /// Makes a link. With the secret of one that this account made of the same batch for the same, it is that one: a
    /// request that is repeated makes one link.
    ///
    /// # Errors
    /// [`crate::StorageError::KeyReused`]: the secret is another link's; [`crate::StorageError::Missing`]: no such batch;
    /// [`crate::StorageError::TooManyShares`]: so many open at the time of `by`.
    async fn create_share(&self, share: &NewShare, by: &By) -> Result<Share>;

    /// The key from which repeatable links get their secrets; the fresh one where there is none yet.
    async fn share_key(&self, fresh: &ShareKey) -> Result<ShareKey>;

    /// All links of a batch, newest first; also those that open nothing any more.
    async fn shares(&self, batch: BatchId) -> Result<Vec<Share>>;

    /// The link with this secret, if it opens at this time, and notes in the log that somebody looks: once a minute.
    async fn open_share(&self, secret: &SecretHash, at: DateTime<Utc>) -> Result<Option<Share>>;

    /// Revokes a link of a batch, or (`None`) all of them. How many opened until now.
    async fn revoke_shares(&self, batch: BatchId, share: Option<ShareId>, by: &By) -> Result<u64>;
}
