//! Writes a folder of results, and messages for the operator. A folder gets its name only when it is complete: it is made
//! beside its place and renamed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::program::output::PartialOutput;
pub(crate) use crate::program::output::{print, write_file};

/// Prints a message for the operator who started the process. If it cannot be written, the process continues.
pub(crate) fn announce(text: &str) {
    if let Err(error) = print(text) {
        tracing::warn!(%error, "cannot write to standard output");
    }
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
        let partial = PartialOutput::new(&self.path);
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
        let old = PartialOutput::new(&self.path.with_extension("old"));
        fs::rename(&self.path, &old.path)?;
        fs::rename(&partial.path, &self.path)
    }
}
