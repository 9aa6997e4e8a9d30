//! `chaffinch corpus query`: what a finished run knows of a text, a name or a cluster; what the service's corpora know of a
//! text.

use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use chaffinch_corpus::{Ask, Format, Index, Source, Unheard};

use super::key::KeyOptions;
use super::options::{Heard, MeasureName, ResourceOptions, share};
use super::stored_query::{self, CorporaOptions};
use crate::Usage;
use crate::config::Flags;
use crate::diagnostics::Diagnostics;

/// Says which documents of a corpus any text resembles, contains or is contained in; or what is in a document's cluster
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch corpus query --work-dir work essay.html
  pdftotext paper.pdf - | chaffinch corpus query --work-dir work --most 5 -
  chaffinch corpus query --data-dir /var/lib/chaffinch --corpus Essays essay.html
  chaffinch corpus query --work-dir work --document crawl/a.html
  chaffinch corpus query --work-dir work --cluster 17

Rows are JSON Lines, the best first: {\"query\": \"FILE\", \"document\": \"...\", \"count\": 12, \"resemblance\": 0.8,
\"resemblance_interval\": [0.6, 0.9], \"query_containment\": ..., \"document_containment\": ..., \"sample\": 31, \"cluster\": 17,
\"kind\": \"similar\", \"copies\": 0}. A text of which nothing can be said has a row with a \"reason\".

A FILE is read as the sources of `chaffinch corpus cluster` are; each document of a folder, a .zip or JSON Lines is a text of
its own. What questions need beside the run's files is made at the first one, and kept.

Without --work-dir the corpora of the service are asked, which may be running; rows then say in which \"archive\" a document
is, and nothing of clusters. Nothing is kept of the texts.")]
pub(super) struct Arguments {
    /// Texts, in the corpus or not; - for one from standard input
    #[arg(value_name = "FILE", required_unless_present_any = ["document", "cluster"])]
    files: Vec<PathBuf>,
    /// The work directory of `chaffinch corpus cluster`
    #[arg(long, value_name = "DIR", conflicts_with_all = ["corpora", "course", "data_dir", "database_url", "config"])]
    work_dir: Option<PathBuf>,
    /// List the cluster of a document of this name
    #[arg(long, value_name = "NAME", conflicts_with_all = ["files", "cluster"], requires = "work_dir")]
    document: Option<String>,
    /// List the documents of a cluster
    #[arg(long, value_name = "N", conflicts_with = "files", requires = "work_dir")]
    cluster: Option<u32>,
    #[command(flatten)]
    text: TextOptions,
    #[command(flatten)]
    key: KeyOptions,
    #[command(flatten)]
    resources: ResourceOptions,
    #[command(flatten)]
    corpora: CorporaOptions,
    #[command(flatten)]
    flags: Flags,
}

/// What is asked of texts.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct TextOptions {
    /// Rows for a text, at most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    most: u32,
    /// Copies of one document that are listed beside it; the others are counted. In the service all are listed
    #[arg(long, value_name = "N", default_value_t = 10)]
    copies: u32,
    /// Leave out documents less alike than this, by whatever measure
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = share)]
    floor: f64,
    /// By what the best come first
    #[arg(long, value_enum, default_value_t = MeasureName::Resemblance)]
    order: MeasureName,
    /// How texts are read: text, html, markdown, or a language of `chaffinch languages` [default: by their names]
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    format: Option<Format>,
}

impl TextOptions {
    pub(super) fn ask(&self) -> Ask {
        Ask {
            most: self.most as usize,
            copies: self.copies as usize,
            floor: self.floor,
            order: self.order.measure(),
        }
    }

    fn source(&self, path: &Path) -> anyhow::Result<Source> {
        let source = if path == Path::new("-") { Source::standard_input_text() } else { Source::new(path)? };
        Ok(match self.format {
            Some(format) => source.read_as(format),
            None => source,
        })
    }
}

pub(super) fn format(word: &str) -> Result<Format, Usage> {
    let unknown = || Usage("text, html, markdown, or a language of `chaffinch languages`".to_owned());
    Format::from_word(word).ok_or_else(unknown)
}

pub(super) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let sources: Vec<Source> =
        arguments.files.iter().map(|file| arguments.text.source(file)).collect::<Result<_, _>>()?;
    let Some(work_dir) = &arguments.work_dir else {
        arguments.key.is_public()?;
        return stored_query::run(
            &sources,
            &arguments.corpora,
            arguments.text.ask(),
            &arguments.flags,
            diagnostics,
        );
    };
    let resources = arguments.resources.resources();
    let index = Index::open(work_dir, resources, &Heard::new(diagnostics))?;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    if let Some(name) = &arguments.document {
        index.named_clusters(name, &mut out)?;
    } else if let Some(cluster) = arguments.cluster {
        index.cluster(cluster, &mut out)?;
    } else {
        let index = index.under(arguments.key.key()?)?;
        index.query(&sources, arguments.text.ask(), &Unheard, &mut out)?;
    }
    Ok(out.flush()?)
}
