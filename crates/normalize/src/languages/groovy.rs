//! Groovy and the build files of Gradle, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - Numeric types are one kind, `char` and `boolean` among them; `true` and `false` are one kind, `null` stays.
//! - Access and change modifiers, annotations and `this.` are ignored, as in Java; so is `;`, because a line end does the
//!   same. `def` and `var` stay: they may stand in place of a type.
//! - A string is one token, including what it computes inside. `/.../` is a string where a value may be.
//! - The calls of Gradle and of collections (`each`, `collect`) are identifiers.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["gradle"],
    endings: &["groovy", "gradle", "gvy"],
    keywords: "\
        abstract as assert break case catch class const continue def default do else enum extends finally for goto if \
        implements import in instanceof interface it native new null package println record return super switch \
        synchronized this throw throws trait transient try var void volatile while",
    folds: &[(BOOLEAN, "true false"), (PRIMITIVE_TYPE, "boolean byte char double float int long short")],
    ignored_words: "final private protected public static strictfp",
    optional_semicolons: true,
    annotations: AnnotationSyntax::At,
    receiver: "this",
    operators: "\
        ! != !== !in % %= & && &= ( ) * ** **= *. *: *= + ++ += , - -- -= -> . .& .. ..< .@ ... / /= : :: ; < << <<= <= \
        <=> = == === ==~ => =~ > >= >>= ? ?. ?: ?= ?[ @ [ ] ^ ^= { | |= || } ~",
    line_comments: &["//"],
    block_comments: &[("/*", "*/")],
    quotes: &[
        Quote::interpolated("\"\"\"", "${"),
        Quote::block("'''"),
        Quote { multiline: false, ..Quote::interpolated("\"", "${") },
        Quote::line("'"),
        Quote::between("$/", "/$"),
    ],
    word_characters: "$",
    regular_expressions: true,
    heads: HeadStyle::Brackets,
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        after: "; { } ->",
        never: "; { } ->",
        brackets: "([",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
