//! `chaffinch corpus cluster`: sources in, clusters out.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use chaffinch_corpus::{Run, Settings};

use super::options::{Heard, PolicyOptions, ResourceOptions, ResultOptions, share, sources};
use super::sample::SampleOptions;
use crate::Usage;
use crate::diagnostics::Diagnostics;

/// Clusters documents: identical ones, equal but for layout, resembling or contained in each other
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch corpus cluster --output clusters.jsonl /usr/share/doc
  chaffinch corpus cluster --measure containment --threshold 0.9 --pairs pairs.jsonl --output c.jsonl docs.zip
  chaffinch corpus cluster --work-dir work --memory 8GB --output clusters.jsonl.zst crawl-*.jsonl.zst

A SOURCE is a folder, a .zip, JSON Lines (.jsonl or .ndjson, also .gz or .zst: objects with \"document\" and \"text\", or
ready-made \"features\", or what `chaffinch corpus sketch` wrote), or else one document. HTML, Markdown and source code are
known by their names; what is left of them are words or tokens.

Each line of the result: {\"document\": \"path\", \"cluster\": 17, \"representative\": true, \"kind\": \"similar\"}.
With --work-dir, a run that was killed goes on from its last finished stage when it is started again, and recluster, add
and queries can use it afterwards.

--fast looks for super shingles instead of counting pairs. It is quicker and takes less disk, and finds less: the shorter
documents are, the more alike they must be, containment is hardly ever found, there is no --threshold, and no --pairs.
See docs/corpora.md.")]
pub(super) struct Arguments {
    /// Folders, zips, JSON Lines or single documents
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    #[command(flatten)]
    policy: PolicyOptions,
    #[command(flatten)]
    sample: SampleOptions,
    /// A shingle that more documents share (identical and equivalent ones counted once) counts for nobody
    #[arg(long, value_name = "DOCUMENTS", default_value_t = Settings::STANDARD.common_limit)]
    common_limit: u32,
    /// Pairs less alike than this, by whatever measure, are not kept: no lower threshold can be asked for later
    /// [default: 0.1, or the threshold where that is lower]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    floor: Option<f64>,
    /// By super shingles: quicker, and finds less (see below)
    #[arg(long, conflicts_with_all = ["pairs", "greedy"])]
    fast: bool,
    #[command(flatten)]
    resources: ResourceOptions,
    /// Where the run keeps what it makes; a temporary folder beside the result where none is given
    #[arg(long, value_name = "DIR")]
    work_dir: Option<PathBuf>,
    #[command(flatten)]
    result: ResultOptions,
}

pub(super) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let threshold = arguments.policy.policy().threshold;
    let floor = arguments.floor.unwrap_or(Settings::STANDARD.floor.min(threshold));
    if threshold < floor {
        return Err(Usage(format!("--floor {floor} is above --threshold {threshold}")).into());
    }
    let (sketch, key) = arguments.sample.parameters()?;
    let settings =
        Settings { sketch, common_limit: arguments.common_limit, floor, fast: arguments.fast, key };
    let sources = sources(&arguments.sources)?;
    // Beside the result, where there is room for it, rather than where the system keeps small files.
    let temporary;
    let work_dir = if let Some(folder) = &arguments.work_dir {
        folder.clone()
    } else {
        let parent = arguments.result.output.parent().filter(|parent| parent.is_dir());
        temporary = tempfile::tempdir_in(parent.unwrap_or(Path::new(".")))
            .context("cannot make a work directory beside the result")?;
        temporary.path().join("work")
    };
    let run = {
        let heard = Heard::new(diagnostics);
        Run::cluster(&work_dir, &sources, settings, arguments.resources.resources(), &heard)?
    };
    arguments.result.write(&run, &arguments.policy, (floor, arguments.work_dir.is_some()), diagnostics)
}
