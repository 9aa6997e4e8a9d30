//! Single texts over REST: what is kept of them.

use axum::Json;
use axum::extract::State;
use chaffinch_storage::Archive;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::app::App;
use crate::error::WebError;
use crate::finder::{Estimated, FoundDocument, FoundPassage, FoundSubmission};
use crate::guard::{Own, See};
use crate::query::{self, Asked, DocumentQuestion, Holder};

/// What is kept of a text.
#[derive(Serialize, ToSchema)]
pub(crate) struct DocumentAnswer {
    /// The languages it was read as.
    languages: Vec<String>,
    /// Its tokens.
    tokens: u32,
    /// Its distinct fingerprints.
    fingerprints: u64,
    /// What shares code with it: those that hold most of the text first.
    documents: Vec<DocumentView>,
    /// Documents of corpora that resemble it, contain it or are contained in it: the most alike first.
    corpora: Vec<CorpusDocumentView>,
    /// Why corpora can say nothing about it, such as that it is too short to be sampled; null where they can.
    corpora_unknown: Option<&'static str>,
}

/// A document of a corpus that shares shingles with the text. Shares are of sets of shingles, from 0 to 1, estimated from
/// samples; intervals hold those of all shingles with a confidence of 95 %.
#[derive(Serialize, ToSchema)]
#[schema(as = FoundCorpusDocument)]
pub(crate) struct CorpusDocumentView {
    /// The corpus.
    archive: ArchiveName,
    /// The document's name.
    document: String,
    /// Shared shingles of all of both.
    resemblance: f64,
    resemblance_interval: (f64, f64),
    /// Share of the text that is in the document.
    text_containment: f64,
    text_containment_interval: (f64, f64),
    /// Share of the document that is in the text.
    document_containment: f64,
    document_containment_interval: (f64, f64),
    sample: SketchSample,
}

/// What the shares were estimated from.
#[derive(Serialize, ToSchema)]
struct SketchSample {
    /// Values of the document's sketch that are not common.
    fingerprints: u64,
    /// Of these, those that the text's sketch has too.
    shared: u64,
}

/// A submission that shares code with the text. Shares are of sets of k-grams, from 0 to 1.
#[derive(Serialize, ToSchema)]
#[schema(as = FoundDocument)]
pub(crate) struct DocumentView {
    /// Shared k-grams of all of both.
    resemblance: f64,
    /// Share of the text that is in the submission.
    text_containment: f64,
    /// Share of the submission that is in the text.
    document_containment: f64,
    sample: Sample,
    /// Where; longest first.
    passages: Vec<PassageView>,
    submission: SubmissionView,
    /// Set where an archive has it.
    archive: Option<ArchiveName>,
    /// Set where a batch has it.
    batch: Option<BatchName>,
}

/// By what it was found.
#[derive(Serialize, ToSchema)]
struct Sample {
    /// Fingerprints that the submission has in the index.
    fingerprints: u64,
    /// Of these, those that the text has too.
    shared: u64,
}

/// A passage of the text and where it was found. Lines are first and last, from 1.
#[derive(Serialize, ToSchema)]
#[schema(as = FoundPassage)]
struct PassageView {
    /// Its length.
    tokens: u32,
    text_lines: (u32, u32),
    /// Path relative to the submission.
    path: String,
    lines: (u32, u32),
}

/// A submission by its number in its batch or archive.
#[derive(Serialize, ToSchema)]
#[schema(as = FoundSubmission)]
struct SubmissionView {
    number: u32,
    name: String,
}

/// Which archive.
#[derive(Serialize, ToSchema)]
struct ArchiveName {
    id: Uuid,
    name: String,
    year: Option<i32>,
}

/// Which batch.
#[derive(Serialize, ToSchema)]
struct BatchName {
    id: Uuid,
    title: String,
}

/// Find what is kept of a text
///
/// As JSON or as a form with the same fields (`file` in place of `text` and `name`, if you like). Answers at once, from
/// the archives, corpora and finished batches that you may see; stores nothing.
#[utoipa::path(
    post,
    path = "/api/v1/documents/query",
    request_body = DocumentQuestion,
    responses((status = OK, description = "What was found", body = DocumentAnswer))
)]
pub(crate) async fn query(
    who: Own<See>,
    State(app): State<App>,
    asked: Asked,
) -> Result<Json<DocumentAnswer>, WebError> {
    let told = query::answer(&app, &who, &asked).await?;
    Ok(Json(DocumentAnswer {
        languages: told.languages,
        tokens: told.tokens,
        fingerprints: told.fingerprints,
        documents: told.found.into_iter().map(view).collect(),
        corpora: told.documents.into_iter().map(corpus_view).collect(),
        corpora_unknown: told.unknown,
    }))
}

fn view((found, holder): (FoundSubmission, Holder)) -> DocumentView {
    let (archive, batch) = match holder {
        Holder::Archive(archive) => {
            (Some(ArchiveName { id: archive.id.0, name: archive.name, year: archive.year }), None)
        }
        Holder::Batch(batch) => (None, Some(BatchName { id: batch.id.0, title: batch.title })),
    };
    let passage =
        |FoundPassage { tokens, text_lines, path, lines }| PassageView { tokens, text_lines, path, lines };
    DocumentView {
        resemblance: found.resemblance,
        text_containment: found.text_containment,
        document_containment: found.submission_containment,
        sample: Sample { fingerprints: found.fingerprints, shared: found.shared },
        passages: found.passages.into_iter().map(passage).collect(),
        submission: SubmissionView { number: found.number, name: found.name },
        archive,
        batch,
    }
}

fn corpus_view((found, corpus): (FoundDocument, Archive)) -> CorpusDocumentView {
    let interval = |share: Estimated| (share.low, share.high);
    CorpusDocumentView {
        archive: ArchiveName { id: corpus.id.0, name: corpus.name, year: corpus.year },
        document: found.name,
        resemblance: found.resemblance.value,
        resemblance_interval: interval(found.resemblance),
        text_containment: found.text_containment.value,
        text_containment_interval: interval(found.text_containment),
        document_containment: found.document_containment.value,
        document_containment_interval: interval(found.document_containment),
        sample: SketchSample { fingerprints: found.fingerprints, shared: found.shared },
    }
}
