//! Tests of storage, for tests only: what every backend must do, and fresh databases to do it on.
//!
//! - [`contract!`] makes the tests of a backend.
//! - [`columns`] checks that every column of texts or bytes is examined for data about persons.
//! - [`killed`] checks what is left when a process is killed while it writes.
//! - [`server`] makes databases on a real PostgreSQL server.

pub mod columns;
#[expect(clippy::unwrap_used, reason = "a story is a test")]
pub mod contract;
#[expect(clippy::unwrap_used, reason = "called by tests only")]
pub mod killed;
pub mod server;
