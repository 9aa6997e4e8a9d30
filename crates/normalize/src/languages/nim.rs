//! Nim, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - Numeric types are one kind, `char` and `bool` among them; `true` and `false` are one kind, `nil` stays.
//! - `let`, `var` and `const` stay. The mark of what a module exports (`*`) is an operator like any other.
//! - Names are read as they are written: `myName` and `my_name` are identifiers anyway. Keywords in another spelling
//!   (`end_if`) do not occur.
//! - A statement is a line outside of brackets.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["nimrod"],
    endings: &["nim", "nims", "nimble"],
    keywords: "\
        _ add addr and array as asm assert bind block break case cast concept const continue converter defer discard \
        distinct div do echo elif else end enum except export finally for from func if import in include interface is isnot \
        iterator len let macro method mixin mod nil not notin object of openArray or out proc ptr quit raise ref result \
        return seq set shl shr static string template try tuple type using var when while xor yield",
    folds: &[
        (BOOLEAN, "true false"),
        (
            PRIMITIVE_TYPE,
            "\
            Natural Positive bool byte char float float32 float64 int int16 int32 int64 int8 uint uint16 uint32 uint64 uint8",
        ),
    ],
    operators: "\
        ! != $ % & &= ( (. ) * *= + += , - -= -> . .. ..< .} / /= : :: ; < <= = == => > >= ? @ [ ] ^ ` { {. | } ~",
    line_comments: &["#"],
    block_comments: &[("##[", "]##"), ("#[", "]#")],
    nested_comments: true,
    quotes: &[
        Quote::block("\"\"\""),
        Quote { close: "\"", ..Quote::doubled("r\"") },
        Quote::line("\""),
        Quote::character("'"),
    ],
    prefixes: "fmt",
    quoted_digits: true,
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        after: ";",
        never: ";",
        brackets: "([{",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
