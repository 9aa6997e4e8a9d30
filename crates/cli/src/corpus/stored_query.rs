//! `chaffinch corpus query` for corpora of the service: makes sketches of texts here and looks them up in the stored
//! index. It works while the service runs.

use std::io::{self, BufWriter, Write as _};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use chaffinch_corpus::{DocumentSource, Measures, QueryOptions, Reason, SketchKind, each_sketch};
use chaffinch_fingerprint::Parameters;
use chaffinch_storage::{ArchiveId, Storage};
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::installation::{self, Installation, Migrate, archives, is_named};
use crate::settings::{Configuration, Flags, ServeFlags};
use crate::terminal::diagnostics::Diagnostics;
use chaffinch_jobs::{CorporaOfKind, SimilarDocuments, UNKNOWN_OTHER_KIND};

/// Number of texts that are read ahead.
const READ_AHEAD_TEXTS: usize = 16;

/// Largest number of rows for a text.
const MAX_ROWS: usize = 1000;

/// Options that select the corpora to search.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct CorporaOptions {
    /// Search only this corpus of the service, by name or id; may be repeated [default: all]
    #[arg(long = "corpus", value_name = "NAME")]
    corpora: Vec<String>,
    /// Search only corpora of this course, by name or id
    #[arg(long)]
    course: Option<String>,
}

/// A row of the answer.
#[derive(Serialize)]
struct SimilarRow<'a> {
    query: &'a str,
    archive: &'a str,
    document: &'a str,
    #[serde(flatten)]
    measures: Measures,
}

/// A text in the form in which one kind of corpus would store it.
struct QueryText {
    name: String,
    kind: SketchKind,
    sketch: Vec<u64>,
    reason: Option<&'static str>,
}

pub(super) fn run(
    sources: &[DocumentSource],
    options: &CorporaOptions,
    ask: QueryOptions,
    flags: &Flags,
    diagnostics: Diagnostics,
) -> anyhow::Result<()> {
    let settings = Configuration::read(flags, &ServeFlags::default())?;
    installation::block_on(async {
        let installation = Installation::open(&settings, Migrate::Never).await?;
        let storage = installation.storage.as_ref();
        let selected = select_corpora(storage, options).await?;
        anyhow::ensure!(
            selected.kinds.len() == 1 || !sources.iter().any(DocumentSource::is_standard_input),
            "the corpora have different kinds of sketches, and standard input can be read only once. Choose one with --corpus."
        );
        let mut readers: Vec<(Receiver<QueryText>, _)> = selected
            .kinds
            .iter()
            .map(|corpora| {
                let (sources, kind) = (sources.to_vec(), corpora.kind);
                let (send, receive) = channel(READ_AHEAD_TEXTS);
                (receive, tokio::task::spawn_blocking(move || read_texts(&sources, kind, &send)))
            })
            .collect();
        let mut durations = Vec::new();
        let mut out = BufWriter::new(io::stdout().lock());
        let most = ask.most.min(MAX_ROWS);
        // Every kind of sketch reads the same texts in the same order.
        'texts: loop {
            let (mut name, mut alike, mut duration) =
                (String::new(), SimilarDocuments::default(), Duration::ZERO);
            for ((texts, _), corpora) in readers.iter_mut().zip(&selected.kinds) {
                let Some(text) = texts.recv().await else { break 'texts };
                name = text.name;
                let began = Instant::now();
                let unlike = (text.kind != corpora.kind).then_some(UNKNOWN_OTHER_KIND);
                let sketch = text.reason.or(unlike).map_or(Ok(&text.sketch[..]), Err);
                alike.search(storage, corpora, sketch, most).await?;
                duration += began.elapsed();
            }
            durations.push(duration);
            let (found, unknown) = alike.best(ask.order, ask.floor, most);
            if let Some(reason) = unknown {
                write_line(&mut out, &Reason { query: &name, reason })?;
            }
            for found in &found {
                let archive = selected.names.iter().find(|(id, _)| *id == found.archive);
                let archive = archive.map_or("", |(_, name)| name);
                write_line(
                    &mut out,
                    &SimilarRow { query: &name, archive, document: &found.name, measures: found.measures },
                )?;
            }
        }
        for (texts, reader) in readers {
            drop(texts);
            reader.await.context("cannot read the texts")??;
        }
        out.flush()?;
        print_summary(durations, diagnostics);
        Ok(())
    })
}

/// Prints how long the answers durations, without sketching and writing.
fn print_summary(mut durations: Vec<Duration>, diagnostics: Diagnostics) {
    durations.sort_unstable();
    let within = |share: usize| {
        durations.get(durations.len() * share / 100).map_or(0.0, |duration| duration.as_secs_f64() * 1000.0)
    };
    let (texts, half, most) = (durations.len(), within(50), within(99));
    let message =
        format!("{texts} texts looked up: 50 % durations at most {half:.1} ms, 99 % at most {most:.1} ms");
    diagnostics.say(&message, &json!({ "texts": texts, "p50_ms": half, "p99_ms": most }));
}

/// The corpora to search, by kind of sketch, and their names.
struct SelectedCorpora {
    kinds: Vec<CorporaOfKind>,
    names: Vec<(ArchiveId, String)>,
}

async fn select_corpora(storage: &dyn Storage, options: &CorporaOptions) -> anyhow::Result<SelectedCorpora> {
    let mut corpora = archives(storage, options.course.as_deref()).await?;
    corpora.retain(|archive| archive.sketch.is_some());
    for named in &options.corpora {
        anyhow::ensure!(
            corpora.iter().any(|archive| is_named(archive, named)),
            "there is no corpus {named:?}. Run `chaffinch archive list` to see all corpora."
        );
    }
    if !options.corpora.is_empty() {
        corpora.retain(|archive| options.corpora.iter().any(|named| is_named(archive, named)));
    }
    anyhow::ensure!(
        !corpora.is_empty(),
        "there is no corpus yet. Create one with `chaffinch corpus add --corpus NAME`."
    );
    let mut kinds = Vec::new();
    for archive in &corpora {
        let sketch = archive.sketch.as_deref().unwrap_or_default();
        let ingests = storage.ingests(archive.id.into()).await?;
        CorporaOfKind::join(&mut kinds, sketch, ingests)
            .with_context(|| format!("cannot search the corpus {:?}", archive.name))?;
    }
    Ok(SelectedCorpora {
        kinds,
        names: corpora.into_iter().map(|archive| (archive.id, archive.name)).collect(),
    })
}

/// Reads all texts as a corpus of this kind would.
fn read_texts(sources: &[DocumentSource], kind: SketchKind, send: &Sender<QueryText>) -> anyhow::Result<()> {
    let parameters = match kind {
        SketchKind::Texts(parameters) => parameters,
        SketchKind::Features => Parameters::STANDARD,
    };
    // Sources are read one after the other, because the readers for all kinds of sketch run in parallel.
    for source in sources {
        each_sketch(std::slice::from_ref(source), parameters, 1, &(), &mut |document| {
            let text = QueryText {
                name: document.name.to_owned(),
                kind: document.kind,
                sketch: document.sketch.to_vec(),
                reason: document.reason,
            };
            match send.blocking_send(text) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
    }
    Ok(())
}

fn write_line(out: &mut impl io::Write, row: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    Ok(out.write_all(b"\n")?)
}
