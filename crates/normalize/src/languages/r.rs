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
    name: "r",
    title: "R",
    aliases: &["rscript"],
    endings: &["r", "rscript"],
    scheme: Scheme { family: "r", normalizer: NORMALIZER, k: 5, w: 4 },
    lexical_rules: LexicalRules {
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
        division: StatementDivision::Lines,
        ..LexicalRules::EMPTY
    },
    grammar: Some(Grammar {
        identifiers: "identifier",
        numbers: "integer float complex",
        scanned: "na",
        strings: "string",
        comments: "comment",
        statements: "program/ body: consequence: alternative: else",
        ..Grammar::new(tree_sitter_r::LANGUAGE)
    }),
};
