//! What is made of the grammar of the command line: the subcommand `completions` prints the completion script of a shell, and
//! `man` writes the manual pages.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use super::{print, write_file};

const PROGRAM: &str = env!("CARGO_BIN_NAME");

/// Print the completion script of a shell
#[derive(Debug, clap::Args)]
#[command(after_help = examples())]
pub(crate) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// Prints the script for the program with this grammar.
pub(crate) fn print_completions(arguments: &CompletionsArguments, grammar: &Command) -> anyhow::Result<()> {
    // The generator offers hidden subcommands as well, so it gets a grammar without them.
    let mut visible = Command::new(PROGRAM)
        .version(env!("CARGO_PKG_VERSION"))
        .propagate_version(true)
        .args(grammar.get_arguments())
        .subcommands(grammar.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()));
    // It panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut visible, PROGRAM, &mut script);
    Ok(print(script)?)
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

/// Write the manual pages into a folder, one for each command
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("Example:\n  ", env!("CARGO_BIN_NAME"), " man ~/.local/share/man/man1"))]
pub(crate) struct ManArguments {
    /// Folder of the pages; it is created if necessary
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the pages of the program with this grammar.
pub(crate) fn write_manual(arguments: &ManArguments, grammar: Command) -> anyhow::Result<()> {
    // `help` needs no page.
    let mut grammar = grammar.disable_help_subcommand(true);
    grammar.build();
    write_pages(&arguments.folder, &grammar)
}

fn write_pages(folder: &Path, command: &Command) -> anyhow::Result<()> {
    for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
        write_pages(folder, subcommand)?;
    }
    let notes = command.get_after_long_help().or_else(|| command.get_after_help()).map(ToString::to_string);
    // The generator joins the lines of this text, but examples have one command per line.
    let page = Man::new(command.clone().after_help(None::<&str>).after_long_help(None::<&str>))
        .source(concat!("chaffinch ", env!("CARGO_PKG_VERSION")))
        .manual("Chaffinch manual");
    let mut roff = Vec::new();
    page.render(&mut roff).context("cannot make a manual page")?;
    if let Some(notes) = notes {
        let mut section = Roff::new();
        section.control("SH", ["EXAMPLES"]).control("nf", []);
        for line in notes.lines() {
            section.text([roman(line)]);
        }
        section.control("fi", []).to_writer(&mut roff).context("cannot make a manual page")?;
    }
    write_file(&folder.join(page.get_filename()), &roff)
}
