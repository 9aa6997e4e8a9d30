//! A review: what somebody who looked at a report decided about how the batch is to be compared. Plain data; what the
//! engine does with it stands in `docs/detection.md`.

/// Passages that may be called template: each is looked for everywhere. Whoever marks more has the template to upload.
pub const MOST_TEMPLATES: usize = 1000;

/// Reports of one batch, superseded ones counted.
pub const MAX_REVISIONS: usize = 500;

/// How a batch is to be compared; whatever is left out keeps its default when it is read again.
///
/// An empty one gives the report of the batch as it was uploaded.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Review {
    /// Passages in more groups than this count nothing; 0: no cut.
    pub common_limit: u32,
    /// Pairs at or above this suspicion open clusters; `None`: what the engine starts from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cutoff: Option<f64>,
    /// Passages that count as handed out, wherever they occur.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub templates: Vec<TemplateRegion>,
    /// Who worked together and is not reported against each other: names of submissions or of authors, a team each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Vec<String>>,
    /// Names of submissions or authors that are no students' own: reported apart, never counted for rarity.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub staff: Vec<String>,
}

/// A passage of one file, in bytes of its decoded text. Whatever tokens it touches are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct TemplateRegion {
    /// Number of the submission in the report: one of the batch's own, whose numbers stay.
    pub submission: u32,
    /// Number of the file in it, from 0.
    pub file: u32,
    /// Where it begins.
    pub start_byte: u32,
    /// Where it ends, excluded.
    pub end_byte: u32,
}
