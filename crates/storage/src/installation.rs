//! The installation as a whole: facts about it, what was deleted in it, and what its backups contain.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{By, Result, StorageError};

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

/// Contents of a database at one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupContent {
    /// Version of its schema.
    pub schema: i64,
    /// Its tables. A table comes after all tables that its rows refer to.
    pub tables: Vec<BackupTable>,
    /// Last values of the columns that number their rows themselves, by `table.column`. Only PostgreSQL has them.
    pub sequences: BTreeMap<String, i64>,
}

/// A table in a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupTable {
    /// Its name.
    pub name: String,
    /// Its columns, in the order in which rows have them.
    pub columns: Vec<String>,
    /// Number of its rows.
    pub rows: u64,
}

/// A part of the data of a table. Joined in their order, the parts of a table are the output of one `copy`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupPiece {
    /// Name of the table.
    pub table: String,
    /// Bytes in the binary format of `copy`.
    pub bytes: Vec<u8>,
}

/// Reason why a backup cannot be restored into a database. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// Create an empty database. This one has data.
    #[error("the database is not empty: the table {table} has rows")]
    NotEmpty {
        /// A table with rows.
        table: String,
    },
    /// Create an empty database. The tables of this one are newer than the backup.
    #[error(
        "the database has empty tables of schema version {found}, and the backup has the older version {backup}"
    )]
    NewerTables {
        /// Version of the schema of the database.
        found: i64,
        /// Version of the schema of the backup.
        backup: i64,
    },
    /// Use another copy of the backup. Its data does not match its manifest.
    #[error("the backup is damaged: {0}")]
    Damaged(String),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<sqlx::Error> for RestoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error.into())
    }
}
