//! `generate` writes a class of C programs of any size, and `crawl` writes any number of documents. The same seed gives
//! the same output. Both write folders and files and read nothing.
//!
//! Programs are independent random walks through a small grammar of what students write. One in twenty is a copy of an
//! earlier one with other names and a few additional statements, so that there is something to find.

mod documents;
mod program;

use std::{fs, path::PathBuf};

use anyhow::Context;
use clap::Args;

pub use documents::Crawl;
pub use program::{class, program};

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Number of programs to write.
    #[arg(long, default_value_t = 800)]
    programs: usize,
    /// Approximate number of bytes of each program.
    #[arg(long, default_value_t = 2600)]
    bytes: usize,
    /// Seed of the generator; each seed gives a different class.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Folder to create; it must not exist yet.
    output: PathBuf,
}

/// Writes one folder per program, each with a `main.c`.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    fs::create_dir(&arguments.output)
        .with_context(|| format!("cannot create {}", arguments.output.display()))?;
    for (number, text) in class(arguments.programs, arguments.bytes, arguments.seed).into_iter().enumerate() {
        let folder = arguments.output.join(format!("p{number:05}"));
        fs::create_dir(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        fs::write(folder.join("main.c"), text)
            .with_context(|| format!("cannot write to {}", folder.display()))?;
    }
    Ok(())
}

/// Arguments of `crawl`.
#[derive(Debug, Args)]
pub struct CrawlArguments {
    /// Number of documents to write.
    #[arg(long, default_value_t = 100_000)]
    documents: u64,
    /// Seed of the generator; each seed gives a different crawl.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// File for the documents, as JSON Lines; compressed if its name ends in .gz or .zst.
    output: PathBuf,
}

/// Writes one line per document.
pub fn crawl(arguments: &CrawlArguments) -> anyhow::Result<()> {
    let mut out = chaffinch_corpus::Output::create(&arguments.output)?;
    Crawl::new(arguments.documents, arguments.seed).write(0..arguments.documents, &mut out)?;
    Ok(out.finish()?)
}
