//! Prose, and every file that no other language claims; prose with commands (LaTeX); data whose words say more than its
//! signs (JSON). The tokens are the words, in any case; signs are ignored.

use crate::definition::prelude::*;

pub(crate) const TEXT: LanguageDefinition = LanguageDefinition {
    aliases: &["ascii", "plain"],
    endings: &["txt", "text", "ipynb", "md", "qmd", "rmd", "rst"],
    division: StatementDivision::Words,
    ..LanguageDefinition::EMPTY
};

/// LaTeX, compared with text: a document consists of prose.
///
/// Decisions: words are tokens as in prose, and so are the names of commands; `%` opens a comment, `\%` does not; what is
/// between `\begin{comment}` and its end, or in `verbatim`, is read like the rest.
pub(crate) const LATEX: LanguageDefinition = LanguageDefinition {
    aliases: &["tex"],
    endings: &["tex", "bib", "dtx", "ltx", "sty"],
    family: "text",
    line_comments: &["%"],
    ..TEXT
};

/// JSON as data.
///
/// Decisions: the words of keys and values are the tokens, because signs, numbers and strings of one kind each would make
/// every list of records equal to every other; layout and the kinds of quotes and brackets change nothing.
pub(crate) const JSON: LanguageDefinition =
    LanguageDefinition { aliases: &[], endings: &["json", "geojson", "json5", "jsonc", "jsonl"], ..TEXT };
