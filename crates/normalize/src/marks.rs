//! What a reader sees of a text: what an author chose freely (names, literals and comments, which the values of tokens do
//! not contain), the words and signs as they were written, and classes for syntax highlighting.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use chaffinch_submission::{Span, TokenStream};

use crate::definition::{CHARACTER, IDENTIFIER, NUMBER, PRIMITIVE_TYPE, STRING};
use crate::ignored::is_command;
use crate::language::{Language, read, scan_text};
use crate::languages::language;
use crate::parse::TreeDetail;
use crate::scan::{is_layout, scan};
use crate::token_stream::spelled;
use crate::tokens::{Class, IDENTIFIER_CODE, Lexeme, TokenTable, token_value};

/// Kind of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// A comment with its signs, or a string that is documentation.
    Comment,
    /// A string or character with its quotes.
    String,
    /// A number.
    Number,
    /// An identifier.
    Name,
}

/// A name, literal or comment with its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// What it is.
    pub kind: MarkKind,
    /// Index of its token. For a comment, index of the token after it, or the number of tokens after the last.
    pub token: u32,
    /// Its bytes.
    pub span: Span,
}

/// Returns the marks of a file, in the order of its tokens.
pub fn marks(stream: &TokenStream) -> impl Iterator<Item = Mark> {
    let end = stream.values.len() as u32;
    let mut tokens = (0..end).zip(stream.values.iter().zip(&stream.spans)).peekable();
    let mut comments = stream.comments.iter().peekable();
    std::iter::from_fn(move || {
        loop {
            let next = tokens.peek().copied();
            let comes_first =
                |comment: &&Span| next.is_none_or(|(_, (_, token))| comment.start < token.start);
            if let Some(&span) = comments.next_if(comes_first) {
                return Some(Mark {
                    kind: MarkKind::Comment,
                    token: next.map_or(end, |(token, _)| token),
                    span,
                });
            }
            let (token, (value, &span)) = tokens.next()?;
            if let Some(kind) = mark_kind(*value) {
                return Some(Mark { kind, token, span });
            }
        }
    })
}

/// Returns the kind of mark that a token's value stands for; `None` for tokens that nobody chooses freely.
pub fn mark_kind(value: u64) -> Option<MarkKind> {
    static KINDS: LazyLock<[(u64, MarkKind); 4]> = LazyLock::new(|| {
        [
            (token_value(IDENTIFIER), MarkKind::Name),
            (token_value(NUMBER), MarkKind::Number),
            (token_value(STRING), MarkKind::String),
            (token_value(CHARACTER), MarkKind::String),
        ]
    });
    KINDS.iter().find(|(known, _)| *known == value).map(|(_, kind)| *kind)
}

/// Returns whether a token's value stands for a built-in arithmetic type.
pub fn is_primitive_type(value: u64) -> bool {
    static PRIMITIVE: LazyLock<u64> = LazyLock::new(|| token_value(PRIMITIVE_TYPE));
    value == *PRIMITIVE
}

/// Returns the words and signs in a part of a text, in order, without comments and layout, in small letters where the
/// language does not tell them from capitals. `stream` is what the whole text was read as. What lies outside of the text, or cuts a character, is left out.
pub fn written<'t>(stream: &TokenStream, text: &'t str, part: Range<u32>) -> Vec<Cow<'t, str>> {
    let Some(language) = language(stream.language) else { return Vec::new() };
    let table = language.table();
    let mut lexemes = Vec::new();
    let mut read = |piece: Range<u32>| {
        let piece = piece.start as usize..piece.end as usize;
        // Most pieces are layout. In a language of fixed form, the scanner would read all of the text before a piece.
        // Nothing is ignored in these languages.
        if text.get(piece.clone()).is_some_and(|piece| !piece.chars().all(is_layout)) {
            scan(table, text, piece, &mut lexemes);
        }
    };
    let mut at = part.start;
    let comments = &stream.comments[stream.comments.partition_point(|comment| comment.end <= at)..];
    for comment in comments.iter().take_while(|comment| comment.start < part.end) {
        let of_comment = text.get(comment.start as usize..comment.end as usize);
        if !of_comment.is_some_and(|comment| is_command(&table.rules, comment)) {
            read(at..comment.start.max(at));
            at = comment.end.min(part.end);
        }
    }
    read(at..part.end);
    let spelled = |lexeme: &Lexeme| {
        spelled(&table.rules, lexeme.code, &text[lexeme.start as usize..lexeme.end as usize])
    };
    lexemes.iter().map(spelled).collect()
}

/// Returns the parts of a text with a class, ascending and disjoint; nothing if the language is not known. It costs as
/// much as [`crate::tokenize`] and has the same limits.
pub fn highlight(text: &str, language_name: &str) -> Vec<(Span, Class)> {
    let Some(language) = language(language_name) else { return Vec::new() };
    classes(language, text, read(language, text, TreeDetail::Leaves).0)
}

/// Does the same as [`highlight`] with the scanner, several times faster, for texts that take long to parse. The
/// scanner finds the same comments, strings and words. It takes names that are types or keywords only in some places
/// for names everywhere.
pub fn highlight_scanned(text: &str, language_name: &str) -> Vec<(Span, Class)> {
    let Some(language) = language(language_name) else { return Vec::new() };
    classes(language, text, scan_text(language, text))
}

fn classes(language: &Language, text: &str, lexemes: Vec<Lexeme>) -> Vec<(Span, Class)> {
    let tokens: Vec<Lexeme> = lexemes.iter().copied().filter(|lexeme| lexeme.is_token()).collect();
    let mut at = 0;
    let mut classes = Vec::with_capacity(lexemes.len() / 2);
    for lexeme in lexemes {
        let class = if lexeme.is_token() {
            at += 1;
            class(language.table(), text, &tokens, at - 1)
        } else {
            language.table().name(lexeme.code).class
        };
        classes.extend(class.map(|class| (Span { start: lexeme.start, end: lexeme.end }, class)));
    }
    classes
}

fn class(table: &TokenTable, text: &str, tokens: &[Lexeme], at: usize) -> Option<Class> {
    let token = tokens[at];
    let is =
        |at: Option<usize>, mark: &[u8]| at.and_then(|at| tokens.get(at)).is_some_and(|t| t.of(text) == mark);
    let touches = |a: usize, b: usize| tokens.get(b).is_some_and(|next| next.start == tokens[a].end);
    // `@cached`, `@Override`: a sign directly before a word, not between two values.
    if (is(Some(at), b"@") && touches(at, at + 1) && (at == 0 || !touches(at - 1, at)))
        || (at > 0 && is(Some(at - 1), b"@") && touches(at - 1, at) && (at < 2 || !touches(at - 2, at - 1)))
    {
        return Some(Class::Meta);
    }
    if token.code == IDENTIFIER_CODE && is(Some(at + 1), b"(") {
        return Some(Class::Function);
    }
    table.name(token.code).class
}

#[cfg(test)]
mod tests {
    use chaffinch_submission::{Notebook, SourceFile};

    use super::*;
    use crate::{Choice, tokenize};

    fn check(path: &str, text: &str, expected: &[(MarkKind, u32, &str)]) {
        let file = SourceFile::plain(path, text);
        let stream = tokenize(&file, Choice::Auto);
        let found: Vec<_> = marks(&stream)
            .map(|mark| (mark.kind, mark.token, &text[mark.span.start as usize..mark.span.end as usize]))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn marks_come_in_the_order_of_the_text() {
        use MarkKind::{Comment, Name, Number, String};
        check(
            "a.c",
            "// one\nint sum = 17; /* two */ char c = 'x'; // three",
            &[
                (Comment, 0, "// one"),
                (Name, 1, "sum"),
                (Number, 3, "17"),
                (Comment, 5, "/* two */"),
                (Name, 6, "c"),
                (String, 8, "'x'"),
                (Comment, 10, "// three"),
            ],
        );
        check(
            "a.py",
            "def f():\n    \"\"\"Says what.\"\"\"\n    return 'no'  # why\n",
            &[
                (Name, 1, "f"),
                (Comment, 5, "\"\"\"Says what.\"\"\""),
                (String, 6, "'no'"),
                (Comment, 7, "# why"),
            ],
        );
        check("a.c", "", &[]);
        check("a.c", "/* alone */", &[(Comment, 0, "/* alone */")]);
    }

    fn check_written(file: &SourceFile, expected: &str) {
        let stream = tokenize(file, Choice::Auto);
        let whole = written(&stream, &file.text, 0..file.text.len() as u32);
        assert_eq!(whole.join("·"), expected);
    }

    #[test]
    fn ignored_words_and_signs_are_written_and_comments_are_not() {
        check_written(
            &SourceFile::plain("A.java", "@A(\"b  c\") /* d */ public // e\nfinal int f = this . g;"),
            "@·A·(·\"b  c\"·)·public·final·int·f·=·this·.·g·;",
        );
        check_written(&SourceFile::plain("a.txt", "x = -4,\n(y)\u{200b}"), "x·=·-·4·,·(·y·)");
        check_written(
            &SourceFile::plain("a.rs", "\n#![allow( x )] fn f() {}"),
            "#·!·[·allow·(·x·)·]·fn·f·(·)·{·}",
        );
        let mut notebook = SourceFile::plain("a.ipynb", "%matplotlib inline\n# x\n'''y'''\nz = 1");
        notebook.notebook = Some(Notebook { cells: vec![0], language: Some("python".into()) });
        check_written(&notebook, "%·matplotlib·inline·z·=·1");
    }

    #[test]
    fn what_no_text_has_is_left_out() {
        let file = SourceFile::plain("a.txt", "é, é");
        let stream = tokenize(&file, Choice::Auto);
        assert_eq!(written(&stream, &file.text, 1..9), Vec::<String>::new());
    }
}
