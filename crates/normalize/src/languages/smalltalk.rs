//! Smalltalk in its usual dialects, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - Messages of control (`ifTrue:`), of collections and of numbers keep their names, the colon is a token of its own;
//!   classes, variables and other messages are identifiers; `true` and `false` are one kind, `nil` stays.
//! - A text in double quotes is a comment.
//! - A statement ends at a full stop, at `!`, or where a block begins.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["pharo", "squeak"],
    endings: &["st"],
    keywords: "\
        abs add allSatisfy and anySatisfy asInteger asNumber asString at atEnd by category classVariableNames collect cr detect \
        displayNl do ensure error even first ifAbsent ifEmpty ifFalse ifNil ifNotEmpty ifNotNil ifTrue includes initialize \
        inject instanceVariableNames into isEmpty isNil keysAndValuesDo last max methodsFor min negated new nil not notEmpty \
        notNil odd on or package poolDictionaries printNl printOn printString put reject rem remove repeat reverse select self \
        show size sqrt subclass subclassResponsibility super tab thisContext timesRepeat to value whileFalse whileTrue with yourself",
    folds: &[(BOOLEAN, "true false")],
    operators: "! # #( & ( ) * + , - -> . / // : := ; < << <= = == > >= >> ? @ [ \\\\ ] ^ _ { | } ~ ~= ~~",
    block_comments: &[("\"", "\"")],
    quotes: &[Quote { escape: QuoteEscape::Doubled, ..Quote::block("'") }],
    character_prefixes: "$",
    dot_before_digit: true,
    division: StatementDivision::Boundaries(StatementBoundaries {
        after: ". ! [",
        never: ". ! ]",
        brackets: "({",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
