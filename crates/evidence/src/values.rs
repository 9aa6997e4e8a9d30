//! The input and the results of this crate. Values only.

use chaffinch_submission::TokenStream;

/// Most pieces of evidence that are listed for a match.
pub const MAX_EVIDENCE: usize = 8;

/// Most characters of a quotation. A longer text is cut and ends in `…`.
pub const QUOTED: usize = 160;

/// How many bytes of a comment or string are compared. Texts that differ only after them count as the same.
pub const LOOKED_AT: usize = 4096;

/// A text, and the tokens it was read as.
#[derive(Debug, Clone, Copy)]
pub struct Reading<'a> {
    /// The decoded text; empty if it was not kept.
    pub text: &'a str,
    /// The tokens of the text.
    pub stream: &'a TokenStream,
}

/// Something unusual that both sides of a match have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The kind of evidence.
    pub kind: EvidenceKind,
    /// The text on the left side, with layout collapsed to single spaces, cut at [`QUOTED`] characters. A misspelling
    /// is in lower case.
    pub text: String,
    /// How others in the batch spell a misspelled word.
    pub usual: Option<String>,
    /// Number of groups in the batch that have it, including those of the two sides.
    pub groups: u32,
    /// Number of archived submissions that have it.
    pub archived: u32,
}

/// The kind of evidence. Its order decides ties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EvidenceKind {
    /// A comment that is the same apart from layout, capitals and comment signs.
    Comment,
    /// A string or number that is exactly the same.
    Literal,
    /// A word in a name, comment or string that others spell differently.
    Misspelling,
}
