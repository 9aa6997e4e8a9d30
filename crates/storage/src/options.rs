//! How the submissions of a batch are read and compared: the options that the uploader chose, and the decisions of users in
//! a later review. Plain data. The engine's use of a review is described in `docs/internals/detection.md#excluded-code` and
//! `docs/internals/detection.md#teams-attempts-and-staff`.

use chaffinch_submission::{Layout, MatchLength};

use crate::{ArchiveId, Owner};

/// Largest number of files in batches and archives that one comparison names in [`AnalysisOptions::background`], or in
/// [`AnalysisOptions::own_work`]: their fingerprints take some 40 MB.
pub const MAX_SOURCE_FILES: u64 = 20_000;

/// The options that the uploader chose. Missing options have their default when they are read again.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "switches of an upload do not depend on each other")]
pub struct AnalysisOptions {
    /// Canonical name of the language in which all files are read. `None`: decided for each file.
    pub language: Option<String>,
    /// How submissions are found.
    pub layout: Layout,
    /// Passages in more groups than this are ignored. 0: no limit.
    pub common_limit: u32,
    /// See [`crate::Review::submission_limit`]. A later review replaces it.
    #[serde(skip_serializing_if = "is_zero")]
    pub submission_limit: u32,
    /// Number of pairs expected by chance at the cut-off, see [`crate::Cutoff::Expect`]. `None`: the engine's default. A
    /// later review replaces it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cutoff_expect: Option<f64>,
    /// Number of pairs to list in addition: those with most matched tokens, of those worth a row in MOSS's list.
    #[serde(skip_serializing_if = "is_zero")]
    pub most_matched: u32,
    /// Whether the sender named each file, as MOSS's clients do. No file is then taken for what a system left behind.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub files_named: bool,
    /// Number of pairs to list. 0: every verified pair.
    pub max_pairs: u32,
    /// Number of pairs, from the first, that are stored with their matches.
    pub matches: u32,
    /// Archives to compare with. `None`: all of the batch's course.
    pub archives: Option<Vec<ArchiveId>>,
    /// Batches and archives whose common passages are ignored. A later review replaces them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub background: Vec<Owner>,
    /// Batches and archives that are ignored where both sides of a pair handed them in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub own_work: Vec<Owner>,
    /// Teams, see [`crate::Review::teams`]. A later review replaces them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Vec<String>>,
    /// Staff, see [`crate::Review::staff`]. A later review replaces it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub staff: Vec<String>,
    /// Rules for encodings of files, `GLOB=NAME`. The first rule that matches decides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub encodings: Vec<String>,
    /// Encoding of names in archives that are not UTF-8, see `chaffinch_extract::NameEncoding`. `None`: guessed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_encoding: Option<String>,
    /// Patterns of the files that are compared, as git writes them; all if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub include: Vec<String>,
    /// Patterns of files that are not compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    /// Whether what no student wrote is read and counts: installed packages, libraries, generated files. For files that were
    /// read, a later review decides.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub count_vendored: bool,
    /// Whether code that many share counts, and is not looked for. For later reports, a review decides.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub count_given: bool,
    /// The shortest match, and the schemes by which it is found.
    #[serde(skip_serializing_if = "MatchLength::is_default")]
    pub match_length: MatchLength,
    /// Starter code among the submissions: names of submissions, and files by `digest:` and hexadecimal digits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub handed_out: Vec<String>,
    /// Names of submissions that are left out. They are only listed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ignored: Vec<String>,
    /// Whether a case is opened about what the first report finds: the batch is one submission that was sent to be checked.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub opens_case: bool,
    /// Origins of the reference answers (`KIND` or `KIND:SOURCE`, see [`chaffinch_submission::ReferenceLabel`]): one for
    /// each part of the upload that is one, in the order of the parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub references: Vec<String>,
    /// Whether copies that were translated into another language are looked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub translations: bool,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self {
            language: None,
            layout: Layout::Auto,
            common_limit: 0,
            submission_limit: 0,
            cutoff_expect: None,
            most_matched: 0,
            files_named: false,
            max_pairs: 250,
            matches: 1000,
            archives: None,
            background: Vec::new(),
            own_work: Vec::new(),
            teams: Vec::new(),
            staff: Vec::new(),
            encodings: Vec::new(),
            name_encoding: None,
            include: Vec::new(),
            exclude: Vec::new(),
            count_vendored: false,
            count_given: false,
            match_length: MatchLength::DEFAULT,
            handed_out: Vec::new(),
            ignored: Vec::new(),
            opens_case: false,
            references: Vec::new(),
            translations: false,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(crate) fn is_zero(number: &u32) -> bool {
    *number == 0
}

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
    /// Whether vendored and generated files count.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub count_vendored: bool,
    /// Whether code that many share counts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub count_given: bool,
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
