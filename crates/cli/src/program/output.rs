//! Writes results to standard output or to a file. A file gets its name only when it is complete: it is made beside its
//! place and renamed.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

/// Writes to standard output.
pub(crate) fn print(bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes.as_ref())?;
    out.flush()
}

/// Writes a file in one step and replaces an existing one. A device or pipe is written to directly.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let context = || format!("cannot write {}", path.display());
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return fs::write(path, bytes).with_context(context);
    }
    let partial = PartialOutput::new(path);
    // The folders above the file are created, as for the folder of an HTML report.
    path.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(&partial.path, bytes))
        .and_then(|()| fs::rename(&partial.path, path))
        .with_context(context)
}

/// A temporary name next to the final one for incomplete output. The output is removed if it was not renamed.
#[derive(Debug)]
pub(crate) struct PartialOutput {
    pub(crate) path: PathBuf,
}

impl PartialOutput {
    /// Returns a temporary name next to this path.
    pub(crate) fn new(path: &Path) -> Self {
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or("report".as_ref()));
        name.push(format!(".partial-{}", std::process::id()));
        Self { path: path.with_file_name(name) }
    }
}

impl Drop for PartialOutput {
    fn drop(&mut self) {
        // Both cases are normal: the output was renamed, or there is a file or folder to remove.
        if self.path.is_dir() {
            let _ = fs::remove_dir_all(&self.path);
        } else {
            let _ = fs::remove_file(&self.path);
        }
    }
}
