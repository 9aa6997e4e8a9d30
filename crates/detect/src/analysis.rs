//! What `analyse` takes besides submissions, and what it gives back: plain values.
//!
//! Submissions are named by their index in the input everywhere (`u32`): those of the batch first, in name
//! order, then the archived ones. Token positions are indexes into a file's token stream.

use std::ops::Range;

use chaffinch_submission::{Scheme, Span};

use crate::distribution::Distribution;

/// What influences the result of one comparison, beside what is compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// A passage in more than this many groups is common: shown, not counted. 0: no cut, rarity weighs.
    pub common_limit: u32,
    /// Pairs at or above it open clusters; `None`: [`crate::DEFAULT_CUTOFF`].
    pub cutoff: Option<f64>,
    /// Pairs that carry their matches, best first.
    pub pairs_with_matches: usize,
    /// Pairs kept, best first; 0 keeps every verified pair. Changes no number. As many with staff's submissions are kept.
    pub max_pairs: usize,
    /// Passages that count as handed out.
    pub templates: Vec<Template>,
    /// Names of submissions or authors that worked together, a team each.
    pub teams: Vec<Vec<String>>,
    /// Names of submissions or authors that are not of the class.
    pub staff: Vec<String>,
}

/// A passage of one file that counts as handed out, wherever it occurs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Template {
    /// Index of the submission.
    pub submission: u32,
    /// Index of the file in it.
    pub file: u32,
    /// Bytes of its text; whatever tokens they touch are meant.
    pub bytes: Span,
}

impl Options {
    /// What the command line and the service start from.
    pub const DEFAULT: Self = Self {
        common_limit: 0,
        cutoff: None,
        pairs_with_matches: 1000,
        max_pairs: 250,
        templates: Vec::new(),
        teams: Vec::new(),
        staff: Vec::new(),
    };
}

/// Told while `analyse` works; `done` of `total` units of the stage are finished. Called from any thread.
pub trait Progress: Sync {
    /// Stages come in the order `screening`, `verifying`, `listing`.
    fn report(&self, stage: &'static str, done: usize, total: usize);
}

impl Progress for () {
    fn report(&self, _: &'static str, _: usize, _: usize) {}
}

/// Everything that was found, best first; the same for any thread count and any order in.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The constants and options that were in force.
    pub settings: DetectionSettings,
    /// One an input submission, in input order.
    pub submissions: Vec<SubmissionFigures>,
    /// As whom each submission counts where it is asked how many have something.
    pub counts: Vec<Counts>,
    /// Kept pairs, ranked: those of students before those with staff's submissions, judged before too-short ones, then by
    /// suspicion, ties by name.
    pub pairs: Vec<Pair>,
    /// Pairs that were verified, kept or not.
    pub verified_pairs: usize,
    /// Components over pairs at or above the cut-off; largest suspicion first.
    pub clusters: Vec<Cluster>,
    /// Sets of submissions that are copies of each other; the strictest kind that holds.
    pub duplicates: Vec<Duplicates>,
    /// How suspicion is spread over the class's own pairs.
    pub distribution: Distribution,
}

/// As whom a submission counts where it is asked how many have something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counts {
    /// As its group, named by the smallest member: a party, or submissions nearly identical to each other.
    Group(u32),
    /// As one of an archive.
    Archived,
    /// As nobody: it is staff's.
    Not,
}

/// Everything that influenced the result.
#[derive(Debug, Clone, PartialEq)]
pub struct DetectionSettings {
    /// Schemes in use with the languages read under each; sorted.
    pub schemes: Vec<(Scheme, Vec<&'static str>)>,
    /// As [`Options::common_limit`].
    pub common_limit: u32,
    /// The cut-off in force.
    pub cutoff: f64,
    /// Shortest match, in tokens.
    pub min_match: u32,
    /// Shortest verified common run with a boilerplate file that masks, in tokens.
    pub boilerplate_run: u32,
    /// Fewer counted tokens than this on a side: too short to judge.
    pub too_short: u32,
    /// Neighbours verified a submission.
    pub neighbours: u32,
    /// Boilerplate files given.
    pub boilerplate_files: u32,
    /// As [`Options::templates`]; sorted, each once.
    pub templates: Vec<Template>,
    /// As [`Options::teams`].
    pub teams: Vec<Vec<String>>,
    /// As [`Options::staff`].
    pub staff: Vec<String>,
}

/// One submission's own figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionFigures {
    /// All tokens.
    pub tokens: u32,
    /// Tokens that are neither boilerplate nor common.
    pub counted_tokens: u32,
    /// Fewer counted tokens than [`DetectionSettings::too_short`].
    pub too_short: bool,
    /// A file each, in input order: masked token ranges, ascending, disjoint.
    pub masked: Vec<Vec<(Range<u32>, Mask)>>,
    /// Index of its team in [`DetectionSettings::teams`]; of several the first.
    pub team: Option<u32>,
    /// It is staff's.
    pub staff: bool,
}

/// Why tokens do not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mask {
    /// Handed out by the instructor, or called template by a reader.
    Boilerplate,
    /// In more groups than [`Options::common_limit`].
    Common,
}

/// Two submissions and what they share.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Index of the submission with the smaller number; never an archived one.
    pub left: u32,
    /// Index of the other.
    pub right: u32,
    /// Ranks; see `docs/detection.md`.
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
    /// [`Options::pairs_with_matches`].
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

/// Submissions linked by pairs at or above the cut-off.
#[derive(Debug, Clone, PartialEq)]
pub struct Cluster {
    /// Indexes, ascending; at least two.
    pub submissions: Vec<u32>,
    /// Mean similarity of the strongest links that hold them together (a spanning tree).
    pub similarity: f64,
    /// The largest suspicion among them.
    pub suspicion: f64,
    /// What holds it together and the strongest of its other pairs at or above the cut-off, in ranked order; at most
    /// [`crate::LINKS`] a member more than it takes to hold together.
    pub links: Vec<Link>,
}

/// A pair that links two members of a cluster.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// Index of the submission with the smaller number.
    pub left: u32,
    /// Index of the other.
    pub right: u32,
    /// As [`Pair::suspicion`].
    pub suspicion: f64,
}

/// Copies of each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duplicates {
    /// In what sense.
    pub kind: DuplicateKind,
    /// Indexes, ascending; at least two.
    pub submissions: Vec<u32>,
}

/// In what sense submissions are copies, strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DuplicateKind {
    /// Equal bytes of all files.
    Identical,
    /// Equal token texts: comments and layout apart.
    LexicallyEquivalent,
    /// Equal normalised streams, above the too-short size.
    TokenEquivalent,
}
