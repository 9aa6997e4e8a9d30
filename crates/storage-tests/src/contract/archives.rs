//! Tests of archives: creating, adding, reducing, deleting.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};

use super::batches::Torn;
use super::{account, at, by, holder, index_scheme, ingest, later, operator, part, personal};
use chaffinch_storage::{
    Account, AnalysisOptions, Archive, ArchiveId, Bytes, JobId, JobPayload, Keeping, Lane, Lease,
    NewAddition, NewArchive, NewIngest, NewPart, Owner, Packed, PartKind, Purged, ReferenceKind,
    ReferenceLabel, Status, Storage, StorageError,
};

async fn made(storage: &dyn Storage, owner: &Account, name: &str) -> Archive {
    let new = NewArchive {
        id: ArchiveId::new(at(1)),
        course: personal(storage, owner).await,
        name: name.to_owned(),
        year: Some(2024),
        reference: None,
        keeping: Keeping::Sources,
        creator: owner.id,
        keep_until: None,
    };
    storage.create_archive(&new, &by(owner.id, 1)).await.unwrap()
}

async fn archive(storage: &dyn Storage, id: ArchiveId) -> Archive {
    storage.archive(id).await.unwrap().unwrap()
}

async fn claimed(storage: &dyn Storage, lane: Lane) -> (Lease, JobPayload) {
    let claimed = storage.claim(holder(1), lane, later()).await.unwrap().unwrap();
    (claimed.lease, claimed.payload)
}

/// Adds the four files of [`ingest`] to an archive, as a worker does.
async fn filled(storage: &dyn Storage, owner: &Account, id: ArchiveId, content: NewIngest) {
    let parts = vec![part(PartKind::Submissions, "old.zip", b"zipped")];
    let upload = NewAddition::Upload { options: Box::default(), parts };
    storage.add(id, upload, JobId::new(at(2)), &by(owner.id, 2)).await.unwrap();
    let (lease, _) = claimed(storage, Lane::Analysis).await;
    storage.finish_addition(&lease, content, at(3)).await.unwrap();
}

/// Content that never arrives. It records when it is waited for.
struct Endless(Arc<AtomicBool>);

impl AsyncRead for Endless {
    fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, _: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.0.store(true, Ordering::Relaxed);
        Poll::Pending
    }
}

/// An archive is created together with its first addition, or not at all.
pub async fn archives_are_made_with_their_first_addition_or_not_at_all(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let course = personal(storage, &ada).await;
    let new = |number: i64| NewArchive {
        id: ArchiveId::new(at(number)),
        course,
        name: "2024".to_owned(),
        year: None,
        reference: Some(ReferenceLabel::new(ReferenceKind::LanguageModel, "GPT-4: prompt 2")),
        keeping: Keeping::Sources,
        creator: ada.id,
        keep_until: None,
    };
    let by = by(ada.id, 1);
    let upload = |content: Box<dyn AsyncRead + Send + Sync + Unpin>| NewAddition::Upload {
        options: Box::default(),
        parts: vec![NewPart { kind: PartKind::Submissions, name: "old.zip".to_owned(), content }],
    };
    let broken = upload(Box::new(Torn(false)));
    let refused = storage.create_filled_archive(&new(1), broken, JobId::new(at(1)), &by).await.unwrap_err();
    assert!(matches!(refused, StorageError::Upload(_)), "{refused:?}");
    assert_eq!(storage.archives(&[course]).await.unwrap(), []);

    // The caller may stop at any moment. The name is then free, and no empty archive is left.
    let reached = Arc::new(AtomicBool::new(false));
    let waiting = upload(Box::new(Endless(Arc::clone(&reached))));
    let (first, job) = (new(2), JobId::new(at(2)));
    let mut asked = storage.create_filled_archive(&first, waiting, job, &by);
    std::future::poll_fn(|context| {
        assert!(asked.as_mut().poll(context).is_pending(), "an upload without end");
        if reached.load(Ordering::Relaxed) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    drop(asked);

    let whole = upload(Box::new(io::Cursor::new(b"zipped".to_vec())));
    let third = new(3);
    storage.create_filled_archive(&third, whole, JobId::new(at(3)), &by).await.unwrap();
    let [made] = &storage.archives(&[course]).await.unwrap()[..] else { panic!("one archive") };
    assert_eq!((made.id, &made.status, &made.reference), (third.id, &Status::Queued, &third.reference));
    let (_, payload) = claimed(storage, Lane::Analysis).await;
    assert!(matches!(payload, JobPayload::AddUpload { archive, .. } if archive == made.id));
    let again = NewAddition::Upload { options: Box::default(), parts: Vec::new() };
    let taken = storage.create_filled_archive(&new(4), again, JobId::new(at(4)), &by).await.unwrap_err();
    assert!(matches!(taken, StorageError::NameTaken { .. }), "{taken:?}");
}

/// An archive belongs to a course, in which its name is unique.
pub async fn archives_are_made_in_a_course(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    let made_one = made(storage, &ada, "2024").await;
    assert_eq!(
        (made_one.name.as_str(), made_one.year, made_one.keeping),
        ("2024", Some(2024), Keeping::Sources)
    );
    assert_eq!(made_one.reference, None);
    assert_eq!((made_one.state, made_one.submissions, made_one.documents), (0, 0, 0));
    assert_eq!((made_one.creator, made_one.created, made_one.status), (ada.id, at(1), Status::Done));
    let again = NewArchive {
        id: ArchiveId::new(at(2)),
        course: made_one.course,
        name: "2024".to_owned(),
        year: None,
        reference: None,
        keeping: Keeping::Reduced,
        creator: ada.id,
        keep_until: None,
    };
    let taken = storage.create_archive(&again, &operator(2)).await.unwrap_err();
    assert!(matches!(taken, StorageError::NameTaken { .. }), "{taken:?}");
    let other = made(storage, &bob, "2024").await;
    let early = made(storage, &ada, "2023").await;
    let (of_ada, of_bob) = (personal(storage, &ada).await, personal(storage, &bob).await);
    let names = |archives: Vec<Archive>| archives.iter().map(|archive| archive.id).collect::<Vec<_>>();
    assert_eq!(names(storage.archives(&[of_ada]).await.unwrap()), [early.id, made_one.id]);
    assert_eq!(names(storage.archives(&[of_bob]).await.unwrap()), [other.id]);
    assert_eq!(storage.archives(&[of_ada, of_bob, of_ada]).await.unwrap().len(), 3);
    assert_eq!(storage.archive(ArchiveId::new(at(9))).await.unwrap(), None);
}

/// Submissions are returned with the fingerprints of their files and without texts, including submissions without
/// fingerprints.
pub async fn archived_fingerprints_come_by_submission(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = made(storage, &ada, "2024").await.id;
    let mut content = ingest();
    for document in content.documents.iter_mut().filter(|document| document.submission < 3) {
        document.fingerprints = Some((index_scheme(), Bytes(document.path.clone().into_bytes())));
    }
    filled(storage, &ada, id, content.clone()).await;
    filled(storage, &ada, id, content.clone()).await;
    let ingests = storage.ingests(Owner::Archive(id)).await.unwrap();
    let (mut numbers, mut headers) = (Vec::new(), Vec::new());
    for ingest in &ingests {
        let all = storage.fingerprinted(ingest, 0, 100).await.unwrap();
        let first = all[0].submission.number;
        for submission in &all {
            let files = content
                .documents
                .iter()
                .filter(|file| file.submission == submission.submission.number - first + 1);
            let kept: Vec<Bytes> =
                files.filter_map(|file| file.fingerprints.as_ref().map(|of| of.1.clone())).collect();
            let came: Vec<Bytes> = submission.fingerprints.iter().map(|of| of.1.clone()).collect();
            assert_eq!(came, kept);
            assert!(submission.fingerprints.is_sorted_by_key(|of| of.0));
        }
        let page = storage.fingerprinted(ingest, first, 1).await.unwrap();
        assert_eq!(page, all[1..2]);
        assert_eq!(storage.fingerprinted(ingest, first + 2, 10).await.unwrap(), []);
        numbers.extend(all.iter().map(|found| found.submission.number));
        headers.extend(all.into_iter().map(|found| found.submission.header));
    }
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
    assert_eq!(headers[..3], content.submissions.iter().map(|one| one.header.clone()).collect::<Vec<_>>());
    assert_eq!(headers[3].name, format!("{} (2)", headers[0].name));
}

/// An upload is stored with its bytes, read by a worker, and deleted once its documents are stored.
pub async fn an_upload_is_added_to_an_archive(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = made(storage, &ada, "2024").await.id;
    let options = Box::new(AnalysisOptions { language: Some("c".to_owned()), ..AnalysisOptions::default() });
    let parts = vec![part(PartKind::Submissions, "old.zip", b"zipped")];
    let upload = NewAddition::Upload { options: options.clone(), parts };
    storage.add(id, upload, JobId::new(at(2)), &by(ada.id, 2)).await.unwrap();
    assert_eq!(archive(storage, id).await.status, Status::Queued);
    let (lease, payload) = claimed(storage, Lane::Analysis).await;
    assert_eq!(payload, JobPayload::AddUpload { archive: id, options });
    assert_eq!(storage.part_chunk(lease.job, 0, 0).await.unwrap().unwrap(), b"zipped");
    storage.finish_addition(&lease, ingest(), at(3)).await.unwrap();
    let after = archive(storage, id).await;
    assert_eq!((after.state, after.submissions, after.documents, after.status), (1, 3, 4, Status::Done));
    assert_eq!(storage.parts(lease.job).await.unwrap(), []);
    let lost = storage.finish_addition(&lease, ingest(), at(4)).await.unwrap_err();
    assert!(matches!(lost, StorageError::LeaseLost));

    // A second addition: numbers continue, and names stay unique.
    filled(storage, &ada, id, ingest()).await;
    let after = archive(storage, id).await;
    assert_eq!((after.state, after.submissions, after.documents), (2, 6, 8));
    let stored = storage.stored(&[(Owner::Archive(id), 5), (Owner::Archive(id), 1)]).await.unwrap();
    let names: Vec<_> =
        stored.iter().map(|one| (one.submission.number, one.submission.header.name.as_str())).collect();
    assert_eq!(names, [(5, "s2 (2)"), (1, "s1")]);
    let ingests = storage.ingests(Owner::Archive(id)).await.unwrap();
    assert_eq!(ingests.len(), 2);
    assert!(ingests.iter().all(|ingest| ingest.documents.end - ingest.documents.start == 4));
    assert!(ingests[0].documents.end <= ingests[1].documents.start);
}

/// If two workers add to one archive, no number and no name occurs twice.
pub async fn additions_at_the_same_moment_number_their_submissions_apart(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = made(storage, &ada, "2024").await.id;
    for minutes in [2, 3] {
        let parts = vec![part(PartKind::Submissions, "old.zip", b"zipped")];
        let upload = NewAddition::Upload { options: Box::default(), parts };
        storage.add(id, upload, JobId::new(at(minutes)), &by(ada.id, minutes)).await.unwrap();
    }
    let (one, two) = (claimed(storage, Lane::Analysis).await.0, claimed(storage, Lane::Analysis).await.0);
    let (first, second) = tokio::join!(
        storage.finish_addition(&one, ingest(), at(4)),
        storage.finish_addition(&two, ingest(), at(4)),
    );
    first.unwrap();
    second.unwrap();
    let wanted: Vec<_> = (1..=6).map(|number| (Owner::Archive(id), number)).collect();
    let stored = storage.stored(&wanted).await.unwrap();
    let mut names: Vec<_> = stored.into_iter().map(|one| one.submission.header.name).collect();
    names.sort();
    assert_eq!(names, ["s1", "s1 (2)", "s2", "s2 (2)", "s3", "s3 (2)"]);
    assert_eq!(archive(storage, id).await.state, 2);
}

/// What may no longer be kept is replaced piece by piece. Later additions are reduced as well.
pub async fn an_archive_is_reduced(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = made(storage, &ada, "2024").await.id;
    filled(storage, &ada, id, ingest()).await;
    storage.reduce(id, JobId::new(at(4)), &by(ada.id, 4)).await.unwrap();
    assert_eq!(archive(storage, id).await.keeping, Keeping::Reduced);
    let (lease, payload) = claimed(storage, Lane::Maintenance).await;
    assert_eq!(payload, JobPayload::Reduce { archive: id });
    let mut seen = 0;
    loop {
        let piece = storage.unreduced(id, 3).await.unwrap();
        if piece.is_empty() {
            break;
        }
        seen += piece.len();
        let streams = piece.iter().map(|document| (document.0, Packed::pack(b"less"))).collect();
        storage.reduce_documents(&lease, streams).await.unwrap();
    }
    assert_eq!(seen, 4);
    storage.settle(&lease, at(5)).await.unwrap();
    let stored = storage.stored(&[(Owner::Archive(id), 1)]).await.unwrap();
    for document in &stored[0].documents {
        assert_eq!((&document.text, &document.stream), (&None, &Packed::pack(b"less")));
    }
    let lost = storage.reduce_documents(&lease, Vec::new()).await.unwrap_err();
    assert!(matches!(lost, StorageError::LeaseLost));
}

/// If an archive is reduced during an addition, the texts of the addition are removed afterwards.
pub async fn an_archive_is_reduced_while_it_grows(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = made(storage, &ada, "2024").await.id;
    let upload = NewAddition::Upload { options: Box::default(), parts: Vec::new() };
    storage.add(id, upload, JobId::new(at(2)), &by(ada.id, 2)).await.unwrap();
    let (adding, _) = claimed(storage, Lane::Analysis).await;
    storage.reduce(id, JobId::new(at(3)), &by(ada.id, 3)).await.unwrap();
    let (reducing, _) = claimed(storage, Lane::Maintenance).await;
    assert_eq!(storage.unreduced(id, 9).await.unwrap(), []);
    storage.settle(&reducing, at(4)).await.unwrap();
    storage.finish_addition(&adding, ingest(), at(5)).await.unwrap();
    let (_, payload) = claimed(storage, Lane::Maintenance).await;
    assert_eq!(payload, JobPayload::Reduce { archive: id });
    assert_eq!(storage.unreduced(id, 9).await.unwrap().len(), 4);
}

/// A deleted archive leaves nothing, and jobs that work on it can commit nothing.
pub async fn deleting_leaves_nothing_of_the_archive(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = made(storage, &ada, "2024").await.id;
    let content = NewIngest { runs: vec![super::run(4)], ..ingest() };
    filled(storage, &ada, id, content.clone()).await;
    let documents = storage.ingests(Owner::Archive(id)).await.unwrap()[0].documents.clone();
    let parts = vec![part(PartKind::Submissions, "more.zip", b"zipped")];
    let upload = NewAddition::Upload { options: Box::default(), parts };
    storage.add(id, upload, JobId::new(at(5)), &by(ada.id, 5)).await.unwrap();
    let (lease, _) = claimed(storage, Lane::Analysis).await;

    assert!(storage.delete_archive(id, &by(ada.id, 6)).await.unwrap());
    assert!(!storage.delete_archive(id, &by(ada.id, 6)).await.unwrap());
    assert_eq!(storage.archive(id).await.unwrap(), None);
    let lost = storage.finish_addition(&lease, content, at(7)).await.unwrap_err();
    assert!(matches!(lost, StorageError::LeaseLost));
    assert_eq!(storage.parts(lease.job).await.unwrap(), []);
    assert_eq!(storage.ingests(Owner::Archive(id)).await.unwrap(), []);
    assert_eq!(storage.stored(&[(Owner::Archive(id), 1)]).await.unwrap(), []);
    assert_eq!(storage.living(documents).await.unwrap(), []);
    let scheme = storage.index_schemes().await.unwrap();
    assert_eq!(scheme[0].1, index_scheme());
    assert_eq!(storage.runs(scheme[0].0).await.unwrap(), []);
}

/// Archives have a retention like batches.
pub async fn an_archive_past_its_time_is_purged(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let (kept, gone) = (made(storage, &ada, "2024").await.id, made(storage, &ada, "2014").await.id);
    assert!(storage.set_archive_keep_until(gone, Some(at(10)), &by(ada.id, 2)).await.unwrap());
    assert!(!storage.set_archive_keep_until(ArchiveId::new(at(9)), None, &by(ada.id, 2)).await.unwrap());
    assert_eq!(archive(storage, gone).await.keep_until, Some(at(10)));
    assert_eq!(storage.purge(at(9)).await.unwrap(), Purged::default());
    assert_eq!(storage.purge(at(10)).await.unwrap(), Purged { archives: 1, ..Purged::default() });
    assert_eq!(storage.archive(gone).await.unwrap(), None);
    assert!(storage.archive(kept).await.unwrap().is_some());
}
