//! The list of batches: numbers, search, order, pages, and whose batches are in it.

use chaffinch_storage::{BatchListing, BatchOrder, CaseChange, CaseStatus, Found};

use super::cases::{changed, opened};
use super::{
    AccountId, NewBatch, NewRevision, Storage, accepted, account, at, claimed, ingest, operator, result,
    upload,
};

/// Returns the titles of the batches that an account finds with these words, and the number found.
async fn found(storage: &dyn Storage, listing: &BatchListing) -> (Vec<String>, usize) {
    let list = storage.list_batches(listing).await.unwrap();
    for listed in &list.items {
        assert_eq!(listed.batch.id, listed.summary.id);
        assert_eq!(listed.batch.title, listed.summary.title);
    }
    (list.items.into_iter().map(|listed| listed.batch.title).collect(), list.found)
}

fn listing(account: AccountId) -> BatchListing {
    BatchListing {
        account,
        words: String::new(),
        order: BatchOrder::Created,
        descending: true,
        offset: 0,
        limit: 10,
    }
}

/// The list shows the numbers of the current report and the undecided cases, and only what the account may see.
pub async fn batches_are_listed_with_what_was_found(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    let titled = async |title: &str, minutes| {
        let new = NewBatch { title: title.to_owned(), ..upload(storage, &ada, minutes).await };
        storage.accept(new).await.unwrap().batch().id
    };
    let sheet = titled("Übung 1", 1).await;
    // Two of the class and an earlier one are compared.
    let counts = serde_json::json!({ "pairs": 3, "submissions": 2 });
    let counted = Found { counts, total: 3, beyond: Some(2) };
    let lease = claimed(storage, 1).await.lease;
    let report = NewRevision { found: counted.clone(), ..result(2) };
    storage.finish(&lease, report, ingest(), at(2)).await.unwrap();
    // A report that found nothing.
    let older = titled("übung 2", 3).await;
    let lease = claimed(storage, 1).await.lease;
    storage.finish(&lease, result(1), ingest(), at(4)).await.unwrap();
    titled("Exam", 5).await;
    accepted(storage, &bob, 6).await;

    let list = storage.list_batches(&listing(ada.id)).await.unwrap();
    let numbers = |at: usize| {
        let summary = &list.items[at].summary;
        (summary.submissions, summary.found.clone(), summary.open_cases)
    };
    assert_eq!(list.found, 3);
    assert_eq!(
        [numbers(0), numbers(1), numbers(2)],
        [(None, None, 0), (Some(3), Some(Found::default()), 0), (Some(2), Some(counted), 0)]
    );
    assert_eq!(list.items[2].summary.course, list.items[2].batch.course);

    let asked = BatchListing { words: "ÜBUNG".to_owned(), limit: 1, ..listing(ada.id) };
    assert_eq!(found(storage, &asked).await, (vec!["übung 2".to_owned()], 2));
    let next = BatchListing { offset: 1, ..asked };
    assert_eq!(found(storage, &next).await, (vec!["Übung 1".to_owned()], 2));
    let strongest = BatchListing { order: BatchOrder::Found, ..listing(ada.id) };
    assert_eq!(found(storage, &strongest).await.0, ["Übung 1", "übung 2", "Exam"]);

    let case = opened(storage, &ada, older, &[1], 8).await;
    let cases = BatchListing { order: BatchOrder::OpenCases, ..listing(ada.id) };
    assert_eq!(storage.list_batches(&cases).await.unwrap().items[0].summary.open_cases, 1);
    assert_eq!(found(storage, &cases).await.0, ["übung 2", "Exam", "Übung 1"]);
    changed(storage, case.id, CaseChange::Status(CaseStatus::Dismissed), "", &ada).await.unwrap();
    let counts: Vec<u32> = (storage.list_batches(&cases).await.unwrap().items.iter())
        .map(|listed| listed.summary.open_cases)
        .collect();
    assert_eq!(counts, [0, 0, 0]);
    assert!(storage.delete(sheet, &operator(10)).await.unwrap());
    assert_eq!(storage.list_batches(&listing(ada.id)).await.unwrap().found, 2);
}
