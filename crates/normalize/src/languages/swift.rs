//! Swift.
//!
//! Decisions, all in the definition below:
//! - Numeric types are one kind, `Character` and `Bool` among them; `true` and `false` are one kind, `nil` stays.
//! - `let` and `var` are one keyword. A string is one token, including what it computes inside.
//! - Access and change modifiers (`private`, `final` and the like), attributes (`@objc`) and `self.` are ignored,
//!   because a copier can exchange, add or remove them without effect. `;` is ignored too, because a line end does the
//!   same. Imports stay.
//! - Words that are keywords only in some places (`get`, `some`, `lazy`) are keywords where the grammar recognises
//!   them. Many statements contain them, so none is scanned as a whole.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    endings: &["swift"],
    keywords: "\
        Self as associatedtype async await break case catch class continue default defer deinit do else enum \
        extension fallthrough for func guard if import in init inout is nil protocol repeat rethrows return self \
        static struct subscript super switch throw throws try typealias var where while",
    soft_keywords: "\
        actor any borrowing consuming convenience didSet dynamic each get indirect infix isolated lazy macro \
        mutating nonisolated nonmutating open operator optional override package postfix precedencegroup prefix \
        required sending set some unowned weak willSet yield",
    folds: &[
        (BOOLEAN, "true false"),
        (
            PRIMITIVE_TYPE,
            "Bool Character Double Float Int Int16 Int32 Int64 Int8 UInt UInt16 UInt32 UInt64 UInt8",
        ),
        ("var", "let"),
    ],
    ignored_words: "fileprivate final internal private public",
    annotations: AnnotationSyntax::At,
    receiver: "self",
    operators: "\
        ! != !== # % %= & && &* &+ &- &= ( ) * *= + ++ += , - -- -= -> . ... ..< / /= : ; < << <<= <= = == === > \
        >= >>= ? ?? @ [ \\ ] ^ ^= { | |= || } ~",
    quotes: &[Quote::block("\"\"\""), Quote::line("\"")],
    word_characters: "$",
    optional_semicolons: true,
    heads: HeadStyle::Bare,
    #[cfg(feature = "rare-grammars")]
    grammar: Some(Grammar {
        identifiers: "simple_identifier",
        type_names: "type_identifier",
        numbers: "bin_literal hex_literal integer_literal oct_literal real_literal",
        strings: "line_string_literal multi_line_string_literal raw_string_literal regex_literal",
        comments: "comment multiline_comment shebang_line",
        statements: "\
            class_body/ enum_class_body/ protocol_body/ statements/ catch_block computed_getter computed_setter \
            didset_clause else switch_entry willset_clause",
        ..Grammar::new(tree_sitter_swift::LANGUAGE)
    }),
    ..LanguageDefinition::LIKE_C
};
