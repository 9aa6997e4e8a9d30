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
pub(crate) mod document_rows;
pub(crate) mod documents;
pub(crate) mod drafts;
pub(crate) mod erasing;
pub(crate) mod index;
pub(crate) mod ingest;
pub(crate) mod installation;
pub(crate) mod jobs;
pub(crate) mod moss;
pub(crate) mod notifications;
pub(crate) mod person_rows;
pub(crate) mod persons;
pub(crate) mod reports;
pub(crate) mod rescore;
pub(crate) mod revisions;
pub(crate) mod runs;
pub(crate) mod sessions;
pub(crate) mod shares;
pub(crate) mod sign_ins;
pub(crate) mod term;
pub(crate) mod values;
