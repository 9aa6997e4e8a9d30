//! Conversions between columns and records: times, counts, errors. No SQL.

use chaffinch_storage::{Account, AccountId, StorageError};
use chrono::{DateTime, SubsecRound, Utc};
use uuid::Uuid;

/// Returns the error of a statement. A violated foreign key means that `what` does not exist.
pub(crate) fn missing(what: &'static str) -> impl Fn(sqlx::Error) -> StorageError {
    move |error| match error.as_database_error() {
        Some(violated) if violated.is_foreign_key_violation() => StorageError::Missing { what },
        _ => error.into(),
    }
}

/// A time in a column. The backend's `dialect` says how it is stored.
///
/// A statement that binds or returns a plain `DateTime` does not compile for PostgreSQL: SQLite would store it as
/// text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Time(pub(crate) DateTime<Utc>);

impl Time {
    /// Returns the time for a record.
    pub(crate) fn utc(self) -> DateTime<Utc> {
        self.0
    }
}

/// Returns a time as the database keeps it: in microseconds.
pub(crate) fn kept(at: DateTime<Utc>) -> DateTime<Utc> {
    at.trunc_subsecs(6)
}

/// Returns the column value of a number of a submission, file or rank. No stored number comes near the largest `i32`,
/// so a larger one in a query matches no row.
pub(crate) fn number(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Returns the column value of a size or count of things in memory.
pub(crate) fn count(length: usize) -> i64 {
    i64::try_from(length).expect("no memory holds more than 2^63 of anything")
}

/// A row of `account`.
pub(crate) struct AccountRow {
    pub(crate) id: Uuid,
    pub(crate) name: String,
    pub(crate) created: Time,
    pub(crate) disabled: bool,
    pub(crate) admin: bool,
    pub(crate) email: Option<String>,
}

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Self {
        Self {
            id: AccountId(row.id),
            name: row.name,
            created: row.created.utc(),
            disabled: row.disabled,
            admin: row.admin,
            email: row.email,
        }
    }
}
