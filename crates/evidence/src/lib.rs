//! What both sides of a match hold that an unrelated author would hardly have written the same: comments, unusual
//! strings and numbers, unusual spellings.
//!
//! Matches are about structure, and structure is what a task asks for. A comment word for word the same, or the same
//! slip of the pen, is what convinces a reader. So false claims cost more than silence here: something is listed only
//! if it says enough (`telling`), if next to nobody else in the batch has it (`holders`), and if both sides really
//! hold it inside the match or directly at its edge (`list`). It never changes a rank.
//!
//! Texts come in beside the analysis, which has none. Each is read once for counting; those of listed pairs once
//! more, for the few things that turned out to be rare. Memory is in proportion to the distinct words of the batch.
//!
//! Deliberately absent: ordinary names. Whether they agree is what [`chaffinch_detect::Literal`] says, and a rare
//! name may come from the task's text, which is not in the batch.

mod holders;
mod list;
mod spelling;
mod telling;

#[cfg(test)]
mod tests;

use chaffinch_detect::Analysis;
use chaffinch_submission::TokenStream;

/// Most that is listed of one match.
pub const MAX_COUNT: usize = 8;

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

/// The evidence on every match of `analysis`: by pair, then by match, most telling first. `submissions` are the files
/// of those it was made of, in the same order; `handed_out` is the boilerplate, nothing of which is evidence.
pub fn find(
    analysis: &Analysis,
    submissions: &[Vec<Reading<'_>>],
    handed_out: &[Reading<'_>],
) -> Vec<Vec<Vec<Evidence>>> {
    let holders = holders::Holders::count(&analysis.counts, submissions, handed_out);
    list::of_pairs(analysis, submissions, &holders)
}
