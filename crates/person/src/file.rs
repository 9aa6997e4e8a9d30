//! The records in a file of the data directory, where a restored database does not reach.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use chaffinch_storage::Storage;

use crate::erasing::reapply;
use crate::error::{PersonError, Result};
use crate::records::{Records, records};

/// Erases again whoever a file tells of and the database does not, then writes the file anew. Tells how many there were.
/// Without a file there is nothing to do again.
pub async fn restore(storage: &dyn Storage, path: &Path) -> Result<usize> {
    let applied = match read(path)? {
        Some(known) => reapply(storage, &known).await?,
        None => 0,
    };
    keep(storage, path).await?;
    Ok(applied)
}

/// Writes the records of a database into a file, beside those that are only there.
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

/// In one step, for its owner alone.
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
