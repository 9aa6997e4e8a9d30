//! What the shared SQL (`crate::sql`) needs of this backend: types, text, errors and macros.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArgumentBuffer, PgTypeInfo, PgValueRef};
use sqlx::{Decode, Encode, Postgres, Type};
use uuid::Uuid;

pub(crate) use crate::PostgresStorage as Backend;
pub(crate) use crate::schema::MIGRATIONS;
pub(crate) use crate::sql::Time;
pub(crate) use crate::transaction::{Connection, retried, retried_while_away};

/// Result of a statement that returns no rows.
pub(crate) type Executed = sqlx::postgres::PgQueryResult;

/// Executes a statement that locks rows (`for update` and the like) until the transaction ends.
macro_rules! lock {
    ($tx:expr, $statement:literal $(, $argument:expr)* $(,)?) => {
        sqlx::query!($statement $(, $argument)*).fetch_all(&mut *$tx).await?;
    };
}
pub(crate) use lock;

/// A checked query whose text differs between the backends. This one takes the text of PostgreSQL.
macro_rules! by_backend {
    ($query:ident!(postgres: $postgres:literal, sqlite: $sqlite:literal $(, $argument:expr)* $(,)?)) => {
        sqlx::$query!($postgres $(, $argument)*)
    };
    ($query:ident!($row:ident, postgres: $postgres:literal, sqlite: $sqlite:literal $(, $argument:expr)* $(,)?)) => {
        sqlx::$query!($row, $postgres $(, $argument)*)
    };
}
pub(crate) use by_backend;

/// A checked query that locks the rows it returns: the statement, the lock and, where the lock is in a subquery, the
/// rest of the statement.
macro_rules! locking {
    ($query:ident!($($row:ident,)? $statement:literal, $lock:literal, $rest:literal $(, $argument:expr)* $(,)?)) => {
        sqlx::$query!($($row,)? $statement + $lock + $rest $(, $argument)*)
    };
    ($query:ident!($($row:ident,)? $statement:literal, $lock:literal $(, $argument:expr)* $(,)?)) => {
        sqlx::$query!($($row,)? $statement + $lock $(, $argument)*)
    };
}
pub(crate) use locking;

/// The end of a statement that locks the rows it returns.
pub(crate) const ROW_LOCK: &str = "for update";

/// Returns ids as one parameter.
pub(crate) fn ids(ids: impl Iterator<Item = Uuid>) -> Vec<Uuid> {
    ids.collect()
}

/// Returns ids of one column.
pub(crate) fn listed(ids: Vec<Uuid>) -> impl Iterator<Item = Uuid> {
    ids.into_iter()
}

/// Returns numbers as one parameter.
pub(crate) fn numbers(numbers: &[i64]) -> &[i64] {
    numbers
}

/// Returns texts as one parameter.
pub(crate) fn texts(texts: &[String]) -> &[String] {
    texts
}

impl Type<Postgres> for Time {
    fn type_info() -> PgTypeInfo {
        <DateTime<Utc> as Type<Postgres>>::type_info()
    }
}

impl Encode<'_, Postgres> for Time {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        <DateTime<Utc> as Encode<'_, Postgres>>::encode_by_ref(&self.0, buffer)
    }
}

impl<'r> Decode<'r, Postgres> for Time {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        <DateTime<Utc> as Decode<'r, Postgres>>::decode(value).map(Self)
    }
}

/// Returns text as this database accepts it: NUL becomes U+FFFD. Names come from strangers and must not make a
/// statement fail.
pub(crate) fn text(text: &str) -> Cow<'_, str> {
    if text.contains('\0') { Cow::Owned(text.replace('\0', "\u{fffd}")) } else { Cow::Borrowed(text) }
}
