//! What every backend does the same way and nobody else needs: reading uploads piece by piece, JSON in columns,
//! stored values that must make sense.

mod cases;
mod persons;

use chrono::TimeDelta;
use tokio::io::{AsyncRead, AsyncReadExt};
use uuid::Uuid;

use crate::{ArchiveId, BatchId, CHUNK_BYTES, JobProgress, Owner, Result, Status, StorageError, Work};

pub use cases::{Shown, check_history, check_size, happening, here, meant, persons};
pub use persons::{
    cleaned, draft_names, hashes, is_upload_of, named, of_scope, without, without_order, without_templates,
};

/// A use of a token is written down when the last one noted is older than this.
pub const LAST_USED_PRECISION: TimeDelta = TimeDelta::minutes(1);

/// The next [`CHUNK_BYTES`] of an upload, fewer at its end, none beyond it.
///
/// # Errors
/// [`StorageError::Upload`].
pub async fn next_chunk(content: &mut (dyn AsyncRead + Send + Sync + Unpin)) -> Result<Vec<u8>> {
    let mut chunk = Vec::new();
    content.take(CHUNK_BYTES as u64).read_to_end(&mut chunk).await.map_err(StorageError::Upload)?;
    Ok(chunk)
}

/// JSON of a value that was made in memory.
pub fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("records have string keys and finite numbers")
}

/// A stored value that must make sense.
///
/// # Errors
/// [`StorageError::Inconsistent`], where there is none.
pub fn sound<T>(
    value: Option<T>,
    table: &'static str,
    column: &'static str,
    row: &impl ToString,
) -> Result<T> {
    value.ok_or_else(|| StorageError::Inconsistent { table, column, row: row.to_string() })
}

/// The columns that tell how far a job is.
pub fn progress(stage: String, done: i64, total: i64) -> JobProgress {
    JobProgress { stage, done: done.cast_unsigned(), total: total.cast_unsigned() }
}

/// The columns `batch` and `archive`, of which one is set.
pub fn columns(owner: impl Into<Option<Owner>>) -> (Option<Uuid>, Option<Uuid>) {
    match owner.into() {
        Some(Owner::Batch(BatchId(id))) => (Some(id), None),
        Some(Owner::Archive(ArchiveId(id))) => (None, Some(id)),
        None => (None, None),
    }
}

/// And back.
pub fn owner(batch: Option<Uuid>, archive: Option<Uuid>) -> Option<Owner> {
    batch.map(|id| Owner::Batch(BatchId(id))).or(archive.map(|id| Owner::Archive(ArchiveId(id))))
}

/// What the job of a batch with this payload does. `None`: nothing that makes sense.
pub fn work(payload: &str) -> Option<Work> {
    // Not the whole payload: a list of batches asks for each of them.
    #[derive(serde::Deserialize)]
    struct Payload<'a> {
        kind: &'a str,
    }
    Work::of_kind(serde_json::from_str::<Payload<'_>>(payload).ok()?.kind)
}

/// The status of a corpus to which documents are being added.
pub fn adding() -> Status {
    Status::Running(JobProgress { stage: "adding".to_owned(), ..JobProgress::default() })
}

/// The status of what a job in this state works on. `None`: there is no such state.
pub fn status(state: &str, progress: JobProgress, reason: Option<String>) -> Option<Status> {
    match state {
        "queued" => Some(Status::Queued),
        "running" => Some(Status::Running(progress)),
        "done" => Some(Status::Done),
        "failed" => Some(Status::Failed { reason: reason.unwrap_or_default() }),
        "cancelled" => Some(Status::Cancelled),
        _ => None,
    }
}
