//! `chaffinch corpus`: runs the program `chaffinch-corpus` with the same arguments, as git runs its commands.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use crate::program::diagnostics::{Diagnostics, LogFormat};

const PROGRAM: &str = "chaffinch-corpus";

/// Cluster and query document corpora with chaffinch-corpus, if it is installed
#[derive(Debug, clap::Args)]
#[command(
    disable_help_flag = true,
    disable_version_flag = true,
    after_help = "\
Example:
  chaffinch corpus cluster --output clusters.jsonl pages/

Runs the program chaffinch-corpus, which is beside this program or on PATH, with the same arguments."
)]
pub(crate) struct Arguments {
    /// Arguments of chaffinch-corpus
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
}

/// Replaces this process by the other program.
pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let own = std::env::current_exe().ok();
    let with_own = own.and_then(|own| Some(own.parent()?.join(PROGRAM))).filter(|path| path.is_file());
    let program = with_own.unwrap_or_else(|| PROGRAM.into());
    let mut command = Command::new(&program);
    command.args(diagnostics.quiet.then_some("--quiet"));
    if diagnostics.format == LogFormat::Json {
        command.arg("--log-format=json");
    }
    let error = command.args(&arguments.arguments).exec();
    if error.kind() == io::ErrorKind::NotFound {
        anyhow::bail!(
            "{PROGRAM} is not installed. It is a program of its own: install the package {PROGRAM} of the same release, \
             or run `cargo install --path crates/corpus-cli`."
        );
    }
    Err(anyhow::Error::new(error).context(format!("cannot run {}", program.display())))
}
