//! Spice netlists, read by the scanner.
//!
//! Decisions: words mean the same in any case; the first letter of a line's first word says which element it is and
//! becomes the word's token (`R1` is `r`); nodes, models and parameters are `identifier`, also where a node is next to
//! a number; the title in the first line is read like any other; `+` continues a line, `*` in the first column makes it
//! a comment.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    name: "spice",
    title: "Spice",
    aliases: &["hspice", "ngspice", "pspice"],
    endings: &["sp", "cir", "ckt", "net", "spi", "spice"],
    scheme: Scheme { family: "spice", normalizer: NORMALIZER, k: 6, w: 4 },
    lexical_rules: LexicalRules {
        keywords: "\
            .ac .alter .control .dc .else .elseif .end .endc .endif .ends .endl .four .func .global .ic .if .inc .include \
            .lib .meas .measure .model .nodeset .noise .op .option .options .param .plot .print .probe .pz .save .sens \
            .step .subckt .temp .tf .tran .width ac avg db dc dec exp find from i_d ic lin max min nmos npn oct off par \
            params pjf pmos pnp poly pp pulse pwl rise fall rms sffm sin targ td temp to trig uic v_t val vdb vm vp when",
        operators: "( ) * ** + , - / : ; < <= = == > >= ? [ ] ^ { } | & !",
        line_comments: &[";", "$ "],
        column_comments: &[("*", "")],
        leading_continuations: "+",
        quotes: &[Quote::raw("\""), Quote::raw("'")],
        case_insensitive: true,
        word_characters: ".#",
        initials: "a b c d e f g h i j k l m o p q r s t u v w x y z",
        division: StatementDivision::Boundaries(StatementBoundaries {
            lines: true,
            ..StatementBoundaries::NONE
        }),
        ..LexicalRules::EMPTY
    },
    grammar: None,
};
