//! Development only: gold standard, generators, benchmarks, and the experiments of the papers.
//!
//! There is one module per subcommand, with its clap `Arguments` and its `run`. `main.rs` only lists them.

pub mod algorithms;
pub mod bench;
pub mod generate;
pub mod gold;
pub mod papers;
mod random;
mod table;
