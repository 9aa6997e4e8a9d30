//! `chaffinch completions`: prints the completion script of a shell.

use clap::Command;
use clap_complete::Shell;

use crate::terminal::output::print;

/// Print the completion script of a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch completions bash > ~/.local/share/bash-completion/completions/chaffinch
  chaffinch completions fish > ~/.config/fish/completions/chaffinch.fish
  chaffinch completions zsh > _chaffinch

For zsh, put the file into a folder of $fpath.")]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints the script for the program with this grammar.
pub(crate) fn run(arguments: &Arguments, grammar: &Command) -> anyhow::Result<()> {
    // The generator offers hidden subcommands as well, so it gets a grammar without them.
    let mut visible = Command::new("chaffinch")
        .version(env!("CARGO_PKG_VERSION"))
        .propagate_version(true)
        .args(grammar.get_arguments())
        .subcommands(grammar.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()));
    // It panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut visible, "chaffinch", &mut script);
    print(script)?;
    Ok(())
}
