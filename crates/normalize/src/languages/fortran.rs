//! Fortran, free and fixed form, read by the scanner.
//!
//! Decisions: words mean the same in any case; a text whose lines all fit on a punched card is in fixed form, whatever
//! its name (`C` in the first column is then a comment, column 6 continues a statement); columns after 72 are read;
//! `.lt.` is `<`; `end do` and `enddo` stay different; numeric types, `character` and `logical` are one kind.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["f77", "f90", "f95"],
    endings: &["f90", "f", "f03", "f08", "f77", "f95", "for", "ftn"],
    keywords: "\
        allocatable allocate associate backspace block call case class close common contains continue cycle data \
        deallocate default dimension do elemental else elseif elsewhere end enddo endfile endfunction endif \
        endmodule endprogram endselect endsubroutine endwhere entry equivalence exit external extends forall format \
        function go goto if implicit in include inout inquire intent interface intrinsic module namelist none \
        nullify only open operator optional out parameter pause pointer print private procedure program public \
        pure read recursive result return rewind save select sequence stop subroutine target then to type use \
        where while write",
    folds: &[
        (BOOLEAN, ".false. .true."),
        ("<", ".lt."),
        ("<=", ".le."),
        ("==", ".eq."),
        ("/=", ".ne."),
        (">", ".gt."),
        (">=", ".ge."),
        (PRIMITIVE_TYPE, "byte character complex double integer logical precision real"),
    ],
    operators: "\
        % & ( (/ ) * ** + , - -> . .and. .eqv. .neqv. .not. .or. / /) // /= : :: ; \
        < <= = == => > >= [ ]",
    line_comments: &["!"],
    fixed_form: Some(FixedForm { comments: "cC*dD!", label: 5 }),
    trailing_continuations: "&",
    leading_continuations: "&",
    quotes: &[Quote::doubled("'"), Quote::doubled("\"")],
    prefixes: "b o x z",
    case_insensitive: true,
    dot_before_digit: true,
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        after: "; then else",
        never: ";",
        brackets: "([",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
