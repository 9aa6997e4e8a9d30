//! Prose, and every file no other language claims: its words, in any case. Punctuation is layout.

use chaffinch_submission::Scheme;

use crate::definition::{Division, Lexis, NORMALIZER, Row};

pub(crate) const ROW: Row = Row {
    name: "text",
    title: "Text",
    aliases: &["ascii", "plain"],
    endings: &["txt", "text", "md", "rst"],
    scheme: Scheme { family: "text", normalizer: NORMALIZER, k: 5, w: 4 },
    lexis: Lexis { division: Division::Words, ..Lexis::EMPTY },
    grammar: None,
};
