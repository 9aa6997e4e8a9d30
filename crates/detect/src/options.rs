//! What decides a comparison besides the submissions: options, starter-code passages, limits and thresholds.

use chaffinch_submission::{MatchLength, Scheme, Span};

/// Options that influence the result of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// A passage in more groups than this is common: it is shown, but not counted. 0 means no limit; only rarity
    /// decides.
    pub common_limit: u32,
    /// A passage in more submissions of the batch than this is common, too. Copies count one by one, as MOSS's option
    /// `-m` counts them, so that a copied program becomes common. 0 means no limit.
    pub submission_limit: u32,
    /// Which pairs are named. `None` means those with at most the expect value [`crate::DEFAULT_CUTOFF_EXPECT`], or a larger
    /// one at which at most one in twenty of what is found is expected by chance. A class too small for expect values names
    /// those with at least the suspicion [`crate::SMALL_CLASS_CUTOFF`], unless a suspicion is chosen.
    pub cutoff: Option<Cutoff>,
    /// Number of pairs with matches, best first. It is smaller if they have very much code.
    pub pairs_with_matches: usize,
    /// Number of pairs that are kept, best first; 0 keeps every verified pair. It does not change any figure. The same
    /// number of pairs with staff's submissions is kept in addition.
    pub max_pairs: usize,
    /// Number of pairs that are kept because they have most matched tokens, of those that [`Floor`](crate::Floor)
    /// admits. Pairs with archived or staff's submissions are not among them.
    pub most_matched: usize,
    /// The shortest match, and the schemes by which it is found.
    pub match_length: MatchLength,
    /// Passages that count as starter code.
    pub templates: Vec<Template>,
    /// For each team, the names of its submissions or authors, who worked together.
    pub teams: Vec<Vec<String>>,
    /// Names of submissions or authors that do not belong to the class.
    pub staff: Vec<String>,
    /// Whether files that no student wrote ([`chaffinch_submission::Provenance`]) count like others.
    pub count_vendored: bool,
    /// Whether given code ([`crate::FindingKind::GivenCode`]) counts like other code. It is then not looked for, and neither is
    /// it with a `submission_limit`.
    pub count_given: bool,
}

impl Options {
    /// The defaults of the command line and the service.
    pub const DEFAULT: Self = Self {
        common_limit: 0,
        submission_limit: 0,
        cutoff: None,
        pairs_with_matches: 1000,
        max_pairs: 250,
        most_matched: 0,
        match_length: MatchLength::DEFAULT,
        templates: Vec::new(),
        teams: Vec::new(),
        staff: Vec::new(),
        count_vendored: false,
        count_given: false,
    };
}

/// Which pairs are named: those that form clusters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cutoff {
    /// Those with at most this expect value.
    Expect(f64),
    /// Those with at least this suspicion.
    Suspicion(f64),
}

impl Cutoff {
    /// Returns the suspicion from which pairs are named, and the expect value up to which they are, which has precedence.
    /// It is `None` if the class has none, or a suspicion was chosen. `by_rate` is the expect value of the default.
    pub(crate) fn in_force(chosen: Option<Self>, known: ExpectValues, by_rate: f64) -> (f64, Option<f64>) {
        match (chosen, known) {
            (Some(Self::Suspicion(cutoff)), _) => (cutoff, None),
            (Some(Self::Expect(cutoff)), ExpectValues::Known) => (DEFAULT_CUTOFF, Some(cutoff)),
            (None, ExpectValues::Known) => (DEFAULT_CUTOFF, Some(by_rate)),
            (_, ExpectValues::MatchLength) => (DEFAULT_CUTOFF, None),
            (_, ExpectValues::ClassTooSmall) => (SMALL_CLASS_CUTOFF, None),
        }
    }
}

/// Whether a comparison has expect values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectValues {
    /// It has.
    Known,
    /// The class is too small for them.
    ClassTooSmall,
    /// They were not measured for the chosen match length.
    MatchLength,
}

/// Returns the tokens of the shortest match.
pub(crate) fn min_match(length: MatchLength) -> u32 {
    length.tokens().map_or(MIN_MATCH, u32::from)
}

/// Returns whether expect values were measured for a match length, in languages with these schemes of their own. The
/// window only decides which pairs are compared, and a smaller one does not lose any.
pub(crate) fn is_calibrated(length: MatchLength, mut own: impl Iterator<Item = Scheme>) -> bool {
    min_match(length) == MIN_MATCH && own.all(|own| length.scheme(own).k == own.k)
}

/// A passage of one file that counts as starter code wherever it occurs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Template {
    /// Index of the submission.
    pub submission: u32,
    /// Index of the file in the submission.
    pub file: u32,
    /// Bytes of the file's text. Every token with at least one of these bytes belongs to the passage.
    pub bytes: Span,
}

/// Least default cut-off: pairs with at most this expect value are named in every class. About one pair of a class reaches it
/// by chance.
pub const DEFAULT_CUTOFF_EXPECT: f64 = 1.0;

/// Pairs with at least this suspicion are suspects: more of their matches are listed. In bits.
pub const DEFAULT_CUTOFF: f64 = 15.0;

/// Cut-off of a class that is too small for expect values: pairs with at least this suspicion form clusters, in bits. Of
/// groups of two to five unrelated programs, nine of ten have no such pair. Of a copy and its original alone, 19 of 20
/// have it. Of half a program among three others, 11 of 12 have it.
pub const SMALL_CLASS_CUTOFF: f64 = 5.0;

/// Number of neighbours that are verified for each submission.
pub const NEIGHBOURS: usize = 100;

/// Tokens of the shortest match that is listed, if no other length is chosen. It is not longer than the guarantee threshold t of any scheme, so every
/// match that fingerprints guarantee to find is shown.
pub const MIN_MATCH: u32 = 8;

/// Tokens of the shortest run shared with a boilerplate file that is masked. It is well above k: at k = 6, an unrelated
/// program would mask most of all code, and at 20 still a tenth in some classes.
pub const BOILERPLATE_RUN: u32 = 32;

/// A pair is too short to judge if a side has fewer counted tokens than this.
pub const TOO_SHORT: u32 = 40;

/// Counted tokens of the shortest text that names the two who have it, comments and layout aside. Shorter ones are equal by
/// chance.
pub const MIN_SAME_TEXT: u32 = 60;

/// Most reference answers that are listed for a submission.
pub const REFERENCES: usize = 5;

/// Most links that are listed per member of a cluster, in addition to those that connect it.
pub const LINKS: usize = 4;

/// Most further occurrences that are listed for a match on each side.
pub const FURTHER: usize = 8;

/// Most matches that are listed for a pair. In the labelled classes, no pair has more than 300. Two large files that
/// were made for it have tens of thousands, and a report of them would fill any memory.
pub const MAX_MATCHES: usize = 2_000;

/// Most further occurrences that are listed for all matches of a pair.
pub const MAX_FURTHER: usize = 4_000;
