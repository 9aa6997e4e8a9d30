//! What this backend must do. One program, because linking takes long.

#![expect(clippy::unwrap_used, reason = "tests")]

mod contract;
mod killed;
mod sqlite;
