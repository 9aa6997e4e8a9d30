//! COBOL in fixed and free form, read by the scanner.
//!
//! Decisions, all in the definition below:
//! - Words mean the same in any case; `IS`, `ARE`, `THEN`, `TO` of comparisons and other noise words stay, because some of
//!   them have a meaning elsewhere. A plural is its singular (`ZEROS`), and a figurative constant is a keyword.
//! - Names of data and of paragraphs are identifiers, also if they begin with a digit (`1000-INIT`).
//! - A picture is read as its parts: letters are identifiers, digits numbers.
//! - Numbers in the first six columns are comments, and so is a line with `*` or `/` in the seventh.
//! - A statement begins with a verb, a level number's line, or after a full stop.

use crate::definition::prelude::*;

pub(crate) const DEFINITION: LanguageDefinition = LanguageDefinition {
    aliases: &["cbl"],
    endings: &["cob", "cbl", "cobol", "cpy"],
    keywords: "\
        accept access add advancing after all alphabetic also alternate and are area ascending assign at author before \
        binary block by call cancel character class close comma common comp comp-3 compute configuration contains content \
        continue control converting copy corresponding count cursor data date day decimal-point declaratives delete \
        delimited delimiter depending descending display divide division dynamic else end end-add end-call end-compute \
        end-divide end-evaluate end-if end-multiply end-perform end-read end-return end-search end-start end-string \
        end-subtract end-unstring end-write environment equal error evaluate exception exit extend external false fd file \
        file-control filler first for from function giving go goback greater high-value i-o i-o-control id identification \
        if in index indexed initial initialize input input-output inspect into invalid is just key label leading less line \
        linkage local-storage lock low-value mode move multiply negative next no not numeric object-computer occurs of off \
        omitted on open optional or order organization other output overflow packed-decimal paragraph perform pic positive \
        procedure program program-id programming quote random read record redefines reference relative release remainder \
        remarks renames replace replacing return returning rewrite right rounded run sd search section select sentence \
        separate sequence sequential set sign size sort source-computer space special-names standard start status stop \
        string subtract symbolic sync table tallying test than then through time times to trailing true unstring until up \
        upon usage use using value varying when with working-storage write zero",
    folds: &[
        ("zero", "zeros zeroes"),
        ("space", "spaces"),
        ("pic", "picture"),
        ("value", "values"),
        ("through", "thru"),
        ("high-value", "high-values"),
        ("low-value", "low-values"),
        ("record", "records"),
        ("line", "lines"),
        ("character", "characters"),
        ("comp", "computational"),
    ],
    operators: "& ( ) * ** + , - . / : ; < <= <> = > >= $",
    line_comments: &["*>"],
    quotes: &[Quote::doubled("\""), Quote::doubled("'")],
    prefixes: "b n x z",
    case_insensitive: true,
    word_characters: "-",
    digits_begin_words: true,
    dot_before_digit: true,
    card_numbers: 6,
    division: StatementDivision::Boundaries(StatementBoundaries {
        before: "\
            accept add call close compute continue display divide else end-evaluate end-if end-perform end-read \
            evaluate exit go goback if initialize inspect move multiply open perform read release rewrite search select \
            set sort stop string subtract unstring when write",
        after: ".",
        never: ".",
        brackets: "(",
        ..StatementBoundaries::NONE
    }),
    ..LanguageDefinition::EMPTY
};
