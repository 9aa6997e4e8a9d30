//! Scala 2 and 3.
//!
//! Decisions, all in the definition below:
//! - Numeric types are one kind, `Char` and `Boolean` among them; `true` and `false` are one kind, `null` stays.
//! - `val` and `var` are one keyword. A string is one token, with any prefix, including what it computes inside.
//! - Access and change modifiers (`private`, `protected`, `final`), annotations and `this.` are ignored, because a
//!   copier can exchange, add or remove them without effect. `;` is ignored too, because a line end does the same.
//!   Imports stay.
//! - Words that are keywords only in some places (`given`, `enum`, `using`) are keywords where the grammar recognises
//!   them. A sign is a token of its own. Any character may be part of an operator's name: it is read as the known
//!   symbols in it.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    endings: &["scala", "sc"],
    keywords: "\
        abstract case catch class def do else extends finally for forSome if implicit import lazy match new null \
        object override package return sealed super this throw trait try type var while with yield",
    soft_keywords: "\
        as derives end enum export extension given infix inline into macro opaque open then tracked transparent \
        uses using",
    folds: &[
        (BOOLEAN, "true false"),
        (PRIMITIVE_TYPE, "Boolean Byte Char Double Float Int Long Short"),
        ("var", "val"),
    ],
    ignored_words: "final private protected",
    annotations: AnnotationSyntax::At,
    receiver: "this",
    operators: "\
        ! != # % %= & && &= ' ( ) * *= + ++ += , - -- -= -> . / /= : :: ::: ; < <% <- <: << <= = == => =>> > >: \
        >= ? @ [ \\ ] ^ ^= { | |= || } ~",
    quotes: &[Quote::block("\"\"\""), Quote::line("\""), Quote::character("'")],
    prefixes: "f raw s",
    lifetimes: true,
    word_characters: "$",
    optional_semicolons: true,
    #[cfg(feature = "rare-grammars")]
    grammar: Some(Grammar {
        costs: ParseCosts { recovery: 70_000, ..PARSE_COSTS },
        type_names: "type_identifier",
        scanned: "floating_point_literal integer_literal",
        strings: "interpolated_string_expression string",
        characters: "character_literal",
        comments: "block_comment comment",
        statements: "\
            block/ enum_body/ indented_block/ template_body/ with_template_body/ case_clause catch_clause \
            do_while_expression else finally_clause for_expression if_expression return_expression throw_expression \
            try_expression while_expression",
        ..Grammar::new(tree_sitter_scala::LANGUAGE)
    }),
    ..LanguageDefinition::LIKE_C
};
