//! SQL that SQLite and PostgreSQL share. Each backend crate compiles this module and checks every statement against its
//! own schema (`sqlx.toml` and `.sqlx` of the crate).
//!
//! What differs comes from the backend's `dialect` module: the type of a connection, retries, times, text, and two
//! macros. `lock!` runs a row lock on PostgreSQL and nothing on SQLite, which has one writer. `by_backend!` takes the
//! statement in both dialects. Statements that differ in more than a detail are in the backend crates (`bulk`,
//! `stored`, `look_up`).
//!
//! Every transaction locks jobs before the batch or archive that they work on, and the counter of runs last.

pub(crate) mod accept;
pub(crate) mod accounts;
pub(crate) mod again;
pub(crate) mod archives;
pub(crate) mod audit;
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
pub(crate) mod moss;
pub(crate) mod notifications;
pub(crate) mod persons;
pub(crate) mod reports;
pub(crate) mod revisions;
pub(crate) mod runs;
pub(crate) mod shares;
pub(crate) mod sign_ins;
pub(crate) mod values;
