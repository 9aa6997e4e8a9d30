//! A pair in the report: its figures, its matches, the names that differ, and its two sides. Field order is as in `report`.

use std::mem::swap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::evidence::{Evidence, Piece, Region, Why};
use super::ids::PairId;
use super::submission::ReferenceShare;
use super::summary::{ClusterLink, DuplicateKind};

/// Why reports and pairs can be written as JSON.
pub(super) const SERIALISES: &str = "keys are strings and numbers finite";

/// Two submissions and what they share. All shares, resemblances and containments are between 0 and 1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Pair {
    /// Ids of the left and the right submission: their numbers or, where names are hidden, their codes.
    #[schema(value_type = String, pattern = "^([1-9][0-9]*-[1-9][0-9]*|[A-Z][0-9A-Z]+-[A-Z][0-9A-Z]+)$")]
    pub id: PairId,
    /// Rank in the report, from 1.
    pub rank: u32,
    /// Name of the left submission.
    pub left: String,
    /// Name of the right submission.
    pub right: String,
    /// Expect value, by which pairs are ranked, smallest first: how many pairs as strong as this one chance would leave if
    /// everyone in a class like this had worked alone. Null if the class is too small to tell, or a side is too short to
    /// judge.
    pub expect: Option<f64>,
    /// Suspicion: how much unusual code the two share, in bits. Pairs without an expect value are ranked by it.
    pub suspicion: f64,
    /// Name of the submission with which both share more, if this explains the suspicion of the pair.
    pub through: Option<String>,
    /// Covered counted tokens of both sides / counted tokens of both sides.
    pub similarity: f64,
    /// Whether a side is too short to judge.
    pub too_short: bool,
    /// Counted tokens of the text that both sides have, comments and layout aside: of all their files, or of files that at
    /// most three groups have and that are at least half of the smaller side. Otherwise 0, and in reports made before this
    /// was known.
    #[serde(default)]
    pub same_text_tokens: u32,
    /// Covered counted tokens / counted tokens of the left side.
    pub left_share: f64,
    /// Covered counted tokens / counted tokens of the right side.
    pub right_share: f64,
    /// Covered tokens / all tokens of the left side, including boilerplate and common code, without ignored files.
    pub left_share_raw: f64,
    /// Covered tokens / all tokens of the right side, including boilerplate and common code, without ignored files.
    pub right_share_raw: f64,
    /// Number of counted tokens covered on the left side.
    pub matched_tokens: u32,
    /// Number of lines of the left side with a counted matched token.
    pub matched_lines: u32,
    /// Number of counted tokens of the longest match.
    pub longest_match: u32,
    /// Resemblance of the sets of counted k-grams.
    pub resemblance: f64,
    /// Containment of the left side in the right side.
    pub left_containment: f64,
    /// Containment of the right side in the left side.
    pub right_containment: f64,
    /// Number of matches, including those that are not listed; null if [`Pair::matches`] was not requested.
    pub match_count: Option<u32>,
    /// Matches, longest first, at most 2,000; null beyond the requested number of pairs, and in lists of pairs.
    pub matches: Option<Vec<Match>>,
    /// Why the pair has its score; null beyond the requested number of pairs with matches, and in lists of pairs.
    pub why: Option<Why>,
    /// Names of the left side in place of which the right side usually has another name, by places, then by name; at most
    /// 50. Null without matches or texts, and in lists of pairs.
    pub renames: Option<Vec<Rename>>,
    /// Number of such names, including those that are not listed; null if they are not known.
    pub rename_count: Option<u32>,
    /// What both sides have from the same reference answers, most first. It is not counted in any other figure of the
    /// pair, apart from the raw shares.
    pub references: Vec<ReferenceShare>,
    /// For a pair of `translations`: the languages of the left and the right side. Null for other
    /// pairs.
    pub languages: Option<(String, String)>,
    /// Number of lines of the right side with a counted matched token.
    pub right_matched_lines: u32,
    /// Whether the report names the pair: it reaches the cut-off, both are versions of one program, or
    /// `same_text_tokens` is at least 60.
    #[serde(default)]
    pub named: bool,
    /// In what sense the two are copies (`duplicates`); absent if they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equal: Option<DuplicateKind>,
    /// The id of the first one of `findings` that both sides belong to. Absent if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finding: Option<u32>,
}

/// A name of the left side that usually has another name on the right side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportRename)]
pub struct Rename {
    /// Name on the left side; long names are cut.
    pub left: String,
    /// Name that the right side has most often in its place; long names are cut.
    pub right: String,
    /// Number of places of the left name where matches are equal token by token.
    pub places: u32,
    /// Number of these places that have the right name.
    pub consistent: u32,
}

/// A match: two verified regions that are equal token by token or, in a rewritten match, piece by piece.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportMatch)]
pub struct Match {
    /// Number of tokens on either side; in a rewritten match, those of its pieces on the side that has fewer. Partial
    /// statements at the ends may be left out; the figures of the pair count them.
    pub tokens: u32,
    /// Number of groups in the batch that have most of this passage, including these two.
    pub groups: u32,
    /// Number of archived submissions that have the passage.
    pub archived: u32,
    /// Language of the passage.
    pub language: String,
    /// Type of the match. `identical`: the texts of all tokens are equal, including the words and signs that matching
    /// ignores; comments and layout may differ. `renamed`: the tokens that are compared are equal, but the text of some token
    /// differs. `rewritten`: statements were inserted or written differently. `translated`: the languages differ. Null if no
    /// texts were kept.
    pub literal: Option<String>,
    /// Unusual text that both regions contain and others do not, strongest first; null if no texts were kept.
    pub evidence: Option<Vec<Evidence>>,
    /// Region in the left submission.
    pub left: Region,
    /// Region in the right submission.
    pub right: Region,
    /// Other regions of the left submission with the whole passage.
    pub left_further: Vec<Region>,
    /// Other regions of the right submission with the whole passage.
    pub right_further: Vec<Region>,
    /// The parts of a rewritten match that agree, in order. Empty for other matches.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
    /// Names of the first archived submissions that have the passage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub archived_in: Vec<String>,
    /// Whether both regions are equal to the character, including comments and layout. Null like `literal`, and if the
    /// languages differ.
    pub same_characters: Option<bool>,
    /// Share of the tokens whose text is identical, among those that are equal token by token and those that matching ignores
    /// and only one side has. Below 1 unless all are. Null if there are none, or no texts were kept.
    pub identical_share: Option<f64>,
    /// Number of different names that have another name on the other side, counted on the side that has more of them; null
    /// like `identical_share`.
    pub differing_names: Option<u32>,
    /// Number of different strings and numbers that have another one on the other side, counted in the same way; null like
    /// `identical_share`.
    pub differing_literals: Option<u32>,
    /// Number of words and signs that matching ignores (modifiers, annotations, signs in prose) and that the other side does
    /// not have in the same place; null like `identical_share`.
    pub differing_ignored: Option<u32>,
    /// Comments in the left region that the right region does not have, apart from layout, capitals and comment signs: bytes
    /// of the left file, ascending. Absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_differing_comments: Vec<(u32, u32)>,
    /// The same for the right region.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub right_differing_comments: Vec<(u32, u32)>,
    /// If the author of the left side handed in at least half of it before: the place in `settings.own_work.sources`, from
    /// 0. Absent if not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_handed_in_before: Option<u32>,
    /// The same for the right side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right_handed_in_before: Option<u32>,
}

impl Pair {
    /// Exchanges the sides.
    pub(crate) fn swap_sides(&mut self) {
        self.id = PairId { left: self.id.right, right: self.id.left };
        swap(&mut self.left, &mut self.right);
        swap(&mut self.left_share, &mut self.right_share);
        swap(&mut self.left_share_raw, &mut self.right_share_raw);
        swap(&mut self.left_containment, &mut self.right_containment);
        swap(&mut self.matched_lines, &mut self.right_matched_lines);
        if let Some((left, right)) = &mut self.languages {
            swap(left, right);
        }
        for found in self.matches.iter_mut().flatten() {
            swap(&mut found.left, &mut found.right);
            swap(&mut found.left_further, &mut found.right_further);
            swap(&mut found.left_differing_comments, &mut found.right_differing_comments);
            swap(&mut found.left_handed_in_before, &mut found.right_handed_in_before);
            for piece in &mut found.pieces {
                swap(&mut piece.left, &mut piece.right);
            }
        }
        for view in self.why.iter_mut().flat_map(|why| &mut why.views) {
            swap(&mut view.left_bits, &mut view.right_bits);
        }
        for rename in self.renames.iter_mut().flatten() {
            swap(&mut rename.left, &mut rename.right);
        }
    }

    /// Returns whether both sides, or files that few others have and that are much of the work, have the same text, comments and
    /// layout aside.
    pub fn has_same_text(&self) -> bool {
        self.same_text_tokens > 0
            || matches!(self.equal, Some(DuplicateKind::Identical | DuplicateKind::LexicallyEquivalent))
    }

    /// Returns the JSON, as it is stored.
    pub fn stored_json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect(SERIALISES)
    }

    /// Reads a pair.
    pub fn from_json(json: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(json)
    }

    /// Returns the pair as lists of pairs have it: without its matches, its renames and why it has its score.
    #[must_use]
    pub fn without_matches(&self) -> Self {
        Self { matches: None, renames: None, why: None, ..self.clone() }
    }
}

/// One side of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The submission with the smaller number.
    Left = 0,
    /// The submission with the larger number.
    Right = 1,
}

impl Side {
    /// Both sides, the left one first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// Returns the submission on this side.
    pub fn of(self, pair: PairId) -> u32 {
        [pair.left, pair.right][self as usize]
    }

    /// Returns the opposite side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// Returns the region of a match on this side.
    pub fn region(self, found: &Match) -> &Region {
        [&found.left, &found.right][self as usize]
    }

    /// Returns the regions of a match on this side: its own, then the others with the whole passage.
    pub fn all_regions(self, found: &Match) -> impl Iterator<Item = &Region> {
        let further = [&found.left_further, &found.right_further][self as usize];
        std::iter::once(self.region(found)).chain(further)
    }

    /// Returns the pieces of a rewritten match with their bytes on this side, ascending and disjoint. A statement may
    /// agree with several statements of the other side: the first such piece counts.
    pub fn pieces(self, found: &Match) -> impl Iterator<Item = (u32, u32, &Piece)> {
        let mut reached = 0;
        found.pieces.iter().filter_map(move |piece| {
            let (start, end) = [piece.left, piece.right][self as usize];
            (reached <= start).then(|| {
                reached = end;
                (start, end, piece)
            })
        })
    }

    /// Returns the comments of a match on this side that the other side does not have: bytes, ascending.
    pub fn differing_comments(self, found: &Match) -> &[(u32, u32)] {
        [&found.left_differing_comments, &found.right_differing_comments][self as usize]
    }

    /// Returns the letter with which fragments of this side begin.
    pub fn letter(self) -> char {
        ['l', 'r'][self as usize]
    }

    /// Returns the fragment of a match on this side.
    pub fn fragment(self, number: u32) -> String {
        format!("{}-{number}", self.letter())
    }
}

impl From<&Pair> for ClusterLink {
    fn from(pair: &Pair) -> Self {
        Self { id: pair.id, expect: pair.expect, suspicion: pair.suspicion }
    }
}
