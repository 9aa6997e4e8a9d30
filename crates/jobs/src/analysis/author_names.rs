//! Distinguishes authors with the same name among all submissions that are compared with each other. Pure functions.

use chaffinch_submission::{SubmissionHeader, authors};

/// Renames authors so that no two persons have the same name, using the numbers of the platform: see [`authors`].
pub(crate) fn make_authors_unique<'a>(submissions: impl Iterator<Item = &'a mut SubmissionHeader>) {
    let mut known: Vec<&mut SubmissionHeader> =
        submissions.filter(|header| header.author.is_some()).collect();
    let people: Vec<(&str, Option<&str>)> = known
        .iter()
        .map(|header| (header.author.as_deref().unwrap_or_default(), header.person.as_deref()))
        .collect();
    let unique = authors(&people);
    for (header, name) in known.iter_mut().zip(unique) {
        header.author = Some(name);
    }
}
