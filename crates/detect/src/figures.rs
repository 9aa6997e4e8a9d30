//! Result values of a pair (its figures, its matches, and why it has its score) and of a submission (its figures, its
//! masked tokens, and how it counts towards rarity).

use std::ops::Range;

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
    /// Counted tokens of the text that both sides have, comments and layout aside, if it is all of their work, or files that
    /// few others have and that are at least half of the smaller side; otherwise 0.
    pub same_text_tokens: u32,
    /// Covered counted tokens / counted tokens of the left side.
    pub left_share: f64,
    /// Covered counted tokens / counted tokens of the right side.
    pub right_share: f64,
    /// Covered tokens / all tokens of the left side, including masked ones. Files that are ignored are left out of both.
    pub left_share_raw: f64,
    /// Covered tokens / all tokens of the right side, in the same sense.
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
    /// Index of the first finding that both sides belong to.
    pub finding: Option<u32>,
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

/// Why a pair has its score.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// What the pair shares in each view, in the order of [`ViewKind`].
    pub views: Vec<ViewEvidence>,
    /// Suspicion, in bits, that is usual for two submissions like these in this class.
    pub usual: f64,
    /// How many pairs as strong as this one the tail of the class expects; `None` if the class is too small to tell.
    pub expect_by_class: Option<f64>,
    /// How many pairs chance would leave with a common run as long and rare as the one of this pair; `None` if it has none
    /// that is long enough.
    pub expect_by_run: Option<f64>,
    /// Tokens that both sides have in common and that do not count.
    pub ignored: IgnoredTokens,
    /// The matches that others have least, in falling order of their bits.
    pub rarest: Vec<RarePassage>,
}

/// A view of the batch: which features of a submission are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ViewKind {
    /// Runs of k tokens, without names and literals.
    Kgrams,
    /// Statements, without names and literals.
    Statements,
    /// Canonical forms of statements.
    Forms,
    /// Four tokens in a row, with names and literals as written.
    Texts,
    /// Runs of tokens of any length, without names and literals. Only a batch in which too many submissions have some
    /// k-grams has this view.
    Runs,
    /// Lines as typed.
    Lines,
}

impl ViewKind {
    /// All views, in the order in which a batch has them.
    pub const ALL: [Self; 6] =
        [Self::Kgrams, Self::Statements, Self::Forms, Self::Texts, Self::Runs, Self::Lines];

    /// Returns the kinds of a batch with this many views.
    pub(crate) fn for_views(views: usize) -> Vec<Self> {
        let has_runs = views == Self::ALL.len();
        Self::ALL.into_iter().filter(|&kind| has_runs || kind != Self::Runs).collect()
    }
}

/// What a pair shares in one view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ViewEvidence {
    /// The view.
    pub view: ViewKind,
    /// Bits of what both sides have.
    pub bits: f64,
    /// Bits that this would have if nobody else had it.
    pub bits_at_most: f64,
    /// Bits of everything that the left side has.
    pub left_bits: f64,
    /// Bits of everything that the right side has.
    pub right_bits: f64,
    /// Suspicion by this view alone.
    pub suspicion: f64,
}

/// A match, by how little others have it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RarePassage {
    /// Index of the match in [`Pair::matches`](crate::Pair::matches).
    pub found: u32,
    /// Bits of its tokens, as in the view of k-grams.
    pub bits: f64,
}

/// Numbers of tokens that do not count, by reason ([`Mask`]).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct IgnoredTokens {
    /// Starter code.
    pub boilerplate: u32,
    /// Common in the batch.
    pub common: u32,
    /// Common elsewhere.
    pub elsewhere: u32,
    /// Given code.
    pub given: u32,
    /// In files that no student wrote.
    pub vendored: u32,
}

/// How a submission counts when counting how many have something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counts {
    /// As part of its group, named by the smallest member: a party, or submissions nearly identical to each other.
    Group(u32),
    /// As an archived submission.
    Archived,
    /// Not at all, because it belongs to staff.
    Not,
}

impl Counts {
    /// Returns the number of groups in the batch. Each is counted at its smallest member.
    #[must_use]
    pub fn groups(counts: &[Self]) -> usize {
        (0..).zip(counts).filter(|&(submission, &counts)| counts == Self::Group(submission)).count()
    }

    /// Returns how many groups of the batch the two sides of a pair are.
    pub(crate) fn groups_of_pair(sides: [Self; 2]) -> u32 {
        let in_batch = sides.iter().filter(|counts| matches!(counts, Self::Group(_))).count() as u32;
        in_batch - u32::from(in_batch == 2 && sides[0] == sides[1])
    }

    /// Returns the number of members of each group, by its smallest member.
    pub(crate) fn sizes(counts: &[Self]) -> Vec<u32> {
        let mut sizes = vec![0; counts.len()];
        for counts in counts {
            if let Self::Group(group) = counts {
                sizes[*group as usize] += 1;
            }
        }
        sizes
    }
}

/// The figures of one submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionFigures {
    /// Number of all tokens.
    pub tokens: u32,
    /// Number of tokens that are neither boilerplate nor common.
    pub counted_tokens: u32,
    /// Whether it has fewer counted tokens than [`DetectionSettings::too_short`](crate::DetectionSettings::too_short).
    pub too_short: bool,
    /// For each file, in input order: its masked token ranges, ascending and disjoint.
    pub masked: Vec<Vec<(Range<u32>, Mask)>>,
    /// Index of its team in [`DetectionSettings::teams`](crate::DetectionSettings::teams); the first one if there are
    /// several.
    pub team: Option<u32>,
    /// Whether it belongs to staff.
    pub staff: bool,
}

/// Why tokens do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mask {
    /// They were handed out by the instructor, or marked as starter code by a reader.
    Boilerplate,
    /// More groups have them than [`Options::common_limit`](crate::Options::common_limit), or more submissions than
    /// [`Options::submission_limit`](crate::Options::submission_limit).
    Common,
    /// They are common elsewhere ([`Background`](crate::Background)).
    Elsewhere,
    /// They are in a passage of a finding of [`FindingKind::GivenCode`](crate::FindingKind::GivenCode).
    Given,
    /// Their file is of somebody outside the class.
    Vendored,
    /// A tool wrote their file.
    Generated,
}
