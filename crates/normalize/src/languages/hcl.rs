//! HCL, the language of Terraform's files and of others.
//!
//! Decisions, all in the definition below:
//! - Terraform's blocks (`resource`), its arguments that hold everywhere (`count`) and its types keep their names;
//!   names of providers (`ami`), names of authors and functions are identifiers.
//! - A string is one token, including what it computes inside, and so is a here-document.
//! - Files larger than 256 KiB are scanned: parsing noise takes 800 bytes of memory per byte.
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
    quotes: &[Quote::line("\"")],
    grammar: Some(Grammar {
        max_bytes: 256 << 10,
        numbers: "numeric_lit",
        strings: "string_lit quoted_template heredoc_template",
        statements: "body/ object_elem",
        ..Grammar::new(tree_sitter_hcl::LANGUAGE)
    }),
    ..LanguageDefinition::EMPTY
};
