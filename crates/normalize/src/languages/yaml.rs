//! YAML as data, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - Keys that the files of many students have in common (`services`, `steps`, `metadata`) keep their names. Other keys are
//!   identifiers, and so is each word of a text without quotes; numbers, strings and truth values are one kind each.
//! - Indentation is nothing: only the order of keys and values counts. The lines of a block (`|`, `>`) are read as words.
//! - A statement is a line. Nearly all of them look alike, so k is large.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["yml"],
    endings: &["yaml", "yml"],
    k: 10,
    keywords: "\
        apiVersion args branches build command components condition container containers content dependencies depends_on \
        deploy description driver enum entrypoint env environment example format get group hosts id image in info items \
        jobs key kind labels limits matchLabels matrix memory metadata name namespace needs networks null on openapi ports \
        parameters password path paths port post properties protocol pull_request push put query ref replicas requests \
        required resources responses restart roles run runs-on schema schemas script secrets selector servers services \
        shell spec stages state steps strategy tags tasks template title type uses username value values vars version \
        volumes when with",
    folds: &[(BOOLEAN, "true false True False TRUE FALSE yes no Yes No"), ("null", "~ Null NULL")],
    operators: "! !! % & ( ) * + , - --- . ... / : < << = > >+ >- ? @ [ ] { | |+ |- } $ ;",
    line_comments: &["#"],
    comments_begin_words: true,
    quotes: &[
        Quote { not_after_value: true, ..Quote::block("\"") },
        Quote { not_after_value: true, escape: QuoteEscape::Doubled, ..Quote::block("'") },
    ],
    word_characters: "-~",
    number_characters: "-",
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        brackets: "[{",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
