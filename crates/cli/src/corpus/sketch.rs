//! `chaffinch corpus sketch`: a filter from documents to sketches.

use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;

use chaffinch_corpus::{Output, Unheard};

use super::options::{ResourceOptions, sources_or_input};
use super::sample::SampleOptions;
use crate::diagnostics::Diagnostics;

/// Writes the sketches of documents as JSON Lines, which cluster and add take in place of documents
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch corpus sketch --output sketches.jsonl.zst pages/
  zcat crawl.jsonl.gz | chaffinch corpus sketch - | gzip > sketches.jsonl.gz

A SOURCE is as for `chaffinch corpus cluster`, or - for JSON Lines from standard input. Each line: \"document\", \"of\" (text or
features), \"parameters\", \"date\" where known, \"state\" (0: it has a sketch), \"identical\" and \"lexical\" (fingerprints of its
bytes and of its canonical form), \"sketch\" (values in hexadecimal digits, ascending).")]
pub(super) struct Arguments {
    /// Folders, zips, JSON Lines or single documents
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    #[command(flatten)]
    sample: SampleOptions,
    #[command(flatten)]
    resources: ResourceOptions,
    /// Where they go, .gz or .zst by ending [default: standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, _: Diagnostics) -> anyhow::Result<()> {
    let sources = sources_or_input(&arguments.sources)?;
    let (parameters, key) = arguments.sample.parameters()?;
    let threads = arguments.resources.threads();
    if let Some(path) = &arguments.output {
        let mut out = Output::create(path)?;
        chaffinch_corpus::sketch(&sources, (parameters, &key), threads, &Unheard, &mut out)?;
        out.finish()?;
    } else {
        let mut out = BufWriter::with_capacity(1 << 18, io::stdout().lock());
        chaffinch_corpus::sketch(&sources, (parameters, &key), threads, &Unheard, &mut out)?;
        out.flush()?;
    }
    Ok(())
}
