//! Tests of corpora: archives of which only sketches are kept.

use super::{account, at, by, holder, ingest, later, operator, personal, run};
use chaffinch_storage::{
    Account, Archive, ArchiveId, AuditAction, JobId, Keeping, Lane, NewArchive, NewDocument, NewIngest,
    NewSketches, NewSubmission, Owner, Packed, Status, Storage, StorageError,
};

const SKETCH: &str = "text shingle=10";

async fn made(storage: &dyn Storage, owner: &Account, name: &str, sketch: Option<&str>) -> Archive {
    let new = NewArchive {
        id: ArchiveId::new(at(1)),
        course: personal(storage, owner).await,
        name: name.to_owned(),
        year: None,
        keeping: Keeping::Reduced,
        sketch: sketch.map(str::to_owned),
        creator: owner.id,
        keep_until: None,
    };
    storage.create_archive(&new, &by(owner.id, 1)).await.unwrap()
}

/// Returns documents with these names, and a run.
fn sketches(names: &[&str], frequent: &[(u64, u32)], more: bool) -> NewSketches {
    let run = run(4);
    let submissions = (1..).zip(names).map(|(number, name)| NewSubmission {
        number,
        name: (*name).to_owned(),
        author: None,
        person: None,
        attempt: None,
        submitted_at: None,
        reference: None,
    });
    let documents = (1..).take(names.len()).map(|submission| NewDocument {
        submission,
        file: 0,
        path: "sketch".to_owned(),
        text: None,
        stream: Packed::pack(b"nothing"),
        fingerprints: Some((run.scheme.clone(), vec![1, 2, 3])),
    });
    let (submissions, documents) = (submissions.collect(), documents.collect());
    let ingest = NewIngest { submissions, documents, runs: vec![run] };
    NewSketches { ingest, frequent: frequent.to_vec(), more }
}

/// Documents are added piece by piece under their own names. The last piece completes the corpus.
pub async fn a_corpus_grows(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = made(storage, &ada, "pages", Some(SKETCH)).await.id;
    assert_eq!(storage.archive(id).await.unwrap().unwrap().sketch.as_deref(), Some(SKETCH));

    let course = personal(storage, &ada).await;
    assert_eq!(made(storage, &ada, "2024", None).await.course, course);
    assert_eq!(storage.corpora(&[course]).await.unwrap(), [(id, SKETCH.to_owned())]);
    let bob = account(storage, "bob").await;
    assert_eq!(storage.corpora(&[personal(storage, &bob).await]).await.unwrap(), []);
    assert_eq!(storage.corpora(&[]).await.unwrap(), []);

    storage
        .add_sketches(id, sketches(&["a", "b", "a"], &[(7, 2), (9, 3)], true), &operator(2))
        .await
        .unwrap();
    let begun = storage.archive(id).await.unwrap().unwrap();
    assert_eq!((begun.state, begun.submissions, begun.documents), (1, 3, 3));
    assert!(matches!(begun.status, Status::Running(_)), "{:?}", begun.status);

    storage.add_sketches(id, sketches(&["a"], &[(9, 2)], false), &operator(3)).await.unwrap();
    let whole = storage.archive(id).await.unwrap().unwrap();
    assert_eq!((whole.state, whole.submissions, whole.documents, whole.status), (2, 4, 4, Status::Done));
    let wanted: Vec<_> = (1..=4).map(|number| (Owner::Archive(id), number)).collect();
    let stored = storage.stored(&wanted).await.unwrap();
    let names: Vec<_> =
        stored.iter().map(|one| (one.submission.number, one.submission.name.as_str())).collect();
    assert_eq!(names, [(1, "a"), (2, "b"), (3, "a"), (4, "a")]);
    assert!(stored.iter().all(|one| one.documents[0].text.is_none()));

    let (scheme, _) = storage.index_schemes().await.unwrap().remove(0);
    assert_eq!(storage.runs(scheme).await.unwrap().len(), 2);
    assert_eq!(storage.frequent(scheme).await.unwrap(), [(7, 2), (9, 5)]);
    assert_eq!(storage.frequent_among(scheme, &[3, 7, 8, 9, 10]).await.unwrap(), [7, 9]);
    assert_eq!(storage.frequent_among(scheme, &[]).await.unwrap(), [0; 0]);

    // The last piece may be empty.
    storage.add_sketches(id, NewSketches::default(), &operator(4)).await.unwrap();
    assert_eq!(storage.archive(id).await.unwrap().unwrap().documents, 4);
    let log = storage.audit(None, None, 9).await.unwrap().items;
    let told = log.iter().filter(|entry| entry.action == AuditAction::ArchiveChanged);
    assert_eq!(told.map(|entry| &entry.details["documents"]).collect::<Vec<_>>(), [0, 1, 3]);
}

/// Sketches are refused by an archive that is not a corpus, and by one that does not exist.
pub async fn only_a_corpus_takes_sketches(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = made(storage, &ada, "2024", None).await.id;
    for id in [id, ArchiveId::new(at(9))] {
        let refused = storage.add_sketches(id, sketches(&["a"], &[], false), &operator(2)).await.unwrap_err();
        assert!(matches!(refused, StorageError::Missing { what: "corpus" }), "{refused:?}");
    }
    assert_eq!(storage.archive(id).await.unwrap().unwrap().documents, 0);
}

/// A corpus is reduced, deleted and purged like other archives.
pub async fn a_corpus_goes_as_archives_do(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = made(storage, &ada, "pages", Some(SKETCH)).await.id;
    storage.add_sketches(id, sketches(&["a", "b"], &[], true), &operator(2)).await.unwrap();
    storage.reduce(id, JobId::new(at(3)), &by(ada.id, 3)).await.unwrap();
    let claimed = storage.claim(holder(1), Lane::Maintenance, later()).await.unwrap().unwrap();
    assert_eq!(storage.unreduced(id, 9).await.unwrap(), []);
    storage.settle(&claimed.lease, at(4)).await.unwrap();
    let (scheme, _) = storage.index_schemes().await.unwrap().remove(0);
    assert_eq!(storage.runs(scheme).await.unwrap().len(), 1);
    assert!(storage.delete_archive(id, &by(ada.id, 5)).await.unwrap());
    assert_eq!(storage.runs(scheme).await.unwrap(), []);
    assert_eq!(storage.ingests(Owner::Archive(id)).await.unwrap(), []);
    let late = NewSketches { ingest: ingest(), ..NewSketches::default() };
    assert!(storage.add_sketches(id, late, &operator(6)).await.is_err());
}

/// If two processes add to one corpus, no number occurs twice.
pub async fn sketches_at_the_same_moment_are_numbered_apart(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = made(storage, &ada, "pages", Some(SKETCH)).await.id;
    let by = operator(2);
    let (one, two) = tokio::join!(
        storage.add_sketches(id, sketches(&["a", "b"], &[(5, 2)], false), &by),
        storage.add_sketches(id, sketches(&["c", "d"], &[(5, 2)], false), &by),
    );
    one.unwrap();
    two.unwrap();
    let wanted: Vec<_> = (1..=4).map(|number| (Owner::Archive(id), number)).collect();
    let stored = storage.stored(&wanted).await.unwrap();
    let mut names: Vec<_> = stored.into_iter().map(|one| one.submission.name).collect();
    names.sort();
    assert_eq!(names, ["a", "b", "c", "d"]);
    let (scheme, _) = storage.index_schemes().await.unwrap().remove(0);
    assert_eq!(storage.frequent(scheme).await.unwrap(), [(5, 4)]);
}
