//! Converts errors of the driver to errors of the contract.

use chaffinch_storage::{StorageError, Trouble};

/// Converts an error. Distinguishes conditions that pass, or that the operator can end, from other errors.
pub(crate) fn failure(error: sqlx::Error) -> StorageError {
    // Extended codes hold the primary one in their low byte (SQLite's "Result and Error Codes").
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<i32>().ok());
    let trouble = match code.map(|code| code & 0xff) {
        Some(5 | 6) => Trouble::Locked,
        Some(8) => Trouble::ReadOnly,
        Some(13) => Trouble::Full,
        _ if matches!(error, sqlx::Error::PoolTimedOut) => Trouble::Locked,
        _ => return StorageError::Backend(error.into()),
    };
    StorageError::Unavailable { trouble, source: error.into() }
}
