//! What is known of work elsewhere that somebody named: the fingerprints of submissions, or what an earlier report says of
//! them.

use chaffinch_report::WorkSource;
use chaffinch_storage::{Bytes, IndexScheme};
use serde::{Deserialize, Serialize};

/// What is known of work elsewhere.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Elsewhere {
    /// The numbers of the submissions of the class, and who handed them in.
    pub(crate) people: Vec<(u32, u32)>,
    /// Work whose common passages are ignored.
    pub(crate) background: KnownWork,
    /// Work that is ignored for those who handed it in.
    pub(crate) own_work: KnownWork,
}

/// Some sources, and what is known of them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct KnownWork {
    /// The sources. Their people are not counted yet if the submissions are known.
    pub(crate) sources: Vec<WorkSource>,
    /// What is known of them.
    pub(crate) known: Known,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Known {
    /// The submissions.
    Submissions(Vec<OtherSubmission>),
    /// What a report says.
    Reported {
        /// Number of submissions in which passages were counted.
        submissions: u32,
        /// Passages of the class.
        passages: Vec<ReportedPassage>,
    },
}

impl Default for Known {
    fn default() -> Self {
        Self::Submissions(Vec::new())
    }
}

/// A submission elsewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct OtherSubmission {
    /// Index of its source.
    pub(crate) source: u32,
    /// Who handed it in: a number as in [`Elsewhere::people`].
    pub(crate) person: u32,
    pub(crate) files: Vec<PackedFile>,
}

/// The fingerprints of a file, packed by the `index` crate, and their scheme.
pub(crate) type PackedFile = (IndexScheme, Bytes);

/// A passage of the class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReportedPassage {
    /// Number of the submission in the report.
    pub(crate) submission: u32,
    /// Index of the file in the submission.
    pub(crate) file: u32,
    /// Its first byte.
    pub(crate) start: u32,
    /// The byte after its last one.
    pub(crate) end: u32,
    /// Index of the source, if it is one.
    pub(crate) source: u32,
}
