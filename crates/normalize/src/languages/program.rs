//! A program in a language that is not in the list.
//!
//! Decisions: words that many languages have keep their names, in any case, all others are `identifier`; signs are read one
//! by one, except the usual pairs; `//`, `/* */`, and `#`, `--`, `%` and `;` before a blank at the beginning of a line open
//! comments; a string ends with its line; a statement is a line.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["generic", "pseudocode"],
    endings: &["pseudo"],
    keywords: "\
        and array as assert async await begin break case catch class const constructor continue def default defer \
        delete do downto each elif else elseif elsif end enum except export extends extern finally fn for foreach \
        from func function goto if implements import in include inline inout input interface is lambda let loop macro \
        match method mod module mut mutable namespace new nil none not null object of operator or otherwise output \
        override package pass print private procedure program protected protocol public raise read record ref repeat \
        require return select self signal static step struct sub super switch template then this throw to trait try \
        type typedef union unless unsigned until use using val var variable vector virtual void when where while with \
        write xor yield",
    folds: &[
        (BOOLEAN, "true false"),
        (
            PRIMITIVE_TYPE,
            "bool boolean byte char character double float i32 i64 int integer long number real short str string u32 \
             u64 uint",
        ),
        ("var", "let val"),
        ("function", "def fn func procedure sub"),
    ],
    case_insensitive: true,
    operators: "\
        ! != # $ % & && ' ( ) * ** *= + ++ += , - -- -= -> . .. ... / /= : :: := ; < <- << <= <> = =:= == => > >= >> ? @ \
        [ \\ ] ^ ` { | |> || } ~ ~=",
    line_comments: &["//"],
    block_comments: &[("/*", "*/")],
    leading_comments: "# -- % ;",
    quotes: &[Quote::line("\""), Quote::line("'")],
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        after: "; {",
        never: "; { }",
        brackets: "([",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
