//! What an author chose freely: names, literals and comments. The values of tokens do not contain it.

use std::sync::LazyLock;

use chaffinch_submission::{Span, TokenStream};

use crate::definition::{CHARACTER, IDENTIFIER, NUMBER, PRIMITIVE_TYPE, STRING};
use crate::tokens::token_value;

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

#[cfg(test)]
mod tests {
    use chaffinch_submission::SourceFile;

    use super::{MarkKind, marks};
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
}
