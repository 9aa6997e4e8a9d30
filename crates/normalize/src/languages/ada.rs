//! Ada, read by the scanner.
//!
//! Decisions: words mean the same in any case; predefined numeric types, `Character` and `Boolean` are one kind, as are
//! `True` and `False`; a tick after a name is an operator (`A'First`); `pragma` lines are code.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "ada",
    title: "Ada",
    aliases: &["ada95", "ada2012"],
    endings: &["adb", "ads", "ada"],
    scheme: Scheme { family: "ada", normalizer: NORMALIZER, k: 5, w: 4 },
    lexical_rules: LexicalRules {
        keywords: "\
            abort abs abstract accept access aliased all and array at begin body case constant declare delay delta \
            digits do else elsif end entry exception exit for function generic goto if in interface is limited loop \
            mod new not null of or others out overriding package pragma private procedure protected raise range record \
            rem renames requeue return reverse select separate some subtype synchronized tagged task terminate then \
            type until use when while with xor",
        folds: &[
            (BOOLEAN, "false true"),
            (
                PRIMITIVE_TYPE,
                "boolean character duration float integer long_float long_integer natural positive short_float \
                 short_integer",
            ),
        ],
        operators: "& ' ( ) * ** + , - . .. / /= : := ; < << <= <> = => > >= >> [ ] @ |",
        line_comments: &["--"],
        quotes: &[Quote::doubled("\""), Quote::tick("'")],
        case_insensitive: true,
        number_characters: "#",
        division: StatementDivision::Boundaries(StatementBoundaries {
            before: "begin else elsif exception when",
            after: "; begin declare else exception loop record then =>",
            never: "; begin",
            brackets: "([",
            ..StatementBoundaries::NONE
        }),
        ..LexicalRules::EMPTY
    },
    grammar: None,
};
