//! AWK, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - The functions and variables of the language keep their names; `$1` is two tokens.
//! - `/.../` is a string where a value may be. `;` is ignored, because a line end does the same.
//! - A statement is a line, or what follows a brace.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["gawk", "mawk"],
    endings: &["awk"],
    keywords: "\
        ARGC ARGV BEGIN BEGINFILE END ENDFILE ENVIRON FILENAME FNR FPAT FS IGNORECASE NF NR OFMT OFS ORS RLENGTH RS RSTART \
        SUBSEP asort asorti atan2 break case close continue cos default delete do else exit exp fflush for func function \
        gensub getline gsub if in index int length log match next nextfile print printf rand return sin split sprintf sqrt \
        srand strftime sub substr switch system systime tolower toupper while",
    folds: &[("function", "func"), ("^", "**")],
    optional_semicolons: true,
    operators: "\
        ! != !~ $ % %= && ( ) * *= + ++ += , - -- -= . / /= : ; < <= = == > >= >> ? @ [ ] ^ ^= { | |& || } ~",
    line_comments: &["#"],
    quotes: &[Quote::line("\"")],
    regular_expressions: true,
    heads: HeadStyle::Brackets,
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        after: "; { }",
        never: "; { }",
        brackets: "([",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
