//! `chaffinch-corpus group`: removes near-copies from a ranked list.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chaffinch_corpus::Index;
use serde_json::json;

use super::options::ResourceOptions;
use crate::program::diagnostics::Diagnostics;
use crate::program::diagnostics::StageDisplay;

/// Group near-copies in a ranked list of documents under the first of their cluster
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch-corpus group --work-dir work results.txt
  search rose | chaffinch-corpus group --work-dir work - | head

A line of the list is a name, or a JSON object with \"document\". Prints JSON Lines in the same order: each
object as it was, with \"folded\", the later documents of its cluster. Names that are not in the corpus keep
their place. Clusters are those of the last cluster, recluster or add.")]
pub(crate) struct Arguments {
    /// File with the list; - reads standard input
    #[arg(value_name = "LIST", default_value = "-")]
    list: PathBuf,
    /// Work directory of `chaffinch-corpus cluster`
    #[arg(long, value_name = "DIR")]
    work_dir: PathBuf,
    #[command(flatten)]
    resources: ResourceOptions,
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let mut list: Box<dyn Read> = if arguments.list == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(&arguments.list);
        Box::new(file.with_context(|| format!("cannot read {}", arguments.list.display()))?)
    };
    let resources = arguments.resources.resources();
    let index = Index::open(&arguments.work_dir, resources, &StageDisplay::new(diagnostics))?;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let done = index.group(&mut list, &mut out)?;
    out.flush()?;
    let message = format!(
        "{} documents listed, {} of them folded, {} not in the corpus",
        done.listed, done.folded, done.unknown
    );
    let fields = json!({ "listed": done.listed, "folded": done.folded, "unknown": done.unknown });
    diagnostics.say(&message, &fields);
    Ok(())
}
