//! REST API of searches: finds stored submissions that are similar to a text.

use axum::Json;
use chaffinch_query::{FoundPassage, FoundSubmission};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::Result;
use crate::http::guard::{Own, Read};
use crate::services::query::{self, DocumentQuestion, SubmissionOwner, TextQuery};

/// Stored submissions that are similar to a text.
#[derive(Serialize, ToSchema)]
pub(crate) struct DocumentAnswer {
    /// The languages in which the text was read.
    languages: Vec<String>,
    /// Number of tokens of the text.
    tokens: u32,
    /// Number of distinct fingerprints of the text.
    fingerprints: u64,
    /// Submissions that share code with the text, those that contain most of it first.
    documents: Vec<DocumentView>,
}

/// A submission that shares code with the text. Shares are of sets of k-grams, from 0 to 1.
#[derive(Serialize, ToSchema)]
#[schema(as = FoundDocument)]
struct DocumentView {
    /// Shared k-grams divided by all k-grams of both.
    resemblance: f64,
    /// Share of the text that is in the submission.
    text_containment: f64,
    /// Share of the submission that is in the text.
    document_containment: f64,
    sample: Sample,
    /// The shared passages, longest first.
    passages: Vec<PassageView>,
    submission: SubmissionView,
    /// The archive of the submission; null: it is in a batch.
    archive: Option<ArchiveName>,
    /// The batch of the submission; null: it is in an archive.
    batch: Option<BatchName>,
}

/// The fingerprints by which the submission was found.
#[derive(Serialize, ToSchema)]
struct Sample {
    /// Number of fingerprints of the submission in the index.
    fingerprints: u64,
    /// Number of these fingerprints that the text has too.
    shared: u64,
}

/// A passage of the text and its place in the submission. Lines are the first and the last one, counted from 1.
#[derive(Serialize, ToSchema)]
#[schema(as = FoundPassage)]
struct PassageView {
    /// Length in tokens.
    tokens: u32,
    text_lines: (u32, u32),
    /// Path relative to the submission.
    path: String,
    lines: (u32, u32),
}

/// A submission, with its number in its batch or archive.
#[derive(Serialize, ToSchema)]
#[schema(as = FoundSubmission)]
struct SubmissionView {
    number: u32,
    name: String,
}

/// An archive.
#[derive(Serialize, ToSchema)]
struct ArchiveName {
    id: Uuid,
    name: String,
    year: Option<i32>,
}

/// A batch.
#[derive(Serialize, ToSchema)]
struct BatchName {
    id: Uuid,
    title: String,
}

/// Find submissions that are similar to a text
///
/// Send JSON, or a form with the same fields (`file` may replace `text` and `name`). The search covers the archives and
/// finished batches that you can see. Nothing is stored.
#[utoipa::path(
    post,
    path = "/api/v1/documents/query",
    request_body = DocumentQuestion,
    responses((status = OK, description = "The submissions found", body = DocumentAnswer))
)]
pub(crate) async fn query(who: Own<Read>, query: TextQuery) -> Result<Json<DocumentAnswer>> {
    let answer = query::answer(&who, &query).await?;
    Ok(Json(DocumentAnswer {
        languages: answer.languages,
        tokens: answer.tokens,
        fingerprints: answer.fingerprints,
        documents: answer.found.into_iter().map(view).collect(),
    }))
}

fn view((found, holder): (FoundSubmission, SubmissionOwner)) -> DocumentView {
    let (archive, batch) = match holder {
        SubmissionOwner::Archive(archive) => {
            (Some(ArchiveName { id: archive.id.0, name: archive.name, year: archive.year }), None)
        }
        SubmissionOwner::Batch(batch) => (None, Some(BatchName { id: batch.id.0, title: batch.title })),
    };
    let passage = |FoundPassage { tokens, text_lines, path, lines, .. }| PassageView {
        tokens,
        text_lines,
        path,
        lines,
    };
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
