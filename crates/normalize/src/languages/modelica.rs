//! Modelica, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - `Real`, `Integer` and `Boolean` are one kind; `true` and `false` are one kind. Names of components, of units and of
//!   other models are identifiers; a name in quotes is one too. The functions of the language (`der`, `sin`) keep their
//!   names.
//! - A description after a declaration is a string.
//! - A statement is an equation, an assignment, a declaration, or the head of a section.

use crate::definition::prelude::*;
use crate::tokens::IDENTIFIER_CODE;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    endings: &["mo", "mos"],
    keywords: "\
        abs acos algorithm and annotation asin assert atan atan2 block break class connect connector constant \
        constrainedby cos cross delay der discrete each edge else elseif elsewhen encapsulated end enumeration equation \
        exp expandable extends external fill final flow for function if import impure in initial inner input integer \
        loop log log10 matrix max min mod model noEvent not ones operator or outer output package parameter partial pre \
        product protected public pure record redeclare reinit rem replaceable return sample scalar sign sin size smooth \
        sqrt start stream sum tan terminate then time transpose type vector when while within zeros",
    folds: &[(BOOLEAN, "true false"), (PRIMITIVE_TYPE, "Boolean Integer Real")],
    operators: "( ) * + , - . .* .+ .- ./ .^ / : := ; < <= <> = == > >= [ ] ^ { }",
    line_comments: &["//"],
    block_comments: &[("/*", "*/")],
    quotes: &[Quote::block("\""), Quote { code: IDENTIFIER_CODE, ..Quote::line("'") }],
    division: StatementDivision::Boundaries(StatementBoundaries {
        before: "equation algorithm protected public",
        after: "; then loop else equation algorithm protected public",
        never: ";",
        brackets: "([{",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
