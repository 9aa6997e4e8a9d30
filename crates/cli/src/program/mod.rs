//! What both programs have in common: wrong usage, exit status, the limit on open files and results, and in its files
//! messages, manual pages and completions. The crate `corpus-cli` compiles these files too.
//!
//! Results go to standard output or to a file. A file gets its name only when it is complete: it is made beside its place
//! and renamed.

pub(crate) mod diagnostics;
pub(crate) mod grammar;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use diagnostics::Diagnostics;

/// Writes the reason of a failure and returns the exit status: 0 done, 1 failed, 2 wrong usage.
pub(crate) fn exit_code(outcome: anyhow::Result<()>, diagnostics: Diagnostics) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if reader_is_gone(&error) => ExitCode::SUCCESS,
        Err(error) => {
            diagnostics.failure(&error);
            ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
        }
    }
}

/// Returns whether the reader of standard output has closed it, as in `chaffinch compare --format json | head`. This is
/// no failure.
fn reader_is_gone(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Checks that the command line of a program is consistent, and that the help of every subcommand has an example.
#[cfg(test)]
pub(crate) fn check_command_line(mut command: clap::Command) {
    command.clone().debug_assert();
    command.build();
    check_examples(&mut command);
}

#[cfg(test)]
fn check_examples(command: &mut clap::Command) {
    for name in command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect::<Vec<_>>() {
        let sub = command.find_subcommand_mut(&name).unwrap();
        if sub.is_hide_set() || name == "help" {
            continue;
        }
        let help = sub.render_long_help().to_string();
        let program = env!("CARGO_BIN_NAME");
        assert!(help.contains(&format!("{program} {name}")) || help.contains(&format!(" {name} ")), "{help}");
        assert!(help.contains("Example"), "{name} --help shows no example");
        check_examples(sub);
    }
}

/// Wrong usage of the command: exit status 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);

/// Largest number of open files that macOS permits where it names no limit.
const OPEN_MAX: u64 = 10_240;

/// Raises the soft limit on open files of this process as far as the system permits, and returns the limit.
pub(crate) fn raise_open_files() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = [maximum, Some(OPEN_MAX)]
        .into_iter()
        .find(|&current| setrlimit(Resource::Nofile, Rlimit { current, maximum }).is_ok());
    raised.unwrap_or(current).unwrap_or(u64::MAX)
}

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
