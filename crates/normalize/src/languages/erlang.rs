//! Erlang, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - Variables, atoms and names of functions are identifiers, an atom in quotes too. The attributes of a module
//!   (`-export`) and the usual functions of lists and of output keep their names.
//! - `true` and `false` are one kind.
//! - A statement is an expression of a body, a clause, or an attribute.

use crate::definition::prelude::*;
use crate::tokens::IDENTIFIER_CODE;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["erl"],
    endings: &["erl", "escript", "hrl"],
    keywords: "\
        _ after and andalso band begin behaviour bnot bor bsl bsr bxor callback case catch cond define div else end \
        endif export exit export_type filter foldl foldr foreach format fun hd ifdef ifndef if import include \
        include_lib length let maybe map module not nth of opaque or orelse receive record rem reverse self seq size \
        sort spawn spec sum throw tl try type undef when xor",
    folds: &[(BOOLEAN, "true false")],
    operators: "\
        ! # ( ) * + ++ , - -- -> . .. ... / /= : :: := ; < << <- <= = =/= =:= =< == => > >= >> ? ?= ?? [ ] { | || }",
    line_comments: &["%"],
    quotes: &[
        Quote::block("\"\"\""),
        Quote::block("\""),
        Quote { code: IDENTIFIER_CODE, ..Quote::line("'") },
    ],
    word_characters: "@",
    number_characters: "#",
    dot_before_digit: true,
    character_prefixes: "$",
    division: StatementDivision::Boundaries(StatementBoundaries {
        after: ", ; . -> of begin receive try",
        never: ", ; . ->",
        brackets: "([{",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
