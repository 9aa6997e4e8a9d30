//! How the submissions of a batch are read and compared. Values only.

use crate::ArchiveId;

/// How submissions are found in an upload.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// By the rule that `extract` documents.
    #[default]
    Auto,
    /// The children of every uploaded container are submissions.
    Children,
    /// Each uploaded file or archive is one submission.
    Whole,
}

impl Layout {
    /// Returns the name that is stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Children => "children",
            Self::Whole => "whole",
        }
    }

    /// Returns the layout with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Auto, Self::Children, Self::Whole].into_iter().find(|layout| layout.name() == name)
    }
}

/// The options that the uploader chose. Missing options have their default when they are read again.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct AnalysisOptions {
    /// Canonical name of the language in which all files are read. `None`: decided for each file.
    pub language: Option<String>,
    /// How submissions are found.
    pub layout: Layout,
    /// Passages in more groups than this are ignored. 0: no limit.
    pub common_limit: u32,
    /// Number of pairs to list. 0: every verified pair.
    pub max_pairs: u32,
    /// Number of pairs, from the first, that are stored with their matches.
    pub matches: u32,
    /// Archives to compare with. `None`: all of the batch's course.
    pub archives: Option<Vec<ArchiveId>>,
    /// Teams, see [`crate::Review::teams`]. A later review replaces them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<Vec<String>>,
    /// Staff, see [`crate::Review::staff`]. A later review replaces it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub staff: Vec<String>,
    /// Rules for encodings of files, `GLOB=NAME`. The first rule that matches decides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub encodings: Vec<String>,
    /// Starter code among the submissions: names of submissions, and files by `digest:` and hexadecimal digits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub handed_out: Vec<String>,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self {
            language: None,
            layout: Layout::Auto,
            common_limit: 0,
            max_pairs: 250,
            matches: 1000,
            archives: None,
            teams: Vec::new(),
            staff: Vec::new(),
            encodings: Vec::new(),
            handed_out: Vec::new(),
        }
    }
}
