//! `chaffinch-corpus sketch`: a filter that turns documents into sketches.

use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;

use chaffinch_corpus::Output;

use super::options::{ResourceOptions, sources_or_input};
use super::sample::SampleOptions;
use crate::program::diagnostics::Diagnostics;

/// Write sketches of documents as JSON Lines, which cluster and add accept instead of documents
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch-corpus sketch --output sketches.jsonl.zst pages/
  zcat crawl.jsonl.gz | chaffinch-corpus sketch - | gzip > sketches.jsonl.gz

A SOURCE is as for `chaffinch-corpus cluster`, or - to read JSON Lines from standard input. Each line of the
result has:
  document            name
  of                  text or features
  parameters          how the sketch was made
  date                if known
  state               0: there is a sketch
  identical, lexical  fingerprints of the bytes and of the canonical form
  sketch              values in hexadecimal digits, ascending")]
pub(crate) struct Arguments {
    /// Folders, zip files, JSON Lines or single documents
    #[arg(required = true, value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    #[command(flatten)]
    sample: SampleOptions,
    #[command(flatten)]
    resources: ResourceOptions,
    /// File for the sketches; compressed if its name ends in .gz or .zst [default: standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, _: Diagnostics) -> anyhow::Result<()> {
    let sources = sources_or_input(&arguments.sources)?;
    let (parameters, key) = arguments.sample.parameters()?;
    let threads = arguments.resources.threads();
    if let Some(path) = &arguments.output {
        let mut out = Output::create(path)?;
        chaffinch_corpus::sketch(&sources, (parameters, &key), threads, &(), &mut out)?;
        out.finish()?;
    } else {
        let mut out = BufWriter::with_capacity(1 << 18, io::stdout().lock());
        chaffinch_corpus::sketch(&sources, (parameters, &key), threads, &(), &mut out)?;
        out.flush()?;
    }
    Ok(())
}
