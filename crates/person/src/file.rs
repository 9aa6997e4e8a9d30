//! Keeps the erasure records in a file of the data directory, which restoring a database backup does not change.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use chaffinch_storage::Storage;

use crate::error::{PersonError, Result};
use crate::reapply::{Reapplied, reapply};
use crate::records::{Records, records};

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
