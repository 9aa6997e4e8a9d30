//! D, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - Arithmetic types are one kind, characters and `bool` among them; `true` and `false` are one kind, `null` stays.
//! - Access and annotations (`@safe`) are ignored, and so is `this.`; `auto`, `const` and `immutable` stay.
//! - A string in braces (`q{...}`) is read as the code in it.
//! - `>>` is two tokens, as in the other languages with lists of type arguments.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["dlang"],
    endings: &["d", "di"],
    keywords: "\
        abstract alias align asm assert auto body break case cast catch class const continue debug default delegate delete \
        deprecated do else enum extern finally for foreach foreach_reverse function goto if immutable import in inout \
        interface invariant is lazy macro mixin module new nothrow null out override package pragma pure ref return scope \
        shared size_t static string struct super switch synchronized template this throw try typeid typeof union unittest \
        version void while with writefln writeln __gshared __traits",
    folds: &[
        (BOOLEAN, "true false"),
        (
            PRIMITIVE_TYPE,
            "bool byte cent char dchar double float int long real short ubyte ucent uint ulong ushort wchar",
        ),
    ],
    ignored_words: "export final private protected public",
    annotations: AnnotationSyntax::At,
    receiver: "this",
    operators: "\
        ! != !is !in # $ % %= & && &= ( ) * *= + ++ += , - -- -= . .. ... / /= : ; < << <<= <= = == => > >= >>= >>>= ? @ [ ] ^ ^= \
        ^^ ^^= { | |= || } ~ ~=",
    block_comments: &[("/*", "*/"), ("/+", "+/")],
    nested_comments: true,
    quotes: &[
        Quote::between("`", "`"),
        Quote { close: "\"", multiline: true, ..Quote::raw("r\"") },
        Quote::block("\""),
        Quote::character("'"),
    ],
    prefixes: "q x",
    ..LanguageDefinition::LIKE_C
};
