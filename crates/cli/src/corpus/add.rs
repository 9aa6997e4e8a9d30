//! `chaffinch corpus add`: adds documents to a finished run, or to a corpus in the service.

use std::path::PathBuf;

use chaffinch_corpus::Run;

use super::key::KeyOptions;
use super::options::{PolicyOptions, ResourceOptions, ResultOptions, sources};
use super::stored_add::{self, CorpusOptions};
use crate::settings::Flags;
use crate::terminal::diagnostics::Diagnostics;
use crate::terminal::progress::StageDisplay;

/// Add documents to a finished run, or to a corpus in the service
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch corpus add --work-dir work --output clusters.jsonl.zst sweep-2.jsonl.zst
  chaffinch corpus add --corpus Essays --account ada essays/ wikipedia.jsonl.zst

With --work-dir, the documents join the clusters of a run. Earlier documents are not read again. The
result lists all documents, the earlier ones first. They keep their cluster numbers, unless a new document
joins two clusters. Shingle size, --modulus, --common-limit and --floor are those of the run.

With --corpus, the database of the service keeps only names and sketches of the documents. Any text can
then be compared with them. The service may be running. Documents that the corpus already has are skipped:
if the command was interrupted, run it again.")]
pub(super) struct Arguments {
    /// Folders, zip files, JSON Lines or single documents
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    /// Work directory of `chaffinch corpus cluster`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["corpus", "data_dir", "database_url", "config"])]
    work_dir: Option<PathBuf>,
    #[command(flatten)]
    key: KeyOptions,
    #[command(flatten)]
    policy: PolicyOptions,
    #[command(flatten)]
    resources: ResourceOptions,
    /// File for the clusters, as JSON Lines with one document per line, in the order of the input; compressed if its
    /// name ends in .gz or .zst
    #[arg(long, value_name = "FILE", required_unless_present = "corpus", conflicts_with = "corpus")]
    output: Option<PathBuf>,
    /// File for every pair of documents that are at least --floor alike, as JSON Lines; compressed if its name ends in
    /// .gz or .zst
    #[arg(long, value_name = "FILE", conflicts_with = "corpus")]
    pairs: Option<PathBuf>,
    #[command(flatten)]
    corpus: CorpusOptions,
    #[command(flatten)]
    flags: Flags,
}

pub(super) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let Arguments { sources: paths, work_dir, key, policy, resources, output, pairs, corpus, flags } =
        arguments;
    let (Some(work_dir), Some(output)) = (work_dir, output) else {
        key.is_public()?;
        return stored_add::run(corpus, paths, resources.threads(), flags, diagnostics);
    };
    let sources = sources(paths)?;
    let mut run = Run::open(work_dir, resources.resources())?.under(key.key()?)?;
    run.add(&sources, &StageDisplay::new(diagnostics))?;
    let floor = run.floor();
    let result = ResultOptions { output: output.clone(), pairs: pairs.clone() };
    result.write(&run, policy, (floor, true), diagnostics)
}
