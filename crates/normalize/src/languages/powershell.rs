//! PowerShell, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - Words mean the same in any case. The usual commands (`Write-Host`) keep their names and may be written by their short
//!   names (`echo`, `%`, `?`); variables, parameters (`-Path`) and other commands are identifiers.
//! - Numeric types are one kind; `$true` and `$false` are one kind, `$null` stays.
//! - A string is one token, including what it computes inside, and so is a here-string.
//! - `;` is ignored, because a line end does the same. A statement is a command, a pipeline, or the head of a block.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["ps", "pwsh"],
    endings: &["ps1", "psd1", "psm1"],
    keywords: "\
        $_ $args $error $input $null $this add-content add-member begin break catch class clear-host compare-object \
        continue convertfrom-json convertto-json copy-item data default do dynamicparam else elseif end enum exit \
        export-csv filter finally for foreach foreach-object format-list format-table from function get-childitem \
        get-command get-content get-date get-item get-member get-process get-random get-service group-object if import-csv \
        import-module in invoke-restmethod invoke-webrequest join-path measure-object move-item new-item new-object \
        out-file out-null out-string param process read-host remove-item rename-item return select-object select-string \
        set-content set-location sort-object split-path start-process start-sleep static stop-process switch test-path \
        throw trap try until using where-object while write-error write-host write-output write-verbose write-warning",
    folds: &[
        (BOOLEAN, "$true $false"),
        (
            PRIMITIVE_TYPE,
            "bool boolean byte char decimal double float int int16 int32 int64 long sbyte short single uint32 uint64",
        ),
        ("write-output", "echo write"),
        ("get-childitem", "dir gci ls"),
        ("get-content", "cat gc type"),
        ("select-object", "select"),
        ("sort-object", "sort"),
        ("where-object", "where"),
        ("$_", "$psitem"),
    ],
    optional_semicolons: true,
    operators: "\
        ! % %= & && ( ) * *= + ++ += , - -- -= -and -as -band -bnot -bor -bxor -ccontains -ceq -clike -cmatch -cne -contains \
        -creplace -eq -f -ge -gt -icontains -ieq -ilike -imatch -in -ine -is -isnot -join -le -like -lt -match -ne -not \
        -notcontains -notin -notlike -notmatch -or -replace -shl -shr -split -xor . .. / /= : :: ; < = == > >= >> ? ?. ?? \
        @ @( @{ [ ] { | || } $ $( ${ ~ ^ \\",
    line_comments: &["#"],
    block_comments: &[("<#", "#>")],
    comments_begin_words: true,
    trailing_continuations: "`",
    quotes: &[
        Quote { close: "\n\"@", ..Quote::between("@\"", "") },
        Quote { close: "\n'@", ..Quote::between("@'", "") },
        Quote { escape: QuoteEscape::DoubledOrBackquote, ..Quote::interpolated("\"", "$(") },
        Quote { escape: QuoteEscape::Doubled, ..Quote::block("'") },
    ],
    case_insensitive: true,
    word_characters: "$",
    word_joiners: "-",
    heads: HeadStyle::Brackets,
    division: StatementDivision::Boundaries(StatementBoundaries {
        lines: true,
        after: "; { }",
        never: "; { } )",
        brackets: "([",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
