//! Removes persons who were erased while their uploads waited for analysis from what is read of these uploads.

use std::collections::BTreeSet;

use chaffinch_report::ErasedNames;
use chaffinch_storage::{JobId, NewIngest, NewSubmission, Storage, StorageError, free_name};

use crate::blocking::run_blocking;
use crate::index::postings;
use crate::task_folder::Class;

/// Removes everybody who was erased since the job was queued. Of each such submission, an entry without documents
/// remains, under a pseudonym.
pub(crate) async fn remove_erased(
    storage: &dyn Storage,
    job: JobId,
    class: Class,
) -> Result<Class, StorageError> {
    let names = erased_since(storage, job).await?;
    if names.is_empty() {
        return Ok(class);
    }
    Ok(run_blocking(move || remove_persons(class, &names)).await)
}

/// Returns the names of everybody who was erased since the job was queued.
pub(super) async fn erased_since(
    storage: &dyn Storage,
    job: JobId,
) -> Result<Vec<ErasedNames>, StorageError> {
    Ok(storage.erasures_for(job).await?.iter().map(chaffinch_person::names_of).collect())
}

/// Removes the names of persons erased since the upload from a text for the uploader, which may quote names from the
/// upload.
pub(crate) async fn remove_names(
    storage: &dyn Storage,
    job: JobId,
    reason: String,
) -> Result<String, StorageError> {
    let erased = storage.erasures_for(job).await?;
    let without = |reason: String, names: ErasedNames| names.without(&reason).unwrap_or(reason);
    Ok(erased.iter().map(chaffinch_person::names_of).fold(reason, without))
}

pub(super) fn remove_persons(mut class: Class, names: &[ErasedNames]) -> Class {
    let erased_names = |submission: &NewSubmission| {
        let mut written = [Some(&submission.name), submission.author.as_ref()].into_iter().flatten();
        written.find_map(|name| names.iter().find(|names| names.is_name(name)))
    };
    let mut taken: BTreeSet<String> =
        class.ingest.submissions.iter().map(|submission| submission.name.clone()).collect();
    for submission in &mut class.ingest.submissions {
        let Some(names) = erased_names(submission) else { continue };
        let name = free_name(names.pseudonym(), &taken);
        taken.insert(name.clone());
        for skipped in &mut class.skipped {
            if skipped.submission.as_ref() == Some(&submission.name) {
                skipped.submission = Some(name.clone());
                "removed".clone_into(&mut skipped.path);
            }
        }
        submission.name = name;
        submission.author = submission.author.as_ref().map(|_| names.pseudonym().to_owned());
        submission.person = None;
        submission.attempt = None;
        submission.submitted_at = None;
        class.removed.push(submission.number);
    }
    for skipped in &mut class.skipped {
        for names in names {
            if skipped.submission.as_ref().is_some_and(|name| names.is_name(name)) {
                skipped.submission = Some(names.pseudonym().to_owned());
                "removed".clone_into(&mut skipped.path);
            } else if let Some(path) = names.without(&skipped.path) {
                skipped.path = path;
            }
        }
    }
    class.skipped.sort();
    let removed = &class.removed;
    class.ingest.documents.retain(|document| !removed.contains(&document.submission));
    if !removed.is_empty() {
        // Postings identify documents by their position, so the runs are built again.
        class.ingest.runs = postings::build_runs(&class.ingest.documents);
    }
    class
}

/// Drops the removed submissions, for an archive, which keeps no submission without documents.
pub(crate) fn drop_removed(class: Class) -> NewIngest {
    let Class { mut ingest, removed, .. } = class;
    ingest.submissions.retain(|submission| !removed.contains(&submission.number));
    ingest
}

#[cfg(test)]
mod tests {
    use chaffinch_report::HashedNames;
    use chaffinch_storage::{NewDocument, Packed};
    use chaffinch_submission::Skipped;

    use super::*;

    #[test]
    fn erased_persons_are_removed() {
        let submission = |number, name: &str, author: Option<&str>| NewSubmission {
            number,
            name: name.to_owned(),
            author: author.map(str::to_owned),
            person: None,
            attempt: Some(1),
            submitted_at: None,
            reference: None,
        };
        let document = |submission| NewDocument {
            submission,
            file: 0,
            path: "main.c".to_owned(),
            text: None,
            stream: Packed::pack(b""),
            fingerprints: None,
        };
        let skipped = |submission: &str, path: &str| Skipped {
            submission: Some(submission.to_owned()),
            path: path.to_owned(),
            reason: "not text".to_owned(),
        };
        let class = Class {
            ingest: NewIngest {
                submissions: vec![
                    submission(1, "s1", None),
                    submission(2, "s2", Some("Ada Lovelace")),
                    submission(3, "Ada King", None),
                    submission(4, "ada lovelace", None),
                ],
                documents: (0..5).map(document).collect(),
                runs: Vec::new(),
            },
            skipped: vec![skipped("s1", "by-ada.lovelace.png"), skipped("s2", "me.png")],
            layouts: Vec::new(),
            removed: Vec::new(),
        };
        let ada = HashedNames::of([3; 32], ["ada lovelace"]);
        let names = [ErasedNames::new(&ada, "removed-4".to_owned())];
        let left = remove_persons(class, &names);
        assert_eq!(left.removed, [2, 4]);
        let names_left: Vec<&str> = left.ingest.submissions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names_left, ["s1", "removed-4", "Ada King", "removed-4 (2)"]);
        assert_eq!(left.ingest.submissions[1].author.as_deref(), Some("removed-4"));
        let submissions: Vec<u32> =
            left.ingest.documents.iter().map(|document| document.submission).collect();
        assert_eq!(submissions, [0, 1, 3]);
        let skipped: Vec<(&str, &str)> = (left.skipped.iter())
            .map(|one| (one.submission.as_deref().unwrap_or_default(), one.path.as_str()))
            .collect();
        assert_eq!(skipped, [("removed-4", "removed"), ("s1", "by-removed-4.png")]);
        assert_eq!(drop_removed(left).submissions.len(), 2);
    }
}
