//! Converts errors of the driver to errors of the contract.

use std::borrow::Cow;

use chaffinch_storage::{StorageError, Trouble};

/// What passes by itself, or with an operator's help, apart from what does not.
pub(crate) fn failure(error: sqlx::Error) -> StorageError {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    let unanswered = match &error {
        // Invalid data is a certificate that is not to be trusted, or no such server at all: no time heals that.
        sqlx::Error::Io(error) => error.kind() != std::io::ErrorKind::InvalidData,
        error => matches!(error, sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed),
    };
    let trouble = match code.as_deref() {
        None if unanswered => Trouble::Away,
        // No connection left; the server starts or stops.
        Some("53300" | "57P01" | "57P02" | "57P03" | "57P05") => Trouble::Away,
        Some("53100") => Trouble::Full,
        // A standby, or a server that was made so.
        Some("25006") => Trouble::ReadOnly,
        _ => return StorageError::Backend(error.into()),
    };
    StorageError::Unavailable { trouble, source: error.into() }
}

/// The `SQLSTATE` of an error of the database.
pub(crate) fn code(error: &StorageError) -> Option<Cow<'_, str>> {
    let (StorageError::Backend(source) | StorageError::Unavailable { source, .. }) = error else {
        return None;
    };
    source.downcast_ref::<sqlx::Error>()?.as_database_error()?.code()
}
