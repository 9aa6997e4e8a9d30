//! What both programs have in common: their messages, results, exit status, manual pages and completions. The crate
//! `corpus-cli` compiles these files too.

pub(crate) mod completions;
pub(crate) mod diagnostics;
pub(crate) mod journal;
pub(crate) mod man;
pub(crate) mod open_files;
pub(crate) mod output;
pub(crate) mod progress;
pub(crate) mod usage;

use std::io;
use std::process::ExitCode;

use diagnostics::Diagnostics;
use usage::Usage;

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
