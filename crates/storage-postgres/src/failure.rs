//! Converts errors of the driver to errors of the contract.

use std::borrow::Cow;

use chaffinch_storage::{StorageError, Trouble};

/// Converts an error. Distinguishes conditions that pass, or that the operator can end, from other errors.
pub(crate) fn failure(error: sqlx::Error) -> StorageError {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    let unanswered = match &error {
        // Invalid data means an untrusted certificate or no such server. Waiting does not help.
        sqlx::Error::Io(error) => error.kind() != std::io::ErrorKind::InvalidData,
        error => matches!(error, sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed),
    };
    let trouble = match code.as_deref() {
        None if unanswered => Trouble::Away,
        // No connection is left, or the server starts or stops.
        Some("53300" | "57P01" | "57P02" | "57P03" | "57P05") => Trouble::Away,
        Some("53100") => Trouble::Full,
        // A standby, or a server that was made read-only.
        Some("25006") => Trouble::ReadOnly,
        _ => return StorageError::Backend(error.into()),
    };
    StorageError::Unavailable { trouble, source: error.into() }
}

/// Returns the `SQLSTATE` of an error of the database.
pub(crate) fn code(error: &StorageError) -> Option<Cow<'_, str>> {
    let (StorageError::Backend(source) | StorageError::Unavailable { source, .. }) = error else {
        return None;
    };
    source.downcast_ref::<sqlx::Error>()?.as_database_error()?.code()
}
