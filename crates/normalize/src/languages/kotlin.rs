//! Kotlin.
//!
//! Decisions, all in the definition below:
//! - Numeric types are one kind, `Char` and `Boolean` among them; `true` and `false` are one kind, `null` stays.
//! - `val` and `var` are one keyword. A string is one token, including what it computes inside.
//! - Access and change modifiers (`private`, `final` and the like), annotations and `this.` are ignored, because a
//!   copier can exchange, add or remove them without effect. `;` is ignored too, because a line end does the same.
//!   Imports stay.
//! - Words that are keywords only in some places (`data`, `by`, `init`) are keywords where the grammar recognises them.
//!   Many statements contain them, so none is scanned as a whole.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["kt"],
    endings: &["kt", "kts"],
    keywords: "\
        as break class continue do else for fun if in interface is null object package return super this throw \
        try typealias typeof var when while",
    soft_keywords: "\
        abstract actual annotation by catch companion const constructor crossinline data delegate dynamic enum \
        expect external field file finally get import infix init inline inner lateinit noinline open operator \
        out override param property receiver reified sealed set setparam suspend tailrec value vararg where",
    folds: &[
        (BOOLEAN, "true false"),
        (PRIMITIVE_TYPE, "Boolean Byte Char Double Float Int Long Short UByte UInt ULong UShort"),
        ("var", "val"),
    ],
    ignored_words: "final internal private protected public",
    annotations: AnnotationSyntax::At,
    receiver: "this",
    operators: "\
        ! != !== !! $ % %= & && ( ) * *= + ++ += , - -- -= -> . .. ..< / /= : :: ; < <= = == === > >= ? ?. ?: @ \
        [ ] { || }",
    quotes: &[
        Quote::block("\"\"\""),
        Quote { multiline: false, ..Quote::interpolated("\"", "${") },
        Quote::character("'"),
    ],
    optional_semicolons: true,
    grammar: Some(Grammar {
        numbers: "float_literal number_literal",
        strings: "multiline_string_literal string_literal",
        characters: "character_literal",
        comments: "block_comment line_comment shebang",
        statements: "\
            block/ class_body/ enum_class_body/ lambda_literal/ catch_block do_while_statement else finally_block \
            for_statement getter if_expression return_expression setter throw_expression try_expression when_entry \
            when_expression while_statement",
        ..Grammar::new(tree_sitter_kotlin_ng::LANGUAGE)
    }),
    ..LanguageDefinition::LIKE_C
};
