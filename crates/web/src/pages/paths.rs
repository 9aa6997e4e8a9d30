//! Paths of pages to which others link.

use chaffinch_storage::{Archive, Batch, Case};

/// Returns the path of the page of a comparison.
pub(crate) fn batch_path(batch: &Batch) -> String {
    format!("/batches/{}", batch.id)
}

/// Returns the path of the page of an archive.
pub(crate) fn archive_path(archive: &Archive) -> String {
    format!("/archives/{}", archive.id)
}

/// Returns the path of the page of a case.
pub(crate) fn case_path(case: &Case) -> String {
    format!("/cases/{}", case.id)
}
