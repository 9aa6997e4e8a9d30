//! Collects what is known of submissions to other tasks, so that code that is common there is no evidence. Only
//! fingerprints are read, and only of batches and archives that the uploader may see; no name and no text.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_index::DocumentSet;
use chaffinch_report::{Mask, Report};
use chaffinch_storage::{
    Archive, Batch, CourseId, DocumentId, IndexScheme, Owner, SchemeId, Storage, StorageError,
};

use crate::index::schemes;
use crate::task_folder::{Class, Elsewhere, PackedFile, ReportedPassage};

/// Largest number of files whose fingerprints are read, the latest first: some 16 MB. What is common shows in some
/// thousand programs, and the cost of an analysis does not depend on how much is stored.
const MAX_FILES: u64 = 8000;

/// Number of documents whose locations are requested in one call.
const MAX_LOCATIONS: usize = 4000;

/// Collects the fingerprints of other batches and archives that the uploader may see, apart from the `archives` with
/// which the class is compared.
pub(super) async fn collect(
    storage: &dyn Storage,
    batch: &Batch,
    archives: &[Archive],
    class: &Class,
) -> Result<Elsewhere, StorageError> {
    let of_class: BTreeSet<IndexScheme> = class
        .ingest
        .documents
        .iter()
        .filter_map(|document| document.fingerprints.as_ref())
        .map(|(scheme, _)| schemes::current_scheme(scheme))
        .collect();
    let compared: BTreeSet<Owner> = archives.iter().map(|archive| Owner::Archive(archive.id)).collect();
    let documents = latest(storage, batch, &compared).await?;
    let mut files: BTreeMap<DocumentId, PackedFile> = BTreeMap::new();
    for (id, scheme) in storage.index_schemes().await? {
        let of_this =
            |of_class: &&IndexScheme| **of_class == scheme || schemes::archive_scheme(of_class) == scheme;
        if let Some(of_class) = of_class.iter().find(of_this) {
            for (document, packed) in read(storage, id, &documents).await? {
                files.insert(document, (of_class.clone(), packed));
            }
        }
    }
    let wanted: Vec<DocumentId> = files.keys().copied().collect();
    let mut submissions: BTreeMap<(Owner, u32), Vec<PackedFile>> = BTreeMap::new();
    for piece in wanted.chunks(MAX_LOCATIONS) {
        for place in storage.places(piece).await? {
            let file = files.remove(&place.document);
            submissions.entry((place.owner, place.submission)).or_default().extend(file);
        }
    }
    tracing::info!(submissions = submissions.len(), "collected submissions to other tasks");
    Ok(Elsewhere::Submissions(submissions.into_values().collect()))
}

/// Returns the latest documents that the uploader may see, apart from those of this batch and of `compared`.
async fn latest(
    storage: &dyn Storage,
    batch: &Batch,
    compared: &BTreeSet<Owner>,
) -> Result<DocumentSet, StorageError> {
    let mut courses: BTreeSet<CourseId> =
        storage.courses_of(batch.creator).await?.into_iter().map(|(course, _)| course.id).collect();
    courses.insert(batch.course);
    let ingests = storage.visible_ingests(&courses.into_iter().collect::<Vec<_>>()).await?;
    let mut room = MAX_FILES;
    let others = ingests
        .into_iter()
        .rev()
        .filter(|ingest| ingest.owner != Owner::Batch(batch.id) && !compared.contains(&ingest.owner));
    Ok(others
        .map_while(|ingest| {
            let documents = ingest.documents;
            let taken = room.min(documents.end - documents.start);
            room -= taken;
            (0 < taken).then(|| documents.end - taken..documents.end)
        })
        .collect())
}

/// Returns the packed fingerprints of those of these documents that have this scheme.
async fn read(
    storage: &dyn Storage,
    scheme: SchemeId,
    documents: &DocumentSet,
) -> Result<Vec<(DocumentId, Vec<u8>)>, StorageError> {
    let mut found = Vec::new();
    for range in documents.ranges() {
        let before = range.start.checked_sub(1).map(DocumentId);
        let most = u32::try_from(range.end - range.start).unwrap_or(u32::MAX);
        let read = storage.fingerprints(scheme, before, most).await?;
        let inside = read.into_iter().take_while(|one| one.document.0 < range.end);
        found.extend(inside.map(|one| (one.document, one.fingerprints)));
    }
    Ok(found)
}

/// Returns what was common elsewhere when a report was made; `None` if nothing was known. A review must not make other
/// code common or rare.
pub(super) fn reported(report: &Report) -> Option<Elsewhere> {
    let background = report.settings.background?;
    let mut passages = Vec::new();
    for submission in &report.submissions {
        for (file, at) in submission.files.iter().zip(0..) {
            let common = file.masked.iter().filter(|(_, _, mask)| *mask == Mask::Elsewhere);
            passages.extend(common.map(|&(start, end, _)| ReportedPassage {
                submission: submission.id,
                file: at,
                start,
                end,
            }));
        }
    }
    Some(Elsewhere::Reported { submissions: background.submissions, passages })
}
