//! Functional languages whose layout divides their programs: Elm and F#, read by the scanner.

use crate::definition::prelude::*;

/// A line is a statement outside of brackets.
const LAYOUT: StatementBoundaries =
    StatementBoundaries { lines: true, brackets: "([{", ..StatementBoundaries::NONE };

/// Elm.
///
/// Decisions: types, constructors and values are identifiers; `Int` and `Float` are one kind, and so are `True` and
/// `False`; the functions that every page is made of (`div`, `text`) are identifiers; a statement is a line, a branch, or
/// what follows `let` and `in`.
pub(crate) const ELM: LanguageDefinition = LanguageDefinition {
    endings: &["elm"],
    keywords: "_ alias as case effect else exposing if import in infix let module of port then type where",
    folds: &[(BOOLEAN, "True False"), (PRIMITIVE_TYPE, "Float Int")],
    operators: "\
        ! ( ) * + ++ , - -> . .. / // /= : :: < << <= <| <|> = == > >= >> [ \\ ] ^ && | || |. |= |> { } %",
    line_comments: &["--"],
    block_comments: &[("{-", "-}")],
    nested_comments: true,
    quotes: &[Quote::block("\"\"\""), Quote::line("\""), Quote::character("'")],
    division: StatementDivision::Boundaries(StatementBoundaries {
        before: "else",
        after: "let in then",
        never: "let in then",
        ..LAYOUT
    }),
    ..LanguageDefinition::EMPTY
};

/// F#.
///
/// Decisions: types, cases and values are identifiers; the names of numeric types, which also convert, are one kind, `char`
/// and `bool` among them; `true` and `false` are one kind, `null` stays; access and change modifiers stay except `public`
/// and `private`; attributes are read like lists; a string is one token, including what it computes inside; an author's own
/// operator is read as the known operators in it; a statement is a line, a branch, or what follows `then`.
pub(crate) const FSHARP: LanguageDefinition = LanguageDefinition {
    aliases: &["f#"],
    endings: &["fs", "fsx", "fsi"],
    keywords: "\
        _ abstract and as assert async base begin class default delegate do done downcast downto elif else end \
        exception extern failwith finally fixed for fun function global if in inherit inline interface internal lazy \
        let let! match match! member module mutable namespace new not null of open or override printf printfn raise \
        rec return return! seq sig sprintf static struct task then to try type upcast use use! val void when while \
        with yield yield!",
    folds: &[
        (BOOLEAN, "true false"),
        (
            PRIMITIVE_TYPE,
            "\
            bool byte char decimal double float float32 int int16 int32 int64 sbyte single uint uint16 uint32 uint64 \
            unativeint",
        ),
    ],
    ignored_words: "private public",
    operators: "\
        ! != # % & && &&& ' ( ) * ** + , - -> . .. / : :: := :> :? :?> ; ;; < <- << <<< <= <> <@ <| <|| = > >= >> >>> ? @ @> \
        [ [< [| ] ^ ^^^ ` { {| | |> |] || ||> ||| |} } ~ >] >|]",
    line_comments: &["//"],
    // `(*)` is the function that multiplies.
    block_comments: &[("(*)", ""), ("(*", "*)")],
    nested_comments: true,
    quotes: &[
        Quote::block("\"\"\""),
        Quote { close: "\"", escape: QuoteEscape::Doubled, ..Quote::block("@\"") },
        Quote::block("\""),
        Quote::character("'"),
    ],
    prefixes: "$",
    directives: "#else #endif #help #if #indent #light #line #load #nowarn #r #time",
    lifetimes: true,
    word_characters: "'$",
    word_endings: "!",
    division: StatementDivision::Boundaries(StatementBoundaries {
        before: "elif else",
        after: "then else",
        never: "then",
        ..LAYOUT
    }),
    ..LanguageDefinition::EMPTY
};
