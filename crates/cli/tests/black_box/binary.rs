//! Runs the binary under test.

mod process;

use std::path::Path;
use std::process::Command;

pub(crate) use process::{command, output_of, run, stderr};

pub(crate) use crate::built::BINARY;

/// Copies the built binary in another process. A program that is open for writing in any process cannot be started, and
/// threads of this process start others.
pub(crate) fn copy_to(path: &Path) {
    assert!(Command::new("cp").arg(BINARY).arg(path).status().unwrap().success());
}

/// Does the same as [`output_of`] for one line of text and removes the line end.
pub(crate) fn line_of(dir: &Path, arguments: &[&str]) -> String {
    let text = String::from_utf8(output_of(dir, arguments)).unwrap();
    text.trim_end().to_owned()
}
