//! `chaffinch corpus changes`: how documents change from sweep to sweep.

use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;

use chaffinch_corpus::{By, Changes, Index};
use serde_json::json;

use super::options::{Heard, ResourceOptions, share};
use crate::diagnostics::Diagnostics;

/// Says how much documents change, move, appear and vanish from one sweep to the next
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch corpus changes --work-dir work
  chaffinch corpus changes --work-dir work --by month --list > history.jsonl

A sweep is what came together: 0 is the first run, 1 the first `chaffinch corpus add`. A line for every two sweeps that follow each
other: \"documents\" and \"next_documents\" (names); of the \"same_name\", how many are \"identical\", \"lexically_equivalent\",
\"shingle_equivalent\", \"changed\" or \"unknown\"; for those that changed \"resemblance\" (how many of 0 to 10 %, 10 to 20 %, ...), the
\"sample\" these rest on, and \"mean_resemblance\"; of the others, \"moved\", \"vanished\", \"moved_here\" and \"appeared\".")]
pub(super) struct Arguments {
    /// The work directory of `chaffinch corpus cluster`
    #[arg(long, value_name = "DIR")]
    work_dir: PathBuf,
    /// A sweep is a period of the documents' dates instead; documents without a date belong to none
    #[arg(long, value_enum, value_name = "PERIOD")]
    by: Option<Period>,
    /// A document that is gone has moved where one of a new name resembles it by at least this
    #[arg(long, value_name = "SHARE", default_value_t = 0.9, value_parser = share)]
    threshold: f64,
    /// After that, a line for every document and sweep: what became of it
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    resources: ResourceOptions,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Period {
    Day,
    Month,
    Year,
}

pub(super) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let by = match arguments.by {
        None => By::Addition,
        Some(Period::Day) => By::Day,
        Some(Period::Month) => By::Month,
        Some(Period::Year) => By::Year,
    };
    let heard = Heard::new(diagnostics);
    let index = Index::open(&arguments.work_dir, arguments.resources.resources(), &heard)?;
    let mut out = BufWriter::with_capacity(1 << 18, io::stdout().lock());
    let asked = Changes { by, threshold: arguments.threshold, list: arguments.list };
    let sweeps = index.changes(asked, &heard, &mut out)?;
    out.flush()?;
    drop(heard);
    let message = match sweeps {
        0 => "no sweep: no document has a date".to_owned(),
        1 => "1 sweep, which has none to be compared with".to_owned(),
        sweeps => format!("{sweeps} sweeps"),
    };
    diagnostics.say(&message, &json!({ "sweeps": sweeps }));
    Ok(())
}
