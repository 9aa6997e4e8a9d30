//! The development tool's command line: reads arguments, calls the module of the subcommand.

use std::io;

use chaffinch_evaluation::papers;
use clap::{Parser, Subcommand};

/// Measures Chaffinch: what the papers promise, how fast it is, how well it finds.
#[derive(Debug, Parser)]
#[command(name = "chaffinch-evaluation")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Repeat the winnowing paper's experiments and print them beside its figures.
    Papers(papers::Arguments),
}

fn main() -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match Cli::parse().command {
        Command::Papers(arguments) => papers::run(&arguments, &mut out),
    }
}
