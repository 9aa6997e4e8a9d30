//! Result values of a pair: its figures and its matches.

use std::ops::Range;

/// Two submissions and what they share.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Index of the submission with the smaller number; never an archived one.
    pub left: u32,
    /// Index of the other.
    pub right: u32,
    /// Ranks the pairs, in bits; see `docs/internals/detection.md#suspicion`.
    pub suspicion: f64,
    /// The submission that both share more with, where that is what makes the pair as suspicious as it is.
    pub through: Option<u32>,
    /// (covered left + covered right) / (counted left + counted right); 0 where nothing counts.
    pub similarity: f64,
    /// A side is too short to judge.
    pub too_short: bool,
    /// Covered counted tokens / counted tokens of the left side.
    pub left_share: f64,
    /// The same of the right side.
    pub right_share: f64,
    /// Covered tokens / all tokens of the left side.
    pub left_share_raw: f64,
    /// The same of the right side.
    pub right_share_raw: f64,
    /// Counted tokens covered on the left side.
    pub matched_tokens: u32,
    /// Lines of each side that hold a counted matched token.
    pub matched_lines: [u32; 2],
    /// Tokens of the longest match, masked ones left out.
    pub longest_match: u32,
    /// Exact, over the sets of unmasked k-grams.
    pub resemblance: f64,
    /// Share of the left side's k-grams that the right side has.
    pub left_containment: f64,
    /// Share of the right side's k-grams that the left side has.
    pub right_containment: f64,
    /// The tiling, parts of it joined in rewritten matches; longest first, at most [`crate::MAX_MATCHES`]. `None` beyond
    /// [`Options::pairs_with_matches`](crate::Options::pairs_with_matches).
    pub matches: Option<Vec<Match>>,
    /// Matches beyond [`crate::MAX_MATCHES`].
    pub unlisted: u32,
}

/// Two verified regions: equal token by token or, where it is [`Literal::Rewritten`], piece by piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Tokens on either side; of a rewritten one, those of its pieces on the side that has fewer.
    pub tokens: u32,
    /// In the left submission.
    pub left: Region,
    /// In the right submission.
    pub right: Region,
    /// Groups of the batch that have most of this passage, these two included.
    pub groups: u32,
    /// Archived submissions that have it.
    pub archived: u32,
    /// Indexes of the first of these.
    pub archived_in: Vec<u32>,
    /// How literally the regions agree; none where they are equal token by token and texts were not kept.
    pub literal: Option<Literal>,
    /// What agrees of a rewritten match, in order; what lies between was inserted or replaced. Empty for others.
    pub pieces: Vec<Piece>,
    /// Where else the left submission has the whole passage; at most [`crate::FURTHER`].
    pub left_further: Vec<Region>,
    /// Where else the right submission has it.
    pub right_further: Vec<Region>,
}

/// How literally two regions agree that are equal after normalisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Literal {
    /// Names, numbers and strings as well.
    Identical,
    /// Some name, number or string is another.
    Renamed,
    /// Statements were inserted or written another way.
    Rewritten,
}

/// Tokens of two files that agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// In the file of the left region.
    pub left: Range<u32>,
    /// In the file of the right region.
    pub right: Range<u32>,
    /// Equal token by token; else of statements that have a form in common.
    pub exact: bool,
}

/// Tokens of one file of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Index of the file in its submission.
    pub file: u32,
    /// Indexes into its token stream.
    pub tokens: Range<u32>,
}
