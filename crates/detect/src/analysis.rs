//! The result of `analyse` for a whole batch: plain values, without algorithms.
//!
//! A submission is always referred to by its index in the input (`u32`): those of the batch come first, in name order,
//! then the archived ones. Token positions are indexes into a file's token stream.

use chaffinch_submission::Scheme;

use crate::features::long_runs::length;
use crate::{Counts, ExpectValues, Pair, Region, SubmissionFigures, Template};

/// The result of a comparison, best first. It is the same for any number of threads and any input order.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The constants and options of this comparison.
    pub settings: DetectionSettings,
    /// Figures of each input submission, in input order.
    pub submissions: Vec<SubmissionFigures>,
    /// How each submission counts when counting how many have something.
    pub counts: Vec<Counts>,
    /// Kept pairs, ranked: those of students before those with staff's submissions, judged before too-short ones, then
    /// by expect value, then by suspicion, ties by name.
    pub pairs: Vec<Pair>,
    /// Students' submissions that resemble a reference answer, each with its best references: pairs at or above the
    /// cut-off. The submission with the strongest pair comes first, and of one submission the strongest pair.
    pub references: Vec<Pair>,
    /// Number of pairs that were verified, kept or not; without those with reference answers.
    pub verified_pairs: usize,
    /// Pairs of students of the batch that were verified and can be judged, kept or not, best first.
    pub judged: JudgedPairs,
    /// What three or more submissions share: versions of one program first, then given code, then what the task leaves
    /// little choice of; largest first. No submission is in two findings of one kind, except of given code.
    pub findings: Vec<Finding>,
    /// Connected components of pairs at or above the cut-off, without those that findings explain; largest suspicion
    /// first.
    pub clusters: Vec<Cluster>,
    /// Sets of submissions that are copies of each other, with the strictest kind that applies.
    pub duplicates: Vec<Duplicates>,
    /// The distribution of suspicion over the class's own pairs.
    pub distribution: Distribution,
    /// What [`Options::submission_limit`](crate::Options::submission_limit) left out. `None` without that limit.
    pub left_out: Option<LeftOut>,
    /// Number of different passages that are ignored because they are common elsewhere.
    pub common_elsewhere: u32,
    /// Number of verified pairs of which something is ignored because both sides handed it in before.
    pub own_work_pairs: u32,
}

/// The expect values of all pairs that have one, without anything else about them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct JudgedPairs {
    /// Number of pairs that chance chooses from, compared or not. An expect value divided by it is the probability that
    /// one pair is so strong by chance.
    pub among: u64,
    /// The two submissions, and the pair's [`expect`](crate::Pair::expect).
    pub pairs: Vec<(u32, u32, f64)>,
}

/// How completely the pairs that share something were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screening {
    /// Number of k-grams in more than [`MAX_POSTINGS`](crate::MAX_POSTINGS) submissions, of those that winnowing selects.
    /// Longer runs took their place.
    pub frequent_kgrams: u32,
    /// How often these runs were extended until few enough submissions had each of that length; `None` if too many have some
    /// of any length.
    pub extensions: Option<u32>,
    /// Whether all pairs that share one of these k-grams or runs were verified.
    pub all_verified: bool,
}

impl Screening {
    /// Returns the least number of tokens of a common run that leads to a verified pair in any case; `None` if there is no
    /// such number.
    pub fn guarantee(self, scheme: Scheme) -> Option<u32> {
        let extensions = self.extensions.filter(|_| self.all_verified)?;
        Some((length(scheme.k, extensions) + usize::from(scheme.w) - 1) as u32)
    }
}

/// What a limit left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Number of different passages in more submissions than the limit.
    pub passages: u32,
    /// Number of verified pairs of the batch that stand out if these passages count, and that
    /// [`Floor`](crate::Floor) does not admit without them. Each submission has at most
    /// [`NEIGHBOURS`](crate::NEIGHBOURS) verified neighbours, so there may be more.
    pub pairs: u32,
    /// Number of submissions in these pairs.
    pub submissions: u32,
}

/// Everything that influenced the result.
#[derive(Debug, Clone, PartialEq)]
pub struct DetectionSettings {
    /// Schemes in use, each with the languages read with it; sorted.
    pub schemes: Vec<(Scheme, Vec<&'static str>)>,
    /// As [`Options::common_limit`](crate::Options::common_limit).
    pub common_limit: u32,
    /// As [`Options::submission_limit`](crate::Options::submission_limit).
    pub submission_limit: u32,
    /// The suspicion from which pairs form clusters, if there is no `cutoff_expect`.
    pub cutoff: f64,
    /// The expect value up to which pairs form clusters. `None` if there are no expect values, or
    /// [`Options::cutoff`](crate::Options::cutoff) was chosen.
    pub cutoff_expect: Option<f64>,
    /// The largest share of the named pairs that is expected by chance, if the cut-off follows from it.
    pub cutoff_rate: Option<f64>,
    /// Whether there are expect values, and if not, why.
    pub expect_values: ExpectValues,
    /// Length of the shortest match, in tokens.
    pub min_match: u32,
    /// Length in tokens of the shortest verified common run with a boilerplate file that is masked.
    pub boilerplate_run: u32,
    /// A submission with fewer counted tokens than this is too short to judge.
    pub too_short: u32,
    /// Number of neighbours verified for each submission.
    pub neighbours: u32,
    /// By what findings are judged.
    pub findings: FindingStatistics,
    /// How completely pairs were found.
    pub screening: Screening,
    /// Number of boilerplate files given.
    pub boilerplate_files: u32,
    /// As [`Options::templates`](crate::Options::templates); sorted, without duplicates.
    pub templates: Vec<Template>,
    /// As [`Options::teams`](crate::Options::teams).
    pub teams: Vec<Vec<String>>,
    /// As [`Options::staff`](crate::Options::staff).
    pub staff: Vec<String>,
    /// As [`Options::count_vendored`](crate::Options::count_vendored).
    pub count_vendored: bool,
    /// As [`Options::count_given`](crate::Options::count_given).
    pub count_given: bool,
}

/// By what findings are judged: what unrelated programs share, measured over programs of other tasks, and limits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FindingStatistics {
    /// Share of the features of a program that an unrelated one of the same task has.
    pub usual_share: f64,
    /// Least evidence for versions of one program, in bits.
    pub bits: f64,
    /// Least distance between versions of one program and everybody else, in bits for a unit of weight.
    pub distance: f64,
    /// Least share of a version that is common to the group.
    pub common: f64,
    /// Tokens of the shortest passage that is given code.
    pub given_tokens: u32,
    /// Share of the class that has such a passage.
    pub given_share: f64,
}

/// The distribution of suspicion over the pairs of a class, without archived submissions and those too short to judge.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// Number of submissions that were included.
    pub submissions: u32,
    /// Number of their pairs, compared or not.
    pub pairs: u64,
    /// Number of submissions that are so short, or so like the others, that a copy in which only names are new would not be
    /// named. 0 if there are no expect values, or a cut-off in bits was chosen.
    pub too_alike: u32,
    /// Compared pairs by suspicion, ascending without a gap from 0.
    pub bars: Vec<Bar>,
    /// Compared pairs by expect value, weakest first; empty bars if there are no expect values.
    pub by_expect: Vec<ExpectBar>,
    /// `None` if the class is too small for an estimate.
    pub chance: Option<Chance>,
}

/// Pairs whose suspicion lies between two edges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    /// The lowest suspicion in the bar.
    pub from: f64,
    /// The upper edge, excluded; `None` for the last bar.
    pub to: Option<f64>,
    /// Number of pairs.
    pub pairs: u64,
    /// Number of submissions whose strongest pair is in the bar.
    pub strongest: u32,
}

/// Pairs whose expect value lies between two edges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExpectBar {
    /// The upper edge, included; the number of pairs expected at or below it.
    pub to: f64,
    /// The lower edge, excluded; 0 for the last bar. `to - from` pairs are expected in the bar.
    pub from: f64,
    /// Number of pairs.
    pub pairs: u64,
}

/// What people who worked alone would show: how many of their pairs have at least a strength (`scoring::strength`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// Number of submissions the estimate is based on. Linked submissions count as one.
    pub submissions: u32,
    /// Strength at which the tail begins.
    pub from: f64,
    /// Rate at which pairs decrease from there on, per unit of strength.
    pub rate: f64,
    /// Share of all pairs that are in the tail.
    pub share: f64,
}

impl Chance {
    /// Returns how many of `pairs` pairs of people who worked alone have at least this strength: fewer than `pairs`.
    #[must_use]
    pub fn expected(&self, strength: f64, pairs: f64) -> f64 {
        let odds = self.share * (self.rate * (self.from - strength)).exp();
        if odds.is_finite() { pairs * odds / (1.0 + odds) } else { pairs }
    }
}

/// Submissions tied to each other by pairs at or above the cut-off.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Cluster {
    /// Indexes of the submissions, ascending; at least two.
    pub submissions: Vec<u32>,
    /// Mean similarity of the strongest links that connect them (a spanning tree).
    pub similarity: f64,
    /// The smallest expect value among its pairs; as [`Pair::expect`](crate::Pair::expect).
    pub expect: Option<f64>,
    /// The largest suspicion among its pairs.
    pub suspicion: f64,
    /// The links that connect the cluster, and the strongest of its other pairs at or above the cut-off, in ranked
    /// order. There are at most [`crate::LINKS`] other pairs per member.
    pub links: Vec<Link>,
    /// The strongest pairs at or above the cut-off of a member with a member of another cluster, in ranked order; at
    /// most [`crate::LINKS`] per member.
    pub between: Vec<Link>,
}

/// A pair that links two members of a cluster, or members of two clusters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// Index of the submission with the smaller number.
    pub left: u32,
    /// Index of the other submission.
    pub right: u32,
    /// As [`Pair::expect`](crate::Pair::expect).
    pub expect: Option<f64>,
    /// As [`Pair::suspicion`](crate::Pair::suspicion).
    pub suspicion: f64,
}

/// What three or more submissions share beyond the usual.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// What it means.
    pub kind: FindingKind,
    /// Indexes of the submissions, ascending; at least three.
    pub submissions: Vec<u32>,
    /// For each of these, the share of what they have in common that it has.
    pub shares: Vec<f64>,
    /// How much what they have in common tells against people who worked alone, in bits; 0 for given code.
    pub bits: f64,
    /// Smallest expect value of their pairs, if they are versions of one program.
    pub expect: Option<f64>,
    /// About how many counted tokens they have in common.
    pub tokens: u32,
    /// The submission that has most of what they have in common.
    pub representative: u32,
    /// The passages of given code in that submission, each in one file.
    pub passages: Vec<Region>,
    /// The strongest pairs at or above the cut-off of a member with anybody else, in ranked order, if they are versions of
    /// one program; at most [`crate::LINKS`] per member.
    pub between: Vec<Link>,
}

impl Finding {
    /// Returns the place of the first of the largest shares.
    pub fn first_of_most(shares: &[f64]) -> Option<usize> {
        let places = shares.iter().copied().enumerate().rev();
        places.max_by(|one, other| one.1.total_cmp(&other.1)).map(|(at, _)| at)
    }
}

/// What a finding means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// They are versions of one program.
    Versions,
    /// They have the same code, and little else in common.
    GivenCode,
    /// The task leaves little choice, or the programs are too short to tell.
    SmallTask,
}

/// Submissions that are copies of each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duplicates {
    /// In what sense they are copies.
    pub kind: DuplicateKind,
    /// Indexes of the submissions, ascending; at least two.
    pub submissions: Vec<u32>,
}

/// In what sense submissions are copies, strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DuplicateKind {
    /// All files have equal bytes.
    Identical,
    /// The texts of all tokens are equal; comments and layout may differ.
    LexicallyEquivalent,
    /// The normalized token streams are equal, and long enough to judge.
    TokenEquivalent,
}
