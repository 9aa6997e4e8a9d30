//! What this backend must do on a real server, with and without a pooler. One program, because linking takes long.

#![expect(clippy::unwrap_used, reason = "tests")]

mod contract;
mod killed;
mod pooler;
mod postgres;
mod server;
