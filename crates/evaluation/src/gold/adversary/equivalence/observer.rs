//! What is compared of a program, and how programs are started: with limits on time and memory.

use std::process::{Command, Stdio};

/// Memory of a program that is run, in KiB.
const MEMORY: u32 = 2_000_000;

/// Time for one compilation or run, in seconds. Programs of the corpus need a hundredth of it, so it only stops programs
/// that do not end.
const SECONDS: u32 = 10;

/// What is compared of a program.
pub(super) trait Observer: Send {
    /// Returns what the program does. Returns `None` if it is not valid or does not end.
    fn observe(&mut self, text: &str) -> anyhow::Result<Option<String>>;
}

/// Returns a command that is ended when it takes too long or needs too much memory.
pub(super) fn limited(program: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", r#"ulimit -v "$0" && exec timeout "$@""#]);
    command.args([MEMORY.to_string(), SECONDS.to_string(), program.to_owned()]);
    command.stderr(Stdio::null());
    command
}
