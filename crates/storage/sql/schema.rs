//! Which versions of the schema this program knows.

use chaffinch_storage::{Result, StorageError};

use crate::dialect::{Backend, MIGRATIONS};

impl Backend {
    /// Returns the version of the newest migration that this program knows.
    pub fn schema_version() -> i64 {
        MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0)
    }

    /// Returns the migrations that a database of this schema lacks: version and description, oldest first.
    pub fn pending(found: i64) -> Vec<(i64, String)> {
        let newer = MIGRATIONS.iter().filter(|migration| found < migration.version);
        newer.map(|migration| (migration.version, migration.description.to_string())).collect()
    }

    /// Checks that this program knows a version of the schema, or that it is 0.
    ///
    /// # Errors
    /// [`StorageError::NewerSchema`]; [`StorageError::UnreleasedSchema`].
    pub fn check_schema(found: i64) -> Result<()> {
        if found == 0 || MIGRATIONS.version_exists(found) { Ok(()) } else { Err(Self::unknown_schema(found)) }
    }

    /// Returns the error for a database with a version that no migration of this program has.
    pub(crate) fn unknown_schema(found: i64) -> StorageError {
        let known = Self::schema_version();
        if known < found {
            StorageError::NewerSchema { found, known }
        } else {
            StorageError::UnreleasedSchema { found }
        }
    }
}
