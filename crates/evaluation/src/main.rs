//! The development tool's command line: reads arguments, calls the module of the subcommand.

use std::{io, process::ExitCode};

use chaffinch_evaluation::{bench, generate, gold, papers};
use clap::{Parser, Subcommand};

/// As in the program that is measured: the parser allocates most.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
    /// Measure speed; exits with 1 where a figure falls short of its aim.
    Bench(bench::Arguments),
    /// Write a class of generated C programs.
    Generate(generate::Arguments),
    /// Write generated documents: singles, versions, pages of templates, copies.
    Crawl(generate::CrawlArguments),
    /// Write the gold standard's classes, copies included.
    Gold(gold::Arguments),
    /// The child process of the workers that are measured.
    #[command(hide = true)]
    Analyse,
}

fn main() -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    match Cli::parse().command {
        Command::Papers(arguments) => papers::run(&arguments, &mut out)?,
        Command::Generate(arguments) => generate::run(&arguments)?,
        Command::Crawl(arguments) => generate::crawl(&arguments)?,
        Command::Gold(arguments) => gold::run(&arguments)?,
        Command::Bench(arguments) => {
            if !bench::run(&arguments, &mut out)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Analyse => {
            // Its progress goes there.
            drop(out);
            return Ok(chaffinch_jobs::child::main());
        }
    }
    Ok(ExitCode::SUCCESS)
}
