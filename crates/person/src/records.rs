//! Records erasures and deletions in a file of the data directory, and repeats them on a database that was restored from
//! an older backup. Restoring brings back persons who were erased since, and batches and archives that were deleted since.
//! The file identifies them. It contains no names, but anyone with the file can test whether a name they know was erased.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use chaffinch_storage::{
    ArchiveId, BatchId, By, Deletion, Erasure, ErasureId, NewErasure, Storage, StorageError,
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::erasing::{begin, complete};
use crate::error::{FORMAT, PersonError, RecordsError, Result};

/// All erasure records of an installation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Records {
    /// The format version, currently 1.
    pub format: u32,
    /// The records, oldest first.
    pub erasures: Vec<Erasure>,
    /// The deleted batches and archives, oldest first.
    #[serde(default)]
    pub deletions: Vec<Deletion>,
}

impl Records {
    /// Returns no records.
    pub const fn empty() -> Self {
        Self { format: FORMAT, erasures: Vec::new(), deletions: Vec::new() }
    }

    /// Parses the text of a file.
    pub fn parse(text: &[u8]) -> std::result::Result<Self, RecordsError> {
        let records: Self = serde_json::from_slice(text)?;
        if records.format == FORMAT {
            Ok(records)
        } else {
            Err(RecordsError::Format { found: records.format })
        }
    }

    /// Returns the text for a file.
    pub fn to_json(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec_pretty(self).expect("records have string keys");
        json.push(b'\n');
        json
    }

    /// Adds the records of another file that are not among these.
    #[must_use]
    pub fn joined(mut self, other: Self) -> Self {
        let new = |record: &Erasure| !self.erasures.iter().any(|known| known.id == record.id);
        let new: Vec<Erasure> = other.erasures.into_iter().filter(new).collect();
        self.erasures.extend(new);
        self.erasures.sort_by_key(|record| (record.by.at, record.id));
        let known: HashSet<Uuid> = self.deletions.iter().map(|deletion| deletion.id).collect();
        self.deletions.extend(other.deletions.into_iter().filter(|deletion| !known.contains(&deletion.id)));
        self.deletions.sort_by_key(|deletion| (deletion.at, deletion.id));
        self
    }

    /// Returns whether nothing is recorded.
    pub fn is_empty(&self) -> bool {
        self.erasures.is_empty() && self.deletions.is_empty()
    }
}

/// Returns the erasure records of a database.
pub async fn records(storage: &dyn Storage) -> Result<Records> {
    // The file does not say whether an erasure is complete.
    let erasures = storage.erasures().await?.into_iter().map(|erasure| Erasure { ended: None, ..erasure });
    Ok(Records { format: FORMAT, erasures: erasures.collect(), deletions: storage.deletions().await? })
}

/// Repeats the erasures and deletions that are in the file but not in the database, then rewrites the file. If there is
/// no file, nothing is repeated.
pub async fn restore(storage: &dyn Storage, path: &Path) -> Result<Reapplied> {
    let applied = match read(path)? {
        Some(known) => reapply(storage, &known).await?,
        None => Reapplied::default(),
    };
    keep(storage, path).await?;
    Ok(applied)
}

/// Writes the records of erasures and deletions of a database to a file. Records that are only in the file stay there.
pub async fn keep(storage: &dyn Storage, path: &Path) -> Result<()> {
    add(storage, &Records::empty(), path).await
}

/// Writes the records of a database and these to a file, as [`keep`].
pub async fn add(storage: &dyn Storage, more: &Records, path: &Path) -> Result<()> {
    let now = records(storage).await?.joined(more.clone());
    let before = read(path)?;
    let all = match &before {
        Some(before) => now.joined(before.clone()),
        None if now.is_empty() => return Ok(()),
        None => now,
    };
    if before.as_ref() == Some(&all) {
        Ok(())
    } else {
        write(path, &all.to_json()).map_err(PersonError::Write)
    }
}

/// Reads the file of records. `None`: there is no file.
pub fn read(path: &Path) -> Result<Option<Records>> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(PersonError::Write(error)),
    };
    Ok(Some(Records::parse(&text)?))
}

/// Replaces the file atomically. Only its owner may read it.
fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    let unfinished = path.with_extension(format!("unfinished-{}", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&unfinished)?;
    file.write_all(text)?;
    file.sync_all()?;
    fs::rename(unfinished, path)
}

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
        let Erasure { id, number, by, scope, key, hashes, .. } = record.clone();
        let account = match by.account {
            Some(id) if storage.account(id).await?.is_some() => Some(id),
            _ => None,
        };
        // The first erasure decided about legal holds, so they are not checked again.
        let new = NewErasure { id, number, scope, key, hashes, despite_hold: true };
        let erasure = begin(storage, new, &By { account, ..by }).await?;
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
