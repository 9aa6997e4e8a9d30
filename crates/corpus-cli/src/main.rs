//! The program `chaffinch-corpus`: near-duplicate clustering of any documents without server, database and asynchronous
//! runtime. This file contains the grammar of the command line. Each subcommand has its own file.

mod add;
mod changes;
mod cluster;
mod estimate;
mod group;
mod holders;
mod key;
mod options;
#[path = "../../cli/src/program/mod.rs"]
mod program;
mod query;
mod recluster;
mod sample;
mod sketch;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser, Subcommand};

use crate::program::diagnostics::Diagnostics;
use crate::program::{grammar, raise_open_files};

/// Creating a parser for each of many short texts is slow with the allocator of the C library.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Cluster and query any number of documents by resemblance or containment
#[derive(Debug, Parser)]
#[command(name = "chaffinch-corpus", version, propagate_version = true, max_term_width = 100)]
#[command(after_help = "\
Examples:
  chaffinch-corpus cluster --output clusters.jsonl pages/
  chaffinch-corpus cluster --work-dir work --output clusters.jsonl.zst crawl.jsonl.gz more.zip
  chaffinch-corpus recluster --work-dir work --threshold 0.8 --output strict.jsonl
  chaffinch-corpus add --work-dir work --output clusters.jsonl.zst new.jsonl.gz
  chaffinch-corpus query --work-dir work essay.html")]
struct CommandLine {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    diagnostics: Diagnostics,
}

#[derive(Debug, Subcommand)]
enum Action {
    Cluster(cluster::Arguments),
    Recluster(recluster::Arguments),
    Add(add::Arguments),
    Sketch(sketch::Arguments),
    Estimate(estimate::Arguments),
    Query(query::Arguments),
    Group(group::Arguments),
    Holders(holders::Arguments),
    Changes(changes::Arguments),
    Completions(grammar::CompletionsArguments),
    Man(grammar::ManArguments),
}

fn main() -> ExitCode {
    let CommandLine { action, diagnostics } = CommandLine::parse();
    program::exit_code(run(action, diagnostics), diagnostics)
}

fn run(action: Action, diagnostics: Diagnostics) -> anyhow::Result<()> {
    // Every addition has about ten files of its own, which are open at the same time. If the limit cannot be raised, it
    // stays.
    raise_open_files();
    match action {
        Action::Cluster(arguments) => cluster::run(&arguments, diagnostics),
        Action::Recluster(arguments) => recluster::run(&arguments, diagnostics),
        Action::Add(arguments) => add::run(&arguments, diagnostics),
        Action::Sketch(arguments) => sketch::run(&arguments, diagnostics),
        Action::Estimate(arguments) => estimate::run(&arguments, diagnostics),
        Action::Query(arguments) => query::run(&arguments, diagnostics),
        Action::Group(arguments) => group::run(&arguments, diagnostics),
        Action::Holders(arguments) => holders::run(&arguments, diagnostics),
        Action::Changes(arguments) => changes::run(&arguments, diagnostics),
        Action::Completions(arguments) => grammar::print_completions(&arguments, &CommandLine::command()),
        Action::Man(arguments) => grammar::write_manual(&arguments, CommandLine::command()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::CommandLine;

    #[test]
    fn the_command_line_is_consistent_and_every_help_has_an_example() {
        crate::program::check_command_line(CommandLine::command());
    }
}
