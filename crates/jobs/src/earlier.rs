//! Earlier submissions that a class is compared with: which, and under what names and numbers they stand in its report.

use std::collections::BTreeSet;

use chaffinch_storage::{
    ArchiveId, Batch, NewArchived, NewDocument, NewSubmission, Storage, StorageError, StoredSubmission,
    free_name,
};
use chaffinch_submission::ArchiveLabel;

use crate::folder::{Class, Earlier};

/// A submission of an archive.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    /// Where it is.
    pub(crate) archive: ArchiveId,
    /// As the report calls it.
    pub(crate) label: ArchiveLabel,
    /// The submission; texts of its files are none in a reduced archive.
    pub(crate) stored: StoredSubmission,
}

/// Which submissions of its course's archives are worth comparing with a class.
#[expect(clippy::unused_async, reason = "whoever asks an archive waits for a database")]
pub(crate) async fn find(
    _storage: &dyn Storage,
    _batch: &Batch,
    _class: &Class,
) -> Result<Vec<Found>, StorageError> {
    // Nothing is in an archive yet.
    Ok(Vec::new())
}

/// What is laid beside a class, and where what stands in the report is kept. The names are `archive/name`, told apart
/// where need be; their order is the order of the report's numbers, which go on from those of the class.
pub(crate) fn in_report(class: &[NewSubmission], mut found: Vec<Found>) -> (Earlier, Vec<NewArchived>) {
    let mut taken: BTreeSet<String> = class.iter().map(|submission| submission.name.clone()).collect();
    let name = |found: &Found| format!("{}/{}", found.label.name, found.stored.submission.name);
    found.sort_by_cached_key(|found| (name(found), found.archive, found.stored.submission.number));
    let mut named: Vec<(String, Found)> = Vec::with_capacity(found.len());
    for found in found {
        let name = free_name(&name(&found), &taken);
        taken.insert(name.clone());
        named.push((name, found));
    }
    named.sort_by(|one, other| one.0.cmp(&other.0));

    let (mut earlier, mut archived) = (Earlier::default(), Vec::new());
    for ((name, Found { archive, label, stored }), number) in named.into_iter().zip(1..) {
        archived.push(NewArchived {
            number: class.len() as u32 + number,
            archive,
            submission: stored.submission.number,
        });
        earlier.labels.push(label);
        earlier.ingest.submissions.push(NewSubmission { number, name, ..stored.submission });
        earlier.ingest.documents.extend(stored.documents.into_iter().map(|document| NewDocument {
            submission: number,
            file: document.file,
            path: document.path,
            text: document.text,
            stream: document.stream,
            fingerprints: None,
        }));
    }
    (earlier, archived)
}
