//! Pascal and its descendants, read by the scanner.

use crate::definition::prelude::*;

/// Pascal, Delphi and Free Pascal's dialects too, read by the scanner.
///
/// Decisions: words mean the same in any case; numeric types, `char` and `boolean` are one kind, as are `true` and
/// `false`; compiler directives (`{$R+}`) are comments; `begin` and `end` begin no statement of their own.
pub(crate) const PASCAL: LanguageDefinition = LanguageDefinition {
    aliases: &["delphi", "fpc"],
    endings: &["pas", "pp", "dpr", "lpr"],
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
    ..LanguageDefinition::EMPTY
};

/// Modula-2, read by the scanner.
///
/// Decisions: words are keywords in capitals alone, as the language has it; numeric types, `CHAR` and `BOOLEAN` are one
/// kind, as are `TRUE` and `FALSE`; comments nest.
pub(crate) const MODULA2: LanguageDefinition = LanguageDefinition {
    aliases: &["modula-2", "m2"],
    endings: &["mod", "def", "mi"],
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
    ..LanguageDefinition::EMPTY
};

/// Ada, read by the scanner.
///
/// Decisions: words mean the same in any case; predefined numeric types, `Character` and `Boolean` are one kind, as are
/// `True` and `False`; a tick after a name is an operator (`A'First`); `pragma` lines are code.
pub(crate) const ADA: LanguageDefinition = LanguageDefinition {
    aliases: &["ada95", "ada2012"],
    endings: &["adb", "ads", "ada"],
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
    ..LanguageDefinition::EMPTY
};
