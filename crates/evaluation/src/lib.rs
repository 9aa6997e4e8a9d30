//! Development only: gold standard, generators, benchmarks, the papers' experiments.
//!
//! One module a subcommand, each with its clap `Arguments` and their `run`; `main.rs` only lists them.

pub mod bench;
pub mod generate;
pub mod gold;
pub mod papers;
mod random;
mod table;
