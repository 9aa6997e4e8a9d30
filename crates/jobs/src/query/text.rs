//! Answers queries at once: which submissions that an account may see share code with a given text? Nothing is stored.
//!
//! The text is as hostile as any upload. One child reads it, and another compares it with the candidates from the
//! stored index, as it would compare a class of one submission with archives.

use std::collections::BTreeSet;

use chaffinch_index::{DocumentSet, IndexError, Selection, unpack};
use chaffinch_query::{QueryError, TextQuestion};
use chaffinch_report::Report;
use chaffinch_storage::{
    AnalysisOptions, HolderId, NewRevision, Owner, PartKind, Result, Review, Storage, StoredSubmission,
};
use chaffinch_submission::ArchiveLabel;

use crate::batch::earlier::{self, ArchivedSubmission, EarlierInReport};
use crate::child::child_runner::{ChildError, ChildRunner, QueryFolders};
use crate::child::process::ChildSettings;
use crate::child::scratch::WorkDirError;
use crate::index::{candidates, maintenance};
use crate::task_folder::{self, Class, CompareTask, TaskPart, Work};

/// The answer to a query.
#[derive(Debug, Clone, PartialEq)]
pub struct TextQueryAnswer {
    /// The text as the only submission of its class, compared with the submissions that were found. Resemblance and
    /// containments are exact. A submission that is not in the report shares too little to be compared.
    pub report: Report,
    /// The submissions that were found, in the order of their numbers in the report.
    pub hits: Vec<QueryHit>,
    /// Number of distinct fingerprints of the text.
    pub fingerprints: u64,
    /// Number of bytes read to answer.
    pub bytes: u64,
}

/// A submission that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryHit {
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

/// Answers queries.
#[derive(Debug)]
pub struct TextSearcher(QueryFolders);

impl TextSearcher {
    /// Creates a folder for the queries of this process.
    ///
    /// # Errors
    /// [`WorkDirError`].
    pub fn new(settings: ChildSettings, holder: HolderId) -> Result<Self, WorkDirError> {
        Ok(Self(QueryFolders::new(settings, holder)?))
    }

    /// Answers one query. Dropping the future stops the work.
    ///
    /// # Errors
    /// [`QueryError`].
    pub async fn search(
        &self,
        storage: &dyn Storage,
        question: TextQuestion,
    ) -> Result<TextQueryAnswer, QueryError> {
        search(&self.0.create()?.child(), storage, question).await
    }
}

impl From<ChildError> for QueryError {
    fn from(error: ChildError) -> Self {
        match error {
            ChildError::Refused { reason } | ChildError::Crashed { reason } => Self::Refused(reason),
            error => Self::Failed(error.into()),
        }
    }
}

/// Answers one query in the folder of a child.
pub(crate) async fn search(
    child: &ChildRunner<'_>,
    storage: &dyn Storage,
    question: TextQuestion,
) -> Result<TextQueryAnswer, QueryError> {
    let TextQuestion { name, content, language, among, window, limit_fingerprints } = question;
    child.in_folder(move |folder| std::fs::write(task_folder::part_path(folder, 0), content)).await?;
    let options = AnalysisOptions {
        language,
        layout: chaffinch_storage::Layout::Whole,
        max_pairs: 0,
        ..AnalysisOptions::default()
    };
    let parts = vec![TaskPart { kind: PartKind::Submissions, name }];
    let class = child.read_upload(options.clone(), parts, 1).await?;
    let queries = earlier::index_queries(&class.ingest);
    let own: BTreeSet<u64> =
        queries.iter().flat_map(|query| &query.fingerprints).map(|fingerprint| fingerprint.value).collect();
    let among: DocumentSet = among.into_iter().map(|ingest| ingest.documents).collect();
    let selection = Selection { window, smallest: limit_fingerprints };
    let candidates = match candidates::find(storage, &among, &queries, selection, true).await {
        Ok(candidates) => candidates,
        Err(error) => {
            maintenance::queue_check(storage, &error).await?;
            return Err(match error {
                IndexError::Storage(error) => QueryError::Storage(error),
                error => QueryError::Failed(error.into()),
            });
        }
    };
    let samples: Vec<QueryHit> = candidates.submissions.iter().map(|stored| sample(stored, &own)).collect();
    let mut found = Vec::with_capacity(candidates.submissions.len());
    for stored in candidates.submissions {
        found.extend(add_label(storage, stored).await?);
    }
    let (hits, report) = compare(child, &class, found, &samples, options).await?;
    Ok(TextQueryAnswer { report, hits, fingerprints: own.len() as u64, bytes: candidates.bytes })
}

/// Returns how many fingerprints a stored submission has in common with the text, as a hit without its number.
fn sample(stored: &StoredSubmission, own: &BTreeSet<u64>) -> QueryHit {
    let packed = stored.documents.iter().filter_map(|document| document.fingerprints.as_ref());
    let values: BTreeSet<u64> =
        packed.flat_map(|(_, packed)| unpack(&packed.0).unwrap_or_default()).map(|one| one.value).collect();
    QueryHit {
        number: 0,
        owner: stored.owner,
        submission: stored.submission.number,
        name: stored.submission.header.name.clone(),
        fingerprints: values.len() as u64,
        shared: values.intersection(own).count() as u64,
    }
}

/// Adds the name of the owner. Returns `None` if the owner has been deleted.
async fn add_label(storage: &dyn Storage, stored: StoredSubmission) -> Result<Option<ArchivedSubmission>> {
    let named = match stored.owner {
        Owner::Archive(id) => storage.archive(id).await?.map(|archive| (archive.name, archive.year)),
        Owner::Batch(id) => storage.batch(id).await?.map(|batch| (batch.title, None)),
    };
    let label = named.map(|(name, year)| ArchiveLabel { name, year, reference: None });
    Ok(label.map(|label| ArchivedSubmission { label, stored }))
}

async fn compare(
    child: &ChildRunner<'_>,
    class: &Class,
    found: Vec<ArchivedSubmission>,
    samples: &[QueryHit],
    options: AnalysisOptions,
) -> Result<(Vec<QueryHit>, Report), QueryError> {
    let in_report = earlier::write_earlier(child, class, found).await?;
    let (title, review, archives) = (String::new(), Review::default(), Vec::new());
    let work = Work::Compare(CompareTask { title, revision: 1, options, review, archives });
    let revision: NewRevision = child.run(work).await?;
    let report = revision.body.unpack().map_err(|error| QueryError::Failed(error.into()))?;
    let report = Report::from_json(&report).map_err(|error| QueryError::Failed(error.into()))?;
    let hit = |EarlierInReport { number, owner, submission }: EarlierInReport| {
        let mut samples = samples.iter();
        let sample = samples.find(|sample| (sample.owner, sample.submission) == (owner, submission))?;
        Some(QueryHit { number, ..sample.clone() })
    };
    Ok((in_report.into_iter().filter_map(hit).collect(), report))
}
