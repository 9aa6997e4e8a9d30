//! `chaffinch corpus add --corpus`: makes sketches of documents here, so that the service never reads the documents,
//! and stores them batch by batch. It works while the service runs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Context as _;
use chaffinch_corpus::{MODULUS, SketchKind, each_sketch};
use chaffinch_fingerprint::{Parameters, Sample};
use chaffinch_jobs::{AddedSketches, SketchedDocument, add_sketched};
use chaffinch_storage::{Archive, ArchiveId, Keeping, NewArchive, Storage, archive_name};
use chrono::{DateTime, SecondsFormat};
use serde_json::json;
use tokio::sync::mpsc::{Sender, channel};

use super::options::sources;
use crate::terminal::progress::StageDisplay;
use crate::usage::Usage;

use crate::installation::{self, Installation, Migrate};
use crate::settings::{Configuration, Flags, ServeFlags};
use crate::terminal::diagnostics::Diagnostics;
use crate::terminal::output::print;

/// Largest number of documents, and of values of their sketches, in one batch. A batch is one transaction of some
/// hundred milliseconds.
const MAX_BATCH_DOCUMENTS: usize = 10_000;
const MAX_BATCH_VALUES: usize = 1_000_000;

/// Largest number of values of one sketch. A query reads the values of some hundred documents. This is about 3.5 MB of
/// text with the usual modulus.
const MAX_SKETCH_VALUES: usize = 65_536;

/// Reason given for a document with more values.
const TOO_LARGE: &str = "too large: more than 65,536 values in its sketch (a larger --modulus keeps fewer)";

/// Largest length of a stored document name, in bytes. Of a longer name, the end is kept.
const MAX_NAME_BYTES: usize = 1024;

/// Options for the corpus, and for creating a new one.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct CorpusOptions {
    /// Add to the corpus with this name in the service, instead of to a run; a new name creates the corpus
    #[arg(long, value_name = "NAME", required_unless_present = "work_dir")]
    pub(super) corpus: Option<String>,
    /// Course of the corpus, by name or id [default: the account's personal course]
    #[arg(long, requires = "corpus")]
    course: Option<String>,
    /// Account that creates a new corpus [default: the only account]
    #[arg(long, value_name = "NAME", requires = "corpus")]
    account: Option<String>,
    /// Number of words in a shingle of a new corpus [default: 10]
    #[arg(long, value_name = "WORDS", requires = "corpus")]
    shingle: Option<NonZeroUsize>,
    /// Keep one in M shingles in a new corpus [default: 8]
    #[arg(long, value_name = "M", requires = "corpus")]
    modulus: Option<NonZeroU64>,
    /// Delete a new corpus at this time: a date or an RFC 3339 time
    #[arg(long, value_name = "TIME", requires = "corpus")]
    keep_until: Option<String>,
}

pub(super) fn run(
    options: &CorpusOptions,
    paths: &[PathBuf],
    threads: usize,
    flags: &Flags,
    diagnostics: Diagnostics,
) -> anyhow::Result<()> {
    let settings = Configuration::read(flags, &ServeFlags::default())?;
    let sources = sources(paths)?;
    let name = options.corpus.as_deref().unwrap_or_default();
    let name = archive_name(name).map_err(|problem| Usage(format!("--corpus {problem}")))?;
    installation::block_on(async {
        let installation = Installation::open(&settings, Migrate::Never).await?;
        let mut corpus = Corpus::find(installation.storage.as_ref(), name, options).await?;
        let parameters = corpus.parameters;
        let (send, mut batches) = channel(1);
        let progress = StageDisplay::new(diagnostics);
        let reader = tokio::task::spawn_blocking(move || {
            let mut reader =
                BatchReader { send, batch: DocumentBatch::default(), values: 0, left_out: BTreeMap::new() };
            each_sketch(&sources, parameters, threads, &progress, &mut |document| reader.push(&document))?;
            let _ = reader.send_batch();
            anyhow::Ok(reader.left_out)
        });
        while let Some(DocumentBatch { kind, documents }) = batches.recv().await {
            corpus.add(kind, documents, true).await?;
        }
        let left_out = reader.await.context("cannot read the documents")??;
        // The corpus is complete only now.
        corpus.add(None, Vec::new(), false).await?;
        corpus.print_summary(&left_out, diagnostics)
    })
}

/// The corpus to which documents are added.
struct Corpus<'a> {
    storage: &'a dyn Storage,
    /// `None` until the first batch arrives if the corpus is new.
    archive: Option<Archive>,
    /// The corpus to create.
    new: NewArchive,
    parameters: Parameters,
    added: AddedSketches,
}

impl<'a> Corpus<'a> {
    /// Returns the corpus with this name, or the data of a new one.
    async fn find(storage: &'a dyn Storage, name: &str, options: &CorpusOptions) -> anyhow::Result<Self> {
        let by = installation::operator();
        let (creator, course) =
            installation::creator_and_course(storage, options.account.as_deref(), options.course.as_deref())
                .await?;
        let keep_until = installation::parse_keep_until(options.keep_until.as_deref(), by.at)?;
        let found = storage.archives(&[course]).await?.into_iter().find(|archive| archive.name == name);
        let mut requested = Parameters::STANDARD;
        requested.shingle = options.shingle.unwrap_or(requested.shingle);
        requested.sample = Sample::Modulus(options.modulus.unwrap_or(MODULUS));
        let new = NewArchive {
            id: ArchiveId::new(by.at),
            course,
            name: name.to_owned(),
            year: None,
            keeping: Keeping::Reduced,
            sketch: None,
            creator,
            keep_until,
        };
        let added = AddedSketches::default();
        let Some(archive) = found else {
            return Ok(Self { storage, archive: None, new, parameters: requested, added });
        };
        if keep_until.is_some() {
            return Err(Usage(format!(
                "the corpus {name:?} already exists. --keep-until applies only to a new one."
            ))
            .into());
        }
        let Some(sketch) = &archive.sketch else {
            let message = "is an archive of submissions. Use `chaffinch archive add` to add to it.";
            return Err(Usage(format!("{name:?} {message}")).into());
        };
        let parameters = match sketch.parse::<SketchKind>()? {
            SketchKind::Texts(parameters) => parameters,
            SketchKind::Features => requested,
        };
        if (options.shingle.is_some() || options.modulus.is_some()) && parameters != requested {
            let message = "has another --shingle or --modulus. These options apply only to a new corpus.";
            return Err(Usage(format!("the corpus {name:?} {message}")).into());
        }
        Ok(Self { storage, archive: Some(archive), new, parameters, added })
    }

    /// Adds a batch and creates the corpus if necessary.
    async fn add(
        &mut self,
        kind: Option<SketchKind>,
        documents: Vec<SketchedDocument>,
        more: bool,
    ) -> anyhow::Result<()> {
        let by = installation::operator();
        let archive = if let Some(archive) = &self.archive {
            archive
        } else {
            let sketch = kind.unwrap_or(SketchKind::Texts(self.parameters)).to_string();
            let new = NewArchive { sketch: Some(sketch), ..self.new.clone() };
            self.archive.insert(self.storage.create_archive(&new, &by).await?)
        };
        if let Some(kind) = kind {
            let (existing, new) = (archive.sketch.as_deref().unwrap_or_default(), kind.to_string());
            anyhow::ensure!(
                existing == new,
                "the corpus {:?} has sketches of another kind ({existing}) than these documents ({new})",
                archive.name
            );
        }
        let added = add_sketched(self.storage, archive, documents, more, &by).await?;
        self.added.added += added.added;
        self.added.copies += added.copies;
        self.added.known += added.known;
        Ok(())
    }

    fn print_summary(
        &self,
        left_out: &BTreeMap<&'static str, u64>,
        diagnostics: Diagnostics,
    ) -> anyhow::Result<()> {
        let Some(archive) = &self.archive else { return Ok(()) };
        print(format!("{}\n", archive.id))?;
        let AddedSketches { added, copies, known } = self.added;
        let mut message = format!(
            "{added} documents added to {:?} ({copies} of them with the same sketch as another), {known} already there",
            archive.name
        );
        for (reason, documents) in left_out {
            let _ = write!(message, "; {documents} left out: {reason}");
        }
        let left_out: BTreeMap<_, _> = left_out.iter().collect();
        diagnostics.say(
            &message,
            &json!({ "added": added, "copies": copies, "known": known, "left_out": left_out }),
        );
        Ok(())
    }
}

/// Documents that are stored together, and their kind of sketch.
#[derive(Default)]
struct DocumentBatch {
    kind: Option<SketchKind>,
    documents: Vec<SketchedDocument>,
}

/// Collects documents until they fill a batch.
struct BatchReader {
    send: Sender<DocumentBatch>,
    batch: DocumentBatch,
    values: usize,
    /// Number of documents without a sketch, by reason. A query could never find them.
    left_out: BTreeMap<&'static str, u64>,
}

impl BatchReader {
    fn push(&mut self, document: &chaffinch_corpus::SketchedDocument) -> ControlFlow<()> {
        let is_large = MAX_SKETCH_VALUES < document.sketch.len();
        if let Some(reason) = document.reason.or(is_large.then_some(TOO_LARGE)) {
            *self.left_out.entry(reason).or_default() += 1;
            return ControlFlow::Continue(());
        }
        let date = document.date.and_then(|date| DateTime::from_timestamp(date, 0));
        self.values += document.sketch.len();
        self.batch.kind = Some(document.kind);
        self.batch.documents.push(SketchedDocument {
            name: shorten_name(document.name),
            date: date.map(|date| date.to_rfc3339_opts(SecondsFormat::Secs, true)),
            sketch: document.sketch.to_vec(),
        });
        if self.batch.documents.len() < MAX_BATCH_DOCUMENTS && self.values < MAX_BATCH_VALUES {
            return ControlFlow::Continue(());
        }
        self.send_batch()
    }

    fn send_batch(&mut self) -> ControlFlow<()> {
        self.values = 0;
        let batch = std::mem::take(&mut self.batch);
        if batch.documents.is_empty() || self.send.blocking_send(batch).is_ok() {
            ControlFlow::Continue(())
        } else {
            // The receiver has failed and reports the reason.
            ControlFlow::Break(())
        }
    }
}

/// Returns the end of a long name, which is more informative than its beginning.
fn shorten_name(name: &str) -> String {
    let mut from = name.len().saturating_sub(MAX_NAME_BYTES);
    while !name.is_char_boundary(from) {
        from += 1;
    }
    name[from..].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_without_a_usable_sketch_are_counted_and_left_out() {
        let (send, _pieces) = channel(1);
        let mut reader =
            BatchReader { send, batch: DocumentBatch::default(), values: 0, left_out: BTreeMap::new() };
        let values: Vec<u64> = (0..=MAX_SKETCH_VALUES as u64).collect();
        let kind = SketchKind::Texts(Parameters::STANDARD);
        for (sketch, reason) in [(&values[..MAX_SKETCH_VALUES], None), (&values, None), (&[], Some("empty"))]
        {
            let name = "essay.txt";
            let document = chaffinch_corpus::SketchedDocument { name, date: None, kind, sketch, reason };
            assert!(reader.push(&document).is_continue());
        }
        assert_eq!(reader.batch.documents.len(), 1);
        assert_eq!(reader.left_out, BTreeMap::from([(TOO_LARGE, 1), ("empty", 1)]));
    }

    #[test]
    fn the_end_of_a_long_name_is_kept() {
        assert_eq!(shorten_name("a/b"), "a/b");
        let long = "ä".repeat(MAX_NAME_BYTES) + "end";
        let kept = shorten_name(&long);
        assert!(kept.ends_with("äend") && kept.len() <= MAX_NAME_BYTES && MAX_NAME_BYTES - 2 < kept.len());
    }
}
