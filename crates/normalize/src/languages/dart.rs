//! Dart, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - `num`, `int`, `double` and `bool` are one kind; `true` and `false` are one kind, `null` stays.
//! - `final`, `const`, `var`, `late` and `covariant` are ignored, because a copier can exchange, add or remove them
//!   without effect. So are annotations and `this.`.
//! - A string is one token, including what it computes inside.
//! - `get`, `set`, `show`, `hide`, `on` and the like are identifiers: they are keywords in a few places only.
//! - `>>` is two tokens: it closes lists of type arguments as well.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["flutter"],
    endings: &["dart"],
    keywords: "\
        abstract as assert async await base break case catch class continue default do dynamic else enum export \
        extends extension external factory finally for if implements import in interface is library mixin new null \
        operator part required rethrow return sealed static super switch sync this throw try typedef void when while \
        with yield",
    folds: &[(BOOLEAN, "true false"), (PRIMITIVE_TYPE, "bool double int num")],
    ignored_words: "const covariant final late var",
    annotations: AnnotationSyntax::At,
    receiver: "this",
    operators: "\
        ! != # % %= & && &= ( ) * *= + ++ += , - -- -= . .. ... ...? / /= : ; < << <<= <= = == => > >= >>= ? ?. ?.. ?? \
        ??= @ [ ] ^ ^= { | |= || } ~ ~/ ~/=",
    nested_comments: true,
    quotes: &[
        Quote::interpolated("\"\"\"", "${"),
        Quote::interpolated("'''", "${"),
        Quote { close: "\"", ..Quote::raw("r\"") },
        Quote { close: "'", ..Quote::raw("r'") },
        Quote { multiline: false, ..Quote::interpolated("\"", "${") },
        Quote { multiline: false, ..Quote::interpolated("'", "${") },
    ],
    prefixes: "r",
    word_characters: "$",
    ..LanguageDefinition::LIKE_C
};
