//! JavaScript, read by the scanner.
//!
//! Decisions: `const`, `let` and `var` are one keyword; `true` and `false` are one kind; `null` and `undefined`
//! are one; a template or a regular expression is one string, whatever it computes inside; a private name's `#` is
//! part of the name.

use chaffinch_submission::Scheme;

use super::NORMALIZER;
use crate::language::Row;
use crate::lexis::{BOOLEAN, Division, Lexis, Quote};

pub(crate) const ROW: Row = Row {
    name: "javascript",
    aliases: &["js", "node"],
    endings: &["js", "cjs", "mjs", "jsx"],
    scheme: Scheme { family: "javascript", normalizer: NORMALIZER, k: 5, w: 4 },
    lexis: Lexis {
        keywords: "\
            async await break case catch class continue debugger default delete do else export extends finally for \
            function if import in instanceof new null return static super switch this throw try typeof var void \
            while with yield",
        folds: &[(BOOLEAN, "true false"), ("var", "const let"), ("null", "undefined")],
        operators: "\
            ! != !== % %= & && &&= &= ( ) * ** **= *= + ++ += , - -- -= . ... / /= : ; < << <<= <= = == === => > \
            >= >> >>= >>> >>>= ? ?. ?? ??= @ [ ] ^ ^= { | |= || ||= } ~",
        line_comments: &["//"],
        block_comments: &[("/*", "*/")],
        quotes: &[Quote::block("`"), Quote::line("\""), Quote::line("'")],
        word_characters: "$#",
        regular_expressions: true,
        division: Division::Braces,
        ..Lexis::EMPTY
    },
    grammar: None,
};
