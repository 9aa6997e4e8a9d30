//! What the shared SQL (`crate::sql`) needs of this backend: types, text, errors and macros.

use std::borrow::Cow;

use chaffinch_storage::backend::json;
use chrono::{DateTime, Utc};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArgumentsBuffer, SqliteTypeInfo, SqliteValueRef};
use sqlx::{Decode, Encode, Sqlite, Type};
use uuid::Uuid;

pub(crate) use sqlx::SqliteConnection as Connection;

pub(crate) use crate::MIGRATIONS;
pub(crate) use crate::SqliteStorage as Backend;
pub(crate) use crate::sql::Time;

/// Result of a statement that returns no rows.
pub(crate) type Executed = sqlx::sqlite::SqliteQueryResult;

/// Does nothing: a transaction that may write is the only one.
macro_rules! lock {
    ($tx:expr, $statement:literal $(, $argument:expr)* $(,)?) => {
        let _ = (&$tx, $(&$argument),*);
        // The functions around are asynchronous for the other backend.
        std::future::ready(()).await;
    };
}
pub(crate) use lock;

/// A checked query whose text differs between the backends. This one takes the text of SQLite.
macro_rules! by_backend {
    ($query:ident!(postgres: $postgres:literal, sqlite: $sqlite:literal $(, $argument:expr)* $(,)?)) => {
        sqlx::$query!($sqlite $(, $argument)*)
    };
    ($query:ident!($row:ident, postgres: $postgres:literal, sqlite: $sqlite:literal $(, $argument:expr)* $(,)?)) => {
        sqlx::$query!($row, $sqlite $(, $argument)*)
    };
}
pub(crate) use by_backend;

/// A checked query that locks the rows it returns on PostgreSQL: the statement, the lock and, where the lock is in a
/// subquery, the rest of the statement. Here without the lock.
macro_rules! locking {
    ($query:ident!($($row:ident,)? $statement:literal, $lock:literal, $rest:literal $(, $argument:expr)* $(,)?)) => {
        sqlx::$query!($($row,)? $statement + $rest $(, $argument)*)
    };
    ($query:ident!($($row:ident,)? $statement:literal, $lock:literal $(, $argument:expr)* $(,)?)) => {
        sqlx::$query!($($row,)? $statement $(, $argument)*)
    };
}
pub(crate) use locking;

/// The end of a statement that locks the rows it returns: nothing.
pub(crate) const ROW_LOCK: &str = "";

/// Runs a transaction. No other one can get in its way.
pub(crate) async fn retried<T, F: Future<Output = chaffinch_storage::Result<T>>>(
    transaction: impl Fn() -> F,
) -> chaffinch_storage::Result<T> {
    transaction().await
}

/// As [`retried`]: the database cannot be away.
pub(crate) use self::retried as retried_while_away;

/// Returns text as this database takes it: unchanged.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text)
}

/// Returns ids as one parameter: JSON that a statement takes apart with `unhex(value)` and `json_each`.
pub(crate) fn ids(ids: impl Iterator<Item = Uuid>) -> String {
    json(&ids.map(|id| id.simple().to_string()).collect::<Vec<_>>())
}

/// Returns ids of one column that holds them as [`ids`] makes it.
#[expect(clippy::needless_pass_by_value, reason = "as in the other backend")]
pub(crate) fn listed(ids: String) -> impl Iterator<Item = Uuid> {
    serde_json::from_str::<Vec<Uuid>>(&ids).unwrap_or_default().into_iter()
}

/// Returns numbers as one parameter: JSON that a statement takes apart with `json_each`.
pub(crate) fn numbers(numbers: &[i64]) -> String {
    json(&numbers)
}

/// Returns texts as one parameter: JSON that a statement takes apart with `json_each`.
pub(crate) fn texts(texts: &[String]) -> String {
    json(&texts)
}

/// Microseconds since 1970: SQLite has no type for times that keeps order, precision and time zone.
impl Type<Sqlite> for Time {
    fn type_info() -> SqliteTypeInfo {
        <i64 as Type<Sqlite>>::type_info()
    }
}

impl Encode<'_, Sqlite> for Time {
    fn encode_by_ref(&self, buffer: &mut SqliteArgumentsBuffer) -> Result<IsNull, BoxDynError> {
        <i64 as Encode<'_, Sqlite>>::encode(self.0.timestamp_micros(), buffer)
    }
}

impl<'r> Decode<'r, Sqlite> for Time {
    fn decode(value: SqliteValueRef<'r>) -> Result<Self, BoxDynError> {
        let micros = <i64 as Decode<'r, Sqlite>>::decode(value)?;
        Ok(Self(DateTime::from_timestamp_micros(micros).unwrap_or(DateTime::<Utc>::MAX_UTC)))
    }
}
