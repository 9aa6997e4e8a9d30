//! Pascal, Delphi and Free Pascal's dialects too, read by the scanner.
//!
//! Decisions: words mean the same in any case; numeric types, `char` and `boolean` are one kind, as are `true` and
//! `false`; compiler directives (`{$R+}`) are comments; `begin` and `end` begin no statement of their own.

use chaffinch_submission::Scheme;

use crate::definition::{BOOLEAN, Borders, Division, Lexis, NORMALIZER, PRIMITIVE_TYPE, Quote, Row};

pub(crate) const ROW: Row = Row {
    name: "pascal",
    title: "Pascal",
    aliases: &["delphi", "fpc"],
    endings: &["pas", "pp", "dpr", "lpr"],
    scheme: Scheme { family: "pascal", normalizer: NORMALIZER, k: 5, w: 4 },
    lexis: Lexis {
        keywords: "\
            and array as asm begin break case class const constructor continue destructor div do downto else end \
            except exit file finalization finally for forward function goto if implementation in inherited \
            initialization inline interface is label mod nil not object of on operator or out packed private procedure \
            program property protected public raise record repeat set shl shr string then to try type unit until uses \
            var virtual while with xor",
        folds: &[
            (BOOLEAN, "false true"),
            (
                PRIMITIVE_TYPE,
                "boolean byte char currency double extended int64 integer longint longword real shortint single \
                 smallint word",
            ),
        ],
        operators: "( ) * ** + += , - -= *= /= . .. / : := ; < << <= <> = > >< >= >> @ [ ] ^",
        line_comments: &["//"],
        block_comments: &[("{", "}"), ("(*", "*)")],
        quotes: &[Quote::doubled("'")],
        any_case: true,
        number_prefixes: "$ % #",
        division: Division::Borders,
        borders: Borders {
            before: "else until",
            after: "; begin do else except finally of repeat then try",
            never: "; begin end .",
            brackets: "([",
            ..Borders::NONE
        },
        ..Lexis::EMPTY
    },
    grammar: None,
};
