//! Visual Basic: .NET, classic and VBA, read by the scanner.
//!
//! Decisions: words mean the same in any case; numeric types, `Boolean`, `Char` and `Date` are one kind, as are `True`
//! and `False`; `REM` and `'` open comments; a line is a statement, and so is what follows `:`, `Then` and `Else`.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["vba", "vbnet", "visualbasic"],
    endings: &["vb", "bas", "cls", "frm", "vbs"],
    keywords: "\
        addhandler addressof and andalso as attribute byref byval call case catch class const continue declare \
        default delegate dim directcast do each else elseif end endif enum erase error event exit explicit finally \
        for friend function get global gosub goto handles if implements imports in inherits interface is isnot let \
        like loop me mod module mustinherit mustoverride mybase myclass namespace new next not nothing of on \
        operator option optional or orelse overloads overridable overrides paramarray preserve private property \
        protected public raiseevent readonly redim removehandler resume return select set shadows shared static \
        step stop strict structure sub synclock then throw to try trycast type typeof until using wend when while \
        with withevents writeonly xor",
    folds: &[
        (BOOLEAN, "false true"),
        (COMMENT_WORD, "rem"),
        (
            PRIMITIVE_TYPE,
            "boolean byte char currency date decimal double integer long sbyte short single uinteger ulong ushort",
        ),
    ],
    operators: "! # & &= ( ) * *= + += , - -= . / /= : := ; < << <= <> = > >= >> ? @ [ \\ \\= ] ^ ^= { } $ %",
    line_comments: &["'"],
    trailing_continuations: "_",
    quotes: &[Quote::doubled("\"")],
    case_insensitive: true,
    number_prefixes: "&h &o &b",
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        before: "else",
        after: ": else then",
        never: ":",
        brackets: "({",
    }),
    ..LanguageDefinition::EMPTY
};
