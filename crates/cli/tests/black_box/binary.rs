//! Runs the built binary with its own directory and environment.

use std::path::Path;
use std::process::{Command, Output};

/// The binary under test. It is the one built with the tests, unless `CHAFFINCH_TEST_BINARY` had the absolute path of
/// another one when they were built.
pub(crate) const BINARY: &str = match option_env!("CHAFFINCH_TEST_BINARY") {
    Some(other) => other,
    None => env!("CARGO_BIN_EXE_chaffinch"),
};

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

/// Copies the built binary in another process. A program that is open for writing in any process cannot be started, and
/// threads of this process start others.
pub(crate) fn copy_to(path: &Path) {
    assert!(Command::new("cp").arg(BINARY).arg(path).status().unwrap().success());
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

/// Does the same as [`output_of`] for one line of text and removes the line end.
pub(crate) fn line_of(dir: &Path, arguments: &[&str]) -> String {
    let text = String::from_utf8(output_of(dir, arguments)).unwrap();
    text.trim_end().to_owned()
}

/// Returns the standard error of a process as text.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
