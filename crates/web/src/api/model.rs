//! What the API says about batches and archives.

use chaffinch_storage::{AnalysisOptions, Archive, Batch, Notification, Status};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::revision_model::RevisionView;
use super::words::{KeepingName, LayoutName, NotificationStateName, WorkName};

/// One upload to be compared.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Batch)]
pub(crate) struct BatchView {
    /// Later batches have larger ones.
    id: Uuid,
    /// In the uploader's words.
    title: String,
    /// Decides who may see it.
    course: Uuid,
    #[serde(flatten)]
    status: StatusView,
    /// When it was accepted.
    #[schema(value_type = String, format = DateTime)]
    created: DateTime<Utc>,
    /// Deleted by the service from then on.
    #[schema(value_type = Option<String>, format = DateTime)]
    keep_until: Option<DateTime<Utc>>,
    options: OptionsView,
    /// What the latest job is, whose `status` this is.
    #[schema(value_type = WorkName)]
    work: &'static str,
    /// The current revision, once there is one. It stays whatever becomes of a later job.
    report: Option<RevisionView>,
    /// Revisions made so far.
    revisions: u32,
    /// Cases whose legal hold keeps it from being deleted.
    held_by: Vec<Uuid>,
}

/// One batch, with what is told to others of it.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = BatchAlone)]
pub(crate) struct BatchAloneView {
    #[serde(flatten)]
    batch: BatchView,
    /// Null: nobody wants to be told of its end.
    notification: Option<NotificationView>,
}

/// What became of the wish to be told of the end of a batch.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Notification)]
pub(crate) struct NotificationView {
    /// Scheme and host of the address; the rest of it may be a secret.
    host: String,
    #[schema(value_type = NotificationStateName)]
    state: &'static str,
    /// Attempts at telling the latest end; at most 8.
    attempts: u32,
    /// When it is tried again.
    #[schema(value_type = Option<String>, format = DateTime)]
    next_attempt: Option<DateTime<Utc>>,
    /// Why the last attempt came to nothing.
    error: Option<String>,
    /// Signs the messages. In the answer to the upload alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<String>,
}

impl BatchAloneView {
    /// `with_secret`: for whoever uploads, and nobody else.
    pub(crate) fn of(batch: &Batch, notification: Option<Notification>, with_secret: bool) -> Self {
        let view = |told: Notification| NotificationView {
            host: told.url.split('/').take(3).collect::<Vec<_>>().join("/"),
            state: told.state.name(),
            attempts: told.attempts,
            next_attempt: told.next_attempt,
            error: told.error,
            secret: with_secret.then_some(told.secret),
        };
        Self { batch: batch.into(), notification: notification.map(view) }
    }
}

/// Where a batch stands, or the latest job of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "status", rename_all = "lowercase")]
#[schema(as = Status)]
pub(crate) enum StatusView {
    /// Waits for a worker.
    Queued,
    /// A worker is at it.
    Running {
        /// What it does; empty before the first stage.
        stage: String,
        /// Units finished.
        done: u64,
        /// Units in all; 0 where that is unknown.
        total: u64,
    },
    /// Its report is there; the archive has what was added.
    Done,
    /// It came to nothing.
    Failed {
        /// Why, in words.
        reason: String,
    },
    /// Somebody stopped it.
    Cancelled,
}

/// What was asked for.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Options)]
pub(crate) struct OptionsView {
    /// The one language to read everything as, or `auto`.
    language: String,
    /// How submissions are found.
    #[schema(value_type = LayoutName)]
    layout: &'static str,
    /// Passages in more groups than this count nothing; 0: no limit.
    common_limit: u32,
    /// Pairs listed at most.
    max_pairs: u32,
    /// Archives to compare against; null: all of the course.
    archives: Option<Vec<Uuid>>,
    /// Who worked together: names of submissions or authors, a team each.
    teams: Vec<Vec<String>>,
    /// Names of submissions or authors that are no students'.
    staff: Vec<String>,
    /// Encodings that files are said to have, `GLOB=NAME`.
    encodings: Vec<String>,
    /// What among the submissions was handed out: names, and files by `digest:`.
    handed_out: Vec<String>,
}

/// Batches, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BatchList {
    pub(crate) batches: Vec<BatchView>,
    /// Pass it as `after` to go on; null at the end.
    pub(crate) next: Option<Uuid>,
}

/// A named set of earlier submissions.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Archive)]
pub(crate) struct ArchiveView {
    /// Later archives have larger ones.
    id: Uuid,
    /// Unique in its course.
    name: String,
    /// Decides who may see it, and whose batches are compared against it.
    course: Uuid,
    /// When its submissions were handed in, where known.
    year: Option<i32>,
    #[schema(value_type = KeepingName)]
    keeping: &'static str,
    /// Set for a corpus, which keeps sketches of documents only: how they are made. Only equal ones compare.
    sketch: Option<String>,
    #[serde(flatten)]
    status: StatusView,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    created: DateTime<Utc>,
    /// Deleted by the service from then on.
    #[schema(value_type = Option<String>, format = DateTime)]
    keep_until: Option<DateTime<Utc>>,
    /// Grows with every change of its content.
    state: u32,
    /// Submissions it has; of a corpus, documents.
    submissions: u64,
    /// Source files it has; of a corpus, documents.
    documents: u64,
    /// Cases whose legal hold keeps it from being deleted or reduced.
    held_by: Vec<Uuid>,
}

/// Archives, by name.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ArchiveList {
    pub(crate) archives: Vec<ArchiveView>,
    /// Pass it as `after` to go on; null at the end.
    pub(crate) next: Option<String>,
}

impl From<&Archive> for ArchiveView {
    fn from(archive: &Archive) -> Self {
        Self {
            id: archive.id.0,
            name: archive.name.clone(),
            course: archive.course.0,
            year: archive.year,
            keeping: archive.keeping.name(),
            sketch: archive.sketch.clone(),
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
            work: batch.work.name(),
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
            max_pairs: options.max_pairs,
            archives: options.archives.as_ref().map(|archives| archives.iter().map(|id| id.0).collect()),
            teams: options.teams.clone(),
            staff: options.staff.clone(),
            encodings: options.encodings.clone(),
            handed_out: options.handed_out.clone(),
        }
    }
}
