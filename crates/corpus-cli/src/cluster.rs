//! `chaffinch-corpus cluster`: reads sources and writes clusters.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chaffinch_corpus::{ClusterSettings, Run};

use super::options::{PolicyOptions, ResourceOptions, ResultOptions, parse_share, sources};
use super::sample::SampleOptions;
use crate::program::Usage;
use crate::program::diagnostics::Diagnostics;
use crate::program::diagnostics::StageDisplay;

/// Cluster documents that are identical, differ only in layout, resemble or contain each other
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch-corpus cluster --output clusters.jsonl /usr/share/doc
  chaffinch-corpus cluster --measure containment --threshold 0.9 --pairs pairs.jsonl --output c.jsonl docs.zip
  chaffinch-corpus cluster --work-dir work --memory 8GB --output clusters.jsonl.zst crawl-*.jsonl.zst

A SOURCE is a folder, a .zip, JSON Lines (.jsonl or .ndjson, also with .gz or .zst), or else one document.
Lines of JSON are objects with \"document\" and \"text\", or with ready-made \"features\", or they come from
`chaffinch-corpus sketch`. HTML, Markdown and source code are recognised by their names and reduced to words
or tokens.

Each line of the result: {\"document\": \"path\", \"cluster\": 17, \"representative\": true, \"kind\": \"similar\"}.

With --work-dir, a run that was killed continues from its last finished stage when you start it again, and
recluster, add and queries can use it afterwards.

--fast compares super shingles instead of counting pairs. It is faster and uses less disk, but finds less: the
shorter documents are, the more alike they must be. It hardly ever finds containment, and has no --threshold
and no --pairs. See docs/using/corpora.md.")]
pub(crate) struct Arguments {
    /// Folders, zip files, JSON Lines or single documents
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    #[command(flatten)]
    policy: PolicyOptions,
    #[command(flatten)]
    sample: SampleOptions,
    /// Ignore shingles that more documents than this share; identical and equivalent documents count once
    #[arg(long, value_name = "DOCUMENTS", default_value_t = ClusterSettings::STANDARD.common_limit)]
    common_limit: u32,
    /// Discard pairs that are less alike than this by every measure; a later threshold cannot be lower [default: 0.1,
    /// or the threshold if that is lower]
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    floor: Option<f64>,
    /// Use super shingles: faster, but finds less (see below)
    #[arg(long, conflicts_with_all = ["pairs", "greedy"])]
    fast: bool,
    #[command(flatten)]
    resources: ResourceOptions,
    /// Directory for the files of the run [default: a temporary folder beside the result]
    #[arg(long, value_name = "DIR")]
    work_dir: Option<PathBuf>,
    #[command(flatten)]
    result: ResultOptions,
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let threshold = arguments.policy.policy().threshold;
    let floor = arguments.floor.unwrap_or(ClusterSettings::STANDARD.floor.min(threshold));
    if threshold < floor {
        anyhow::bail!(Usage(format!("--floor {floor} must not be higher than --threshold {threshold}")));
    }
    let (sketch, key) = arguments.sample.parameters()?;
    let settings =
        ClusterSettings { sketch, common_limit: arguments.common_limit, floor, fast: arguments.fast, key };
    let sources = sources(&arguments.sources)?;
    // The temporary folder is beside the result, where there is enough space, and not in the system's folder for small
    // files.
    let temporary;
    let work_dir = if let Some(folder) = &arguments.work_dir {
        folder.clone()
    } else {
        let parent = arguments.result.output.parent().filter(|parent| parent.is_dir());
        temporary = tempfile::tempdir_in(parent.unwrap_or(Path::new(".")))
            .context("cannot create a work directory beside the result")?;
        temporary.path().join("work")
    };
    let run = {
        let progress = StageDisplay::new(diagnostics);
        Run::cluster(&work_dir, &sources, settings, arguments.resources.resources(), &progress)?
    };
    arguments.result.write(&run, &arguments.policy, (floor, arguments.work_dir.is_some()), diagnostics)
}
