//! Runs the binary of [`BINARY`] with its own directory and environment. The tests of both programs use this file.

use std::path::Path;
use std::process::{Command, Output};

use crate::built::BINARY;

/// Returns a command that starts `binary` in `dir`, with `dir` as its home and without the environment of the caller.
pub(crate) fn command(binary: impl AsRef<Path>, dir: &Path) -> Command {
    let mut command = Command::new(binary.as_ref());
    command
        .current_dir(dir)
        .env_clear()
        .env("HOME", dir)
        .env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command
}

/// Runs the command to its end in `dir`.
pub(crate) fn run(dir: &Path, arguments: &[&str]) -> Output {
    command(BINARY, dir).args(arguments).output().unwrap()
}

/// Runs the command successfully and returns its standard output.
pub(crate) fn output_of(dir: &Path, arguments: &[&str]) -> Vec<u8> {
    let output = run(dir, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    output.stdout
}

/// Returns the standard error of a process as text.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
