//! `chaffinch corpus query` for corpora of the service: makes sketches of texts here and looks them up in the stored
//! index. It works while the service runs.

use std::io::{self, BufWriter, Write as _};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use chaffinch_corpus::{DocumentSource, Measures, NoProgress, QueryOptions, Reason, SketchKind, each_sketch};
use chaffinch_fingerprint::Parameters;
use chaffinch_storage::{ArchiveId, Storage};
use serde::Serialize;
use serde_json::json;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::archive::{archives, is_named};
use crate::config::{Configuration, Flags, ServeFlags};
use crate::diagnostics::Diagnostics;
use crate::installation::{self, Installation, Migrate};
use crate::likeness::{Corpora, Likenesses, OTHER_KIND};

/// Number of texts that are read ahead.
const WAITING: usize = 16;

/// Largest number of rows for a text.
const MAX_COUNT: usize = 1000;

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
struct Row<'a> {
    query: &'a str,
    archive: &'a str,
    document: &'a str,
    #[serde(flatten)]
    measures: Measures,
}

/// A text in the form in which one kind of corpus would store it.
struct Read {
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
        let asked = chosen(storage, options).await?;
        anyhow::ensure!(
            asked.kinds.len() == 1 || !sources.iter().any(DocumentSource::is_standard_input),
            "the corpora have different kinds of sketches, and standard input can be read only once. Choose one with --corpus."
        );
        let mut readings: Vec<(Receiver<Read>, _)> = asked
            .kinds
            .iter()
            .map(|corpora| {
                let (sources, kind) = (sources.to_vec(), corpora.kind);
                let (send, receive) = channel(WAITING);
                (receive, tokio::task::spawn_blocking(move || read(&sources, kind, &send)))
            })
            .collect();
        let mut took = Vec::new();
        let mut out = BufWriter::new(io::stdout().lock());
        let most = ask.most.min(MAX_COUNT);
        // Every kind of sketch reads the same texts in the same order.
        'texts: loop {
            let (mut name, mut alike, mut asking) = (String::new(), Likenesses::default(), Duration::ZERO);
            for ((texts, _), corpora) in readings.iter_mut().zip(&asked.kinds) {
                let Some(text) = texts.recv().await else { break 'texts };
                name = text.name;
                let began = Instant::now();
                let unlike = (text.kind != corpora.kind).then_some(OTHER_KIND);
                let sketch = text.reason.or(unlike).map_or(Ok(&text.sketch[..]), Err);
                alike.ask(storage, corpora, sketch, most).await?;
                asking += began.elapsed();
            }
            took.push(asking);
            let (found, unknown) = alike.best(ask.order, ask.floor, most);
            if let Some(reason) = unknown {
                line(&mut out, &Reason { query: &name, reason })?;
            }
            for found in &found {
                let archive = asked.names.iter().find(|(id, _)| *id == found.archive);
                let archive = archive.map_or("", |(_, name)| name);
                line(
                    &mut out,
                    &Row { query: &name, archive, document: &found.name, measures: found.measures },
                )?;
            }
        }
        for (texts, reading) in readings {
            drop(texts);
            reading.await.context("cannot read the texts")??;
        }
        out.flush()?;
        tell(took, diagnostics);
        Ok(())
    })
}

/// Prints how long the answers took, without sketching and writing.
fn tell(mut took: Vec<Duration>, diagnostics: Diagnostics) {
    took.sort_unstable();
    let within =
        |share: usize| took.get(took.len() * share / 100).map_or(0.0, |took| took.as_secs_f64() * 1000.0);
    let (texts, half, most) = (took.len(), within(50), within(99));
    let told = format!("{texts} texts looked up: 50 % took at most {half:.1} ms, 99 % at most {most:.1} ms");
    diagnostics.say(&told, &json!({ "texts": texts, "p50_ms": half, "p99_ms": most }));
}

/// The corpora to search, by kind of sketch, and their names.
struct Chosen {
    kinds: Vec<Corpora>,
    names: Vec<(ArchiveId, String)>,
}

async fn chosen(storage: &dyn Storage, options: &CorporaOptions) -> anyhow::Result<Chosen> {
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
        Corpora::join(&mut kinds, sketch, ingests)
            .with_context(|| format!("cannot search the corpus {:?}", archive.name))?;
    }
    Ok(Chosen { kinds, names: corpora.into_iter().map(|archive| (archive.id, archive.name)).collect() })
}

/// Reads all texts as a corpus of this kind would.
fn read(sources: &[DocumentSource], kind: SketchKind, send: &Sender<Read>) -> anyhow::Result<()> {
    let parameters = match kind {
        SketchKind::Texts(parameters) => parameters,
        SketchKind::Features => Parameters::STANDARD,
    };
    // Sources are read one after the other, because the readers for all kinds of sketch run in parallel.
    for source in sources {
        each_sketch(std::slice::from_ref(source), parameters, 1, &NoProgress, &mut |document| {
            let text = Read {
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

fn line(out: &mut impl io::Write, row: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    Ok(out.write_all(b"\n")?)
}
