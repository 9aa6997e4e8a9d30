//! CSS, SCSS and Less, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - Words mean the same in any case. The usual properties, their values and elements keep their names, because a sheet
//!   consists of them; classes, variables, other values and functions are identifiers.
//! - A number is one kind with its unit. A colour is `#` and what follows it.
//! - A statement is a declaration or the head of a rule.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["less", "sass", "scss"],
    endings: &["css", "scss", "less", "pcss"],
    k: 8,
    keywords: "\
        @charset @content @each @else @extend @font-face @for @forward @function @if @import @include @keyframes @layer \
        @media @mixin @page @return @supports @use @warn @while a absolute active after align-content align-items align-self \
        all and animation article aside auto background background-color background-image background-position \
        background-repeat background-size before block body bold border border-bottom border-collapse border-color \
        border-left border-radius border-right border-style border-top border-width bottom box-shadow box-sizing button \
        center child clear color column column-gap content cursor dashed direction display div ease em fill filter first \
        fixed flex flex-basis flex-direction flex-end flex-flow flex-grow flex-shrink flex-start flex-wrap float focus font \
        font-family font-size font-style font-weight footer form from gap grid grid-area grid-column grid-gap grid-row \
        grid-template-areas grid-template-columns grid-template-rows h1 h2 h3 h4 h5 h6 head header height hidden hover html \
        img important inherit inline inline-block inline-flex input inset italic justify justify-content label last left \
        letter-spacing li line-height linear list-style list-style-type main margin margin-bottom margin-left margin-right \
        margin-top max-height max-width min-height min-width nav none normal not nowrap object-fit ol only opacity or order \
        outline overflow overflow-x overflow-y p padding padding-bottom padding-left padding-right padding-top place-items \
        pointer pointer-events position print relative right root row row-gap screen section select solid space-around \
        space-between span static sticky stretch strong table target td text-align text-decoration text-indent \
        text-shadow text-transform th to top tr transform transition ul underline uppercase user-select vertical-align \
        visibility visible visited white-space width word-break wrap z-index",
    operators: "! # $ % & ( ) * *= + , - . / : :: ; < <= = == > >= @ [ ] ^= { |= } ~ ~= #{",
    // In CSS, `//` is no comment, and addresses contain it.
    line_comments: &["// ", "//\t"],
    block_comments: &[("/*", "*/")],
    quotes: &[Quote::line("\""), Quote::line("'")],
    case_insensitive: true,
    word_characters: "-@$",
    number_characters: "%",
    division: StatementDivision::Boundaries(StatementBoundaries {
        after: "; { }",
        never: "; { }",
        brackets: "([",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
