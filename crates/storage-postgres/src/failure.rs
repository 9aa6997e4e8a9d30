//! Examines errors of the database.

use std::borrow::Cow;

use chaffinch_storage::StorageError;

/// Returns the `SQLSTATE` of an error of the database.
pub(crate) fn code(error: &StorageError) -> Option<Cow<'_, str>> {
    let (StorageError::Backend(source) | StorageError::Unavailable { source, .. }) = error else {
        return None;
    };
    source.downcast_ref::<sqlx::Error>()?.as_database_error()?.code()
}
