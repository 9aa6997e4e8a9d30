//! Prose, and every file that no other language claims. Its tokens are its words, in any case; signs are ignored.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["ascii", "plain"],
    endings: &["txt", "text", "md", "rst"],
    division: StatementDivision::Words,
    ..LanguageDefinition::EMPTY
};
