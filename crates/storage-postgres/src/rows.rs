//! Between columns and records: numbers, text, errors. No SQL.

use std::borrow::Cow;

use chaffinch_storage::{Account, AccountId, Result, StorageError, Trouble};
use chrono::{DateTime, SubsecRound, Utc};
use uuid::Uuid;

/// Errors of the driver become the contract's.
pub(crate) trait Failing<T> {
    /// Whatever the driver says: the database cannot be reached, or it failed.
    fn or_failed(self) -> Result<T>;

    /// A violated foreign key means: that is gone.
    fn or_missing(self, what: &'static str) -> Result<T>;
}

impl<T> Failing<T> for sqlx::Result<T> {
    fn or_failed(self) -> Result<T> {
        self.map_err(failure)
    }

    fn or_missing(self, what: &'static str) -> Result<T> {
        self.map_err(|error| {
            let gone =
                error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation);
            if gone { StorageError::Missing { what } } else { failure(error) }
        })
    }
}

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

/// Text as this database takes it: every character but NUL, which becomes U+FFFD. Names come from strangers; none of
/// them makes a statement fail.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { Cow::Owned(text.replace('\0', "\u{fffd}")) } else { Cow::Borrowed(text) }
}

/// A time as it is kept: in microseconds.
pub(crate) fn kept(at: DateTime<Utc>) -> DateTime<Utc> {
    at.trunc_subsecs(6)
}

/// Numbers of submissions, files, ranks. None that is stored comes near the largest, so a larger one that somebody
/// asks for is found nowhere.
pub(crate) fn number(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Sizes and counts of things in memory.
pub(crate) fn count(length: usize) -> i64 {
    i64::try_from(length).expect("no memory holds more than 2^63 of anything")
}

/// Bytes that one statement carries: few statements for many small rows, and little memory for large ones.
const LOAD_BYTES: usize = 4 << 20;

/// Rows in groups of about [`LOAD_BYTES`], at least one each.
pub(crate) fn loads<T>(rows: &[T], bytes: impl Fn(&T) -> usize) -> impl Iterator<Item = &[T]> {
    let mut load = 0;
    rows.chunk_by(move |_, next| {
        load += bytes(next);
        let same = load < LOAD_BYTES;
        load = if same { load } else { 0 };
        same
    })
}

/// A row of `account`.
pub(crate) struct AccountRow {
    pub(crate) id: Uuid,
    pub(crate) name: String,
    pub(crate) created: DateTime<Utc>,
    pub(crate) disabled: bool,
    pub(crate) admin: bool,
    pub(crate) email: Option<String>,
}

impl From<AccountRow> for Account {
    fn from(row: AccountRow) -> Self {
        Self {
            id: AccountId(row.id),
            name: row.name,
            created: row.created,
            disabled: row.disabled,
            admin: row.admin,
            email: row.email,
        }
    }
}
