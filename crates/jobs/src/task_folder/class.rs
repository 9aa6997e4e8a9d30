//! What is compared: the class that a child has read, and the earlier submissions that the runner adds.

use chaffinch_storage::{NewIngest, Packed};
use chaffinch_submission::{ArchiveLabel, Skipped};
use serde::{Deserialize, Serialize};

/// An upload that was read: everything that is needed to compare it, now or later, without reading it again.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Class {
    /// Submissions in the order of their names, and documents. The documents of submission 0 are starter code.
    pub(crate) ingest: NewIngest,
    /// Files that are listed but not analysed, sorted.
    pub(crate) skipped: Vec<Skipped>,
    /// See [`chaffinch_submission::Batch::layouts`].
    pub(crate) layouts: Vec<String>,
    /// Numbers of submissions whose author was erased. They have no documents.
    pub(crate) removed: Vec<u32>,
}

impl Class {
    /// Returns what look-ups need, which is a small part: documents have no text and an empty stream, and there are no
    /// postings.
    pub(crate) fn with_fingerprints_only(mut self) -> Self {
        self.ingest.runs.clear();
        for document in &mut self.ingest.documents {
            (document.text, document.stream) = (None, Packed::from_bytes(Vec::new()));
        }
        self
    }
}

/// Earlier submissions with the names and the order that they have in the report.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Earlier {
    /// Submissions numbered from 1 in the order of their names, and their documents. The names are unique in the
    /// report.
    pub(crate) ingest: NewIngest,
    /// The archive of each submission.
    pub(crate) labels: Vec<ArchiveLabel>,
}
