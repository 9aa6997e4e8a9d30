//! `chaffinch corpus add`: more documents for a finished run.

use std::path::PathBuf;

use chaffinch_corpus::Run;

use super::key::KeyOptions;
use super::options::{Heard, PolicyOptions, ResourceOptions, ResultOptions, sources};
use crate::diagnostics::Diagnostics;

/// Adds documents to a finished run: they join its clusters, and none of the earlier ones is read again
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  chaffinch corpus add --work-dir work --output clusters.jsonl.zst sweep-2.jsonl.zst

The result lists all documents, the earlier ones first and under the numbers they had, unless a new one has joined two
clusters. Shingle size, --modulus, --common-limit and --floor are those of the run.")]
pub(super) struct Arguments {
    /// Folders, zips, JSON Lines or single documents
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    /// The work directory of `chaffinch corpus cluster`
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

pub(super) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let sources = sources(&arguments.sources)?;
    let run = Run::open(&arguments.work_dir, arguments.resources.resources())?;
    let mut run = run.under(arguments.key.key()?)?;
    run.add(&sources, &Heard::new(diagnostics))?;
    let floor = run.floor();
    arguments.result.write(&run, &arguments.policy, (floor, true), diagnostics)
}
