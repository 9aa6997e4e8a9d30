//! `chaffinch-corpus recluster`: makes other clusters from the same pairs.

use std::path::PathBuf;

use chaffinch_corpus::Run;

use super::options::{PolicyOptions, ResourceOptions, ResultOptions, parse_share};
use crate::program::diagnostics::Diagnostics;

/// Cluster the documents of a finished run again with another threshold or measure, without reading them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  chaffinch-corpus recluster --work-dir work --threshold 0.8 --output strict.jsonl")]
pub(crate) struct Arguments {
    /// Work directory of `chaffinch-corpus cluster`
    #[arg(long, value_name = "DIR")]
    work_dir: PathBuf,
    #[command(flatten)]
    policy: PolicyOptions,
    /// Leave pairs less alike than this out of --pairs [default: the floor of the run]
    #[arg(long, value_name = "SHARE", value_parser = parse_share, requires = "pairs")]
    floor: Option<f64>,
    #[command(flatten)]
    resources: ResourceOptions,
    #[command(flatten)]
    result: ResultOptions,
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let run = Run::open(&arguments.work_dir, arguments.resources.resources())?;
    let floor = arguments.floor.unwrap_or(run.floor());
    arguments.result.write(&run, &arguments.policy, (floor, true), diagnostics)
}
