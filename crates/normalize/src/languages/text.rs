//! Prose, and every file that no other language claims. Its tokens are its words, in any case; signs are ignored.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "text",
    title: "Text",
    aliases: &["ascii", "plain"],
    endings: &["txt", "text", "md", "rst"],
    scheme: Scheme { family: "text", normalizer: NORMALIZER, k: 5, w: 4 },
    lexical_rules: LexicalRules { division: StatementDivision::Words, ..LexicalRules::EMPTY },
    grammar: None,
};
