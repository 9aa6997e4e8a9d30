//! Defines what a front end makes of a file.

use std::ops::Range;

/// A range of bytes of a file's decoded text, end excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last byte.
    pub end: u32,
}

/// How tokens of one language family are compared. Only files with equal schemes are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scheme {
    /// The language family, whose languages are compared with each other (`c` for C and C++).
    pub family: &'static str,
    /// The version of the normalization. It is raised whenever the same text may give other tokens.
    pub normalizer: u16,
    /// The number of tokens in a k-gram: the noise threshold.
    pub k: u16,
    /// The number of k-gram hashes in a winnowing window.
    pub w: u16,
}

impl Scheme {
    /// Returns the guarantee threshold `t = w + k - 1`: every shared run of t tokens shares a fingerprint (Schleimer,
    /// Wilkerson, Aiken 2003, section 3).
    pub const fn t(self) -> u16 {
        self.w + self.k - 1
    }
}

/// A file as the engine sees it: normalized tokens with their positions in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenStream {
    /// The canonical name of the language that the file was read as (`c`, `python`, `text`).
    pub language: &'static str,
    /// The scheme of that language.
    pub scheme: Scheme,
    /// The token values: 64-bit hashes of token *names*, one for each token, in the order of the text.
    pub values: Vec<u64>,
    /// The position of each token. It has the length of `values`. The spans are ascending, do not overlap, and are
    /// never empty.
    pub spans: Vec<Span>,
    /// A hash of each token's own text, with its original names and literals. It has the length of `values`. Empty if
    /// only normalized data may be kept.
    pub texts: Vec<u32>,
    /// The positions of comments: ascending, not overlapping, and never within a token.
    pub comments: Vec<Span>,
    /// The token indexes at which statements begin, ascending. They partition the stream: the first is 0 unless the
    /// stream is empty.
    pub statements: Vec<u32>,
    /// Statements in a canonical form that is shared by many ways to write them, without statements that have no
    /// effect. A loop's head gives several, in the order of the text. Empty if the language has no rules for it.
    pub forms: Vec<Passage>,
    /// Lines as they were typed: names, literals and spaces between tokens, without indentation and without what
    /// follows the last token. Empty if only normalized data may be kept.
    pub lines: Vec<Passage>,
    /// A digest of the *texts* of all tokens, including the words and signs that matching ignores. It is equal for two
    /// files that differ only in comments and layout. [`TokenStream::NO_TEXTS`] if there is no such text. 0 if it is not
    /// known, because only normalized data may be kept or an earlier version of this program read the file.
    pub lexical: u128,
    /// Notes about the parsing for readers of the report ("12 syntax errors; compared all the same").
    pub notes: Vec<String>,
}

/// A passage that is compared as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The hash of the passage. Equal passages have equal hashes. Different passages have different hashes with very
    /// high probability.
    pub hash: u64,
    /// The tokens of the passage, as indexes into the stream.
    pub tokens: Range<u32>,
    /// The number of tokens that the passage counts as. For a rewritten statement this differs from the number of its
    /// tokens.
    pub length: u32,
}

impl TokenStream {
    /// The digest [`TokenStream::lexical`] of a file that has only comments and layout.
    pub const NO_TEXTS: u128 = 1;

    /// Returns the statements in order, as token ranges that together cover the whole stream.
    pub fn statement_ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let begins = self.statements.iter().map(|&at| at as usize);
        let ends = begins.clone().skip(1).chain([self.values.len()]);
        begins.zip(ends).map(|(begin, end)| begin..end)
    }
}
