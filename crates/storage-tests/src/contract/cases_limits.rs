//! Tests of the limits on the size of a case and the number of cases in a course.

use super::cases::{case_on, changed, opened, seen};
use super::{accepted, account, at, by, claimed, ingest, result};
use chaffinch_storage::{
    Account, BatchId, CaseChange, CaseStatus, MAX_CASE_EVENTS, MAX_CASE_SUBMISSIONS, MAX_CASE_TEXT,
    MAX_CASES, NewRevision, NewSubmission, Storage, StorageError, SubmissionHeader,
};

/// Returns a batch with a report of this many submissions, each of a different person.
async fn crowd(storage: &dyn Storage, owner: &Account, minutes: i64, submissions: u32) -> BatchId {
    let id = accepted(storage, owner, minutes).await.id;
    let lease = claimed(storage, 1).await.lease;
    let mut content = ingest();
    content.documents.truncate(1);
    let one = content.submissions.remove(0);
    let submission = |number| NewSubmission {
        number,
        header: SubmissionHeader::named(format!("s{number}")),
        ..one.clone()
    };
    content.submissions = (1..=submissions).map(submission).collect();
    let report = NewRevision { submissions, ..result(1) };
    storage.finish(&lease, report, content, at(minutes)).await.unwrap();
    id
}

fn is_full(refused: &StorageError, of: &str, most: u64) {
    match refused {
        StorageError::CaseFull { what, limit } => assert_eq!((*what, *limit), (of, most)),
        other => panic!("{other:?}"),
    }
}

/// A case that is full of notes can still be decided and held.
pub async fn a_case_has_so_many_events_at_most(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = crowd(storage, &ada, 1, 3).await;
    let case = opened(storage, &ada, id, &[1, 2], 2).await.id;
    let note = async || changed(storage, case, CaseChange::Note, "x", &ada).await;
    // The first event opened the case. Of two notes at the same moment, one is the last that fits.
    for _ in 2..MAX_CASE_EVENTS {
        note().await.unwrap();
    }
    let (one, two) = tokio::join!(note(), note());
    assert_eq!(u8::from(one.is_ok()) + u8::from(two.is_ok()), 1, "{one:?} {two:?}");
    for more in [CaseChange::Note, CaseChange::Status(CaseStatus::Open), CaseChange::Add(seen(id, &[3]))] {
        let refused = changed(storage, case, more, "x", &ada).await.unwrap_err();
        is_full(&refused, "events", MAX_CASE_EVENTS.cast_unsigned());
    }
    let now = storage.case(case).await.unwrap().unwrap();
    assert_eq!((now.status, now.persons.len()), (CaseStatus::Suspicious, 2), "nothing was kept");
    changed(storage, case, CaseChange::Status(CaseStatus::Confirmed), "", &ada).await.unwrap();
    changed(storage, case, CaseChange::Hold, "hearing in May", &ada).await.unwrap();
    changed(storage, case, CaseChange::Release, "", &ada).await.unwrap();
    assert_eq!(storage.case_events(case).await.unwrap().len(), MAX_CASE_EVENTS as usize + 3);
}

/// The size of texts is counted in bytes, whatever characters they contain.
pub async fn a_case_has_so_much_text_at_most(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = crowd(storage, &ada, 1, 2).await;
    let case = opened(storage, &ada, id, &[1, 2], 2).await.id;
    let has = storage.case_events(case).await.unwrap()[0].text.len();
    let room = "ž".repeat((MAX_CASE_TEXT as usize - has) / 2);
    changed(storage, case, CaseChange::Note, &room, &ada).await.unwrap();
    let refused = changed(storage, case, CaseChange::Note, "ž", &ada).await.unwrap_err();
    is_full(&refused, "bytes of text", MAX_CASE_TEXT.cast_unsigned());
    changed(storage, case, CaseChange::Hold, "hearing in May", &ada).await.unwrap();
}

/// Persons are counted, too, because they stay when a batch is deleted with its submissions.
pub async fn a_case_has_so_many_submissions_at_most(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let most = MAX_CASE_SUBMISSIONS as u32;
    let id = crowd(storage, &ada, 1, most + 1).await;
    let all: Vec<u32> = (1..=most + 1).collect();
    let full = |refused: &StorageError| is_full(refused, "submissions", most.into());
    full(&storage.open_case(&case_on(id, &all, 2), &by(ada.id, 2)).await.unwrap_err());
    let case = opened(storage, &ada, id, &all[1..], 2).await.id;
    let add = async |batch: BatchId, number: u32| {
        changed(storage, case, CaseChange::Add(seen(batch, &[number])), "", &ada).await
    };
    full(&add(id, 1).await.unwrap_err());
    assert_eq!(add(id, 2).await.unwrap().submissions.len(), MAX_CASE_SUBMISSIONS);
    assert!(storage.delete(id, &by(ada.id, 3)).await.unwrap());
    let later = crowd(storage, &ada, 4, 2).await;
    full(&add(later, 1).await.unwrap_err());
    let now = add(later, 2).await.unwrap();
    assert_eq!((now.persons.len(), now.submissions.len()), (MAX_CASE_SUBMISSIONS, 1));
}

/// Decided cases count. An undecided case about the same persons is still found.
pub async fn a_course_has_so_many_cases_at_most(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = crowd(storage, &ada, 1, 46).await;
    let pairs: Vec<[u32; 2]> =
        (1..=46).flat_map(|left| (left + 1..=46).map(move |right| [left, right])).collect();
    let first = opened(storage, &ada, id, &pairs[0], 2).await.id;
    let (before, rest) = pairs[1..].split_at(MAX_CASES as usize - 2);
    for pair in before {
        opened(storage, &ada, id, pair, 2).await;
    }
    let (one, two, by) = (case_on(id, &rest[0], 3), case_on(id, &rest[1], 3), by(ada.id, 3));
    let (one, two) = tokio::join!(storage.open_case(&one, &by), storage.open_case(&two, &by));
    let refused: Vec<_> = [one, two].into_iter().filter_map(Result::err).collect();
    assert!(matches!(&refused[..], [StorageError::TooManyCases]), "{refused:?}");
    let again = case_on(id, &pairs[0], 4);
    let known = storage.open_case(&again, &by).await.unwrap_err();
    assert!(matches!(known, StorageError::CaseExists { case } if case == first), "{known:?}");
    changed(storage, first, CaseChange::Status(CaseStatus::Dismissed), "", &ada).await.unwrap();
    let refused = storage.open_case(&again, &by).await.unwrap_err();
    assert!(matches!(refused, StorageError::TooManyCases), "{refused:?}");
}
