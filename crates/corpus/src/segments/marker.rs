//! Markers of finished stages, and the small JSON files of a run.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result, reading, writing};

/// The content of a stage's marker.
#[derive(Debug, Serialize, Deserialize)]
struct Marker<T> {
    /// Names and sizes of the stage's files.
    files: Vec<(String, u64)>,
    figures: T,
}

/// Marks a stage of a folder as finished, after its files have been written to disk.
pub(crate) fn mark<T: Serialize>(folder: &Path, stage: &str, files: &[String], figures: &T) -> Result<()> {
    let mut sized = Vec::new();
    for name in files {
        let path = folder.join(name);
        let file = File::open(&path).map_err(reading(&path))?;
        file.sync_data().map_err(writing(&path))?;
        sized.push((name.clone(), file.metadata().map_err(reading(&path))?.len()));
    }
    write_json(&folder.join(format!("{stage}.json")), &Marker { files: sized, figures })
}

/// Returns the files and figures of a finished stage; `None` if it is not finished.
pub(crate) fn marked<T: DeserializeOwned>(folder: &Path, stage: &str) -> Result<Option<(Vec<String>, T)>> {
    let Some(marker) = read_json::<Marker<T>>(&folder.join(format!("{stage}.json")))? else {
        return Ok(None);
    };
    for (name, size) in &marker.files {
        let path = folder.join(name);
        if fs::metadata(&path).map(|metadata| metadata.len()).ok() != Some(*size) {
            return Err(Error::Damaged { path, what: "it has changed since the run wrote it" });
        }
    }
    Ok(Some((marker.files.into_iter().map(|(name, _)| name).collect(), marker.figures)))
}

/// Removes the files of a folder whose names begin with `prefix`.
pub(crate) fn remove_all(folder: &Path, prefix: &str) -> Result<()> {
    for entry in fs::read_dir(folder).map_err(reading(folder))? {
        let entry = entry.map_err(reading(folder))?;
        if entry.file_name().as_encoded_bytes().starts_with(prefix.as_bytes()) {
            fs::remove_file(entry.path()).map_err(writing(&entry.path()))?;
        }
    }
    Ok(())
}

/// Writes a small JSON file atomically.
pub(crate) fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<()> {
    let partial = path.with_extension("partial");
    let write = || -> io::Result<()> {
        let mut file = File::create(&partial)?;
        serde_json::to_writer_pretty(&mut file, value)?;
        file.write_all(b"\n")?;
        file.sync_all()?;
        fs::rename(&partial, path)
    };
    write().map_err(writing(path))
}

/// Reads a JSON file; `None` if it does not exist.
pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        bytes => bytes.map_err(reading(path))?,
    };
    let damaged = |_| Error::Damaged { path: path.to_owned(), what: "a run did not write it" };
    serde_json::from_slice(&bytes).map(Some).map_err(damaged)
}
