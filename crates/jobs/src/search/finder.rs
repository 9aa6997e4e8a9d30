//! Finds what is stored about a text: submissions that share code with it, and documents of corpora that resemble it.
//! Plain text, HTML and Markdown are looked up in corpora without a child, because their readers are safe.

use std::io;
use std::sync::Arc;

use async_trait::async_trait;
use chaffinch_corpus::{Format, Measure, Prose, SketchKind, TextSketch, sketch_text, sketch_tokens};
use chaffinch_normalize::guess_language;
use chaffinch_query::{
    Corpora, Estimated, Finder, FoundDocument, FoundPassage, FoundSubmission, QueryError, TextAnswer,
    TextQuestion,
};
use chaffinch_report::pages::is_named;
use chaffinch_report::{Match, Region, Report};
use chaffinch_storage::{HolderId, Storage};
use tokio::sync::Semaphore;

use crate::archive::corpora::{
    CorporaOfKind, SimilarDocument, SimilarDocuments, UNKNOWN_OTHER_KIND, UNKNOWN_OUTDATED,
};
use crate::child::scratch::WorkDirError;
use crate::child::settings::ChildSettings;
use crate::query::text::{QueryHit, TextQueryAnswer, TextSearcher};

/// Number of queries at the same time. Further queries wait.
const MAX_CONCURRENT: usize = 4;

/// File name of a text that was typed.
const TYPED_NAME: &str = "text";

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

    /// Returns the sketches of a text, one for each kind of corpora.
    async fn sketch_prose(
        &self,
        prose: Prose,
        text: Vec<u8>,
        corpora: &[CorporaOfKind],
    ) -> Result<Vec<TextSketch>, QueryError> {
        let kinds: Vec<SketchKind> = corpora.iter().map(|corpora| corpora.kind).collect();
        let _permit =
            self.sketch_permits.acquire().await.map_err(|closed| QueryError::Failed(closed.into()))?;
        let sketch = move || kinds.into_iter().map(|kind| sketch_of_prose(prose, &text, kind)).collect();
        let sketches: io::Result<_> =
            tokio::task::spawn_blocking(sketch).await.map_err(|error| QueryError::Failed(error.into()))?;
        sketches.map_err(|error| QueryError::Failed(error.into()))
    }
}

#[async_trait]
impl Finder for TextFinder {
    async fn find(&self, mut question: TextQuestion) -> Result<TextAnswer, QueryError> {
        if question.name.is_empty() {
            let typed = String::from_utf8_lossy(&question.content);
            let guess = || guess_language(&typed).map(|language| language.name().to_owned());
            question.language = question.language.or_else(guess);
            TYPED_NAME.clone_into(&mut question.name);
        }
        let (corpora, most) = (std::mem::take(&mut question.corpora), question.max_documents);
        let (kinds, is_outdated) = group_by_kind(&corpora);
        let prose = Prose::of(format(&question));
        let text = question.content.clone();
        let sketched_here = async {
            match prose {
                Some(prose) if !kinds.is_empty() => self.sketch_prose(prose, text, &kinds).await.map(Some),
                _ => Ok(None),
            }
        };
        let read_by_child = async {
            // Only corpora are searched, so no child is needed.
            if prose.is_some() && question.among.is_empty() && !corpora.is_empty() {
                return Ok(None);
            }
            let _permit =
                self.search_permits.acquire().await.map_err(|closed| QueryError::Failed(closed.into()))?;
            self.searcher.search(self.storage.as_ref(), question).await.map(Some)
        };
        let (mut sketches, answer) = tokio::try_join!(sketched_here, read_by_child)?;
        let mut finding = match (&answer, &sketches, prose) {
            (Some(answer), ..) => describe_answer(answer),
            (None, Some(sketches), Some(prose)) => describe_prose(prose, sketches),
            _ => TextAnswer::default(),
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
        finding.documents = documents.into_iter().map(found_document).collect();
        finding.unknown = unknown.or((kinds.is_empty() && is_outdated).then_some(UNKNOWN_OUTDATED));
        Ok(finding)
    }
}

/// Returns the corpora by kind of sketch, and whether there are corpora that this version cannot search.
fn group_by_kind(corpora: &[Corpora]) -> (Vec<CorporaOfKind>, bool) {
    let (mut kinds, mut is_outdated) = (Vec::new(), false);
    for Corpora { sketch, among } in corpora {
        is_outdated |= CorporaOfKind::join(&mut kinds, sketch, among.clone()).is_err();
    }
    (kinds, is_outdated)
}

/// Returns how the text becomes words or tokens, as it would in a corpus.
fn format(question: &TextQuestion) -> Format {
    let of_name = Format::of_name(&question.name);
    match question.language.as_deref() {
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
fn describe_prose(prose: Prose, sketches: &[TextSketch]) -> TextAnswer {
    let text = sketches.iter().max_by_key(|text| text.words);
    TextAnswer {
        languages: vec![prose.word().to_owned()],
        tokens: text.map_or(0, |text| u32::try_from(text.words).unwrap_or(u32::MAX)),
        fingerprints: text.map_or(0, |text| text.sketch.len() as u64),
        ..TextAnswer::default()
    }
}

/// Describes a text that a child has read. It is the first submission of the report.
pub(super) fn describe_answer(answer: &TextQueryAnswer) -> TextAnswer {
    let text = answer.report.submissions.first();
    let mut languages: Vec<String> =
        text.iter().flat_map(|text| &text.files).map(|file| file.language.clone()).collect();
    languages.sort();
    languages.dedup();
    TextAnswer {
        languages,
        tokens: text.map_or(0, |text| text.tokens),
        fingerprints: answer.fingerprints,
        found: answer.hits.iter().filter_map(|hit| found_submission(hit, &answer.report)).collect(),
        ..TextAnswer::default()
    }
}

/// Returns a submission that was found. The text is on the left of every pair of the report.
fn found_submission(hit: &QueryHit, report: &Report) -> Option<FoundSubmission> {
    let pair = report.pairs.iter().find(|pair| pair.id.right == hit.number)?;
    let files = report.submission(hit.number).map_or(&[][..], |submission| &submission.files);
    let mut digests: Vec<String> = files.iter().map(|file| file.digest.clone()).collect();
    // The digest of an erased file is not kept.
    if digests.iter().any(String::is_empty) {
        digests.clear();
    }
    digests.sort();
    Some(FoundSubmission {
        owner: hit.owner,
        number: hit.submission,
        name: hit.name.clone(),
        resemblance: pair.resemblance,
        text_containment: pair.left_containment,
        submission_containment: pair.right_containment,
        fingerprints: hit.fingerprints,
        shared: hit.shared,
        digests,
        is_named: is_named(report, pair),
        passages: pair.matches.iter().flatten().map(passage).collect(),
    })
}

fn found_document(found: SimilarDocument) -> FoundDocument {
    let share = |value: Option<f64>, interval: Option<[f64; 2]>| {
        let [low, high] = interval.unwrap_or([0.0, 1.0]);
        Estimated { value: value.unwrap_or_default(), low, high }
    };
    let of = found.measures;
    FoundDocument {
        archive: found.archive,
        number: found.number,
        name: found.name,
        resemblance: share(of.resemblance, of.resemblance_interval),
        text_containment: share(of.query_containment, of.query_containment_interval),
        document_containment: share(of.document_containment, of.document_containment_interval),
        fingerprints: found.fingerprints,
        shared: of.count.into(),
    }
}

fn passage(found: &Match) -> FoundPassage {
    let lines = |region: &Region| (region.start_line, region.end_line);
    let bytes = |region: &Region| (region.start_byte, region.end_byte);
    FoundPassage {
        tokens: found.tokens,
        text_lines: lines(&found.left),
        path: found.right.path.clone(),
        lines: lines(&found.right),
        text_bytes: bytes(&found.left),
        file: found.right.file,
        bytes: bytes(&found.right),
        literal: found.literal.clone(),
    }
}
