//! Documents: source files in a stored form that can be compared again without reading the files again.

use std::collections::BTreeSet;

use async_trait::async_trait;

use chaffinch_submission::{ReferenceLabel, SubmissionHeader};

use crate::{BatchId, Bytes, DocumentId, IndexScheme, Ingest, NewRun, Owner, Packed, Result, SchemeId};

/// What an upload was turned into: everything that is stored in addition to its report.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NewIngest {
    /// Submissions, ordered by number.
    pub submissions: Vec<NewSubmission>,
    /// Documents, ordered by submission and file. Those of submission 0 are starter code.
    pub documents: Vec<Document>,
    /// One run for each scheme of the documents.
    pub runs: Vec<NewRun>,
}

impl NewIngest {
    /// Returns whether any document has its text.
    pub fn has_texts(&self) -> bool {
        self.documents.iter().any(|document| document.text.is_some())
    }
}

/// Data of a submission.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NewSubmission {
    /// Number in its batch or archive, from 1.
    pub number: u32,
    /// Name, author, attempt and time.
    pub header: SubmissionHeader,
    /// Origin of a reference answer (`KIND` or `KIND:SOURCE`, see [`chaffinch_submission::ReferenceLabel`]). `None`: a
    /// submission.
    pub reference: Option<String>,
}

impl NewSubmission {
    /// Returns submission 0, the starter code. It has no name.
    pub fn handed_out() -> Self {
        Self { number: 0, header: SubmissionHeader::default(), reference: None }
    }
}

/// A stored file with everything needed to compare it again.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Document {
    /// Number of its submission. 0: starter code.
    pub submission: u32,
    /// Number of the file in its submission, from 0.
    pub file: u32,
    /// Path relative to the submission.
    pub path: String,
    /// Decoded text. `None` if it may not be kept.
    pub text: Option<Packed>,
    /// Tokens and further data of the file, packed by the `submission` crate.
    pub stream: Packed,
    /// Scheme and packed fingerprints. `None` if the file is not looked up.
    pub fingerprints: Option<(IndexScheme, Bytes)>,
}

/// A stored submission with everything needed to compare it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSubmission {
    /// The batch or archive that has it.
    pub owner: Owner,
    /// Its data.
    pub submission: NewSubmission,
    /// Its files, in order.
    pub documents: Vec<Document>,
}

/// Returns a name that is not taken: `name`, or `name (2)`, `name (3)`, ...
pub fn free_name(name: &str, taken: &BTreeSet<String>) -> String {
    if !taken.contains(name) {
        return name.to_owned();
    }
    // There is one candidate more than names that can be in the way.
    let candidates = (2..taken.len() + 3).map(|number| format!("{name} ({number})"));
    candidates.into_iter().find(|name| !taken.contains(name)).expect("fewer names are taken than tried")
}

/// Returns the name that somebody gave to a submission. That of a reference answer stands behind a prefix.
pub fn given_name<'a>(name: &'a str, reference: Option<&str>) -> &'a str {
    let prefixed = reference.and_then(|_| name.strip_prefix(ReferenceLabel::ARCHIVE)?.strip_prefix('/'));
    prefixed.unwrap_or(name)
}

/// The place of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentLocation {
    /// The document.
    pub document: DocumentId,
    /// The batch or archive that has it.
    pub owner: Owner,
    /// Number of its submission.
    pub submission: u32,
    /// Size of its packed fingerprints in bytes, from which their number can be estimated.
    pub fingerprint_bytes: u64,
}

/// A submission with the fingerprints of its files, but without their texts and tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FingerprintedSubmission {
    /// Its data.
    pub submission: NewSubmission,
    /// Scheme and packed fingerprints of each file that has some, in order.
    pub fingerprints: Vec<(SchemeId, Bytes)>,
}

impl FingerprintedSubmission {
    /// Builds submissions from one for each file, which are sorted by number. One without fingerprints stands for a file
    /// without, or for a submission without files that have some.
    pub fn of_files(files: impl Iterator<Item = Self>) -> Vec<Self> {
        let mut submissions: Vec<Self> = Vec::new();
        for file in files {
            match submissions.last_mut() {
                Some(last) if last.submission.number == file.submission.number => {
                    last.fingerprints.extend(file.fingerprints);
                }
                _ => submissions.push(file),
            }
        }
        submissions
    }
}

/// Access to documents.
#[async_trait]
pub trait Documents {
    /// Returns the document ranges of an owner, in ascending order.
    async fn ingests(&self, owner: Owner) -> Result<Vec<Ingest>>;

    /// Returns the document ranges of the archives and batches in these courses, in ascending order.
    async fn visible_ingests(&self, courses: &[crate::CourseId]) -> Result<Vec<Ingest>>;

    /// Returns the places of documents, ordered by document number. Deleted documents are left out.
    async fn places(&self, documents: &[DocumentId]) -> Result<Vec<DocumentLocation>>;

    /// Returns submissions by owner and number, in the requested order. Deleted submissions are left out.
    async fn stored(&self, wanted: &[(Owner, u32)]) -> Result<Vec<StoredSubmission>>;

    /// Returns the submissions of an ingest by number, piece by piece: at most `limit` of those after a number.
    /// Submissions without fingerprints are included, starter code is not.
    async fn fingerprinted(
        &self,
        ingest: &Ingest,
        after: u32,
        limit: u32,
    ) -> Result<Vec<FingerprintedSubmission>>;

    /// Returns all submissions of a batch by number, piece by piece: at most `limit` of those after a number. Starter
    /// code comes first, as number 0.
    async fn stored_batch(
        &self,
        batch: BatchId,
        after: Option<u32>,
        limit: u32,
    ) -> Result<Vec<StoredSubmission>>;
}
