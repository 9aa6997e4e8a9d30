//! Questions answered at once: which submissions that somebody may see share code with this text? Keeps nothing.
//!
//! The text is as hostile as any upload, so a child reads it, and another compares it with what the stored index proposes,
//! as it would compare a class of one submission with archives.

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

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// File name as given; its ending tells the language, where none is named.
    pub name: String,
    /// The text, or an archive with the files of one submission.
    pub content: Vec<u8>,
    /// Canonical name of the language to read it as; `None`: decided a file.
    pub language: Option<String>,
    /// What may be answered.
    pub among: Vec<Ingest>,
    /// Only fingerprints that a window of so many tokens would select are looked up.
    pub window: Option<u32>,
    /// Only so many of the smallest fingerprints are looked up.
    pub limit_fingerprints: Option<usize>,
}

/// What is known of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    /// The text as the only submission of its class, compared with what was found. Its resemblance and containments are
    /// exact; who is not in it shares too little to be compared.
    pub report: Report,
    /// What was found, in the order of the report's numbers.
    pub found: Vec<Place>,
    /// Distinct fingerprints of the text.
    pub fingerprints: u64,
    /// Values of its tokens, where it is a single file.
    pub tokens: Vec<u64>,
    /// Bytes read to answer.
    pub bytes: u64,
}

/// A submission that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Its number in the report.
    pub number: u32,
    /// Who has it.
    pub owner: Owner,
    /// As its owner numbers it.
    pub submission: u32,
    /// Its name there.
    pub name: String,
    /// Fingerprints it has: how large the sample is that it was found by.
    pub fingerprints: u64,
    /// Of these, those that the text has too.
    pub shared: u64,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// The text cannot be read, in words for whoever asks.
    #[error("{0}")]
    Refused(String),
    /// See there.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// Our own fault.
    #[error("the question could not be worked on")]
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

/// Answers questions.
#[derive(Debug)]
pub struct Asker(Desk);

impl Asker {
    /// Makes a folder for the questions of this process.
    ///
    /// # Errors
    /// [`RunnerError::WorkDir`].
    pub fn new(settings: RunnerSettings, holder: HolderId) -> Result<Self, RunnerError> {
        Ok(Self(Desk::new(settings, holder)?))
    }

    /// Answers one question. Whoever stops waiting for the answer stops the work.
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

/// Where a sample belongs, what it holds, what of it the text has too.
type Sample = ((Owner, u32), u64, u64);

fn sample(stored: &StoredSubmission, own: &BTreeSet<u64>) -> Sample {
    let packed = stored.documents.iter().filter_map(|document| document.fingerprints.as_ref());
    let values: BTreeSet<u64> =
        packed.flat_map(|(_, packed)| unpack(packed).unwrap_or_default()).map(|one| one.value).collect();
    let shared = values.intersection(own).count() as u64;
    ((stored.owner, stored.submission.number), values.len() as u64, shared)
}

/// With the name of its owner; none if that is gone by now.
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
