//! `chaffinch-corpus query`: looks up a text, a name or a cluster in a finished run.

use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use chaffinch_corpus::{DocumentSource, Format, Index, Measure, QueryOptions};

use super::key::KeyOptions;
use super::options::{ResourceOptions, name_parser, parse_format, parse_share};
use crate::program::diagnostics::Diagnostics;
use crate::program::diagnostics::StageDisplay;

/// Find documents of a corpus that a text resembles, contains or is contained in, or list a cluster
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch-corpus query --work-dir work essay.html
  pdftotext paper.pdf - | chaffinch-corpus query --work-dir work --most 5 -
  chaffinch-corpus query --work-dir work --document crawl/a.html
  chaffinch-corpus query --work-dir work --cluster 17

Prints JSON Lines, the best match first: {\"query\": \"FILE\", \"document\": \"...\", \"count\": 12,
\"resemblance\": 0.8, \"resemblance_interval\": [0.6, 0.9], \"query_containment\": ..., \"document_containment\": ...,
\"sample\": 31, \"cluster\": 17, \"kind\": \"similar\", \"copies\": 0}. A text about which nothing can be said has a row
with a \"reason\".

A FILE is read like the sources of `chaffinch-corpus cluster`: each document of a folder, a .zip or JSON Lines
is a separate text. The first query creates additional tables beside the files of the run and keeps them.")]
pub(crate) struct Arguments {
    /// Texts to look up, in the corpus or not; - reads one from standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["document", "cluster"])]
    files: Vec<PathBuf>,
    /// Work directory of `chaffinch-corpus cluster`
    #[arg(long, value_name = "DIR")]
    work_dir: PathBuf,
    /// List the cluster of every document with this name
    #[arg(long, value_name = "NAME", conflicts_with_all = ["files", "cluster"])]
    document: Option<String>,
    /// List the documents of the cluster with this number
    #[arg(long, value_name = "N", conflicts_with = "files")]
    cluster: Option<u32>,
    #[command(flatten)]
    text: TextOptions,
    #[command(flatten)]
    key: KeyOptions,
    #[command(flatten)]
    resources: ResourceOptions,
}

/// Options for queries with texts.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct TextOptions {
    /// Maximum number of rows for each text
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    most: u32,
    /// Number of copies of a document to list beside it; further copies are only counted
    #[arg(long, value_name = "N", default_value_t = 10)]
    copies: u32,
    /// Leave out documents that are less alike than this by every measure
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = parse_share)]
    floor: f64,
    /// Measure to sort rows by, highest first
    #[arg(long, default_value = "resemblance", value_parser = name_parser::<Measure>())]
    order: Measure,
    /// Format of the texts: text, html, markdown, or a language from `chaffinch languages` [default: by their names]
    #[arg(long, value_name = "FORMAT", value_parser = parse_format)]
    format: Option<Format>,
}

impl TextOptions {
    fn ask(&self) -> QueryOptions {
        QueryOptions {
            most: self.most as usize,
            copies: self.copies as usize,
            floor: self.floor,
            order: self.order,
        }
    }

    fn source(&self, path: &Path) -> anyhow::Result<DocumentSource> {
        let source = if path == Path::new("-") {
            DocumentSource::standard_input_text()
        } else {
            DocumentSource::new(path)?
        };
        Ok(source.read_as(self.format))
    }
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let sources: Vec<DocumentSource> =
        arguments.files.iter().map(|file| arguments.text.source(file)).collect::<Result<_, _>>()?;
    let resources = arguments.resources.resources();
    let index = Index::open(&arguments.work_dir, resources, &StageDisplay::new(diagnostics))?;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if let Some(name) = &arguments.document {
        index.named_clusters(name, &mut out)?;
    } else if let Some(cluster) = arguments.cluster {
        index.cluster(cluster, &mut out)?;
    } else {
        let index = index.under(arguments.key.key()?)?;
        index.query(&sources, arguments.text.ask(), &(), &mut out)?;
    }
    Ok(out.flush()?)
}
