//! Between columns and records: times, counts, errors. No SQL.

use chaffinch_storage::backend::json;
use chaffinch_storage::{Account, AccountId, Result, StorageError, Trouble};
use chrono::{DateTime, Utc};
use uuid::Uuid;

/// Errors of the driver become the contract's.
pub(crate) trait Failing<T> {
    /// Whatever the driver says is a failure of the database.
    fn or_failed(self) -> Result<T>;

    /// A violated foreign key means: that is gone.
    fn or_missing(self, what: &'static str) -> Result<T>;
}

impl<T> Failing<T> for sqlx::Result<T> {
    fn or_failed(self) -> Result<T> {
        self.map_err(failed)
    }

    fn or_missing(self, what: &'static str) -> Result<T> {
        self.map_err(|error| {
            let gone =
                error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation);
            if gone { StorageError::Missing { what } } else { failed(error) }
        })
    }
}

/// What passes by itself, or with an operator's help, apart from what does not.
fn failed(error: sqlx::Error) -> StorageError {
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

/// Microseconds since 1970.
pub(crate) fn micros(at: DateTime<Utc>) -> i64 {
    at.timestamp_micros()
}

/// And back. SQLite has no type for times that keeps order, precision and time zone.
pub(crate) fn time(micros: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(micros).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Sizes and counts of things in memory.
pub(crate) fn count(length: usize) -> i64 {
    i64::try_from(length).expect("no memory holds more than 2^63 of anything")
}

/// A row of `account`.
pub(crate) struct AccountRow {
    pub(crate) id: Uuid,
    pub(crate) name: String,
    pub(crate) created: i64,
    pub(crate) disabled: i64,
    pub(crate) admin: i64,
    pub(crate) email: Option<String>,
}

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Self {
        Self {
            id: AccountId(row.id),
            name: row.name,
            created: time(row.created),
            disabled: row.disabled != 0,
            admin: row.admin != 0,
            email: row.email,
        }
    }
}

/// Ids as JSON that a statement takes apart again: a list in one parameter.
pub(crate) fn hex(ids: impl Iterator<Item = Uuid>) -> String {
    json(&ids.map(|id| id.simple().to_string()).collect::<Vec<_>>())
}
