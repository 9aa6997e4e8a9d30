//! Facts about the installation as a whole, and what was deleted in it.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{By, Result};

/// The kind of a fact. Each has one value or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum InstallationFact {
    /// URL at which browsers reach the service, as the operator set it.
    PublicUrl,
    /// URL of the address that the service listens on.
    ListenUrl,
    /// State of the backups, as JSON.
    Backup,
    /// Damage to the stored index, as JSON.
    IndexDamage,
    /// Time when a restore into this database began. It has no value once the restore is complete.
    Restoring,
}

/// A batch or archive that was deleted, by hand or because of its retention.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deletion {
    /// Id of the batch or archive.
    pub id: Uuid,
    /// Whether it was an archive.
    pub archive: bool,
    /// Time of the deletion.
    pub at: DateTime<Utc>,
}

/// Access to what is known about the installation.
#[async_trait]
pub trait Installations {
    /// Returns the value of a fact.
    async fn fact(&self, fact: InstallationFact) -> Result<Option<String>>;

    /// Replaces the value of a fact if it is `old`. Returns `false` and changes nothing if it is not: another process
    /// has changed it.
    async fn replace_fact(
        &self,
        fact: InstallationFact,
        old: Option<&str>,
        new: Option<&str>,
    ) -> Result<bool>;

    /// Returns the batches and archives that were deleted, oldest first.
    async fn deletions(&self) -> Result<Vec<Deletion>>;

    /// Ends all sessions, and removes all sign-in links and begun sign-ins. Tokens and passwords stay.
    async fn end_all_sessions(&self, by: &By) -> Result<()>;
}
