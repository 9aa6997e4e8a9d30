//! `chaffinch-corpus changes`: shows how documents change from sweep to sweep.

use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;

use chaffinch_corpus::{ChangeOptions, Index, SweepKind};
use chaffinch_submission::Named as _;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde_json::json;

use super::options::{ResourceOptions, parse_share};
use crate::program::diagnostics::Diagnostics;
use crate::program::diagnostics::StageDisplay;

/// Measure how documents change, move, appear and vanish from one sweep to the next
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch-corpus changes --work-dir work
  chaffinch-corpus changes --work-dir work --by month --list > history.jsonl

A sweep is a set of documents that were added together: 0 is the first run, 1 the first `chaffinch-corpus
add`. Prints one line of JSON for each sweep and the next one:
  documents, next_documents     number of names in each
  same_name                     number of names in both, and how many of these are identical,
                                lexically_equivalent, shingle_equivalent, changed or unknown
  resemblance, sample           for changed documents: how many have a resemblance of 0 to 10 %, 10 to 20 %,
                                ..., and the sample that each of these numbers rests on
  mean_resemblance              for changed documents
  moved, vanished, moved_here, appeared
                                for all other documents")]
pub(crate) struct Arguments {
    /// Work directory of `chaffinch-corpus cluster`
    #[arg(long, value_name = "DIR")]
    work_dir: PathBuf,
    /// Form sweeps by the period of the documents' dates instead; documents without a date belong to no sweep
    #[arg(long, value_name = "PERIOD", value_parser = period_parser())]
    by: Option<SweepKind>,
    /// Count a missing document as moved if a document with a new name resembles it by at least this share
    #[arg(long, value_name = "SHARE", default_value_t = 0.9, value_parser = parse_share)]
    threshold: f64,
    /// Then print a line for every document and sweep that says what became of the document
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    resources: ResourceOptions,
}

fn period_parser() -> impl TypedValueParser<Value = SweepKind> {
    PossibleValuesParser::new(["day", "month", "year"])
        .try_map(|name| SweepKind::from_name(&name).ok_or("unknown name"))
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let by = arguments.by.unwrap_or(SweepKind::Addition);
    let progress = StageDisplay::new(diagnostics);
    let index = Index::open(&arguments.work_dir, arguments.resources.resources(), &progress)?;
    let mut out = BufWriter::with_capacity(1 << 18, io::stdout().lock());
    let changes = ChangeOptions { by, threshold: arguments.threshold, list: arguments.list };
    let sweeps = index.changes(changes, &progress, &mut out)?;
    out.flush()?;
    drop(progress);
    let message = match sweeps {
        0 => "no sweeps: no document has a date".to_owned(),
        1 => "1 sweep, so there is nothing to compare it with".to_owned(),
        sweeps => format!("{sweeps} sweeps"),
    };
    diagnostics.say(&message, &json!({ "sweeps": sweeps }));
    Ok(())
}
