//! What a report says of the class as a whole: clusters, duplicates, and the distribution of suspicion.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ids::PairId;
use super::settings::Template;

/// What three or more submissions share beyond the usual.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportFinding)]
pub struct Finding {
    /// Its number in this report, from 1.
    pub id: u32,
    /// What it means.
    pub kind: FindingKind,
    /// Names of the submissions, by id.
    pub submissions: Vec<String>,
    /// For each of these, the share of what they have in common that it has.
    pub shares: Vec<f64>,
    /// How much what they have in common tells against people who worked alone, in bits; 0 for given code.
    pub bits: f64,
    /// Smallest expect value of their pairs, as `pairs[].expect`, if they are versions of one program; null otherwise.
    pub expect: Option<f64>,
    /// About how many counted tokens they have in common.
    pub tokens: u32,
    /// Whether it may be starter code that nobody declared.
    pub may_be_starter_code: bool,
    /// Name of the submission that has most of what they have in common.
    pub representative: String,
    /// The passages of given code in that submission, as a review takes them to be ignored as starter code.
    pub passages: Vec<Template>,
    /// The strongest pairs at or above the cut-off of a version with a submission outside of the finding, by rank.
    pub between: Vec<ClusterLink>,
}

/// What a finding means.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema, strum::IntoStaticStr,
)]
#[schema(as = ReportFindingKind)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum FindingKind {
    /// They are versions of one program.
    Versions,
    /// They have the same code, and little else in common. The code is ignored, as if everybody had it.
    GivenCode,
    /// The task leaves little choice, or the programs are too short to tell.
    SmallTask,
}

impl FindingKind {
    /// Returns the name, such as `given-code`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A cluster: submissions that are tied to each other by pairs at or above the cut-off. No submission is in two clusters,
/// and versions of one program ([`Finding`]) are in none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportCluster)]
pub struct Cluster {
    /// Names of the submissions, by id.
    pub submissions: Vec<String>,
    /// Mean similarity of the strongest links that connect the cluster.
    pub similarity: f64,
    /// Smallest expect value among its pairs; as `pairs[].expect`.
    pub expect: Option<f64>,
    /// Largest suspicion among its pairs.
    pub suspicion: f64,
    /// The pairs that connect the cluster and its strongest other pairs, by rank.
    pub links: Vec<ClusterLink>,
    /// The strongest pairs at or above the cut-off of a member with a member of another cluster, by rank.
    pub between: Vec<ClusterLink>,
}

/// A pair that links two members of a cluster, or members of two clusters.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportClusterLink)]
pub struct ClusterLink {
    /// Ids of the two submissions.
    #[schema(value_type = String, pattern = "^([1-9][0-9]*-[1-9][0-9]*|[A-Z][0-9A-Z]+-[A-Z][0-9A-Z]+)$")]
    pub id: PairId,
    /// Expect value of the pair; as `pairs[].expect`.
    pub expect: Option<f64>,
    /// Suspicion of the pair.
    pub suspicion: f64,
}

/// Distribution of suspicion over the pairs of a class, without archived submissions and without those too short to judge.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportDistribution)]
pub struct Distribution {
    /// Number of submissions in the distribution.
    pub submissions: u32,
    /// Number of their pairs, whether compared token by token or not.
    pub pairs: u64,
    /// Number of submissions that are so short, or so like the others, that a copy in which only names are new would not be
    /// named. 0 if there are no expect values, or a cut-off in bits was chosen.
    #[serde(default)]
    pub too_alike: u32,
    /// Compared pairs by suspicion, ascending without gaps from 0.
    pub bars: Vec<Bar>,
    /// Estimate for people who worked alone; null if the class is too small for it.
    pub chance: Option<Chance>,
}

/// A bar of the distribution: the pairs whose suspicion is between two edges.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportBar)]
pub struct Bar {
    /// Lowest suspicion in the bar.
    pub from: f64,
    /// Suspicion at which the next bar begins; null: no end.
    pub to: Option<f64>,
    /// Number of pairs.
    pub pairs: u64,
    /// Number of submissions whose strongest pair is in the bar.
    pub strongest: u32,
}

/// What chance leaves in this class if everyone has worked alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportChance)]
pub struct Chance {
    /// Number of submissions on which the estimate is based; of those that are linked, only one counts.
    pub submissions: u32,
    /// Number of pairs of the class expected at or below `settings.cutoff_expect`; absent if that is null.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected_at_cutoff: Option<f64>,
    /// The fitted tail.
    pub tail: Tail,
    /// Compared pairs by expect value, weakest first.
    pub bars: Vec<ExpectBar>,
}

/// The tail of strength among people who worked alone. Of all pairs, the share `o / (1 + o)` is expected at or above the
/// strength s, with `o = share * exp(-rate * (s - from))`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportTail)]
pub struct Tail {
    /// Strength at which the tail begins.
    pub from: f64,
    /// Rate at which pairs decrease, per unit of strength.
    pub rate: f64,
    /// Share of all pairs that are in the tail.
    pub share: f64,
}

/// The pairs whose expect value is between two edges. If everyone worked alone, about `to - from` are expected.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportExpectBar)]
pub struct ExpectBar {
    /// Lower edge, excluded; 0 for the strongest pairs.
    pub from: f64,
    /// Upper edge, included.
    pub to: f64,
    /// Number of pairs.
    pub pairs: u64,
}

/// Submissions that are copies of each other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportDuplicates)]
pub struct Duplicates {
    /// Sense in which they are copies.
    pub kind: DuplicateKind,
    /// Names of the submissions, by id.
    pub submissions: Vec<String>,
}

/// Sense in which submissions are copies, strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportDuplicateKind)]
#[serde(rename_all = "kebab-case")]
pub enum DuplicateKind {
    /// Equal bytes of all files.
    Identical,
    /// Equal token texts.
    LexicallyEquivalent,
    /// Equal normalised streams.
    TokenEquivalent,
}
