//! Java, read by the scanner.
//!
//! Decisions: numeric types are one kind, `char` and `boolean` among them; `true` and `false` are one kind, `null`
//! stays; `var`, `record`, `sealed` and `permits` are identifiers, which they may be; `non-sealed` is three tokens.

use chaffinch_submission::Scheme;

use super::NORMALIZER;
use crate::language::Row;
use crate::lexis::{BOOLEAN, Division, Lexis, PRIMITIVE_TYPE, Quote};

pub(crate) const ROW: Row = Row {
    name: "java",
    aliases: &[],
    endings: &["java"],
    scheme: Scheme { family: "java", normalizer: NORMALIZER, k: 5, w: 4 },
    lexis: Lexis {
        keywords: "\
            abstract assert break case catch class const continue default do else enum extends final finally for \
            goto if implements import instanceof interface native new null package private protected public \
            return static strictfp super switch synchronized this throw throws transient try void volatile while",
        folds: &[(BOOLEAN, "true false"), (PRIMITIVE_TYPE, "boolean byte char double float int long short")],
        operators: "\
            ! != % %= & && &= ( ) * *= + ++ += , - -- -= -> . ... / /= : :: ; < << <<= <= = == > >= >> >>= >>> \
            >>>= ? @ [ ] ^ ^= { | |= || } ~",
        line_comments: &["//"],
        block_comments: &[("/*", "*/")],
        quotes: &[Quote::block("\"\"\""), Quote::line("\""), Quote::character("'")],
        word_characters: "$",
        division: Division::Braces,
        ..Lexis::EMPTY
    },
    grammar: None,
};
