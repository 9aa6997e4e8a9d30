//! The subcommand `completions`: prints the completion script of a shell.

use clap::Command;
use clap_complete::Shell;

use super::output::print;

const PROGRAM: &str = env!("CARGO_BIN_NAME");

/// Print the completion script of a shell
#[derive(Debug, clap::Args)]
#[command(after_help = examples())]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints the script for the program with this grammar.
pub(crate) fn run(arguments: &Arguments, grammar: &Command) -> anyhow::Result<()> {
    // The generator offers hidden subcommands as well, so it gets a grammar without them.
    let mut visible = Command::new(PROGRAM)
        .version(env!("CARGO_PKG_VERSION"))
        .propagate_version(true)
        .args(grammar.get_arguments())
        .subcommands(grammar.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()));
    // It panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut visible, PROGRAM, &mut script);
    print(script)?;
    Ok(())
}

/// Returns the examples of the help.
fn examples() -> String {
    format!(
        "\
Examples:
  {PROGRAM} completions bash > ~/.local/share/bash-completion/completions/{PROGRAM}
  {PROGRAM} completions fish > ~/.config/fish/completions/{PROGRAM}.fish
  {PROGRAM} completions zsh > _{PROGRAM}

For zsh, put the file into a folder of $fpath."
    )
}
