//! SQL that SQLite and PostgreSQL share. Each backend crate compiles this module and checks every statement against
//! its own schema (`sqlx.toml` and `.sqlx` of the crate).
//!
//! The `dialect` module of the backend supplies what differs: the type of a connection, retries, times, text, lists as
//! parameters, and three macros.
//!
//! - `lock!` executes a row lock on PostgreSQL, and nothing on SQLite, which has one writer.
//! - `locking!` is a query that locks the rows it returns on PostgreSQL.
//! - `by_backend!` has a statement in both dialects.
//!
//! The conversions between columns and records that several files need are here.
//!
//! `sqlx.toml` of SQLite gives its columns the types that they have in PostgreSQL. `$1` is the same parameter in both.
//! Statements that differ in more than a detail are in the backend crates: `bulk` writes many rows, and `look_up` looks
//! up fingerprints.
//!
//! Lock order: jobs, then the batch or archive that they work on, then the counter of runs.

pub(crate) mod accept;
pub(crate) mod accounts;
pub(crate) mod archives;
pub(crate) mod audit;
pub(crate) mod batch_rows;
pub(crate) mod batches;
pub(crate) mod case_rows;
pub(crate) mod cases;
pub(crate) mod courses;
pub(crate) mod documents;
pub(crate) mod drafts;
pub(crate) mod erasing;
pub(crate) mod index;
pub(crate) mod ingest;
pub(crate) mod jobs;
pub(crate) mod marks;
pub(crate) mod notifications;
pub(crate) mod person_rows;
pub(crate) mod persons;
pub(crate) mod reports;
pub(crate) mod revisions;
pub(crate) mod runs;
pub(crate) mod schema;
pub(crate) mod sessions;
pub(crate) mod shares;
pub(crate) mod sign_ins;
pub(crate) mod term;

use chaffinch_storage::StorageError;
use chrono::{DateTime, SubsecRound, Utc};

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

/// So that `query_as!` makes records of rows.
impl From<Time> for DateTime<Utc> {
    fn from(time: Time) -> Self {
        time.0
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
