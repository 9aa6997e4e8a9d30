//! MATLAB and Octave, read by the scanner.
//!
//! Decisions: `'` directly after a value transposes, elsewhere it quotes; what follows `...` is layout; `end` may carry
//! what it ends (Octave's `endif` stays itself); `true` and `false` are one kind; numeric classes are names, for they
//! are called.

use chaffinch_submission::Scheme;

use crate::definition::{BOOLEAN, Borders, Division, Lexis, NORMALIZER, Quote, Row};

pub(crate) const ROW: Row = Row {
    name: "matlab",
    title: "MATLAB",
    aliases: &["octave"],
    endings: &["m"],
    scheme: Scheme { family: "matlab", normalizer: NORMALIZER, k: 5, w: 4 },
    lexis: Lexis {
        keywords: "\
            break case catch classdef continue do else elseif end end_try_catch endfor endfunction endif endswitch \
            endwhile enumeration events for function global if methods otherwise parfor persistent properties return \
            spmd switch try until while",
        folds: &[(BOOLEAN, "false true")],
        operators: "\
            ! != & && ' ( ) * ** + ++ += , - -- -= . .' .* ./ .\\ .^ ... / : ; < <= = == > >= @ [ \\ ] ^ { | || } ~ ~= ?",
        line_comments: &["%", "#"],
        block_comments: &[("%{\n", "%}"), ("%{\r\n", "%}")],
        continuations: "...",
        quotes: &[Quote::transpose("'"), Quote::doubled("\"")],
        dot_before_digit: true,
        division: Division::Borders,
        borders: Borders { lines: true, after: "; ,", never: "; ,", brackets: "([{", ..Borders::NONE },
        ..Lexis::EMPTY
    },
    grammar: None,
};
