//! What a match shows (the parts that agree, unusual text that both sides have, its place in a file), and the parts from
//! which the score of a pair is computed.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use utoipa::ToSchema;

/// A part of a rewritten match in which both regions agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportPiece)]
pub struct Piece {
    /// Bytes of the left file, end excluded.
    pub left: (u32, u32),
    /// Bytes of the right file, end excluded.
    pub right: (u32, u32),
    /// Whether it is equal token by token; otherwise statements with a common form.
    pub exact: bool,
}

/// Unusual text that both regions contain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportEvidence)]
pub struct Evidence {
    /// Kind of the evidence.
    pub kind: EvidenceKind,
    /// Text as one side has it, in one line; long texts are cut.
    pub text: String,
    /// For a misspelling: how others spell the word.
    pub usual: Option<String>,
    /// Number of groups in the batch that have it, including these two.
    pub groups: u32,
    /// Number of archived submissions that have it.
    pub archived: u32,
}

/// Kind of a piece of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportEvidenceKind)]
#[serde(rename_all = "lowercase")]
pub enum EvidenceKind {
    /// The same comment, apart from layout, capital letters and comment signs.
    Comment,
    /// The same string or number.
    Literal,
    /// The same name in the same place. The program declares it, and something else of the match was renamed.
    Name,
    /// A word that others spell differently.
    Misspelling,
    /// The same line, with blanks where neither author usually types any. They are shown as `␣`.
    Typing,
}

/// A part of a file. The lines are both included; the end byte is excluded.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportRegion)]
pub struct Region {
    /// Path of the file.
    pub path: String,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// First byte.
    pub start_byte: u32,
    /// One past the last byte.
    pub end_byte: u32,
    /// Number of the file in its submission, from 0.
    pub file: u32,
}

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
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, IntoStaticStr, VariantArray,
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
    /// They are in files that no student wrote.
    #[serde(default)]
    pub vendored: u32,
    /// Given code (`findings`).
    #[serde(default)]
    pub given: u32,
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
