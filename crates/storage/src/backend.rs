//! Helpers that all backends share and that no other crate needs: reading uploads piece by piece, JSON in columns,
//! checks of stored values.

mod cases;
mod persons;

use chrono::{DateTime, TimeDelta, Utc};
use tokio::io::{AsyncRead, AsyncReadExt};
use uuid::Uuid;

use crate::{ArchiveId, BatchId, CHUNK_BYTES, JobProgress, Owner, Result, Status, StorageError, Work, age};

pub use cases::{Shown, apply_change, check_history, check_size, check_statements, here, meant, persons};
pub use persons::{
    cleaned, draft_names, hashes, is_by, is_upload_of, named, of_scope, without, without_order,
    without_templates,
};

/// The use of a token is recorded only if the last recorded use is older than this.
const LAST_USED_PRECISION: TimeDelta = TimeDelta::minutes(1);

/// Returns whether the last recorded use is so recent that another one is not recorded.
pub fn is_recent(last: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    age(last, now).is_some_and(|age| age < LAST_USED_PRECISION)
}

/// Returns the next [`CHUNK_BYTES`] of an upload: fewer at its end, none after it.
///
/// # Errors
/// [`StorageError::Upload`].
pub async fn next_chunk(content: &mut (dyn AsyncRead + Send + Sync + Unpin)) -> Result<Vec<u8>> {
    let mut chunk = Vec::new();
    content.take(CHUNK_BYTES as u64).read_to_end(&mut chunk).await.map_err(StorageError::Upload)?;
    Ok(chunk)
}

/// Returns the JSON of a value that was made in memory.
pub fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("records have string keys and finite numbers")
}

/// Returns a stored value, which must be valid.
///
/// # Errors
/// [`StorageError::Inconsistent`] if there is no valid value.
pub fn consistent<T>(
    value: Option<T>,
    table: &'static str,
    column: &'static str,
    row: &impl ToString,
) -> Result<T> {
    value.ok_or_else(|| StorageError::Inconsistent { table, column, row: row.to_string() })
}

/// Returns the columns `batch` and `archive` for an owner. One of them is set.
pub fn columns(owner: impl Into<Option<Owner>>) -> (Option<Uuid>, Option<Uuid>) {
    match owner.into() {
        Some(Owner::Batch(BatchId(id))) => (Some(id), None),
        Some(Owner::Archive(ArchiveId(id))) => (None, Some(id)),
        None => (None, None),
    }
}

/// Returns the owner from the columns `batch` and `archive`.
pub fn owner(batch: Option<Uuid>, archive: Option<Uuid>) -> Option<Owner> {
    batch.map(|id| Owner::Batch(BatchId(id))).or(archive.map(|id| Owner::Archive(ArchiveId(id))))
}

/// Returns what the job of a batch with this payload does, or `None` if the payload is not valid.
pub fn work(payload: &str) -> Option<Work> {
    // Only the kind is parsed, because a list of batches does this for each of them.
    #[derive(serde::Deserialize)]
    struct Payload {
        kind: Work,
    }
    Some(serde_json::from_str::<Payload>(payload).ok()?.kind)
}

/// Returns the status of an object whose job has these columns, or `None` if there is no such state.
pub fn status(
    job_state: &str,
    (stage, done, total): (String, i64, i64),
    reason: Option<String>,
) -> Option<Status> {
    let (done, total) = (done.cast_unsigned(), total.cast_unsigned());
    match job_state {
        "queued" => Some(Status::Queued),
        "running" => Some(Status::Running(JobProgress { stage, done, total })),
        "done" => Some(Status::Done),
        "failed" => Some(Status::Failed { reason: reason.unwrap_or_default() }),
        "cancelled" => Some(Status::Cancelled),
        _ => None,
    }
}
