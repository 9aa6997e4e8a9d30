//! The experiments of the winnowing paper (Schleimer, Wilkerson, Aiken 2003, sections 3 and 5), repeated on this
//! implementation. Reads HTML files, writes plain tables; everything but the timings is the same in every run.
//!
//! The surviving text of the paper has lost its numbers: where a table has a column for them it says
//! "not legible". Its formulas are known, and are what the measured values stand beside.

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

/// What stands where the paper's number is lost.
const NOT_LEGIBLE: &str = "not legible";

/// Which experiments to run, on what.
#[derive(Debug, Args)]
#[command(after_help = "Example: chaffinch-evaluation papers --html /usr/share/doc --pages 1000")]
pub struct Arguments {
    /// Folder with HTML pages [default: the Rust toolchain's documentation, else the system's].
    #[arg(long, value_name = "FOLDER")]
    html: Option<PathBuf>,
    /// Read at most so many pages, evenly spread over the folder (0: all of them).
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
            "== HTML pages, rank and frequency: SKIPPED ==\n\nThis machine has no HTML documentation where it \
             was looked for (the Rust toolchain's, the system's).\nName a folder with --html FOLDER to run them.\n"
        )?,
    }
    low_entropy::run(out)?;
    if let Some(corpus) = &corpus {
        rank_frequency::run(corpus, out)?;
    }
    speed::run(out)
}
