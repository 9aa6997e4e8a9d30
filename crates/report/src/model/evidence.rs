//! What a match shows: the parts that agree, unusual text that both sides have, and its place in a file.

use serde::{Deserialize, Serialize};
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
