//! Result values of a pair: its figures and its matches.

use std::ops::Range;

use crate::results::explanation::Explanation;

/// Two submissions and what they share.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Index of the submission with the smaller number; never an archived one.
    pub left: u32,
    /// Index of the other submission.
    pub right: u32,
    /// The value that ranks pairs: how many pairs as strong as this one chance would leave if everybody in a class like
    /// this had worked alone. `None` if the class is too small to tell, or a side is too short to judge. See
    /// `docs/internals/detection.md#expect-value`.
    pub expect: Option<f64>,
    /// How much unusual code the two share, in bits; see `docs/internals/detection.md#suspicion`.
    pub suspicion: f64,
    /// The third submission that raised this pair's suspicion, because both share more with it; `None` if none did.
    pub through: Option<u32>,
    /// (covered left + covered right) / (counted left + counted right); 0 if no token counts.
    pub similarity: f64,
    /// Whether a side is too short to judge.
    pub too_short: bool,
    /// Covered counted tokens / counted tokens of the left side.
    pub left_share: f64,
    /// Covered counted tokens / counted tokens of the right side.
    pub right_share: f64,
    /// Covered tokens / all tokens of the left side, including masked ones.
    pub left_share_raw: f64,
    /// Covered tokens / all tokens of the right side, including masked ones.
    pub right_share_raw: f64,
    /// Number of counted tokens covered on the left side.
    pub matched_tokens: u32,
    /// Number of lines on each side that contain a counted matched token.
    pub matched_lines: [u32; 2],
    /// Number of tokens in the longest match, without masked ones.
    pub longest_match: u32,
    /// Exact resemblance of the sets of unmasked k-grams.
    pub resemblance: f64,
    /// Share of the left side's k-grams that the right side has.
    pub left_containment: f64,
    /// Share of the right side's k-grams that the left side has.
    pub right_containment: f64,
    /// The matches: the tiling, with some tiles joined in rewritten matches; longest first, at most
    /// [`crate::MAX_MATCHES`]. `None` for pairs beyond
    /// [`Options::pairs_with_matches`](crate::Options::pairs_with_matches).
    pub matches: Option<Vec<Match>>,
    /// Number of matches beyond [`crate::MAX_MATCHES`].
    pub unlisted: u32,
    /// Why the pair has its score. `None` for pairs beyond
    /// [`Options::pairs_with_matches`](crate::Options::pairs_with_matches).
    pub why: Option<Explanation>,
    /// What both sides have from the same reference answers, most first. It does not count: no other figure of the pair
    /// includes it, apart from the raw shares.
    pub references: Vec<ReferenceShare>,
}

/// What both sides of a pair have from the same reference answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReferenceShare {
    /// Index of the reference.
    pub reference: u32,
    /// Number of tokens of the left side. A token that several references have counts for one of them.
    pub tokens: u32,
}

/// Two verified regions. They are equal token by token or, if the match is rewritten, piece by piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Number of tokens on either side; for a rewritten match, those of its pieces on the side that has fewer. Partial
    /// statements at the ends of a run of equal tokens are left out where they are a small part of it; the figures of
    /// the pair count them.
    pub tokens: u32,
    /// Region in the left submission.
    pub left: Region,
    /// Region in the right submission.
    pub right: Region,
    /// For each side, the source in which its author handed in most of this before ([`OwnPassage::source`]).
    ///
    /// [`OwnPassage::source`]: crate::OwnPassage::source
    pub handed_in_before: [Option<u32>; 2],
    /// Number of groups in the batch that have most of this passage, including these two.
    pub groups: u32,
    /// Number of archived submissions that have it.
    pub archived: u32,
    /// Indexes of the first of these archived submissions.
    pub archived_in: Vec<u32>,
    /// The pieces of a rewritten match that agree, in order. What lies between them was inserted or written differently.
    /// Empty for other matches.
    pub pieces: Vec<Piece>,
    /// Other occurrences of the whole passage in the left submission; at most [`crate::FURTHER`].
    pub left_further: Vec<Region>,
    /// Other occurrences of the whole passage in the right submission; at most [`crate::FURTHER`].
    pub right_further: Vec<Region>,
}

/// Tokens of two files that agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Tokens in the file of the left region.
    pub left: Range<u32>,
    /// Tokens in the file of the right region.
    pub right: Range<u32>,
    /// Whether they are equal token by token; otherwise, their statements have a form in common.
    pub exact: bool,
}

/// Tokens of one file of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// Index of the file in its submission.
    pub file: u32,
    /// Indexes into the file's token stream.
    pub tokens: Range<u32>,
}
