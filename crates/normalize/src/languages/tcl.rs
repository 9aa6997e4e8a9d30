//! Tcl, read by the scanner.
//!
//! Decisions: words in braces are read as code, as they nearly always are; a variable's `$` is part of its name; a
//! command begins with its line, after `;`, and inside brackets not at all; `#` opens a comment after any blank;
//! a quote inside a word is a sign.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["tk"],
    endings: &["tcl", "tk", "itcl"],
    keywords: "\
        after append apply array break catch chan close concat continue coroutine default dict else elseif eof \
        eq error eval exec exit expr fconfigure file finally for foreach format ge gets glob global gt if in incr \
        info interp join lappend lassign le lindex linsert list llength lmap lrange lrepeat lreplace lreverse \
        lsearch lset lsort lt namespace ne ni oo open package proc puts read regexp regsub rename return scan seek \
        set source split string subst switch then throw time trace try unset update uplevel upvar variable vwait \
        while yield",
    folds: &[(BOOLEAN, "false true")],
    operators: "! != % & && ' ( ) * ** + , - . / : :: ; < << <= = == > >= >> ? @ [ ] ^ { | || } ~ $",
    line_comments: &["#"],
    quotes: &[Quote { begins_word: true, ..Quote::interpolated("\"", "[") }],
    comments_begin_words: true,
    word_characters: "$",
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        before: "else elseif",
        after: "; {",
        never: "; { }",
        brackets: "([",
    }),
    ..LanguageDefinition::EMPTY
};
