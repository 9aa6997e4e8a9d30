//! Pascal, Delphi and Free Pascal's dialects too, read by the scanner.
//!
//! Decisions: words mean the same in any case; numeric types, `char` and `boolean` are one kind, as are `true` and
//! `false`; compiler directives (`{$R+}`) are comments; `begin` and `end` begin no statement of their own.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "pascal",
    title: "Pascal",
    aliases: &["delphi", "fpc"],
    endings: &["pas", "pp", "dpr", "lpr"],
    scheme: Scheme { family: "pascal", normalizer: NORMALIZER, k: 5, w: 4 },
    lexical_rules: LexicalRules {
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
        case_insensitive: true,
        number_prefixes: "$ % #",
        division: StatementDivision::Boundaries(StatementBoundaries {
            before: "else until",
            after: "; begin do else except finally of repeat then try",
            never: "; begin end .",
            brackets: "([",
            ..StatementBoundaries::NONE
        }),
        ..LexicalRules::EMPTY
    },
    grammar: None,
};
