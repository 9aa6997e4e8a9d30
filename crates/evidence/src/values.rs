//! The input and the results of this crate. Values only.

use std::borrow::Cow;

use chaffinch_submission::Span;

/// Most pieces of evidence that are listed for a match.
pub const MAX_EVIDENCE: usize = 8;

/// Most characters of a quotation. A longer text is cut and ends in `…`.
pub const QUOTED: usize = 160;

/// Most names in a table of renames. Programs with more names than this are rare, and nobody reads a longer table.
pub const MAX_RENAMES: usize = 50;

/// Most characters of a name in a table of renames. A longer name is cut and ends in `…`.
pub const NAME_QUOTED: usize = 48;

/// How many bytes of a comment or string are compared. Texts that differ only after them count as the same.
pub const LOOKED_AT: usize = 4096;

/// What the texts of a pair tell about its matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PairEvidence<'a> {
    /// What they tell about each match, in the order of the analysis.
    pub matches: Vec<MatchEvidence>,
    /// The names that differ, as seen from the side with the smaller number. `None` if the pair has no listed matches, or
    /// a text was not kept.
    pub renames: Option<Renames<'a>>,
}

/// What the texts of a match tell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchEvidence {
    /// Unusual text on both sides, strongest first.
    pub listed: Vec<Evidence>,
    /// How literally the two sides agree. `None` if texts were not kept.
    pub literal: Option<Literal>,
    /// How many texts agree. `None` if nothing is equal token by token, or texts were not kept.
    pub agreement: Option<Agreement>,
    /// The comments in the left and in the right region that the other region does not have, apart from layout, capitals
    /// and comment signs.
    pub differing_comments: [Vec<Span>; 2],
}

/// How literally the two sides of a match agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Literal {
    /// To the character, including comments and layout.
    SameCharacters,
    /// The texts of all tokens are equal, including the words and signs that matching ignores. Comments or layout differ.
    SameTokens,
    /// The tokens that are compared are equal, but the text of some token differs.
    Renamed,
    /// Statements were inserted or written differently.
    Rewritten,
}

/// How many texts agree where a match is equal token by token.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Number of tokens that are equal after normalization.
    pub tokens: u32,
    /// Number of these tokens that have the same text on both sides.
    pub identical: u32,
    /// Number of different names that have another name on the other side: those of the side that has more of them.
    pub differing_names: u32,
    /// Number of different strings and numbers that have another one on the other side, counted in the same way.
    pub differing_literals: u32,
    /// Number of words and signs that matching ignores and that the other side does not have in this place, counted on
    /// the side that has more of them there.
    pub differing_ignored: u32,
}

impl Agreement {
    /// Returns whether the text of every token is the same on both sides, including what matching ignores.
    pub(crate) fn is_complete(&self) -> bool {
        self.identical == self.tokens && self.differing_ignored == 0
    }
}

/// The names of one side that have another name on the other side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Renames<'a> {
    /// The most frequent first; at most [`MAX_RENAMES`].
    pub listed: Vec<Rename<'a>>,
    /// Number of names, listed or not.
    pub count: u32,
}

/// A name that the other side usually replaces by another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rename<'a> {
    /// The name on this side, cut at [`NAME_QUOTED`] characters.
    pub name: Cow<'a, str>,
    /// The name that the other side has most often in its place, cut in the same way.
    pub other: Cow<'a, str>,
    /// Number of places of the name in matches.
    pub places: u32,
    /// Number of these places that have the other name.
    pub consistent: u32,
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
    /// A name that is exactly the same in the same place.
    Name,
    /// A word in a name, comment or string that others spell differently.
    Misspelling,
    /// A line that is typed exactly the same, with blanks where neither author usually types any.
    Typing,
}
