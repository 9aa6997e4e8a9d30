//! Writes results to standard output, a file, or a folder. A file or folder gets its name only when it is complete: it
//! is made beside its place and renamed.

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

/// Prints a message for the operator who started the process. If it cannot be written, the process continues.
pub(crate) fn announce(text: &str) {
    if let Err(error) = print(text) {
        tracing::warn!(%error, "cannot write to standard output");
    }
}

/// Writes a file in one step and replaces an existing one. A device or pipe is written to directly.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let context = || format!("cannot write {}", path.display());
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return fs::write(path, bytes).with_context(context);
    }
    let partial = PartialOutput::beside(path);
    // The folders above the file are created, as for the folder of an HTML report.
    path.parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(&partial.path, bytes))
        .and_then(|()| fs::rename(&partial.path, path))
        .with_context(context)
}

/// A folder to create.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// Whether an existing report is replaced.
    replace: bool,
}

impl Folder {
    /// Checks whether the folder can be created, before any work is done. An existing folder is replaced only with
    /// `force`, and only if it is a report: `--force` must never delete a home directory.
    pub(crate) fn plan(path: &Path, force: bool) -> anyhow::Result<Self> {
        let shown = path.display();
        let plan = |replace| Ok(Self { path: path.to_owned(), replace });
        match fs::read_dir(path).map(|mut entries| entries.next().is_none()) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => plan(false),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                anyhow::bail!(
                    "{shown} is a file, but the HTML report is a folder. Choose another path with --output."
                )
            }
            Err(error) => Err(error).with_context(|| format!("cannot read the folder {shown}")),
            Ok(empty) => {
                anyhow::ensure!(
                    empty || force,
                    "{shown} already exists. Replace it with --force, or choose another path with --output."
                );
                let report = || path.join("index.html").is_file() && path.join("report.json").is_file();
                anyhow::ensure!(
                    empty || report(),
                    "{shown} is not a report, and --force replaces only reports. Choose another path with --output."
                );
                plan(true)
            }
        }
    }

    /// Creates the folder. `fill` gets a function that puts one file into it, with its path relative to the folder and
    /// its bytes.
    pub(crate) fn write(
        &self,
        fill: impl FnOnce(&mut dyn FnMut(&str, &[u8]) -> io::Result<()>) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let partial = PartialOutput::beside(&self.path);
        self.complete(&partial, fill).with_context(|| format!("cannot write {}", self.path.display()))
    }

    fn complete(
        &self,
        partial: &PartialOutput,
        fill: impl FnOnce(&mut dyn FnMut(&str, &[u8]) -> io::Result<()>) -> io::Result<()>,
    ) -> io::Result<()> {
        fs::create_dir_all(&partial.path)?;
        fill(&mut |name, bytes| {
            let path = partial.path.join(name);
            fs::create_dir_all(path.parent().expect("a file in a folder has a parent"))?;
            fs::write(path, bytes)
        })?;
        if !self.replace {
            return fs::rename(&partial.path, &self.path);
        }
        let old = PartialOutput::beside(&self.path.with_extension("old"));
        fs::rename(&self.path, &old.path)?;
        fs::rename(&partial.path, &self.path)
    }
}

/// A temporary name beside the final one for incomplete output. The output is removed if it was not renamed.
#[derive(Debug)]
struct PartialOutput {
    path: PathBuf,
}

impl PartialOutput {
    fn beside(path: &Path) -> Self {
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
