//! Tests of storage, for tests only: what every backend must do, and fresh databases to do it on.
//!
//! - [`contract!`] makes the tests of a backend.
//! - [`server`] makes databases on a real PostgreSQL server.

#[expect(clippy::unwrap_used, reason = "a story is a test")]
pub mod contract;
pub mod server;
