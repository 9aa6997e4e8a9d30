//! Tests of uploads, from acceptance to deletion.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, ReadBuf};

use super::{
    accepted, account, at, batch, by, claimed, ingest, job_of, operator, part, personal, result, upload,
};
use chaffinch_storage::{
    Accepted, AccountId, AnalysisOptions, ArchiveId, BatchFilter, BatchId, CHUNK_BYTES, CourseId,
    Idempotency, JobProgress, Lane, Layout, MatchLength, NewBatch, NewCourse, NewPart, NewSession,
    NewSignInLink, PartKind, Purged, Role, SecretHash, Status, Storage, StorageError,
};

fn keyed(key: &str, fingerprint: u8, upload: NewBatch) -> NewBatch {
    let idempotency = Idempotency { key: key.to_owned(), fingerprint: [fingerprint; 32] };
    NewBatch { idempotency: Some(idempotency), ..upload }
}

/// An accepted upload is returned unchanged: options, parts in order, and every byte of several chunks.
pub async fn an_upload_is_kept_byte_by_byte(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let large: Vec<u8> = (0..2 * CHUNK_BYTES + 17).map(|at| (at * 31 % 251) as u8).collect();
    let options = AnalysisOptions {
        language: Some("c".to_owned()),
        layout: Layout::Whole,
        common_limit: 10,
        submission_limit: 4,
        cutoff_expect: Some(0.5),
        most_matched: 5,
        files_named: true,
        max_pairs: 7,
        matches: 3,
        archives: Some(Vec::new()),
        background: vec![BatchId::new(at(1)).into(), ArchiveId::new(at(2)).into()],
        own_work: vec![BatchId::new(at(3)).into()],
        teams: vec![vec!["ann".to_owned(), "bob".to_owned()]],
        staff: vec!["eve".to_owned()],
        encodings: vec!["*.c=Big5".to_owned()],
        include: vec!["*.c".to_owned()],
        exclude: vec!["tests/".to_owned()],
        count_vendored: true,
        count_given: true,
        match_length: MatchLength::new(Some(12), Some(5), None).unwrap(),
        name_encoding: Some("gbk".to_owned()),
        handed_out: vec!["starter".to_owned()],
        ignored: vec!["notes".to_owned()],
        opens_case: true,
        references: vec!["language-model:GPT-4, prompt 2".to_owned()],
        translations: true,
    };
    let new = NewBatch {
        options: options.clone(),
        keep_until: Some(at(1000)),
        parts: vec![
            part(PartKind::Submissions, "../class.zip", &large),
            part(PartKind::Boilerplate, "skeleton.c", b"int main(void);"),
            part(PartKind::Submissions, "empty.c", b""),
            part(PartKind::Reference, "answers.zip", b"answers"),
        ],
        ..upload(storage, &ada, 5).await
    };
    let id = new.id;
    let Accepted::New(kept) = storage.accept(new).await.unwrap() else {
        panic!("nothing was accepted before")
    };
    assert_eq!(kept, batch(storage, id).await);
    assert_eq!((kept.creator, kept.course), (ada.id, personal(storage, &ada).await));
    assert_eq!((kept.options, kept.created, kept.keep_until), (options, at(5), Some(at(1000))));
    assert_eq!((kept.status, kept.revision, kept.title.as_str()), (Status::Queued, None, "Exercise 5"));

    let parts = storage.parts(job_of(id)).await.unwrap();
    let told: Vec<_> = parts
        .iter()
        .map(|part| (part.number, part.kind, part.name.as_str(), part.chunks, part.bytes))
        .collect();
    assert_eq!(
        told,
        [
            (0, PartKind::Submissions, "../class.zip", 3, large.len() as u64),
            (1, PartKind::Boilerplate, "skeleton.c", 1, 15),
            (2, PartKind::Submissions, "empty.c", 0, 0),
            (3, PartKind::Reference, "answers.zip", 1, 7),
        ]
    );
    let mut read = Vec::new();
    for chunk in 0..3 {
        let bytes = storage.part_chunk(job_of(id), 0, chunk).await.unwrap().unwrap();
        assert!(bytes.len() <= CHUNK_BYTES);
        read.extend(bytes);
    }
    assert!(read == large, "the bytes differ");
    assert_eq!(storage.part_chunk(job_of(id), 0, 3).await.unwrap(), None);
    assert_eq!(storage.part_chunk(job_of(id), 2, 0).await.unwrap(), None);
}

/// Names and titles are untrusted. No text makes an upload fail, and all characters except NUL are preserved.
pub async fn any_text_is_taken(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let text = "\u{1}\t\\ ' \" \u{feff}\u{10ffff} \u{202e}%_$1 ?1";
    let nul = format!("a\0{text}");
    let like = |found: &str| found.replace(['\0', '\u{fffd}'], "0") == nul.replace('\0', "0");
    for (minutes, title) in [(1, text), (2, &nul)] {
        let new = NewBatch {
            title: title.to_owned(),
            parts: vec![part(PartKind::Submissions, title, b"zipped")],
            ..upload(storage, &ada, minutes).await
        };
        let id = storage.accept(new).await.unwrap().batch().id;
        let lease = claimed(storage, 1).await.lease;
        let name = storage.parts(lease.job).await.unwrap().remove(0).name;
        let mut content = ingest();
        title.clone_into(&mut content.documents[0].path);
        title.clone_into(&mut content.submissions[0].header.name);
        content.submissions[0].header.author = Some(title.to_owned());
        storage.finish(&lease, result(1), content, at(3)).await.unwrap();
        let stored = storage.stored_batch(id, None, 1).await.unwrap().remove(0);
        let submission = stored.submission.header;
        let author = submission.author.unwrap();
        let path = &stored.documents[0].path;
        for found in [&batch(storage, id).await.title, &name, path, &submission.name, &author] {
            assert!(if minutes == 1 { found == text } else { like(found) }, "{found:?}");
        }
        storage.set_title(id, title, &operator(4)).await.unwrap();
    }
    accepted(storage, &ada, 5).await;
    let lease = claimed(storage, 1).await.lease;
    storage.heartbeat(&lease, &JobProgress { stage: nul.clone(), done: 1, total: 2 }).await.unwrap();
    storage.fail(&lease, &nul, false, at(6)).await.unwrap();
    assert_eq!(storage.account_by_name(&nul).await.unwrap(), None);
}

/// A repeated request returns the first batch, also after the work on it. Each account has keys of its own.
pub async fn the_same_request_is_accepted_once(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    let first = storage.accept(keyed("k", 1, upload(storage, &ada, 1).await)).await.unwrap();
    let again = storage.accept(keyed("k", 1, upload(storage, &ada, 2).await)).await.unwrap();
    assert_eq!(again, Accepted::Before(first.batch().clone()));
    let other = storage.accept(keyed("k", 1, upload(storage, &bob, 3).await)).await.unwrap();
    assert!(matches!(other, Accepted::New(_)));

    let lease = claimed(storage, 1).await.lease;
    storage.finish(&lease, result(1), ingest(), at(4)).await.unwrap();
    let late = storage.accept(keyed("k", 1, upload(storage, &ada, 5).await)).await.unwrap();
    assert!(matches!(&late, Accepted::Before(batch) if batch.status == Status::Done));
    claimed(storage, 1).await;
    assert_eq!(
        storage.claim(super::holder(1), Lane::Analysis, super::later()).await.unwrap(),
        None,
        "two jobs in all"
    );
}

/// A client that repeats a request before the first answer gets one batch.
pub async fn the_same_request_at_the_same_moment_is_accepted_once(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let one = keyed("k", 1, upload(storage, &ada, 1).await);
    let two = keyed("k", 1, upload(storage, &ada, 1).await);
    let (one, two) = tokio::join!(storage.accept(one), storage.accept(two));
    let (one, two) = (one.unwrap(), two.unwrap());
    assert_eq!(one.batch(), two.batch());
    assert!(matches!(
        (&one, &two),
        (Accepted::New(_), Accepted::Before(_)) | (Accepted::Before(_), Accepted::New(_))
    ));
    let filter = BatchFilter { account: ada.id, course: None, after: None, limit: 10 };
    assert_eq!(storage.batches(&filter).await.unwrap().items.len(), 1);
}

/// A key belongs to one content. Deleting the batch frees it.
pub async fn a_reused_key_is_refused(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let first = storage.accept(keyed("k", 1, upload(storage, &ada, 1).await)).await.unwrap();
    let second = keyed("k", 2, upload(storage, &ada, 2).await);
    let id = second.id;
    assert!(matches!(storage.accept(second).await.unwrap_err(), StorageError::KeyReused));
    assert_eq!(storage.batch(id).await.unwrap(), None);
    storage.delete(first.batch().id, &operator(3)).await.unwrap();
    let free = storage.accept(keyed("k", 2, upload(storage, &ada, 4).await)).await.unwrap();
    assert!(matches!(free, Accepted::New(_)));
}

/// A reader that returns a few bytes and then fails.
pub(super) struct Torn(pub(super) bool);

impl AsyncRead for Torn {
    fn poll_read(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.0 {
            return Poll::Ready(Err(io::Error::other("the disk is gone")));
        }
        self.0 = true;
        into.put_slice(b"half");
        Poll::Ready(Ok(()))
    }
}

/// An upload is stored completely or not at all.
pub async fn an_upload_that_cannot_be_read_leaves_nothing(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let mut torn = keyed("k", 1, upload(storage, &ada, 1).await);
    torn.parts.push(NewPart {
        kind: PartKind::Submissions,
        name: "torn.zip".to_owned(),
        content: Box::new(Torn(false)),
    });
    let id = torn.id;
    assert!(matches!(storage.accept(torn).await.unwrap_err(), StorageError::Upload(_)));
    assert_eq!(storage.batch(id).await.unwrap(), None);
    assert_eq!(storage.parts(job_of(id)).await.unwrap(), []);
    assert_eq!(storage.claim(super::holder(1), Lane::Analysis, super::later()).await.unwrap(), None);
    let retry = storage.accept(keyed("k", 2, upload(storage, &ada, 2).await)).await.unwrap();
    assert!(matches!(retry, Accepted::New(_)), "the key is still free");
}

/// An upload without an existing account and course is refused.
pub async fn an_upload_needs_account_and_course(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let nowhere = NewBatch { course: CourseId::new(at(0)), ..upload(storage, &ada, 1).await };
    assert!(matches!(storage.accept(nowhere).await.unwrap_err(), StorageError::Missing { .. }));
    let nobody = NewBatch { creator: AccountId::new(at(0)), ..upload(storage, &ada, 1).await };
    assert!(matches!(storage.accept(nobody).await.unwrap_err(), StorageError::Missing { .. }));
}

/// Membership determines what a list shows. Pages neither repeat nor omit entries, even if batches are added or deleted
/// in between.
pub async fn lists_show_own_courses_newest_first_page_by_page(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    let mut own = Vec::new();
    for minutes in 1..=5 {
        own.push(accepted(storage, &ada, minutes).await.id);
    }
    let foreign = accepted(storage, &bob, 3).await.id;
    own.reverse();

    let filter = BatchFilter { account: ada.id, course: None, after: None, limit: 2 };
    let ids = |page: &chaffinch_storage::Page<chaffinch_storage::Batch, BatchId>| {
        page.items.iter().map(|batch| batch.id).collect::<Vec<_>>()
    };
    let first = storage.batches(&filter).await.unwrap();
    assert_eq!(ids(&first), own[..2]);
    accepted(storage, &ada, 9).await;
    storage.delete(own[2], &operator(9)).await.unwrap();
    let second = storage.batches(&BatchFilter { after: first.next, ..filter }).await.unwrap();
    assert_eq!((ids(&second), second.next), (own[3..].to_vec(), None));

    let course = personal(storage, &bob).await;
    storage.set_role(ada.id, course, Some(Role::Viewer), &operator(9)).await.unwrap();
    let seen = storage.batches(&BatchFilter { limit: 100, ..filter }).await.unwrap();
    assert!(ids(&seen).contains(&foreign));
    let only = storage.batches(&BatchFilter { course: Some(course), ..filter }).await.unwrap();
    assert_eq!(ids(&only), [foreign]);
    let strange = NewCourse { id: CourseId::new(at(9)), name: "Other".to_owned(), owner: bob.id };
    storage.create_course(&strange, &operator(9)).await.unwrap();
    let none = storage.batches(&BatchFilter { course: Some(strange.id), ..filter }).await.unwrap();
    assert_eq!(ids(&none), []);
}

/// Title and retention can be changed. A change to a missing batch is reported.
pub async fn titles_and_retention_change(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = accepted(storage, &ada, 1).await.id;
    assert!(storage.set_title(id, "Sheet 1", &by(ada.id, 2)).await.unwrap());
    assert!(storage.set_keep_until(id, Some(at(99)), &by(ada.id, 3)).await.unwrap());
    let changed = batch(storage, id).await;
    assert_eq!((changed.title.as_str(), changed.keep_until), ("Sheet 1", Some(at(99))));
    assert!(storage.set_keep_until(id, None, &by(ada.id, 4)).await.unwrap());
    assert_eq!(batch(storage, id).await.keep_until, None);
    let gone = BatchId::new(at(0));
    assert!(!storage.set_title(gone, "x", &operator(5)).await.unwrap());
    assert!(!storage.set_keep_until(gone, None, &operator(5)).await.unwrap());
}

/// Cancelling a waiting batch deletes job and upload. Cancelling a finished batch changes nothing.
pub async fn a_waiting_batch_is_cancelled(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = accepted(storage, &ada, 1).await.id;
    assert_eq!(storage.cancel(id, &by(ada.id, 2)).await.unwrap(), Some(Status::Cancelled));
    assert_eq!(batch(storage, id).await.status, Status::Cancelled);
    assert_eq!(storage.parts(job_of(id)).await.unwrap(), []);
    assert_eq!(storage.claim(super::holder(1), Lane::Analysis, super::later()).await.unwrap(), None);
    assert_eq!(storage.cancel(id, &by(ada.id, 3)).await.unwrap(), Some(Status::Cancelled));

    let done = accepted(storage, &ada, 4).await.id;
    let lease = claimed(storage, 1).await.lease;
    storage.finish(&lease, result(1), ingest(), at(5)).await.unwrap();
    assert_eq!(storage.cancel(done, &by(ada.id, 6)).await.unwrap(), Some(Status::Done));
    assert_eq!(storage.cancel(BatchId::new(at(0)), &operator(6)).await.unwrap(), None);
}

/// Nothing of a deleted batch can be read. Other batches are unchanged.
pub async fn deleting_leaves_nothing_of_the_batch(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let (gone, kept) = (accepted(storage, &ada, 1).await.id, accepted(storage, &ada, 2).await.id);
    for _ in 0..2 {
        let lease = claimed(storage, 1).await.lease;
        storage.finish(&lease, result(2), ingest(), at(3)).await.unwrap();
    }
    assert!(storage.delete(gone, &by(ada.id, 4)).await.unwrap());
    assert!(!storage.delete(gone, &by(ada.id, 4)).await.unwrap());
    assert_eq!(storage.batch(gone).await.unwrap(), None);
    assert_eq!(storage.parts(job_of(gone)).await.unwrap(), []);
    assert_eq!(storage.revisions(gone).await.unwrap(), []);
    assert_eq!(storage.report_head(gone, Some(1)).await.unwrap(), None);
    assert_eq!(storage.report_body(gone, Some(1)).await.unwrap(), None);
    assert_eq!(storage.pairs(gone, Some(1), None, 9).await.unwrap().items, []);
    assert_eq!(storage.pair(gone, Some(1), 1, 2).await.unwrap(), None);
    assert_eq!(storage.sources(gone, None, 1).await.unwrap(), []);
    assert_eq!(storage.pairs(kept, None, None, 9).await.unwrap().items.len(), 2);
    assert_eq!(storage.sources(kept, None, 1).await.unwrap().len(), 2);
}

/// Retention deletes batches, including running ones. Sessions and links are deleted once they are useless.
pub async fn what_is_past_its_time_is_purged(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let short = NewBatch { keep_until: Some(at(10)), ..upload(storage, &ada, 1).await };
    let short = storage.accept(short).await.unwrap().batch().id;
    let long = NewBatch { keep_until: Some(at(20)), ..upload(storage, &ada, 2).await };
    let long = storage.accept(long).await.unwrap().batch().id;
    let ever = accepted(storage, &ada, 3).await.id;
    let running = claimed(storage, 1).await.lease;
    for (secret, expires) in [(1, 10), (2, 30)] {
        let hash = SecretHash([secret; 32]);
        let link = NewSignInLink { hash, account: ada.id, email: None, expires: at(30) };
        storage.create_sign_in_link(&link, &operator(0)).await.unwrap();
        let session = NewSession {
            hash: SecretHash([secret + 10; 32]),
            expires: at(expires),
            browser: String::new(),
            address: String::new(),
        };
        storage.redeem_sign_in_link(&link.hash, &session, at(1)).await.unwrap().unwrap();
    }

    assert_eq!(storage.purge(at(9)).await.unwrap(), Purged { sign_in_links: 2, ..Purged::default() });
    assert_eq!(storage.purge(at(10)).await.unwrap(), Purged { batches: 1, sessions: 1, ..Purged::default() });
    assert_eq!(storage.batch(short).await.unwrap(), None);
    let lost = storage.heartbeat(&running, &JobProgress::default()).await.unwrap_err();
    assert!(matches!(lost, StorageError::LeaseLost));
    assert!(storage.session_actor(&SecretHash([12; 32]), at(11)).await.unwrap().is_some());
    assert!(storage.batch(long).await.unwrap().is_some() && storage.batch(ever).await.unwrap().is_some());
}
