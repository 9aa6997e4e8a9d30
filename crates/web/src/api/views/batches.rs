//! Response bodies for batches and archives.

use chaffinch_storage::{
    AnalysisOptions, Archive, Batch, Keeping, Named, Notification, NotificationState, ReferenceLabel, Status,
    Work,
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::api::views::revisions::{RevisionView, ids};
use crate::openapi::schemas::LayoutName;

/// An upload to be compared.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Batch)]
pub(crate) struct BatchView {
    /// Later batches have larger ids.
    id: Uuid,
    /// Title chosen by the uploader.
    title: String,
    /// The course, whose members can see the batch.
    course: Uuid,
    #[serde(flatten)]
    status: StatusView,
    /// Time at which the upload was accepted.
    created: DateTime<Utc>,
    /// Time at which the service deletes it; null: never.
    keep_until: Option<DateTime<Utc>>,
    options: OptionsView,
    /// Kind of the latest job, to which `status` belongs.
    work: Work,
    /// The current revision; null: there is no report yet. It stays available even if a later job fails.
    report: Option<RevisionView>,
    /// Number of revisions made so far.
    revisions: u32,
    /// Cases whose legal hold prevents the deletion of the batch.
    held_by: Vec<Uuid>,
}

/// A batch with the state of its notification.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = BatchAlone)]
pub(crate) struct BatchAloneView {
    #[serde(flatten)]
    batch: BatchView,
    /// Notification of the end of its work; null: none was requested.
    notification: Option<NotificationView>,
}

/// State of a notification.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Notification)]
struct NotificationView {
    /// Scheme and host of the URL. The rest of the URL may be secret.
    host: String,
    state: NotificationState,
    /// Attempts to send the latest notification, at most 8.
    attempts: u32,
    /// Time of the next attempt.
    next_attempt: Option<DateTime<Utc>>,
    /// Why the last attempt failed.
    error: Option<String>,
    /// Key that signs the messages. Only in the answer to the upload.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

impl BatchAloneView {
    /// Builds the view. `with_secret` includes the signing key, which only the uploader may get.
    pub(crate) fn new(batch: &Batch, notification: Option<Notification>, with_secret: bool) -> Self {
        let view = |notification: Notification| NotificationView {
            host: notification.url.split('/').take(3).collect::<Vec<_>>().join("/"),
            state: notification.state,
            attempts: notification.attempts,
            next_attempt: notification.next_attempt,
            error: notification.error,
            secret: with_secret.then_some(notification.secret),
        };
        Self { batch: batch.into(), notification: notification.map(view) }
    }
}

/// Status of a batch, or of the latest job of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "status", rename_all = "lowercase")]
#[schema(as = Status)]
pub(crate) enum StatusView {
    /// The job waits for a worker.
    Queued,
    /// A worker runs the job.
    Running {
        /// The current stage; empty before the first one.
        stage: String,
        /// Number of finished units.
        done: u64,
        /// Number of all units; 0: unknown.
        total: u64,
    },
    /// The job has finished: the report exists, or the archive contains what was added.
    Done,
    /// The job failed.
    Failed {
        /// Why it failed.
        reason: String,
    },
    /// The job was cancelled.
    Cancelled,
}

/// Options of an upload.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Options)]
pub(crate) struct OptionsView {
    /// Language of all files, or `auto`.
    language: String,
    /// How submissions are found.
    #[schema(value_type = LayoutName)]
    layout: &'static str,
    /// Passages that occur in more than this many groups are ignored; 0: no limit.
    common_limit: u32,
    /// The cut-off: a pair can form a cluster if at most this many pairs of its strength are expected by chance; null: the
    /// default.
    cutoff_expect: Option<f64>,
    /// Maximum number of listed pairs.
    max_pairs: u32,
    /// Archives to compare against; null: all archives of the course.
    archives: Option<Vec<Uuid>>,
    /// Comparisons and archives whose common passages the first report ignores.
    background: Vec<Uuid>,
    /// Comparisons and archives with earlier work of the class. A passage is ignored between two people if each of them had
    /// it in their own earlier work.
    own_work: Vec<Uuid>,
    /// People who worked together: one list of names of submissions or authors per team.
    teams: Vec<Vec<String>>,
    /// Names of submissions or authors that are not students.
    staff: Vec<String>,
    /// Encodings of files, each rule as `GLOB=NAME`.
    encodings: Vec<String>,
    /// Encoding of names in archives that are not UTF-8; null if it is guessed.
    name_encoding: Option<String>,
    /// Patterns of the files that are compared, as git's ignore files write them; all if empty.
    include: Vec<String>,
    /// Patterns of files that are not compared.
    exclude: Vec<String>,
    /// Whether what no student wrote was read and counted in the first report.
    count_vendored: bool,
    /// Whether code that many share counted in the first report.
    count_given: bool,
    /// Chosen shortest match, in tokens; null: the default.
    min_match: Option<u16>,
    /// Chosen tokens of a k-gram; null: that of the language.
    kgram: Option<u16>,
    /// Chosen winnowing window; null: it follows from the others.
    window: Option<u16>,
    /// Submissions and files in the upload that are starter code: names of submissions, and `digest:` followed by the
    /// digests of files.
    handed_out: Vec<String>,
    /// Names of submissions that are left out.
    ignored: Vec<String>,
    /// Origins of the reference answers, as `KIND` or `KIND:SOURCE`: one for each file of the upload.
    references: Vec<String>,
    /// Whether the comparison also looks for copies that were translated into another language.
    translations: bool,
}

/// Batches, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BatchList {
    pub(crate) batches: Vec<BatchView>,
    /// Pass it as `after` to get the next page; null on the last page.
    pub(crate) next: Option<Uuid>,
}

/// A named set of earlier submissions.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Archive)]
pub(crate) struct ArchiveView {
    /// Later archives have larger ids.
    id: Uuid,
    /// Name, unique in the course.
    name: String,
    /// The course, whose members can see the archive and whose batches are compared against it.
    course: Uuid,
    /// Year in which the submissions were handed in; null: unknown.
    year: Option<i32>,
    /// Where its submissions are from if they are reference answers: a library, which every batch of the course has as
    /// references. Null: they are earlier submissions.
    #[schema(value_type = Option<chaffinch_report::WrittenReference>)]
    reference: Option<ReferenceLabel>,
    keeping: Keeping,
    #[serde(flatten)]
    status: StatusView,
    /// Time of creation.
    created: DateTime<Utc>,
    /// Time at which the service deletes it; null: never.
    keep_until: Option<DateTime<Utc>>,
    /// Number that grows with each change of the content.
    state: u32,
    /// Number of submissions.
    submissions: u64,
    /// Number of source files.
    documents: u64,
    /// Cases whose legal hold prevents the deletion or reduction of the archive.
    held_by: Vec<Uuid>,
}

/// Archives, by name.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ArchiveList {
    pub(crate) archives: Vec<ArchiveView>,
    /// Pass it as `after` to get the next page; null on the last page.
    pub(crate) next: Option<String>,
}

impl From<&Archive> for ArchiveView {
    fn from(archive: &Archive) -> Self {
        Self {
            id: archive.id.0,
            name: archive.name.clone(),
            course: archive.course.0,
            year: archive.year,
            reference: archive.reference.clone(),
            keeping: archive.keeping,
            status: (&archive.status).into(),
            created: archive.created,
            keep_until: archive.keep_until,
            state: archive.state,
            submissions: archive.submissions,
            documents: archive.documents,
            held_by: archive.held_by.iter().map(|id| id.0).collect(),
        }
    }
}

impl From<&Batch> for BatchView {
    fn from(batch: &Batch) -> Self {
        Self {
            id: batch.id.0,
            title: batch.title.clone(),
            course: batch.course.0,
            status: (&batch.status).into(),
            created: batch.created,
            keep_until: batch.keep_until,
            options: (&batch.options).into(),
            work: batch.work,
            report: batch.revision.as_ref().map(RevisionView::from),
            revisions: batch.revisions,
            held_by: batch.held_by.iter().map(|id| id.0).collect(),
        }
    }
}

impl From<&Status> for StatusView {
    fn from(status: &Status) -> Self {
        match status {
            Status::Queued => Self::Queued,
            Status::Running(progress) => {
                Self::Running { stage: progress.stage.clone(), done: progress.done, total: progress.total }
            }
            Status::Done => Self::Done,
            Status::Failed { reason } => Self::Failed { reason: reason.clone() },
            Status::Cancelled => Self::Cancelled,
        }
    }
}

impl From<&AnalysisOptions> for OptionsView {
    fn from(options: &AnalysisOptions) -> Self {
        Self {
            language: options.language.clone().unwrap_or_else(|| "auto".to_owned()),
            layout: options.layout.name(),
            common_limit: options.common_limit,
            cutoff_expect: options.cutoff_expect,
            max_pairs: options.max_pairs,
            archives: options.archives.as_ref().map(|archives| archives.iter().map(|id| id.0).collect()),
            background: ids(&options.background),
            own_work: ids(&options.own_work),
            teams: options.teams.clone(),
            staff: options.staff.clone(),
            encodings: options.encodings.clone(),
            name_encoding: options.name_encoding.clone(),
            include: options.include.clone(),
            exclude: options.exclude.clone(),
            count_vendored: options.count_vendored,
            count_given: options.count_given,
            min_match: options.match_length.tokens(),
            kgram: options.match_length.k(),
            window: options.match_length.w(),
            handed_out: options.handed_out.clone(),
            ignored: options.ignored.clone(),
            references: options.references.clone(),
            translations: options.translations,
        }
    }
}
