//! VHDL, read by the scanner.
//!
//! Decisions: words mean the same in any case; the logic and numeric types of the standard packages are one kind;
//! `rising_edge(c)` and `c'event` stay different; a tick after a name is an operator.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "vhdl",
    title: "VHDL",
    aliases: &["vhd"],
    endings: &["vhd", "vhdl"],
    scheme: Scheme { family: "vhdl", normalizer: NORMALIZER, k: 5, w: 4 },
    lexical_rules: LexicalRules {
        keywords: "\
            abs access after alias all and architecture array assert attribute begin block body buffer bus case \
            component configuration constant disconnect downto else elsif end entity exit file for function generate \
            generic group guarded if impure in inertial inout is label library linkage literal loop map mod nand new \
            next nor not null of on open or others out package port postponed procedure process protected pure range \
            record register reject rem report return rol ror select severity signal shared sla sll sra srl subtype \
            then to transport type unaffected units until use variable wait when while with xnor xor",
        folds: &[
            (BOOLEAN, "false true"),
            (
                PRIMITIVE_TYPE,
                "bit bit_vector boolean integer natural positive real signed std_logic std_logic_vector std_ulogic \
                 std_ulogic_vector unsigned",
            ),
        ],
        operators: "& ' ( ) * ** + , - . / /= : := ; < <= <> = => > >= ? ?= [ ] @ |",
        line_comments: &["--"],
        block_comments: &[("/*", "*/")],
        quotes: &[Quote::doubled("\""), Quote::tick("'")],
        prefixes: "b d o ub uo ux sb so sx x",
        case_insensitive: true,
        number_characters: "#",
        division: StatementDivision::Boundaries(StatementBoundaries {
            before: "begin else elsif when",
            after: "; begin else generate is loop record then =>",
            never: "; begin (",
            brackets: "([",
            ..StatementBoundaries::NONE
        }),
        ..LexicalRules::EMPTY
    },
    grammar: None,
};
