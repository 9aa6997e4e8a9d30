//! Share links: they show the report of one batch to everyone who has the link, until they expire or are revoked.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use crate::{AccountId, BatchId, By, Result, SecretHash, ShareId};

/// Longest time for which a link is valid.
pub const MAX_SHARE_DURATION: TimeDelta = TimeDelta::days(90);

/// Largest number of links of one batch that are valid at the same time.
pub const MAX_SHARES: usize = 100;

/// The key of an installation from which the secrets of repeatable links are derived.
pub type ShareKey = [u8; 32];

/// A link without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// Id, for listing and revoking.
    pub id: ShareId,
    /// The batch that it shows.
    pub batch: BatchId,
    /// The account that created it.
    pub creator: AccountId,
    /// Time of creation.
    pub created: DateTime<Utc>,
    /// Time when it expires.
    pub expires: DateTime<Utc>,
    /// Time of revocation.
    pub revoked: Option<DateTime<Utc>>,
    /// Whether names are hidden.
    pub names_hidden: bool,
    /// Whether the report may be downloaded.
    pub exports: bool,
    /// Time of the last view, to the minute.
    pub last_viewed: Option<DateTime<Utc>>,
}

impl Share {
    /// Returns whether it is valid at this time.
    pub fn is_open(&self, at: DateTime<Utc>) -> bool {
        self.revoked.is_none() && at < self.expires
    }
}

/// A link to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewShare {
    /// Id, for listing and revoking.
    pub id: ShareId,
    /// Hash of the secret in the link.
    pub hash: SecretHash,
    /// The batch that it shows.
    pub batch: BatchId,
    /// The account that creates it.
    pub creator: AccountId,
    /// Time when it expires.
    pub expires: DateTime<Utc>,
    /// Whether names are hidden.
    pub names_hidden: bool,
    /// Whether the report may be downloaded.
    pub exports: bool,
}

/// Access to share links.
#[async_trait]
pub trait Shares {
    /// Creates a link. If this account has made a link of the same batch with the same secret and settings before, that
    /// link is returned, so a repeated request makes one link.
    ///
    /// # Errors
    /// [`crate::StorageError::KeyReused`]: another link has the secret; [`crate::StorageError::Missing`]: there is no
    /// such batch; [`crate::StorageError::TooManyShares`]: too many links are open at the time of `by`.
    async fn create_share(&self, share: &NewShare, by: &By) -> Result<Share>;

    /// Returns the key from which the secrets of repeatable links are derived. If there is none yet, `fresh` becomes
    /// the key.
    async fn share_key(&self, fresh: &ShareKey) -> Result<ShareKey>;

    /// Returns all links of a batch, newest first, including those that are no longer valid.
    async fn shares(&self, batch: BatchId) -> Result<Vec<Share>>;

    /// Returns the link with this secret, if it is valid at this time, and logs the view, at most once a minute.
    async fn open_share(&self, secret: &SecretHash, at: DateTime<Utc>) -> Result<Option<Share>>;

    /// Revokes one link of a batch, or (`None`) all of them. Returns the number of links that were valid until now.
    async fn revoke_shares(&self, batch: BatchId, share: Option<ShareId>, by: &By) -> Result<u64>;
}
