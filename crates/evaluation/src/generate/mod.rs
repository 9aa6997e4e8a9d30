//! `generate`: a class of C programs of any size, and `crawl`: documents of any number; the same for the same seed.
//! Writes folders and files, reads nothing.
//!
//! Programs are independent walks through a small grammar of what students write; one in twenty is a copy of an
//! earlier one with other names and a few statements more, so that there is something to find.

mod documents;
mod program;

use std::{fs, path::PathBuf};

use anyhow::Context;
use clap::Args;

pub use documents::Crawl;
pub use program::{class, program};

/// What to write, and where.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Programs to write.
    #[arg(long, default_value_t = 800)]
    programs: usize,
    /// About how many bytes each.
    #[arg(long, default_value_t = 2600)]
    bytes: usize,
    /// Another seed gives another class.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A folder that does not exist yet.
    output: PathBuf,
}

/// Writes one folder a program, each with a `main.c`.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    fs::create_dir(&arguments.output).with_context(|| format!("making {}", arguments.output.display()))?;
    for (number, text) in class(arguments.programs, arguments.bytes, arguments.seed).into_iter().enumerate() {
        let folder = arguments.output.join(format!("p{number:05}"));
        fs::create_dir(&folder).with_context(|| format!("making {}", folder.display()))?;
        fs::write(folder.join("main.c"), text).with_context(|| format!("writing in {}", folder.display()))?;
    }
    Ok(())
}

/// What crawl to write, and where.
#[derive(Debug, Args)]
pub struct CrawlArguments {
    /// Documents to write.
    #[arg(long, default_value_t = 100_000)]
    documents: u64,
    /// Another seed gives another crawl.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// JSON Lines; .gz or .zst by ending.
    output: PathBuf,
}

/// Writes one line a document.
pub fn crawl(arguments: &CrawlArguments) -> anyhow::Result<()> {
    let mut out = chaffinch_corpus::Output::create(&arguments.output)?;
    Crawl::new(arguments.documents, arguments.seed).write(0..arguments.documents, &mut out)?;
    Ok(out.finish()?)
}
