//! The experiments of the winnowing paper (Schleimer, Wilkerson, Aiken 2003, sections 3 and 5), repeated with this
//! implementation. They read HTML files and write plain tables. Everything except the timings is the same in every run.
//!
//! The surviving text of the paper has lost its numbers. Where a table has a column for them, it says "not legible".
//! The formulas of the paper are known, and the measured values are shown beside them.

mod corpus;
mod html;
mod html_pages;
mod low_entropy;
mod random_text;
mod rank_frequency;
mod selection;
mod speed;
mod statistics;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use corpus::Corpus;

/// Arguments of `papers`.
#[derive(Debug, Args)]
#[command(after_help = "Example: chaffinch-evaluation papers --html /usr/share/doc --pages 1000")]
pub struct Arguments {
    /// Folder with HTML pages [default: the documentation of the Rust toolchain, or else of the system].
    #[arg(long, value_name = "FOLDER")]
    html: Option<PathBuf>,
    /// Maximum number of pages to read, evenly spread over the folder; 0 reads all.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pages: usize,
}

/// Runs all experiments and prints their tables to `out`.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<()> {
    let corpus = Corpus::find(arguments.html.as_deref())?.map(|corpus| corpus.sample(arguments.pages));
    random_text::run(out)?;
    match &corpus {
        Some(corpus) => html_pages::run(corpus, out)?,
        None => writeln!(
            out,
            "== HTML pages, rank and frequency: SKIPPED ==\n\nNo HTML documentation of the Rust toolchain or the \
             system was found on this machine.\nUse --html FOLDER to name a folder with HTML pages.\n"
        )?,
    }
    low_entropy::run(out)?;
    if let Some(corpus) = &corpus {
        rank_frequency::run(corpus, out)?;
    }
    speed::run(out)
}
