//! TypeScript, of one family with JavaScript, whose decisions hold here too.
//!
//! Decisions beyond those, all in the definition below:
//! - Built-in types are names like other types.
//! - Access and change modifiers of members (`private`, `readonly`) are ignored; annotations of types stay.
//! - `type`, `interface`, `enum`, `namespace` and the like are keywords where the grammar recognises them and
//!   identifiers elsewhere.

use super::javascript::{COMMENTS, IDENTIFIERS, LEXICAL_RULES as JAVASCRIPT, SCHEME};
use crate::definition::prelude::*;

pub(super) const LEXICAL_RULES: LexicalRules = LexicalRules {
    soft_keywords: "\
        abstract accessor as assert asserts declare enum from get global implements infer interface is keyof meta \
        module namespace of override require satisfies set target type unique using",
    ignored_words: "private protected public readonly",
    ..JAVASCRIPT
};

pub(super) const STATEMENTS: &str = "\
    abstract_class_declaration abstract_method_signature ambient_declaration break_statement catch_clause \
    class_declaration class_static_block continue_statement debugger_statement do_statement else_clause \
    enum_declaration export_statement expression_statement finally_clause for_in_statement for_statement \
    function_declaration function_signature generator_function_declaration if_statement import_alias \
    import_statement interface_declaration internal_module labeled_statement lexical_declaration method_definition \
    method_signature property_signature public_field_definition return_statement switch_case switch_default \
    switch_statement throw_statement try_statement type_alias_declaration variable_declaration while_statement \
    with_statement";

/// What the kinds of both of TypeScript's grammars mean, as far as they have the same.
pub(super) const GRAMMAR: Grammar = Grammar {
    identifiers: IDENTIFIERS,
    type_names: "predefined_type type_identifier",
    numbers: "number",
    strings: "regex string template_literal_type template_string",
    comments: COMMENTS,
    statements: STATEMENTS,
    ..Grammar::new(tree_sitter_typescript::LANGUAGE_TYPESCRIPT)
};

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "typescript",
    title: "TypeScript",
    aliases: &["ts"],
    endings: &["ts", "cts", "mts"],
    scheme: SCHEME,
    lexical_rules: LEXICAL_RULES,
    grammar: Some(GRAMMAR),
};
