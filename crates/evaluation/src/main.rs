//! The command line of the development tool: reads the arguments and calls the module of the subcommand.

use std::{io, process::ExitCode};

use chaffinch_evaluation::{bench, generate, gold, papers};
use clap::{Parser, Subcommand};

/// The same allocator as in the program that is measured. The parser allocates most.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Measure Chaffinch: the results of the papers, speed and detection quality.
#[derive(Debug, Parser)]
#[command(name = "chaffinch-evaluation")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Repeat the experiments of the winnowing paper and print the results beside its figures.
    Papers(papers::Arguments),
    /// Measure speed and quality; exit with status 1 if a figure falls short of its aim.
    Bench(bench::Arguments),
    /// Write a class of generated C programs.
    Generate(generate::Arguments),
    /// Write generated documents: single documents, versions, pages of templates, copies.
    Crawl(generate::CrawlArguments),
    /// Write the classes of the gold standard, including copies.
    Gold(gold::Arguments),
    /// Run as the child process of the workers that are measured.
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
            // The child process writes its progress to standard output.
            drop(out);
            return Ok(chaffinch_jobs::child::main());
        }
    }
    Ok(ExitCode::SUCCESS)
}
