//! Answers queries of `web` about single texts with the asker of `jobs`, which runs child processes. Plain text, HTML
//! and Markdown are looked up in corpora without a child, because their readers are safe.

use std::io;
use std::sync::Arc;

use async_trait::async_trait;
use chaffinch_corpus::{Format, Measure, Prose, SketchKind, TextSketch, sketch_text, sketch_tokens};
use chaffinch_jobs::{SearchError, TextQuery, TextQueryAnswer, TextSearcher};
use chaffinch_report::{Match, Pair, Region};
use chaffinch_storage::{HolderId, Storage};
use chaffinch_web::{
    Answer, Estimated, Finder, FoundDocument, FoundPassage, FoundSubmission, QueryError, Question,
};
use chrono::Utc;
use tokio::sync::Semaphore;

use crate::settings::Configuration;
use crate::settings::jobs::query_settings;
use chaffinch_jobs::{
    CorporaOfKind, SimilarDocument, SimilarDocuments, UNKNOWN_OTHER_KIND, UNKNOWN_OUTDATED,
};

/// Number of queries at the same time. Further queries wait.
const TURNS: usize = 4;

/// Limit on the processor time of one query, in seconds. A text needs a fraction of it; a query that needs more is an
/// attack.
const CPU_SECONDS: u64 = 60;

struct Asking {
    storage: Arc<dyn Storage>,
    searcher: TextSearcher,
    turns: Semaphore,
    /// Limits the number of texts that are sketched in this process at the same time.
    sketching: Semaphore,
}

/// Returns a finder for this database.
pub(crate) fn finder(
    storage: &Arc<dyn Storage>,
    settings: &Configuration,
) -> anyhow::Result<Arc<dyn Finder>> {
    let settings = query_settings(settings, CPU_SECONDS)?;
    let searcher = TextSearcher::new(settings, HolderId::new(Utc::now()))?;
    let (turns, sketching) = (Semaphore::new(TURNS), Semaphore::new(TURNS));
    Ok(Arc::new(Asking { storage: Arc::clone(storage), searcher, turns, sketching }))
}

#[async_trait]
impl Finder for Asking {
    async fn find(&self, question: Question) -> Result<Answer, QueryError> {
        let (corpora, outdated) = corpora(&question);
        let prose = Prose::of(format(&question));
        let sketched_here = async {
            match prose {
                Some(prose) if !corpora.is_empty() => {
                    self.sketched(prose, &question.text, &corpora).await.map(Some)
                }
                _ => Ok(None),
            }
        };
        let read_by_child = async {
            // Only corpora are searched, so no child is needed.
            if prose.is_some() && question.among.is_empty() && !question.corpora.is_empty() {
                return Ok(None);
            }
            self.read_by_child(&question).await.map(Some)
        };
        let (mut sketches, known) = tokio::try_join!(sketched_here, read_by_child)?;
        let mut answer = match (&known, &sketches, prose) {
            (Some(known), ..) => told(known),
            (None, Some(sketches), Some(prose)) => told_of_prose(prose, sketches),
            _ => Answer::default(),
        };
        if let Some(known) = &known {
            sketches.get_or_insert_with(|| {
                corpora.iter().map(|corpora| of_tokens(&known.tokens, corpora.kind)).collect()
            });
        }
        let (documents, unknown) = self.alike(&corpora, &sketches.unwrap_or_default(), question.most).await?;
        answer.documents = documents;
        answer.unknown = unknown.or((corpora.is_empty() && outdated).then_some(UNKNOWN_OUTDATED));
        Ok(answer)
    }
}

impl Asking {
    async fn read_by_child(&self, question: &Question) -> Result<TextQueryAnswer, QueryError> {
        let question = TextQuery {
            name: question.name.clone(),
            content: question.text.clone(),
            language: question.language.clone(),
            among: question.among.clone(),
            window: question.window,
            limit_fingerprints: question.limit_fingerprints,
        };
        let _turn = self.turns.acquire().await.map_err(|closed| QueryError::Failed(closed.into()))?;
        self.searcher.search(self.storage.as_ref(), question).await.map_err(unanswered)
    }

    /// Returns the sketches of a text, one for each kind of corpora.
    async fn sketched(
        &self,
        prose: Prose,
        text: &[u8],
        corpora: &[CorporaOfKind],
    ) -> Result<Vec<TextSketch>, QueryError> {
        let (text, kinds): (Vec<u8>, Vec<SketchKind>) =
            (text.to_vec(), corpora.iter().map(|corpora| corpora.kind).collect());
        let _turn = self.sketching.acquire().await.map_err(|closed| QueryError::Failed(closed.into()))?;
        let sketch = move || kinds.into_iter().map(|kind| of_prose(prose, &text, kind)).collect();
        let sketches: io::Result<_> =
            tokio::task::spawn_blocking(sketch).await.map_err(|lost| QueryError::Failed(lost.into()))?;
        sketches.map_err(|error| QueryError::Failed(error.into()))
    }

    /// Returns documents of corpora, the most alike first, or the reason why nothing can be said.
    async fn alike(
        &self,
        corpora: &[CorporaOfKind],
        sketches: &[TextSketch],
        most: usize,
    ) -> Result<(Vec<FoundDocument>, Option<&'static str>), QueryError> {
        let mut alike = SimilarDocuments::default();
        for (corpora, text) in corpora.iter().zip(sketches) {
            let sketch = text.reason.map_or(Ok(&text.sketch[..]), Err);
            alike.search(self.storage.as_ref(), corpora, sketch, most).await.map_err(unanswered)?;
        }
        let (found, unknown) = alike.best(Measure::Resemblance, 0.0, most);
        Ok((found.into_iter().map(found_document).collect(), unknown))
    }
}

fn unanswered(error: SearchError) -> QueryError {
    match error {
        SearchError::Refused(reason) => QueryError::Unreadable { reason },
        SearchError::Storage(error) => error.into(),
        SearchError::Failed(cause) => QueryError::Failed(cause),
    }
}

/// Returns the corpora by kind of sketch, and whether there are corpora that this version cannot search.
fn corpora(question: &Question) -> (Vec<CorporaOfKind>, bool) {
    let (mut kinds, mut outdated) = (Vec::new(), false);
    for corpora in &question.corpora {
        outdated |= CorporaOfKind::join(&mut kinds, &corpora.sketch, corpora.among.clone()).is_err();
    }
    (kinds, outdated)
}

/// Returns how the text becomes words or tokens, as it would in a corpus.
fn format(question: &Question) -> Format {
    let of_name = Format::of_name(&question.name);
    match question.language.as_deref() {
        // HTML and Markdown are not languages of the language table.
        None | Some("text") if Prose::of(of_name).is_some() => of_name,
        None => of_name,
        Some(language) => Format::from_word(language).unwrap_or(Format::Text),
    }
}

fn of_prose(prose: Prose, mut text: &[u8], kind: SketchKind) -> io::Result<TextSketch> {
    match kind {
        SketchKind::Texts(parameters) => sketch_text(prose, &mut text, parameters),
        SketchKind::Features => Ok(of_other_kind()),
    }
}

fn of_tokens(tokens: &[u64], kind: SketchKind) -> TextSketch {
    match kind {
        SketchKind::Texts(parameters) => sketch_tokens(tokens, parameters),
        SketchKind::Features => of_other_kind(),
    }
}

fn of_other_kind() -> TextSketch {
    TextSketch { words: 0, sketch: Vec::new(), reason: Some(UNKNOWN_OTHER_KIND) }
}

/// Returns the data about a text that no child has read.
fn told_of_prose(prose: Prose, sketches: &[TextSketch]) -> Answer {
    let text = sketches.iter().max_by_key(|text| text.words);
    Answer {
        languages: vec![prose.word().to_owned()],
        tokens: text.map_or(0, |text| u32::try_from(text.words).unwrap_or(u32::MAX)),
        fingerprints: text.map_or(0, |text| text.sketch.len() as u64),
        ..Answer::default()
    }
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

/// Returns the answer from a report. The text is the first submission of the report and on the left of every pair.
fn told(known: &TextQueryAnswer) -> Answer {
    let report = &known.report;
    let text = report.submissions.first();
    let mut languages: Vec<String> =
        text.iter().flat_map(|text| &text.files).map(|file| file.language.clone()).collect();
    languages.sort();
    languages.dedup();
    let found = known.hits.iter().filter_map(|hit| {
        let pair: &Pair = report.pairs.iter().find(|pair| pair.id.right == hit.number)?;
        Some(FoundSubmission {
            owner: hit.owner,
            number: hit.submission,
            name: hit.name.clone(),
            resemblance: pair.resemblance,
            text_containment: pair.left_containment,
            submission_containment: pair.right_containment,
            fingerprints: hit.fingerprints,
            shared: hit.shared,
            passages: pair.matches.iter().flatten().map(passage).collect(),
        })
    });
    Answer {
        languages,
        tokens: text.map_or(0, |text| text.tokens),
        fingerprints: known.fingerprints,
        found: found.collect(),
        ..Answer::default()
    }
}

fn passage(found: &Match) -> FoundPassage {
    let lines = |region: &Region| (region.start_line, region.end_line);
    FoundPassage {
        tokens: found.tokens,
        text_lines: lines(&found.left),
        path: found.right.path.clone(),
        lines: lines(&found.right),
    }
}
