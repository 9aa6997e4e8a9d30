//! Why a pair has its score: the parts from which expect value and suspicion are computed.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Why a pair has its expect value and its suspicion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportWhy)]
pub struct Why {
    /// The view with the largest suspicion. The suspicion of the pair is that of this view, unless `pairs[].through`
    /// explains it.
    pub view: ViewKind,
    /// What the two share in each view.
    pub views: Vec<ViewEvidence>,
    /// Suspicion, in bits, that is usual for two submissions like these in this class.
    pub usual: f64,
    /// How many pairs as strong as this one chance would leave, estimated from the other pairs of the class; null if the
    /// class is too small.
    pub expect_by_class: Option<f64>,
    /// How many pairs chance would leave with a common passage as long and rare as the one of this pair; null if it has none
    /// that is long enough. `pairs[].expect` is the smaller of the two, but larger if the pair shares few bits.
    pub expect_by_run: Option<f64>,
    /// Common tokens that do not count, by reason.
    pub ignored: IgnoredTokens,
    /// The matches that others have least, strongest first.
    pub rarest: Vec<RarePassage>,
}

/// A view: what is compared.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[schema(as = ReportViewKind)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum ViewKind {
    /// Runs of k tokens, without names and literals.
    Kgrams,
    /// Statements, without names and literals.
    Statements,
    /// Canonical forms of statements.
    Forms,
    /// Names and literals as written, in four tokens in a row.
    Texts,
    /// Runs of tokens of any length, without names and literals. Only in a large class in which too many submissions have
    /// some fingerprints.
    Runs,
    /// Lines as typed.
    Lines,
}

/// What two submissions share in one view.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportViewEvidence)]
pub struct ViewEvidence {
    /// The view.
    pub view: ViewKind,
    /// Bits of what both sides have. What others have too has fewer.
    pub bits: f64,
    /// Bits that this would have if nobody else had it.
    pub bits_at_most: f64,
    /// Bits of everything in the left submission.
    pub left_bits: f64,
    /// Bits of everything in the right submission.
    pub right_bits: f64,
    /// Suspicion by this view alone.
    pub suspicion: f64,
}

/// Numbers of common tokens that do not count, by reason; see `submissions[].files[].masked`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportIgnoredTokens)]
pub struct IgnoredTokens {
    /// Starter code.
    pub boilerplate: u32,
    /// More groups have them than `settings.common`, or more submissions than `settings.submission_limit`.
    pub common: u32,
    /// Several submissions to other tasks have them.
    pub elsewhere: u32,
}

/// A match, by how little others have it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportRarePassage)]
pub struct RarePassage {
    /// Number of the match in `pairs[].matches`, from 1.
    #[serde(rename = "match")]
    pub number: u32,
    /// Bits of its tokens, comparable with those of the view `kgrams`.
    pub bits: f64,
}
