//! Exports what the index keeps of an archive, for programs that compare it elsewhere.

use std::io;

use chaffinch_index::unpack;
use chaffinch_storage::{Archive, Document, Owner, Storage, StorageError};
use serde::Serialize;

/// Number of submissions that are read at a time.
const PIECE: u32 = 100;

/// The fingerprints of a file of an archive, without its text.
#[derive(Debug, Serialize)]
pub struct ExportedFile<'a> {
    /// Name of the archive.
    pub archive: &'a str,
    /// Name of the submission.
    pub submission: &'a str,
    /// Path of the file in the submission.
    pub path: &'a str,
    /// Language family, version of its tokens and version of the fingerprints. Fingerprints of different schemes are
    /// never equal.
    pub scheme: String,
    /// Fingerprints, ascending and distinct.
    pub fingerprints: Vec<u64>,
}

/// Error of an export.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// Passes the files of an archive that have fingerprints to `each`, in the order of their submissions.
///
/// # Errors
/// [`ExportError`].
pub async fn export_archive(
    storage: &dyn Storage,
    archive: &Archive,
    mut each: impl FnMut(&ExportedFile<'_>) -> io::Result<()>,
) -> Result<(), ExportError> {
    let owner = Owner::Archive(archive.id);
    for ingest in storage.ingests(owner).await? {
        let mut last = 0;
        loop {
            let piece = storage.fingerprinted(&ingest, last, PIECE).await?;
            let Some(submission) = piece.last() else { break };
            last = submission.submission.number;
            let wanted: Vec<_> =
                piece.iter().map(|submission| (owner, submission.submission.number)).collect();
            for stored in storage.stored(&wanted).await? {
                for file in &stored.documents {
                    if let Some(file) = exported(&archive.name, &stored.submission.header.name, file) {
                        each(&file)?;
                    }
                }
            }
        }
    }
    Ok(())
}

/// Returns `None` for a file without fingerprints. Bytes that cannot be unpacked are ignored, as in look-ups; a check of
/// the index reports them.
fn exported<'a>(archive: &'a str, submission: &'a str, file: &'a Document) -> Option<ExportedFile<'a>> {
    let (scheme, packed) = file.fingerprints.as_ref()?;
    let mut fingerprints: Vec<u64> = unpack(&packed.0).ok()?.into_iter().map(|one| one.value).collect();
    fingerprints.sort_unstable();
    fingerprints.dedup();
    // The prefix of archives says nothing here.
    let family = scheme.family.rsplit(':').next().unwrap_or_default();
    let scheme = format!("{family}/{}/{}", scheme.normalizer, scheme.format);
    Some(ExportedFile { archive, submission, path: &file.path, scheme, fingerprints })
}
