//! Modula-2, read by the scanner.
//!
//! Decisions: words are keywords in capitals alone, as the language has it; numeric types, `CHAR` and `BOOLEAN` are one
//! kind, as are `TRUE` and `FALSE`; comments nest.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "modula2",
    title: "Modula-2",
    aliases: &["modula-2", "m2"],
    endings: &["mod", "def", "mi"],
    scheme: Scheme { family: "modula2", normalizer: NORMALIZER, k: 5, w: 4 },
    lexical_rules: LexicalRules {
        keywords: "\
            AND ARRAY BEGIN BY CASE CONST DEC DEFINITION DISPOSE DIV DO ELSE ELSIF END EXCL EXIT EXPORT FOR FROM HALT \
            IF IMPLEMENTATION IMPORT IN INC INCL LOOP MOD MODULE NEW NIL NOT OF OR POINTER PROCEDURE QUALIFIED RECORD \
            REM REPEAT RETRY RETURN SET THEN TO TYPE UNTIL VAR WHILE WITH",
        folds: &[
            (BOOLEAN, "FALSE TRUE"),
            (
                PRIMITIVE_TYPE,
                "BITSET BOOLEAN CARDINAL CHAR INTEGER LONGCARD LONGINT LONGREAL REAL SHORTCARD SHORTINT",
            ),
        ],
        operators: "# & ( ) * + , - . .. / : := ; < <= <> = > >= [ ] ^ { | } ~",
        block_comments: &[("(*", "*)")],
        nested_comments: true,
        quotes: &[Quote::raw("\""), Quote::raw("'")],
        division: StatementDivision::Boundaries(StatementBoundaries {
            before: "ELSE ELSIF UNTIL",
            after: "; BEGIN DO ELSE LOOP OF REPEAT THEN |",
            never: "; BEGIN END . |",
            brackets: "([",
            ..StatementBoundaries::NONE
        }),
        ..LexicalRules::EMPTY
    },
    grammar: None,
};
