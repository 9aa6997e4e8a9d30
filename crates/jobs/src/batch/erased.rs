//! Removes persons who were erased while their uploads waited for analysis from what is read of these uploads.

use std::collections::BTreeSet;

use chaffinch_report::ErasedNames;
use chaffinch_storage::{JobId, NewIngest, NewSubmission, Result, Storage, free_name, given_name};
use chaffinch_submission::split_ending;

use crate::index::postings;
use crate::runtime::run_blocking;
use crate::task_folder::Class;

/// Replaces the path of a skipped file.
const REMOVED: &str = "removed";

/// Removes everybody who was erased since the job was queued. Of each such submission, an entry without documents
/// remains, under a pseudonym.
pub(crate) async fn remove_erased(storage: &dyn Storage, job: JobId, class: Class) -> Result<Class> {
    let names = erased_since(storage, job).await?;
    if names.is_empty() {
        return Ok(class);
    }
    Ok(run_blocking(move || remove_persons(class, &names)).await)
}

/// Returns the names of everybody who was erased since the job was queued.
pub(super) async fn erased_since(storage: &dyn Storage, job: JobId) -> Result<Vec<ErasedNames>> {
    Ok(storage.erasures_for(job).await?.iter().map(chaffinch_person::names_of).collect())
}

/// Removes the names of persons erased since the upload from a text for the uploader, which may quote names from the
/// upload.
pub(crate) async fn remove_names(storage: &dyn Storage, job: JobId, reason: String) -> Result<String> {
    let erased = storage.erasures_for(job).await?;
    let without = |reason: String, names: ErasedNames| names.without(&reason).unwrap_or(reason);
    Ok(erased.iter().map(chaffinch_person::names_of).fold(reason, without))
}

pub(super) fn remove_persons(mut class: Class, names: &[ErasedNames]) -> Class {
    let is_theirs = |submission: &NewSubmission| names.iter().find(|names| is_by(submission, names));
    let renamed = |text: &str| renamed(text, names);
    let renamed_path = |path: &str| {
        let (stem, ending) = split_ending(path);
        Some(renamed(stem)? + ending)
    };
    let submissions = &mut class.ingest.submissions;
    let mut taken: BTreeSet<String> =
        submissions.iter().map(|submission| submission.header.name.clone()).collect();
    for submission in submissions.iter_mut() {
        let own = is_theirs(submission);
        let prefix = submission.header.name.strip_suffix(given(submission)).unwrap_or_default();
        let pseudonym = own.map(|names| format!("{prefix}{}", names.pseudonym()));
        let Some(name) = pseudonym.or_else(|| renamed(&submission.header.name)) else { continue };
        let name = free_name(&name, &taken);
        taken.insert(name.clone());
        for skipped in &mut class.skipped {
            if skipped.submission.as_ref() == Some(&submission.header.name) {
                skipped.submission = Some(name.clone());
                if own.is_some() {
                    REMOVED.clone_into(&mut skipped.path);
                }
            }
        }
        if let Some(names) = own {
            let header = &mut submission.header;
            header.author = header.author.as_ref().map(|_| names.pseudonym().to_owned());
            (header.person, header.attempt, header.submitted_at) = (None, None, None);
            class.removed.push(submission.number);
        }
        submission.header.name = name;
    }
    for submission in submissions {
        for text in [&mut submission.header.author, &mut submission.header.person].into_iter().flatten() {
            replace(text, &renamed);
        }
        if let Some((kind, source)) =
            submission.reference.as_deref().and_then(|origin| origin.split_once(':'))
        {
            submission.reference = renamed(source)
                .map(|source| format!("{kind}:{source}"))
                .or_else(|| submission.reference.take());
        }
    }
    for skipped in &mut class.skipped {
        if let Some(names) =
            names.iter().find(|names| skipped.submission.as_ref().is_some_and(|name| names.is_name(name)))
        {
            skipped.submission = Some(names.pseudonym().to_owned());
            REMOVED.clone_into(&mut skipped.path);
        }
        replace(&mut skipped.path, &renamed_path);
        replace(&mut skipped.reason, &renamed);
    }
    class.skipped.sort();
    let removed = &class.removed;
    class.ingest.documents.retain(|document| !removed.contains(&document.submission));
    for document in &mut class.ingest.documents {
        replace(&mut document.path, &renamed_path);
    }
    if !removed.is_empty() {
        // Postings identify documents by their position, so the runs are built again.
        class.ingest.runs = postings::build_runs(&class.ingest.documents);
    }
    class
}

/// Returns what erasures leave of a text, or `None` if it names nobody who was erased.
fn renamed(text: &str, names: &[ErasedNames]) -> Option<String> {
    names
        .iter()
        .fold(None, |clean: Option<String>, names| names.renamed(clean.as_deref().unwrap_or(text)).or(clean))
}

fn replace(text: &mut String, renamed: &dyn Fn(&str) -> Option<String>) {
    if let Some(clean) = renamed(text) {
        *text = clean;
    }
}

fn given(submission: &NewSubmission) -> &str {
    given_name(&submission.header.name, submission.reference.as_deref())
}

/// Returns whether the person wrote a submission or a reference answer. The source of a reference answer may have the
/// pseudonym already.
fn is_by(submission: &NewSubmission, names: &ErasedNames) -> bool {
    let source = submission.reference.as_deref().and_then(|origin| Some(origin.split_once(':')?.1));
    let mut written =
        [Some(given(submission)), submission.header.author.as_deref(), source].into_iter().flatten();
    written.any(|name| names.is_name(name)) || source == Some(names.pseudonym())
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
    use chaffinch_storage::{Document, Packed};
    use chaffinch_submission::{Skipped, SubmissionHeader};

    use super::*;

    fn submission(number: u32, name: &str, author: Option<&str>) -> NewSubmission {
        NewSubmission {
            number,
            header: SubmissionHeader {
                author: author.map(str::to_owned),
                attempt: Some(1),
                ..SubmissionHeader::named(name)
            },
            reference: None,
        }
    }

    fn document(submission: u32, path: &str) -> Document {
        Document {
            submission,
            file: 0,
            path: path.to_owned(),
            text: None,
            stream: Packed::pack(b""),
            fingerprints: None,
        }
    }

    #[test]
    fn reference_answers_are_removed_and_others_lose_the_name() {
        let reference = |number, name: &str, origin: &str| NewSubmission {
            reference: Some(origin.to_owned()),
            ..submission(number, name, None)
        };
        let class = Class {
            ingest: NewIngest {
                submissions: vec![
                    submission(1, "ada lovelace and bob", Some("Bob, Ada Lovelace")),
                    submission(2, "removed-4 and bob", None),
                    reference(3, "reference/ada_lovelace", "other"),
                    reference(4, "reference/model", "public-code:Ada Lovelace"),
                    reference(5, "reference/second", "public-code:removed-4"),
                    reference(6, "reference/third", "other:found by ada lovelace"),
                ],
                documents: (1..=6).map(|number| document(number, "for-ada-lovelace/main.c")).collect(),
                runs: Vec::new(),
            },
            ..Class::default()
        };
        let ada = HashedNames::new([3; 32], ["ada lovelace"]);
        let left = remove_persons(class, &[ErasedNames::new(&ada, "removed-4".to_owned())]);
        assert_eq!(left.removed, [3, 4, 5]);
        let named: Vec<_> = (left.ingest.submissions.iter())
            .map(|one| (one.header.name.as_str(), one.header.author.as_deref(), one.reference.as_deref()))
            .collect();
        assert_eq!(
            named,
            [
                ("removed-4 and bob (2)", Some("Bob, removed-4"), None),
                ("removed-4 and bob", None, None),
                ("reference/removed-4", None, Some("other")),
                ("reference/removed-4 (2)", None, Some("public-code:removed-4")),
                ("reference/removed-4 (3)", None, Some("public-code:removed-4")),
                ("reference/third", None, Some("other:found by removed-4")),
            ]
        );
        let paths: Vec<_> =
            left.ingest.documents.iter().map(|one| (one.submission, one.path.as_str())).collect();
        assert_eq!(paths, [1, 2, 6].map(|number| (number, "for-removed-4/main.c")));
    }

    #[test]
    fn erased_persons_are_removed() {
        let document = |submission| document(submission, "main.c");
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
        let ada = HashedNames::new([3; 32], ["ada lovelace"]);
        let names = [ErasedNames::new(&ada, "removed-4".to_owned())];
        let left = remove_persons(class, &names);
        assert_eq!(left.removed, [2, 4]);
        let names_left: Vec<&str> =
            left.ingest.submissions.iter().map(|one| one.header.name.as_str()).collect();
        assert_eq!(names_left, ["s1", "removed-4", "Ada King", "removed-4 (2)"]);
        assert_eq!(left.ingest.submissions[1].header.author.as_deref(), Some("removed-4"));
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
