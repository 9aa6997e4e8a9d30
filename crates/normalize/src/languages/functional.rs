//! Functional languages whose layout divides their programs: Elm, read by the scanner.

use crate::definition::prelude::*;

/// A line is a statement outside of brackets.
const LAYOUT: StatementBoundaries =
    StatementBoundaries { lines: true, brackets: "([{", ..StatementBoundaries::NONE };

/// Elm.
///
/// Decisions: types, constructors and values are identifiers; `Int` and `Float` are one kind, and so are `True` and
/// `False`; the functions that every page is made of (`div`, `text`) are identifiers; a statement is a line, a branch, or
/// what follows `let` and `in`.
pub(crate) const ELM: LanguageDefinition = LanguageDefinition {
    endings: &["elm"],
    keywords: "_ alias as case effect else exposing if import in infix let module of port then type where",
    folds: &[(BOOLEAN, "True False"), (PRIMITIVE_TYPE, "Float Int")],
    operators: "\
        ! ( ) * + ++ , - -> . .. / // /= : :: < << <= <| <|> = == > >= >> [ \\ ] ^ && | || |. |= |> { } %",
    line_comments: &["--"],
    block_comments: &[("{-", "-}")],
    nested_comments: true,
    quotes: &[Quote::block("\"\"\""), Quote::line("\""), Quote::character("'")],
    division: StatementDivision::Boundaries(StatementBoundaries {
        before: "else",
        after: "let in then",
        never: "let in then",
        ..LAYOUT
    }),
    ..LanguageDefinition::EMPTY
};
