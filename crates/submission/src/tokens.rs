//! What a front end makes of a file, and the little that must be remembered about the file itself.

use std::ops::Range;

use crate::{ArchiveLabel, Digest, LineTable};

/// A range of bytes of a file's decoded text, end excluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// How tokens of one language family are compared. Only equal schemes ever meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scheme {
    /// Languages that are compared with each other (`c` for C and C++).
    pub family: &'static str,
    /// Raised whenever the same text may give other tokens.
    pub normalizer: u16,
    /// Tokens in a k-gram: the noise threshold.
    pub k: u16,
    /// k-gram hashes in a winnowing window.
    pub w: u16,
}

impl Scheme {
    /// The guarantee threshold `t = w + k - 1`: every shared run of t tokens shares a fingerprint
    /// (Schleimer, Wilkerson, Aiken 2003, section 3).
    pub const fn t(self) -> u16 {
        self.w + self.k - 1
    }
}

/// One file as the engine sees it: normalised tokens with their places in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenStream {
    /// Canonical name of the language the file was read as (`c`, `python`, `text`).
    pub language: &'static str,
    /// The scheme of that language.
    pub scheme: Scheme,
    /// Token values: 64-bit hashes of token *names*, one a token, in the order of the text.
    pub values: Vec<u64>,
    /// Where each token stands; as long as `values`, ascending, not overlapping, never empty spans.
    pub spans: Vec<Span>,
    /// A hash of each token's own text, names and literals as they stand; as long as `values`. Empty where only
    /// what normalisation leaves may be kept.
    pub texts: Vec<u32>,
    /// Where comments stand: ascending, not overlapping, none in a token.
    pub comments: Vec<Span>,
    /// Token indexes at which a statement begins: ascending, a partition of the stream (the first is 0 unless
    /// the stream is empty).
    pub statements: Vec<u32>,
    /// Statements in a form that many ways to write them share, idle ones left out: several for a loop's head, ordered
    /// as in the text. Empty where the language has no rules for it.
    pub forms: Vec<Passage>,
    /// Lines as they were typed: names, literals and blanks between tokens, without indentation and what follows
    /// the last token. Empty where only what normalisation leaves may be kept.
    pub lines: Vec<Passage>,
    /// Digest of the sequence of token *texts*: equal where two files differ in comments and layout only. 0 where only
    /// what normalisation leaves may be kept.
    pub lexical: u128,
    /// What a reader should know about the reading ("12 syntax errors; compared all the same").
    pub notes: Vec<String>,
}

/// A passage that is compared as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// Equal passages have equal hashes; unequal ones hardly ever.
    pub hash: u64,
    /// The tokens it comes from: indexes into the stream.
    pub tokens: Range<u32>,
    /// Tokens it counts as; for a rewritten statement not those it comes from.
    pub length: u32,
}

impl TokenStream {
    /// The statements, in order: ranges of tokens that together are the whole stream.
    pub fn statement_ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let begins = self.statements.iter().map(|&at| at as usize);
        let ends = begins.clone().skip(1).chain([self.values.len()]);
        begins.zip(ends).map(|(begin, end)| begin..end)
    }
}

/// A file without its text: enough to compare and to tell lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRecord {
    /// As [`crate::SourceFile::path`].
    pub path: String,
    /// As [`crate::SourceFile::encoding`].
    pub encoding: &'static str,
    /// As [`crate::Notebook::cells`].
    pub cells: Option<Vec<u32>>,
    /// As [`crate::SourceFile::digest`]; zeros where only what normalisation leaves may be kept.
    pub digest: Digest,
    /// Size of the decoded text.
    pub bytes: u32,
    /// Where its lines begin. Spans and cells count in the same bytes, which are those of the decoded text unless only
    /// what normalisation leaves may be kept.
    pub lines: LineTable,
    /// As [`crate::SourceFile::notes`].
    pub notes: Vec<String>,
}

/// A file ready to be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenizedFile {
    /// The file.
    pub record: FileRecord,
    /// Its tokens.
    pub stream: TokenStream,
}

/// A submission ready to be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenizedSubmission {
    /// Unique in its batch; the order of names decides every tie.
    pub name: String,
    /// Set for earlier submissions.
    pub archive: Option<ArchiveLabel>,
    /// As [`crate::Submission::author`].
    pub author: Option<String>,
    /// As [`crate::Submission::attempt`].
    pub attempt: Option<u32>,
    /// As [`crate::Submission::submitted_at`].
    pub submitted_at: Option<String>,
    /// Sorted by path.
    pub files: Vec<TokenizedFile>,
}
