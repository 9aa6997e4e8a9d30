//! Answers queries at once: which submissions that an account may see share code with a given text? Nothing is stored.
//!
//! The text is as hostile as any upload. One child reads it, and another compares it with the candidates from the
//! stored index, as it would compare a class of one submission with archives.

use std::collections::BTreeSet;

use chaffinch_index::{DocumentSet, IndexError, Selection, unpack};
use chaffinch_report::Report;
use chaffinch_storage::{
    AnalysisOptions, HolderId, Ingest, Owner, PartKind, Review, Storage, StorageError, StoredSubmission,
};
use chaffinch_submission::{ArchiveLabel, packed};

use crate::attempt::{Answer, Attempt, AttemptError};
use crate::candidates;
use crate::children::Child;
use crate::desk::Desk;
use crate::earlier::{self, Found};
use crate::folder::{self, Class, TaskPart, Work};
use crate::house;
use crate::names::KnownNames;
use crate::{RunnerError, RunnerSettings};

/// A query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// File name as given. Its extension determines the language if `language` is `None`.
    pub name: String,
    /// The text, or an archive with the files of one submission.
    pub content: Vec<u8>,
    /// Canonical name of the language in which to read the text. `None`: decided for each file.
    pub language: Option<String>,
    /// The batches and archives in which to search.
    pub among: Vec<Ingest>,
    /// Look up only the fingerprints that a window of this many tokens would select.
    pub window: Option<u32>,
    /// Look up at most this many fingerprints, the smallest ones.
    pub limit_fingerprints: Option<usize>,
}

/// The answer to a query.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// The text as the only submission of its class, compared with the submissions that were found. Resemblance and
    /// containments are exact. A submission that is not in the report shares too little to be compared.
    pub report: Report,
    /// The submissions that were found, in the order of their numbers in the report.
    pub found: Vec<Place>,
    /// Number of distinct fingerprints of the text.
    pub fingerprints: u64,
    /// Token values of the text, if it is a single file.
    pub tokens: Vec<u64>,
    /// Number of bytes read to answer.
    pub bytes: u64,
}

/// A submission that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its number in the report.
    pub number: u32,
    /// The archive or batch that has it.
    pub owner: Owner,
    /// Its number there.
    pub submission: u32,
    /// Its name there.
    pub name: String,
    /// Number of its fingerprints: the size of the sample by which it was found.
    pub fingerprints: u64,
    /// Number of these fingerprints that the text has, too.
    pub shared: u64,
}

/// Error of a query.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The text cannot be read. The message is for the account that sends the query.
    #[error("{0}")]
    Refused(String),
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The service failed; the query is not at fault.
    #[error("cannot work on the query")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<AttemptError> for AskError {
    fn from(error: AttemptError) -> Self {
        match error {
            AttemptError::Storage(error) => Self::Storage(error),
            error => Self::Failed(error.into()),
        }
    }
}

impl From<IndexError> for AskError {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Storage(error) => Self::Storage(error),
            error @ IndexError::Block { .. } => Self::Failed(error.into()),
        }
    }
}

/// Answers queries.
#[derive(Debug)]
pub struct Asker(Desk);

impl Asker {
    /// Creates a folder for the queries of this process.
    ///
    /// # Errors
    /// [`RunnerError::WorkDir`].
    pub fn new(settings: RunnerSettings, holder: HolderId) -> Result<Self, RunnerError> {
        Ok(Self(Desk::new(settings, holder)?))
    }

    /// Answers one query. Dropping the future stops the work.
    ///
    /// # Errors
    /// [`AskError`].
    pub async fn ask(&self, storage: &dyn Storage, question: Question) -> Result<Known, AskError> {
        let Question { name, content, language, among, window, limit_fingerprints } = question;
        let begun = self.0.begin()?;
        let child = begun.child();

        child.in_folder(move |folder| std::fs::write(folder::part_path(folder, 0), content)).await?;
        let options = AnalysisOptions {
            language,
            layout: chaffinch_storage::Layout::Whole,
            max_pairs: 0,
            ..AnalysisOptions::default()
        };
        let parts = vec![TaskPart { kind: PartKind::Submissions, name }];
        let class = match child.reads(options.clone(), parts, 1).await? {
            Ok(class) => class,
            Err(end) => return Err(refusal(end)),
        };
        let asked = earlier::asked(&class.ingest);
        let own: BTreeSet<u64> =
            asked.iter().flat_map(|asked| &asked.fingerprints).map(|fingerprint| fingerprint.value).collect();
        let among: DocumentSet = among.into_iter().map(|ingest| ingest.documents).collect();
        let selection = Selection { window, smallest: limit_fingerprints };
        let candidates = match candidates::find(storage, &among, &asked, selection, true).await {
            Ok(candidates) => candidates,
            Err(error) => {
                house::look_into(storage, &error).await?;
                return Err(error.into());
            }
        };
        let samples: Vec<_> = candidates.submissions.iter().map(|stored| sample(stored, &own)).collect();
        let mut found = Vec::with_capacity(candidates.submissions.len());
        for stored in candidates.submissions {
            found.extend(labelled(storage, stored).await?);
        }
        let (found, report) = compare(&child, &class, found, &samples, options).await?;
        let tokens = tokens(&class)?;
        Ok(Known { report, found, fingerprints: own.len() as u64, tokens, bytes: candidates.bytes })
    }
}

fn tokens(class: &Class) -> Result<Vec<u64>, AskError> {
    let [document] = &class.ingest.documents[..] else { return Ok(Vec::new()) };
    let stream = document.stream.unpack().map_err(|error| AskError::Failed(error.into()))?;
    let file = packed::unpack(&stream, &KnownNames).map_err(|error| AskError::Failed(error.into()))?;
    Ok(file.stream.values)
}

/// A sample: where it belongs, its number of fingerprints, and how many of them the text has, too.
type Sample = ((Owner, u32), u64, u64);

fn sample(stored: &StoredSubmission, own: &BTreeSet<u64>) -> Sample {
    let packed = stored.documents.iter().filter_map(|document| document.fingerprints.as_ref());
    let values: BTreeSet<u64> =
        packed.flat_map(|(_, packed)| unpack(packed).unwrap_or_default()).map(|one| one.value).collect();
    let shared = values.intersection(own).count() as u64;
    ((stored.owner, stored.submission.number), values.len() as u64, shared)
}

/// Adds the name of the owner. Returns `None` if the owner has been deleted.
async fn labelled(storage: &dyn Storage, stored: StoredSubmission) -> Result<Option<Found>, StorageError> {
    let label = match stored.owner {
        Owner::Archive(id) => {
            storage.archive(id).await?.map(|archive| ArchiveLabel { name: archive.name, year: archive.year })
        }
        Owner::Batch(id) => {
            storage.batch(id).await?.map(|batch| ArchiveLabel { name: batch.title, year: None })
        }
    };
    Ok(label.map(|label| Found { label, stored }))
}

async fn compare(
    child: &Child<'_>,
    class: &Class,
    found: Vec<Found>,
    samples: &[Sample],
    options: AnalysisOptions,
) -> Result<(Vec<Place>, Report), AskError> {
    let names: Vec<((Owner, u32), String)> = found
        .iter()
        .map(|found| {
            ((found.stored.owner, found.stored.submission.number), found.stored.submission.name.clone())
        })
        .collect();
    let places = child.lay_beside(class, found).await?;
    let (title, review, archives) = (String::new(), Review::default(), Vec::new());
    let work = Work::Compare { title, revision: 1, options, review, archives };
    let revision = match child.does(work, folder::read_report).await? {
        Ok(revision) => revision,
        Err(end) => return Err(refusal(end)),
    };
    let report = revision.body.unpack().map_err(|error| AskError::Failed(error.into()))?;
    let report = serde_json::from_slice(&report).map_err(|error| AskError::Failed(error.into()))?;
    let place = |(number, owner, submission)| {
        let of = (owner, submission);
        let name = names.iter().find(|named| named.0 == of).map(|named| named.1.clone()).unwrap_or_default();
        let &(_, fingerprints, shared) = samples.iter().find(|sample| sample.0 == of).unwrap_or(&(of, 0, 0));
        Place { number, owner, submission, name, fingerprints, shared }
    };
    Ok((places.into_iter().map(place).collect(), report))
}

fn refusal(end: Attempt) -> AskError {
    match end {
        Attempt::Answered(Answer::Refused { reason }) | Attempt::Crashed { reason } => {
            AskError::Refused(reason)
        }
        Attempt::Answered(_) | Attempt::Stopped => AskError::Failed("the work was stopped".into()),
    }
}
