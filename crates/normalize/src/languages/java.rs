//! Java.
//!
//! Decisions, all in the definition below:
//! - Numeric types are one kind, `char` and `boolean` among them; `true` and `false` are one kind, `null` stays.
//! - Access and change modifiers (`public`, `final`, `static` and the like), annotations and `this.` are ignored,
//!   because a copier can exchange, add or remove them without effect. Imports stay.
//! - `record`, `sealed`, `permits`, `when` and `yield` are keywords where the grammar recognises them and identifiers
//!   elsewhere; `var` is a type's name; `non-sealed` is three tokens.
//! - `>>` is two tokens and `>>>` three: they close lists of type arguments as well.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    endings: &["java"],
    keywords: "\
        abstract assert break case catch class const continue default do else enum extends finally for goto if \
        implements import instanceof interface native new null package return super switch synchronized this \
        throw throws transient try void volatile while",
    soft_keywords: "permits record sealed when yield",
    ignored_words: "final private protected public static strictfp",
    annotations: AnnotationSyntax::At,
    receiver: "this",
    wrapper: "Optional",
    folds: &[(BOOLEAN, "true false"), (PRIMITIVE_TYPE, "boolean byte char double float int long short")],
    operators: "\
        ! != % %= & && &= ( ) * *= + ++ += , - -- -= -> . ... / /= : :: ; < << <<= <= = == > >= >>= >>>= \
        ? @ [ ] ^ ^= { | |= || } ~",
    quotes: &[Quote::block("\"\"\""), Quote::line("\""), Quote::character("'")],
    word_characters: "$",
    grammar: Some(Grammar {
        type_names: "type_identifier",
        numbers: "\
            binary_integer_literal decimal_floating_point_literal decimal_integer_literal hex_floating_point_literal \
            hex_integer_literal octal_integer_literal",
        strings: "string_literal",
        characters: "character_literal",
        comments: "block_comment line_comment",
        statements: "\
            annotation_type_declaration annotation_type_element_declaration assert_statement break_statement \
            catch_clause class_declaration compact_constructor_declaration constant_declaration \
            constructor_declaration continue_statement do_statement else enhanced_for_statement enum_declaration \
            explicit_constructor_invocation expression_statement field_declaration finally_clause for_statement \
            if_statement import_declaration interface_declaration labeled_statement local_variable_declaration \
            method_declaration package_declaration record_declaration return_statement static_initializer switch \
            switch_label synchronized_statement throw_statement try_statement try_with_resources_statement \
            while_statement yield_statement",
        flat: "\
            argument_list array_access array_creation_expression assert_statement assignment_expression \
            binary_expression break_statement cast_expression continue_statement explicit_constructor_invocation \
            expression_statement field_declaration formal_parameters generic_type import_declaration \
            instanceof_expression local_variable_declaration method_invocation object_creation_expression \
            package_declaration parenthesized_expression return_statement ternary_expression throw_statement \
            type_arguments unary_expression update_expression",
        ..Grammar::new(tree_sitter_java::LANGUAGE)
    }),
    ..LanguageDefinition::LIKE_C
};

/// Processing, compared with Java: a sketch has methods outside of a class, which Java's grammar reports as errors. Read
/// by the scanner.
///
/// Decisions: all words are those of Java; a colour (`#ff8800`) is a number; the functions of a sketch (`draw`, `ellipse`)
/// are identifiers.
pub(crate) const PROCESSING: LanguageDefinition = LanguageDefinition {
    endings: &["pde"],
    family: "java",
    number_prefixes: "#",
    grammar: None,
    ..DEFINITION
};
