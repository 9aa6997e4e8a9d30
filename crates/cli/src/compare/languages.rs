//! `chaffinch languages`: prints the language table, one language per line.

use chaffinch_normalize::{FrontEnd, languages};

use crate::terminal::output::print;

/// List the supported languages
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  chaffinch languages | cut -f 1

Prints one language per line. Columns, separated by tabs: name, file extensions, front end (tree-sitter or
lexical), aliases, title.")]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments) -> anyhow::Result<()> {
    let lines = languages().iter().map(|language| {
        let endings: Vec<String> = language.endings().iter().map(|ending| format!(".{ending}")).collect();
        let front_end = match language.front_end() {
            FrontEnd::TreeSitter => "tree-sitter",
            FrontEnd::Lexical => "lexical",
        };
        let aliases = language.aliases().join(" ");
        let title = language.title();
        format!("{}\t{}\t{front_end}\t{aliases}\t{title}\n", language.name(), endings.join(" "))
    });
    print(lines.collect::<String>())?;
    Ok(())
}
