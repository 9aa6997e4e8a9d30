//! HCL, the language of Terraform's files and of others, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - Terraform's blocks (`resource`), its arguments that hold everywhere (`count`) and its types keep their names;
//!   names of providers (`ami`), names of authors and functions are identifiers.
//! - A string is one token, including what it computes inside, and so is a here-document.
//! - `true` and `false` are one kind, `null` stays.
//! - A statement is an argument or the head of a block. Nearly all of them look alike, so k is large.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["hcl2", "terraform"],
    endings: &["tf", "hcl", "tfvars"],
    k: 8,
    keywords: "\
        any assert backend bool check condition connection content count data default depends_on description dynamic \
        each else endfor endif error_message for for_each if import in iterator lifecycle list local locals map \
        module moved null number object optional output postcondition precondition provider providers provisioner \
        removed required_providers required_version resource self sensitive set source string terraform tuple type \
        validation value var variable version",
    folds: &[(BOOLEAN, "true false")],
    operators: "! != % && ( ) * + , - . ... / : < <= = == => > >= ? [ ] { || }",
    line_comments: &["#", "//"],
    block_comments: &[("/*", "*/")],
    quotes: &[Quote { multiline: false, ..Quote::interpolated("\"", "${ %{") }],
    here_documents: &[("<<-", true), ("<<", true)],
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        never: "}",
        brackets: "([",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
