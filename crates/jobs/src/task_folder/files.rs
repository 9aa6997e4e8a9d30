//! Writes and reads the JSON files of the folder. Each is either complete or absent.

use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writes a file under a temporary name and renames it when it is complete. A crash in between leaves no file of that
/// name.
pub(super) fn write_whole(folder: &Path, name: &str, content: &impl Serialize) -> io::Result<()> {
    let unfinished = folder.join(format!("{name}.unfinished"));
    fs::write(&unfinished, serde_json::to_vec(content)?)?;
    fs::rename(unfinished, folder.join(name))
}

pub(super) fn read_if_any<Content: DeserializeOwned>(
    folder: &Path,
    name: &str,
) -> io::Result<Option<Content>> {
    match fs::read(folder.join(name)) {
        Ok(content) => Ok(Some(serde_json::from_slice(&content)?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
