//! Repeats erasures and deletions on a database that was restored from an older backup.

use std::collections::HashSet;

use chaffinch_storage::{ArchiveId, BatchId, By, ErasureId, NewErasure, Storage, StorageError};
use uuid::Uuid;

use crate::erasing::{begin, complete};
use crate::error::Result;
use crate::records::{Record, Records};

/// What was repeated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reapplied {
    /// Number of erasures.
    pub erasures: usize,
    /// Number of deleted batches and archives.
    pub deletions: usize,
    /// Number of batches and archives that stay, because a case with a legal hold needs them in this database.
    pub held: usize,
}

impl Reapplied {
    /// Returns whether nothing had to be repeated.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Repeats the erasures and deletions that are in the records but not in this database, because it was restored from an
/// older backup.
pub async fn reapply(storage: &dyn Storage, records: &Records) -> Result<Reapplied> {
    let known: Vec<ErasureId> = storage.erasures().await?.iter().map(|erasure| erasure.id).collect();
    let mut applied = Reapplied::default();
    for record in records.erasures.iter().filter(|record| !known.contains(&record.id)) {
        let Record { id, number, at, account, scope, .. } = record.clone();
        let account = match account {
            Some(id) if storage.account(id).await?.is_some() => Some(id),
            _ => None,
        };
        // The first erasure decided about legal holds, so they are not checked again.
        let (key, hashes) = (record.key, record.hashes.clone());
        let new = NewErasure { id, number, scope, key, hashes, despite_hold: true };
        let erasure = begin(storage, new, &By { account, at }).await?;
        complete(storage, &erasure).await?;
        applied.erasures += 1;
    }
    let known: HashSet<Uuid> = storage.deletions().await?.iter().map(|deletion| deletion.id).collect();
    for deletion in records.deletions.iter().filter(|deletion| !known.contains(&deletion.id)) {
        let by = By { account: None, at: deletion.at };
        let deleted = if deletion.archive {
            storage.delete_archive(ArchiveId(deletion.id), &by).await
        } else {
            storage.delete(BatchId(deletion.id), &by).await
        };
        match deleted {
            Ok(was_there) => applied.deletions += usize::from(was_there),
            // The hold was lifted after the backup. Somebody has to decide again.
            Err(StorageError::Held { .. }) => applied.held += 1,
            Err(error) => return Err(error.into()),
        }
    }
    if !applied.is_empty() {
        storage.rewrite_database().await?;
    }
    Ok(applied)
}
