//! Finds what is stored about a text: submissions that share code with it, and documents of corpora that resemble it.
//! Plain text, HTML and Markdown are looked up in corpora without a child, because their readers are safe.

use std::io;
use std::sync::Arc;

use chaffinch_corpus::{Format, Measure, Prose, SketchKind, TextSketch, sketch_text, sketch_tokens};
use chaffinch_storage::{HolderId, Ingest, Storage};
use tokio::sync::Semaphore;

use crate::archive::corpora::{
    CorporaOfKind, SimilarDocument, SimilarDocuments, UNKNOWN_OTHER_KIND, UNKNOWN_OUTDATED,
};
use crate::child::scratch::WorkDirError;
use crate::child::settings::ChildSettings;
use crate::query::error::SearchError;
use crate::query::text::{TextQuery, TextQueryAnswer, TextSearcher};

/// Number of queries at the same time. Further queries wait.
const MAX_CONCURRENT: usize = 4;

/// Corpora to search that have the same parameters of sketches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorpusQuery {
    /// Parameters of the sketches, as stored with the corpora.
    pub sketch: String,
    /// The documents in which to search.
    pub among: Vec<Ingest>,
}

/// What is stored about a text.
#[derive(Debug, Clone, Default)]
pub struct TextFinding {
    /// Languages as which the text was read, sorted. There are several for an archive with several files.
    pub languages: Vec<String>,
    /// Number of its tokens or words.
    pub tokens: u32,
    /// Number of its distinct fingerprints.
    pub fingerprints: u64,
    /// The submissions that share code with it. `None` if only corpora were searched.
    pub submissions: Option<TextQueryAnswer>,
    /// Documents of corpora that share shingles with it, the most similar first.
    pub documents: Vec<SimilarDocument>,
    /// Reason why nothing can be said about corpora.
    pub unknown: Option<&'static str>,
}

/// Finds what is stored about texts.
pub struct TextFinder {
    storage: Arc<dyn Storage>,
    searcher: TextSearcher,
    search_permits: Semaphore,
    /// Limits the number of texts that are sketched in this process at the same time.
    sketch_permits: Semaphore,
}

impl TextFinder {
    /// Creates a folder for the queries of this process.
    ///
    /// # Errors
    /// [`WorkDirError`].
    pub fn new(
        storage: Arc<dyn Storage>,
        settings: ChildSettings,
        holder: HolderId,
    ) -> Result<Self, WorkDirError> {
        let searcher = TextSearcher::new(settings, holder)?;
        let (search_permits, sketch_permits) =
            (Semaphore::new(MAX_CONCURRENT), Semaphore::new(MAX_CONCURRENT));
        Ok(Self { storage, searcher, search_permits, sketch_permits })
    }

    /// Answers one query, with at most `most` documents of corpora. Dropping the future stops the work.
    ///
    /// # Errors
    /// [`SearchError`].
    pub async fn find(
        &self,
        query: TextQuery,
        corpora: &[CorpusQuery],
        most: usize,
    ) -> Result<TextFinding, SearchError> {
        let (kinds, is_outdated) = group_by_kind(corpora);
        let prose = Prose::of(format(&query));
        let text = query.content.clone();
        let sketched_here = async {
            match prose {
                Some(prose) if !kinds.is_empty() => self.sketch_prose(prose, text, &kinds).await.map(Some),
                _ => Ok(None),
            }
        };
        let read_by_child = async {
            // Only corpora are searched, so no child is needed.
            if prose.is_some() && query.among.is_empty() && !corpora.is_empty() {
                return Ok(None);
            }
            let _permit =
                self.search_permits.acquire().await.map_err(|closed| SearchError::Failed(closed.into()))?;
            self.searcher.search(self.storage.as_ref(), query).await.map(Some)
        };
        let (mut sketches, answer) = tokio::try_join!(sketched_here, read_by_child)?;
        let mut finding = match (&answer, &sketches, prose) {
            (Some(answer), ..) => describe_answer(answer),
            (None, Some(sketches), Some(prose)) => describe_prose(prose, sketches),
            _ => TextFinding::default(),
        };
        if let Some(answer) = &answer {
            sketches.get_or_insert_with(|| {
                kinds.iter().map(|corpora| sketch_of_tokens(&answer.tokens, corpora.kind)).collect()
            });
        }
        let mut similar = SimilarDocuments::default();
        for (corpora, text) in kinds.iter().zip(&sketches.unwrap_or_default()) {
            let sketch = text.reason.map_or(Ok(&text.sketch[..]), Err);
            similar.search(self.storage.as_ref(), corpora, sketch, most).await?;
        }
        let (documents, unknown) = similar.best(Measure::Resemblance, 0.0, most);
        finding.submissions = answer;
        finding.documents = documents;
        finding.unknown = unknown.or((kinds.is_empty() && is_outdated).then_some(UNKNOWN_OUTDATED));
        Ok(finding)
    }

    /// Returns the sketches of a text, one for each kind of corpora.
    async fn sketch_prose(
        &self,
        prose: Prose,
        text: Vec<u8>,
        corpora: &[CorporaOfKind],
    ) -> Result<Vec<TextSketch>, SearchError> {
        let kinds: Vec<SketchKind> = corpora.iter().map(|corpora| corpora.kind).collect();
        let _permit =
            self.sketch_permits.acquire().await.map_err(|closed| SearchError::Failed(closed.into()))?;
        let sketch = move || kinds.into_iter().map(|kind| sketch_of_prose(prose, &text, kind)).collect();
        let sketches: io::Result<_> =
            tokio::task::spawn_blocking(sketch).await.map_err(|error| SearchError::Failed(error.into()))?;
        sketches.map_err(|error| SearchError::Failed(error.into()))
    }
}

/// Returns the corpora by kind of sketch, and whether there are corpora that this version cannot search.
fn group_by_kind(corpora: &[CorpusQuery]) -> (Vec<CorporaOfKind>, bool) {
    let (mut kinds, mut is_outdated) = (Vec::new(), false);
    for CorpusQuery { sketch, among } in corpora {
        is_outdated |= CorporaOfKind::join(&mut kinds, sketch, among.clone()).is_err();
    }
    (kinds, is_outdated)
}

/// Returns how the text becomes words or tokens, as it would in a corpus.
fn format(query: &TextQuery) -> Format {
    let of_name = Format::of_name(&query.name);
    match query.language.as_deref() {
        // HTML and Markdown are not languages of the language table.
        None | Some("text") if Prose::of(of_name).is_some() => of_name,
        None => of_name,
        Some(language) => Format::from_word(language).unwrap_or(Format::Text),
    }
}

fn sketch_of_prose(prose: Prose, mut text: &[u8], kind: SketchKind) -> io::Result<TextSketch> {
    match kind {
        SketchKind::Texts(parameters) => sketch_text(prose, &mut text, parameters),
        SketchKind::Features => Ok(sketch_of_other_kind()),
    }
}

fn sketch_of_tokens(tokens: &[u64], kind: SketchKind) -> TextSketch {
    match kind {
        SketchKind::Texts(parameters) => sketch_tokens(tokens, parameters),
        SketchKind::Features => sketch_of_other_kind(),
    }
}

fn sketch_of_other_kind() -> TextSketch {
    TextSketch { words: 0, sketch: Vec::new(), reason: Some(UNKNOWN_OTHER_KIND) }
}

/// Describes a text that no child has read.
fn describe_prose(prose: Prose, sketches: &[TextSketch]) -> TextFinding {
    let text = sketches.iter().max_by_key(|text| text.words);
    TextFinding {
        languages: vec![prose.word().to_owned()],
        tokens: text.map_or(0, |text| u32::try_from(text.words).unwrap_or(u32::MAX)),
        fingerprints: text.map_or(0, |text| text.sketch.len() as u64),
        ..TextFinding::default()
    }
}

/// Describes a text that a child has read. It is the first submission of the report.
fn describe_answer(answer: &TextQueryAnswer) -> TextFinding {
    let text = answer.report.submissions.first();
    let mut languages: Vec<String> =
        text.iter().flat_map(|text| &text.files).map(|file| file.language.clone()).collect();
    languages.sort();
    languages.dedup();
    TextFinding {
        languages,
        tokens: text.map_or(0, |text| text.tokens),
        fingerprints: answer.fingerprints,
        ..TextFinding::default()
    }
}
