//! Where a search has found a submission, as text and links.

use chaffinch_query::FoundSubmission;

use crate::services::query::SubmissionOwner;

/// The comparison or archive of a submission, as a link.
pub(crate) struct Place {
    pub(crate) label: String,
    pub(crate) href: String,
    pub(crate) in_archive: bool,
}

pub(crate) fn place(found: &FoundSubmission, holder: &SubmissionOwner) -> Place {
    match holder {
        SubmissionOwner::Archive(archive) => {
            let year = archive.year.map_or_else(String::new, |year| format!(" ({year})"));
            let label = format!("{}{year}", archive.name);
            Place { label, href: format!("/archives/{}", archive.id), in_archive: true }
        }
        SubmissionOwner::Batch(batch) => {
            let href = format!("/batches/{}/submissions/{}", batch.id, found.number);
            Place { label: batch.title.clone(), href, in_archive: false }
        }
    }
}

/// Formats a range of lines, such as `3–9` or `12`.
pub(crate) fn lines((first, last): (u32, u32)) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}
