//! `chaffinch-corpus holders`: finds all documents that contain a version of a given document.

use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use chaffinch_corpus::{DocumentSource, Format, Index, Version};

use super::key::KeyOptions;
use super::options::{ResourceOptions, parse_format, parse_share, sources};
use crate::program::diagnostics::Diagnostics;
use crate::program::diagnostics::StageDisplay;

/// List every document that contains a version of another one, newest first, and what differs
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch-corpus holders --work-dir work crawl/rule.html
  chaffinch-corpus holders --work-dir work --sources crawl-1.jsonl.zst --sources crawl-2.jsonl.zst crawl/rule.html
  chaffinch-corpus holders --work-dir work --file ~/rule.txt

Rows are those of `chaffinch-corpus query`, with \"date\", \"only_in_query\" (the share of DOC that the document
lacks) and \"only_in_document\" (the share of the document that DOC lacks). With --sources, \"passages\" lists what
differs, word by word: {\"query\": \"as DOC has it\", \"document\": \"as the other one has it\",
\"query_words\": 4, \"document_words\": 5}.")]
pub(crate) struct Arguments {
    /// Name of a document in the corpus; if several have this name, the last one
    #[arg(value_name = "DOC")]
    document: String,
    /// Read DOC as a file, whether it is in the corpus or not
    #[arg(long)]
    file: bool,
    /// Format of the file: text, html, markdown, or a language from `chaffinch languages` [default: by its name]
    #[arg(long, value_name = "FORMAT", value_parser = parse_format, requires = "file")]
    format: Option<Format>,
    /// Work directory of `chaffinch-corpus cluster`
    #[arg(long, value_name = "DIR")]
    work_dir: PathBuf,
    /// List documents that resemble DOC, contain it or are contained in it by at least this share
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = parse_share)]
    threshold: f64,
    /// Maximum number of rows [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    most: Option<u32>,
    /// Source of the corpus, unchanged since it was read, from which to show the passages that differ; may be repeated
    #[arg(long, value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    #[command(flatten)]
    key: KeyOptions,
    #[command(flatten)]
    resources: ResourceOptions,
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let file;
    let of = if arguments.file {
        file = DocumentSource::new(Path::new(&arguments.document))?.read_as(arguments.format);
        Version::Read(&file)
    } else {
        Version::Named(&arguments.document)
    };
    let sources = sources(&arguments.sources)?;
    let progress = StageDisplay::new(diagnostics);
    let mut index = Index::open(&arguments.work_dir, arguments.resources.resources(), &progress)?;
    if arguments.file {
        index = index.under(arguments.key.key()?)?;
    }
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let most = arguments.most.map(|most| most as usize);
    index.versions(of, (arguments.threshold, most), &sources, &progress, &mut out)?;
    Ok(out.flush()?)
}
