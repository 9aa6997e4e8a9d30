//! What both programs have in common: wrong usage, exit status and the limit on open files, and in its files messages,
//! results, manual pages and completions. The crate `corpus-cli` compiles these files too.

pub(crate) mod diagnostics;
pub(crate) mod grammar;
pub(crate) mod output;

use std::io;
use std::process::ExitCode;

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
