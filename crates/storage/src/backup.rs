//! What backends and the files of backups have in common.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::StorageError;

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
