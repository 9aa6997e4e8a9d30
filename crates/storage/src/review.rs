//! A review: the decisions of a user about how a batch is compared. Plain data. The engine's use of it is described in
//! `docs/internals/detection.md#excluded-code` and `docs/internals/detection.md#teams-attempts-and-staff`.

use crate::Owner;

/// Largest number of passages that may be marked as starter code. Each of them is searched everywhere. For more, upload
/// the starter code itself.
pub const MAX_TEMPLATES: usize = 1000;

/// Largest number of reports of one batch, including superseded ones.
pub const MAX_REVISIONS: usize = 500;

/// How a batch is compared. Missing settings have their default when they are read again.
///
/// The first report is made under the settings of its upload ([`crate::AnalysisOptions`]).
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Review {
    /// Passages in more groups than this are ignored. 0: no limit.
    pub common_limit: u32,
    /// Passages in more submissions of the batch than this are ignored; copies count one by one, as MOSS's option `-m`
    /// counts them. 0: no limit.
    #[serde(skip_serializing_if = "crate::options::is_zero")]
    pub submission_limit: u32,
    /// Which pairs open clusters. `None`: the engine's default.
    #[serde(flatten)]
    pub cutoff: Option<Cutoff>,
    /// Passages that count as starter code wherever they occur.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub templates: Vec<TemplateRegion>,
    /// Teams, whose members worked together and are not reported against each other: names of submissions or of
    /// authors, one list per team.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Vec<String>>,
    /// Names of submissions or authors that are not students. They are reported separately and never count for rarity.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub staff: Vec<String>,
    /// Batches and archives whose common passages are ignored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub background: Vec<Owner>,
}

/// A cut-off: which pairs open clusters.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Cutoff {
    /// Those of which at most this many are expected by chance.
    #[serde(rename = "cutoff_expect")]
    Expect(f64),
    /// Those at or above this suspicion, in bits.
    #[serde(rename = "cutoff")]
    Suspicion(f64),
}

impl Cutoff {
    /// Returns the number of pairs expected by chance, if it is one.
    pub const fn expect(self) -> Option<f64> {
        if let Self::Expect(pairs) = self { Some(pairs) } else { None }
    }

    /// Returns the suspicion in bits, if it is one.
    pub const fn suspicion(self) -> Option<f64> {
        if let Self::Suspicion(bits) = self { Some(bits) } else { None }
    }
}

/// A passage of one file, in bytes of its decoded text. It includes all tokens that it touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct TemplateRegion {
    /// Number of the submission in the report. It is one of the batch's own, whose numbers never change.
    pub submission: u32,
    /// Number of the file in the submission, from 0.
    pub file: u32,
    /// First byte of the passage.
    pub start_byte: u32,
    /// First byte after the passage.
    pub end_byte: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cutoff_keeps_its_unit() {
        let read = |text: &str| serde_json::from_str::<Review>(text).unwrap();
        // Older versions stored it in bits.
        assert_eq!(read(r#"{"common_limit":3,"cutoff":12}"#).cutoff, Some(Cutoff::Suspicion(12.0)));
        assert_eq!(read(r#"{"common_limit":3}"#).cutoff, None);
        for cutoff in [None, Some(Cutoff::Suspicion(12.5)), Some(Cutoff::Expect(0.01))] {
            let review = Review { cutoff, staff: vec!["s3".to_owned()], ..Review::default() };
            assert_eq!(read(&serde_json::to_string(&review).unwrap()), review);
        }
    }
}
