//! The evidence over the tasks of a course, as it is computed and stored, and who is who in the course.

use async_trait::async_trait;
use chaffinch_submission::composed;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{BatchId, By, CourseId, JobId, Lease, NewSubmission, Packed, Result};

/// Pairs of people with at most this expect value are named. Among people who work on their own, at most one course in
/// ten has such a pair.
pub const TERM_CUTOFF: f64 = 0.1;

/// A finished comparison of a course: a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermBatch {
    /// The batch.
    pub id: BatchId,
    /// Its title.
    pub title: String,
    /// When it was uploaded.
    pub created: DateTime<Utc>,
    /// The number of its current revision.
    pub revision: u32,
}

/// What the tasks of a course say together. Submissions stand for the people, so it contains no names.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// The tasks, in the order of their upload.
    pub tasks: Vec<TermTask>,
    /// Number of people.
    pub people: u32,
    /// Number of pairs of people with a task in common.
    pub pairs: u64,
    /// Number of pairs with at most the expect value [`TERM_CUTOFF`], listed or not.
    pub named: u64,
    /// The pairs with the strongest evidence, strongest first.
    pub listed: Vec<TermPair>,
}

impl Term {
    /// Returns whether it was computed from these comparisons, in their current revisions.
    pub fn is_of(&self, batches: &[TermBatch]) -> bool {
        let computed = self.tasks.iter().map(|task| (task.batch, task.revision));
        computed.eq(batches.iter().map(|batch| (batch.id, batch.revision)))
    }
}

/// A task of a course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermTask {
    /// The comparison.
    pub batch: BatchId,
    /// The revision of its report.
    pub revision: u32,
    /// Number of people who handed something in.
    pub people: u32,
    /// Why it does not count. `None`: it counts.
    pub left_out: Option<LeftOutTask>,
}

/// Why a task does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum LeftOutTask {
    /// This later comparison has most of its submissions again.
    UploadedAgain(BatchId),
    /// The class is too small for expect values, or they are not known for the shortest match that was chosen.
    TooSmall,
    /// The report was made by a version that did not keep the expect values of all pairs.
    Older,
}

impl LeftOutTask {
    /// Returns the name that answers give.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What all tasks say of two people.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TermPair {
    /// Number of pairs with as much evidence that chance would leave in the course.
    pub expect: f64,
    /// A submission of each of the two people.
    pub people: [Submitted; 2],
    /// Number of tasks of both that count.
    pub shared: u32,
    /// The tasks in which they have more in common than most pairs of the class, in the order of the tasks.
    pub tasks: Vec<TermEvidence>,
}

/// A submission: the position of its task in [`Term::tasks`], and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Submitted {
    /// Position of the task.
    pub task: u32,
    /// Number of the submission.
    pub number: u32,
}

/// What one task says of two people.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TermEvidence {
    /// Position of the task in [`Term::tasks`].
    pub task: u32,
    /// Number of pairs as strong as theirs that chance would leave in this class.
    pub expect: f64,
    /// Numbers of their submissions, in the order of the people.
    pub submissions: [u32; 2],
    /// Whether the combined evidence rests on it.
    pub counts: bool,
}

/// Says who has handed in under a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PersonName {
    /// Title of the comparison in which it is so. Empty: in all of the course.
    pub task: String,
    /// Author, or name of a submission.
    pub name: String,
    /// Name of the person.
    pub person: String,
}

impl PersonName {
    /// Returns the name of the person who, by these sorted lines, has handed in a submission to the task with this title.
    /// What is known of a task comes before what is known of all, and what is known of an author before what is known of
    /// a submission.
    pub fn of<'a>(names: &'a [Self], task: &str, submission: &NewSubmission) -> Option<&'a str> {
        let find = |task: &str, name: &str| {
            let found =
                names.binary_search_by(|known| (&*known.task, &*known.name).cmp(&(task, &*composed(name))));
            found.ok().map(|at| &*names[at].person)
        };
        let by = |task| {
            let author = submission.header.author.as_deref();
            author.and_then(|author| find(task, author)).or_else(|| find(task, &submission.header.name))
        };
        by(task).or_else(|| by(""))
    }
}

/// Access to the evidence over the tasks of a course.
#[async_trait]
pub trait Terms {
    /// Returns the finished comparisons of a course, oldest first.
    async fn term_batches(&self, course: CourseId) -> Result<Vec<TermBatch>>;

    /// Returns the expect values of all judged pairs of a report, as `detect::term` packs them. `None`: there is no
    /// such report, or an older version made it.
    async fn judged_pairs(&self, batch: BatchId, revision: u32) -> Result<Option<Packed>>;

    /// Returns the submissions of a batch without their files, by number. Those of erased people are missing.
    async fn submitters(&self, batch: BatchId) -> Result<Vec<NewSubmission>>;

    /// Returns what was stored last, even if comparisons were added or deleted since.
    async fn term(&self, course: CourseId) -> Result<Option<Term>>;

    /// Stores what the tasks of a course say together, and ends the job. Does nothing but end the job if the course was
    /// deleted.
    ///
    /// # Errors
    /// [`crate::StorageError::LeaseLost`]: nothing was stored.
    async fn finish_term(
        &self,
        lease: &Lease,
        course: CourseId,
        term: &Term,
        at: DateTime<Utc>,
    ) -> Result<()>;

    /// Queues the computation of a course's evidence unless one waits. Returns whether it was queued.
    async fn queue_term(&self, course: CourseId, job: JobId, at: DateTime<Utc>) -> Result<bool>;

    /// Returns who is who in a course, sorted.
    async fn person_names(&self, course: CourseId) -> Result<Vec<PersonName>>;

    /// Replaces who is who in a course. What was computed with other names is removed.
    async fn set_person_names(&self, course: CourseId, names: &[PersonName], by: &By) -> Result<()>;
}
