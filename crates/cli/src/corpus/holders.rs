//! `chaffinch corpus holders`: lost and found.

use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use chaffinch_corpus::{Format, Index, Source, Version};

use super::key::KeyOptions;
use super::options::{Heard, ResourceOptions, share, sources};
use super::query::format;
use crate::diagnostics::Diagnostics;

/// Lists every document that holds a version of another one, the newest first, and what differs
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch corpus holders --work-dir work crawl/rule.html
  chaffinch corpus holders --work-dir work --sources crawl-1.jsonl.zst --sources crawl-2.jsonl.zst crawl/rule.html
  chaffinch corpus holders --work-dir work --file ~/rule.txt

Rows are as those of `chaffinch corpus query`, with \"date\", \"only_in_query\" (how much of DOC the document lacks) and
\"only_in_document\" (how much of it DOC lacks). With --sources, \"passages\" are what differs, word by word: {\"query\": \"as DOC has
it\", \"document\": \"as the other one has it\", \"query_words\": 4, \"document_words\": 5}.")]
pub(super) struct Arguments {
    /// A document of the corpus, by its name; of several of this name, the last
    #[arg(value_name = "DOC")]
    document: String,
    /// DOC is a file, in the corpus or not
    #[arg(long)]
    file: bool,
    /// How the file is read: text, html, markdown, or a language of `chaffinch languages` [default: by its name]
    #[arg(long, value_name = "FORMAT", value_parser = format, requires = "file")]
    format: Option<Format>,
    /// The work directory of `chaffinch corpus cluster`
    #[arg(long, value_name = "DIR")]
    work_dir: PathBuf,
    /// Documents that resemble DOC, contain it or are contained in it by at least this much hold a version of it
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    threshold: f64,
    /// Rows, at most [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    most: Option<u32>,
    /// A source of the corpus, as it was when it was read, to tell the passages that differ; may be given several times
    #[arg(long, value_name = "SOURCE")]
    sources: Vec<PathBuf>,
    #[command(flatten)]
    key: KeyOptions,
    #[command(flatten)]
    resources: ResourceOptions,
}

pub(super) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let file;
    let of = if arguments.file {
        let source = Source::new(Path::new(&arguments.document))?;
        file = match arguments.format {
            Some(format) => source.read_as(format),
            None => source,
        };
        Version::Read(&file)
    } else {
        Version::Named(&arguments.document)
    };
    let sources = sources(&arguments.sources)?;
    let heard = Heard::new(diagnostics);
    let mut index = Index::open(&arguments.work_dir, arguments.resources.resources(), &heard)?;
    if arguments.file {
        index = index.under(arguments.key.key()?)?;
    }
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let most = arguments.most.map(|most| most as usize);
    index.holders(of, (arguments.threshold, most), &sources, &heard, &mut out)?;
    Ok(out.flush()?)
}
