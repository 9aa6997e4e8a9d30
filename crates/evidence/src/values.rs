//! What is read and what is found. Values only.

use chaffinch_submission::TokenStream;

/// Most that is listed of one match.
pub const MAX_EVIDENCE: usize = 8;

/// Longest quotation, in characters; a longer text is cut and ends in `…`.
pub const QUOTED: usize = 160;

/// Bytes of a comment or string that are looked at; beyond, two are taken for the same.
pub const LOOKED_AT: usize = 4096;

/// A text and how it was read.
#[derive(Debug, Clone, Copy)]
pub struct Reading<'a> {
    /// The decoded text; empty where it was not kept.
    pub text: &'a str,
    /// Its tokens.
    pub stream: &'a TokenStream,
}

/// Something unusual that both sides of a match hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// What it is.
    pub kind: EvidenceKind,
    /// As it stands on the left side, layout collapsed to single spaces, cut at [`QUOTED`] characters. A misspelling
    /// is in lower case.
    pub text: String,
    /// How others in the batch spell what is misspelled here.
    pub usual: Option<String>,
    /// Groups of the batch that have it, those of the two sides included.
    pub groups: u32,
    /// Archived submissions that have it.
    pub archived: u32,
}

/// What is listed; the order decides ties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EvidenceKind {
    /// A comment, the same but for layout, capitals and comment signs.
    Comment,
    /// A string or number, the same to the last byte.
    Literal,
    /// A word in a name, comment or string that others spell otherwise.
    Misspelling,
}
