//! `chaffinch-corpus add`: adds documents to a finished run.

use std::path::PathBuf;

use chaffinch_corpus::Run;

use super::key::KeyOptions;
use super::options::{PolicyOptions, ResourceOptions, ResultOptions, sources};
use crate::program::diagnostics::Diagnostics;
use crate::program::diagnostics::StageDisplay;

/// Add documents to a finished run
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  chaffinch-corpus add --work-dir work --output clusters.jsonl.zst sweep-2.jsonl.zst

The documents join the clusters of the run. Earlier documents are not read again. The result lists all
documents, the earlier ones first. They keep their cluster numbers, unless a new document joins two
clusters. Shingle size, --modulus, --common-limit and --floor are those of the run.")]
pub(crate) struct Arguments {
    /// Folders, zip files, JSON Lines or single documents
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    /// Work directory of `chaffinch-corpus cluster`
    #[arg(long, value_name = "DIR")]
    work_dir: PathBuf,
    #[command(flatten)]
    key: KeyOptions,
    #[command(flatten)]
    policy: PolicyOptions,
    #[command(flatten)]
    resources: ResourceOptions,
    #[command(flatten)]
    result: ResultOptions,
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let Arguments { sources: paths, work_dir, key, policy, resources, result } = arguments;
    let sources = sources(paths)?;
    let mut run = Run::open(work_dir, resources.resources())?.under(key.key()?)?;
    run.add(&sources, &StageDisplay::new(diagnostics))?;
    result.write(&run, policy, (run.floor(), true), diagnostics)
}
