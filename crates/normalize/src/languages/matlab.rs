//! MATLAB and Octave, read by the scanner.
//!
//! Decisions: `'` directly after a value transposes, elsewhere it quotes; what follows `...` is layout; `end` may carry
//! what it ends (Octave's `endif` stays itself); `true` and `false` are one kind; numeric classes are names, because
//! they are called.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["octave"],
    endings: &["m"],
    keywords: "\
        break case catch classdef continue do else elseif end end_try_catch endfor endfunction endif endswitch \
        endwhile enumeration events for function global if methods otherwise parfor persistent properties return \
        spmd switch try until while",
    folds: &[(BOOLEAN, "false true")],
    operators: "\
        ! != & && ' ( ) * ** + ++ += , - -- -= . .' .* ./ .\\ .^ ... / : ; < <= = == > >= @ [ \\ ] ^ { | || } ~ ~= ?",
    line_comments: &["%", "#"],
    block_comments: &[("%{\n", "%}"), ("%{\r\n", "%}")],
    trailing_continuations: "...",
    quotes: &[Quote::transpose("'"), Quote::doubled("\"")],
    dot_before_digit: true,
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        after: "; ,",
        never: "; ,",
        brackets: "([{",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
