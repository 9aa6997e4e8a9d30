//! R. A statement is an expression in braces or at top level, or what a head governs.
//!
//! Decisions, all in the definition below:
//! - `<-` and `=` are one operator, which they are wherever both may stand; `->` and `<<-` stay.
//! - `TRUE`, `FALSE`, `T` and `F` are one kind; every `NA` is one word.
//! - `return`, `stop`, `warning`, `library` and `require` are functions, but keep their names as keywords do.
//! - `\(x)` is `function(x)`, `%>%` is `|>`; an author's own `%op%` is read as its parts.
//! - A name with dots (`is.na`) or in backquotes is one identifier.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["rscript"],
    endings: &["r", "rscript"],
    keywords: "\
        ... Inf NA NULL NaN break else for function if in library next repeat require return stop warning while",
    folds: &[
        (BOOLEAN, "TRUE FALSE T F"),
        ("...", "..1 ..2 ..3"),
        ("NA", "NA_character_ NA_complex_ NA_integer_ NA_real_"),
        ("=", "<-"),
        ("function", "\\"),
        ("|>", "%>%"),
    ],
    operators: "\
        ! != $ % %% %*% %/% %in% %o% & && ( ) * ** + , - -> ->> / : :: ::: := ; < <<- <= = == > >= ? @ [ ] ^ \
        { | || |> } ~",
    line_comments: &["#"],
    quotes: &[Quote::block("\""), Quote::block("'")],
    prefixes: "r",
    word_characters: ".",
    heads: HeadStyle::Brackets,
    grammar: Some(Grammar {
        numbers: "integer float complex",
        scanned: "na",
        strings: "string",
        statements: "program/ body: consequence: alternative: else",
        ..Grammar::new(tree_sitter_r::LANGUAGE)
    }),
    ..LanguageDefinition::EMPTY
};
