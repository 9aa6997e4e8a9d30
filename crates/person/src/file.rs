//! Keeps the erasure records in a file of the data directory, which restoring a database backup does not change.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use chaffinch_storage::Storage;

use crate::erasing::reapply;
use crate::error::{PersonError, Result};
use crate::records::{Records, records};

/// Repeats the erasures that are in the file but not in the database, then rewrites the file. Returns how many there were.
/// If there is no file, nothing is repeated.
pub async fn restore(storage: &dyn Storage, path: &Path) -> Result<usize> {
    let applied = match read(path)? {
        Some(known) => reapply(storage, &known).await?,
        None => 0,
    };
    keep(storage, path).await?;
    Ok(applied)
}

/// Writes the erasure records of a database to a file. Records that are only in the file stay there.
pub async fn keep(storage: &dyn Storage, path: &Path) -> Result<()> {
    let now = records(storage).await?;
    let before = read(path)?;
    let all = match &before {
        Some(before) => now.joined(before.clone()),
        None if now.erasures.is_empty() => return Ok(()),
        None => now,
    };
    if before.as_ref() == Some(&all) {
        Ok(())
    } else {
        write(path, &all.to_json()).map_err(PersonError::Write)
    }
}

fn read(path: &Path) -> Result<Option<Records>> {
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
