//! Tests the real binary from outside. None of its code is linked.

#![expect(clippy::unwrap_used, reason = "a test ends where it cannot go on")]

mod binary;
mod built;
mod corpus;
mod estimate;
#[expect(dead_code, reason = "other tests use more of it")]
#[path = "../../../cli/tests/black_box/random.rs"]
mod random;
mod spark;
