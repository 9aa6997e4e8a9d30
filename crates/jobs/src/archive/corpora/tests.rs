//! Tests corpora with a real database: what is kept, what is found, and that index maintenance changes no result.

use chaffinch_storage::{
    AccountId, Archive, ArchiveId, By, CourseId, HolderId, JobId, JobPayload, JobProgress, Keeping, Lane,
    Lease, NewAccount, NewArchive, Owner, SchemeId, Storage,
};
use chaffinch_storage_sqlite::SqliteStorage;
use chrono::{DateTime, TimeDelta, Utc};
use tempfile::TempDir;

use super::resembling::{ResemblingDocuments, find_resembling};
use super::*;

const SKETCH: &str = "text words=1 shingle=10";

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
}

fn operator() -> By {
    By { account: None, at: at(1) }
}

/// A database with an account.
struct Database {
    storage: Box<dyn Storage>,
    account: AccountId,
    course: CourseId,
    _folder: TempDir,
}

impl Database {
    async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let storage = SqliteStorage::open(&folder.path().join("chaffinch.sqlite")).await.unwrap();
        let (storage, account, course): (Box<dyn Storage>, _, _) =
            (Box::new(storage), AccountId::new(at(0)), CourseId::new(at(0)));
        let new = NewAccount {
            id: account,
            name: "ada".to_owned(),
            personal_course: course,
            email: None,
            admin: false,
        };
        storage.create_account(&new, &operator()).await.unwrap();
        Self { storage, account, course, _folder: folder }
    }

    async fn corpus(&self, name: &str) -> Archive {
        let new = NewArchive {
            id: ArchiveId::new(at(0)),
            course: self.course,
            name: name.to_owned(),
            year: None,
            keeping: Keeping::Reduced,
            sketch: Some(SKETCH.to_owned()),
            creator: self.account,
            keep_until: None,
        };
        self.storage.create_archive(&new, &operator()).await.unwrap()
    }
}

/// Adds the last piece of documents.
async fn add(storage: &dyn Storage, corpus: &Archive, documents: Vec<SketchedDocument>) -> AddedSketches {
    add_sketched(storage, corpus, documents, false, &operator()).await.unwrap()
}

/// Returns a well-mixed value, like those of sketches.
fn value(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

fn document(name: &str, values: impl IntoIterator<Item = u64>) -> SketchedDocument {
    let sketch = values.into_iter().map(value).collect();
    SketchedDocument { name: name.to_owned(), date: Some("2026-01-02T00:00:00Z".to_owned()), sketch }
}

async fn find(
    storage: &dyn Storage,
    corpus: &Archive,
    values: impl IntoIterator<Item = u64>,
) -> ResemblingDocuments {
    let among = storage.ingests(Owner::Archive(corpus.id)).await.unwrap();
    let text: Vec<u64> = values.into_iter().map(value).collect();
    find_resembling(storage, SKETCH, &among, &text, 10).await.unwrap()
}

/// Returns for each document: name, shared values, all values.
fn rows(found: &ResemblingDocuments) -> Vec<(&str, u64, u64)> {
    found.found.iter().map(|alike| (alike.name.as_str(), alike.shared, alike.values)).collect()
}

async fn maintain_index(storage: &dyn Storage) {
    for (scheme, known) in storage.index_schemes().await.unwrap() {
        assert!(!crate::index::reindex::is_due(storage, scheme, &known).await.unwrap(), "nothing to renew");
        storage.queue_compaction(scheme, JobId::new(at(9)), at(9)).await.unwrap();
        let (lease, scheme) = compacting(storage).await;
        let (progress, _) = tokio::sync::watch::channel(JobProgress::default());
        crate::index::maintenance::maintain(storage, &lease, scheme, &progress).await.unwrap();
        storage.settle(&lease, at(10)).await.unwrap();
    }
}

async fn compacting(storage: &dyn Storage) -> (Lease, SchemeId) {
    let claimed = storage.claim(HolderId::new(at(9)), Lane::Maintenance, at(9)).await.unwrap().unwrap();
    let JobPayload::Compact { scheme } = claimed.payload else { panic!("{:?}", claimed.payload) };
    (claimed.lease, scheme)
}

#[tokio::test]
async fn documents_are_found_by_what_they_share() {
    let database = Database::new().await;
    let storage = &*database.storage;
    let one = database.corpus("one").await;
    let other = database.corpus("other").await;
    let documents = vec![
        document("a", 0..30),
        document("b", 20..40),
        document("large", 0..200),
        document("far", 900..950),
    ];
    let counts = add(storage, &one, documents).await;
    assert_eq!(counts, AddedSketches { added: 4, copies: 0, known: 0 });
    add(storage, &other, vec![document("a", 0..30)]).await;

    let found = find(storage, &one, 0..30).await;
    assert_eq!((found.values, found.common), (30, 0));
    assert_eq!(rows(&found), [("a", 30, 30), ("b", 10, 20), ("large", 30, 200)]);
    assert_eq!(rows(&find(storage, &other, 25..35).await), [("a", 5, 30)]);
    assert_eq!(rows(&find(storage, &one, 5000..5010).await), []);
    let nothing = find(storage, &one, 0..0).await;
    assert_eq!((nothing.values, nothing.found.len()), (0, 0));
    let elsewhere = find_resembling(storage, "text words=1 shingle=4", &[], &[value(1)], 10).await.unwrap();
    assert_eq!((elsewhere.values, elsewhere.found.len()), (1, 0));

    let stored = storage.stored(&[(Owner::Archive(one.id), 1)]).await.unwrap().remove(0);
    assert_eq!(stored.submission.submitted_at.as_deref(), Some("2026-01-02T00:00:00Z"));
    assert!(
        crate::index::postings::fingerprints_of_stored(&stored.documents[0].stream).unwrap().is_empty(),
        "no tokens"
    );

    // Index maintenance must not change the answers.
    maintain_index(storage).await;
    assert_eq!(find(storage, &one, 0..30).await, found);
    let scheme = storage.index_schemes().await.unwrap().remove(0).0;
    storage.queue_compaction(scheme, JobId::new(at(9)), at(9)).await.unwrap();
    let (lease, scheme) = compacting(storage).await;
    let rebuilt = chaffinch_index::rebuild(storage, &lease, scheme, FREQUENCY, |_, _| {}).await.unwrap();
    assert_eq!(rebuilt.damaged, []);
    storage.settle(&lease, at(10)).await.unwrap();
    assert_eq!(find(storage, &one, 0..30).await, found);
    assert!(storage.delete_archive(one.id, &operator()).await.unwrap());
    assert_eq!(rows(&find(storage, &one, 0..30).await), []);
    assert_eq!(rows(&find(storage, &other, 0..30).await), [("a", 30, 30)]);
}

const FREQUENCY: u32 = crate::index::candidates::FREQUENCY_LIMIT;

/// An interrupted addition is repeated, and a copy is found with its original.
#[tokio::test]
async fn documents_already_added_are_skipped_and_copies_are_found() {
    let database = Database::new().await;
    let storage = &*database.storage;
    let corpus = database.corpus("pages").await;
    let documents = || vec![document("a", 0..30), document("copy", 0..30), document("b", 20..40)];
    let first = vec![document("a", 0..30)];
    add_sketched(storage, &corpus, first, true, &operator()).await.unwrap();
    let again = add(storage, &corpus, documents()).await;
    assert_eq!(again, AddedSketches { added: 2, copies: 1, known: 1 });
    let more = vec![
        document("b", 20..40),
        document("b", 20..41),
        document("copy of b", 20..40),
        document("a", 0..30),
    ];
    let again = add(storage, &corpus, more).await;
    assert_eq!(again, AddedSketches { added: 2, copies: 1, known: 2 });
    assert_eq!(storage.archive(corpus.id).await.unwrap().unwrap().documents, 5);

    let found = find(storage, &corpus, 0..30).await;
    assert_eq!(
        rows(&found),
        [("a", 30, 30), ("copy", 30, 30), ("b", 10, 20), ("copy of b", 10, 20), ("b", 10, 21)]
    );
    maintain_index(storage).await;
    assert_eq!(find(storage, &corpus, 0..30).await, found);
}

/// A menu that is on every page says nothing and is not compared. Identical pages count as one.
#[tokio::test]
async fn common_values_are_not_compared() {
    let database = Database::new().await;
    let storage = &*database.storage;
    let corpus = database.corpus("pages").await;
    let many = u64::from(FREQUENCY) + 50;
    let page = |number: u64| {
        let own = (0..5).map(move |at| 1000 + number * 10 + at);
        document(&format!("page {number}"), (0..20).chain(own))
    };
    let licence = |number: u64| document(&format!("licence {number}"), 100..120);
    let pages = (0..many).map(page).chain((0..many).map(licence)).collect();
    add(storage, &corpus, pages).await;

    let check = async || {
        let found = find(storage, &corpus, (0..20).chain(1070..1074)).await;
        assert_eq!((found.values, found.common), (4, 20));
        assert_eq!(rows(&found), [("page 7", 4, 5)]);
        let menu = find(storage, &corpus, 0..20).await;
        assert_eq!((menu.values, menu.common, menu.found.len()), (0, 20, 0));
        // A thousand copies do not make a text common, but they are too many to list.
        let found = find(storage, &corpus, 100..120).await;
        assert_eq!(rows(&found), [("licence 0", 20, 20)]);
    };
    check().await;
    maintain_index(storage).await;
    check().await;
    let again = add(storage, &corpus, vec![licence(7)]).await;
    assert_eq!((again.added, again.known), (0, 1));
}
