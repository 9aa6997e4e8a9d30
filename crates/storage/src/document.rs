//! Documents: source files as they are kept so that they can be compared again, without being read again.

use std::collections::BTreeSet;

use async_trait::async_trait;

use crate::{BatchId, DocumentId, IndexScheme, Ingest, NewRun, Owner, Packed, Result, SchemeId};

/// What an upload turned into: everything that is written beside its report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewIngest {
    /// By number.
    pub submissions: Vec<NewSubmission>,
    /// By submission and file; those of submission 0 were handed out.
    pub documents: Vec<NewDocument>,
    /// One for each scheme among the documents.
    pub runs: Vec<NewRun>,
}

impl NewIngest {
    /// Whether any document comes with its text.
    pub fn has_texts(&self) -> bool {
        self.documents.iter().any(|document| document.text.is_some())
    }
}

/// A submission's figures.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct NewSubmission {
    /// From 1, in its batch or archive.
    pub number: u32,
    /// Unique in its batch or archive.
    pub name: String,
    /// The author, where known.
    pub author: Option<String>,
    /// The number or user name that tells the author from others of the name, where known.
    #[serde(default)]
    pub person: Option<String>,
    /// The attempt's number, where known.
    pub attempt: Option<u32>,
    /// Time of handing in (RFC 3339), where known.
    pub submitted_at: Option<String>,
}

impl NewSubmission {
    /// Number 0: what the instructor handed out. It has no name.
    pub const fn handed_out() -> Self {
        Self { number: 0, name: String::new(), author: None, person: None, attempt: None, submitted_at: None }
    }
}

/// A source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDocument {
    /// Number of its submission; 0: handed out by the instructor.
    pub submission: u32,
    /// Number of the file in it, from 0.
    pub file: u32,
    /// Path relative to the submission.
    pub path: String,
    /// Decoded text; none where it may not be kept.
    pub text: Option<Packed>,
    /// Tokens and what else is known of the file, packed by crate `submission`.
    pub stream: Packed,
    /// Scheme and packed fingerprints; none where nothing of it is looked up.
    pub fingerprints: Option<(IndexScheme, Vec<u8>)>,
}

/// A kept submission with what is needed to compare it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSubmission {
    /// Who has it.
    pub owner: Owner,
    /// Its figures.
    pub submission: NewSubmission,
    /// Its files, in order.
    pub documents: Vec<StoredDocument>,
}

/// A kept file with what is needed to compare it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredDocument {
    /// Its number.
    pub id: DocumentId,
    /// As [`NewDocument::file`].
    pub file: u32,
    /// As [`NewDocument::path`].
    pub path: String,
    /// As [`NewDocument::text`].
    pub text: Option<Packed>,
    /// As [`NewDocument::stream`].
    pub stream: Packed,
    /// As [`NewDocument::fingerprints`].
    pub fingerprints: Option<(IndexScheme, Vec<u8>)>,
}

/// A name that is not taken: `name`, or `name (2)`, `name (3)`, ...
pub fn free_name(name: &str, taken: &BTreeSet<String>) -> String {
    if !taken.contains(name) {
        return name.to_owned();
    }
    // One more candidate than there are names that could be in the way.
    let candidates = (2..taken.len() + 3).map(|number| format!("{name} ({number})"));
    candidates.into_iter().find(|name| !taken.contains(name)).expect("fewer names are taken than tried")
}

impl StoredDocument {
    /// The same file to be kept again, in a submission of this number.
    pub fn kept_in(self, submission: u32) -> NewDocument {
        let Self { id: _, file, path, text, stream, fingerprints } = self;
        NewDocument { submission, file, path, text, stream, fingerprints }
    }
}

/// Where a document is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The document.
    pub document: DocumentId,
    /// Who has it.
    pub owner: Owner,
    /// Number of its submission.
    pub submission: u32,
    /// Bytes of its packed fingerprints: tells about how many there are.
    pub fingerprint_bytes: u64,
}

/// A submission by what it can be found by: the fingerprints of its files, without their texts and tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FingerprintedSubmission {
    /// As its owner numbers it.
    pub number: u32,
    /// Its name there.
    pub name: String,
    /// Scheme and packed fingerprints of each file that has some, in order.
    pub fingerprints: Vec<(SchemeId, Vec<u8>)>,
}

impl FingerprintedSubmission {
    /// Submissions of rows of one file each, sorted by submission; `None` stands for a submission none of whose files has
    /// fingerprints, or for a file without.
    pub fn of_rows(rows: impl Iterator<Item = (u32, String, Option<(SchemeId, Vec<u8>)>)>) -> Vec<Self> {
        let mut submissions: Vec<Self> = Vec::new();
        for (number, name, file) in rows {
            match submissions.last_mut() {
                Some(last) if last.number == number => last.fingerprints.extend(file),
                _ => submissions.push(Self { number, name, fingerprints: file.into_iter().collect() }),
            }
        }
        submissions
    }
}

/// Documents.
#[async_trait]
pub trait Documents {
    /// Which documents an owner has; ascending.
    async fn ingests(&self, owner: Owner) -> Result<Vec<Ingest>>;

    /// Which documents the archives and batches in these courses have; ascending.
    async fn visible_ingests(&self, courses: &[crate::CourseId]) -> Result<Vec<Ingest>>;

    /// Where documents are found, by number; those that are gone are left out.
    async fn places(&self, documents: &[DocumentId]) -> Result<Vec<Place>>;

    /// Submissions by owner and number, in the order asked for; those that are gone are left out.
    async fn stored(&self, wanted: &[(Owner, u32)]) -> Result<Vec<StoredSubmission>>;

    /// The submissions of an ingest by number, those without fingerprints too, piece by piece: those after a number, at
    /// most `limit`. What was handed out is none.
    async fn fingerprinted(
        &self,
        ingest: &Ingest,
        after: u32,
        limit: u32,
    ) -> Result<Vec<FingerprintedSubmission>>;

    /// All submissions of a batch by number, what was handed out first as number 0, piece by piece: those after a
    /// number, at most `limit`.
    async fn stored_batch(
        &self,
        batch: BatchId,
        after: Option<u32>,
        limit: u32,
    ) -> Result<Vec<StoredSubmission>>;
}
