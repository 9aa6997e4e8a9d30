//! Tests of further reports: re-scoring, late work, undo and redo.

use super::{
    accepted, account, at, batch, by, claimed, holder, ingest, job_of, later, operator, part, personal,
    result,
};
use chaffinch_storage::{
    Accepted, Account, Batch, BatchId, Change, Cutoff, Document, Found, Idempotency, JobId, JobPayload, Lane,
    Lease, MAX_REVISIONS, NewArchived, NewIngest, NewLate, NewRevision, NewSubmission, Outcome, Owner,
    Packed, PartKind, Review, RevisionSwitch, Role, Status, Storage, StorageError, SubmissionHeader,
    TemplateRegion, TurnedBy, Work,
};

/// Returns a batch with its first report, made at minute 2.
async fn finished(storage: &dyn Storage, owner: &Account) -> BatchId {
    let id = accepted(storage, owner, 1).await.id;
    let lease = claimed(storage, 1).await.lease;
    storage.finish(&lease, result(2), ingest(), at(2)).await.unwrap();
    id
}

fn review(common_limit: u32) -> Review {
    let region = TemplateRegion { submission: 1, file: 0, start_byte: 0, end_byte: common_limit };
    Review {
        common_limit,
        submission_limit: common_limit / 2,
        cutoff: Some(Cutoff::Suspicion(12.5)),
        templates: vec![region],
        teams: vec![vec!["s1".to_owned(), "s2 \"\0".to_owned()]],
        staff: vec!["s3".to_owned()],
        background: vec![BatchId(uuid::Uuid::from_u128(7)).into()],
        count_vendored: true,
        count_given: true,
    }
}

/// Requests a re-scoring and claims its job.
async fn rescoring(storage: &dyn Storage, id: BatchId, owner: &Account, minutes: i64) -> Lease {
    let job = JobId::new(at(minutes));
    storage.rescore(id, job, &review(minutes as u32), &by(owner.id, minutes)).await.unwrap();
    claimed(storage, 1).await.lease
}

/// Completes a re-scoring under the review of [`review`].
async fn rescored(storage: &dyn Storage, id: BatchId, owner: &Account, minutes: i64) -> u32 {
    let lease = rescoring(storage, id, owner, minutes).await;
    let new = NewRevision { review: review(minutes as u32), ..result(1) };
    storage.finish(&lease, new, NewIngest::default(), at(minutes)).await.unwrap()
}

fn late(id: BatchId, minutes: i64, content: &[u8]) -> NewLate {
    NewLate {
        batch: id,
        job: JobId::new(at(minutes)),
        idempotency: None,
        parts: vec![part(PartKind::Submissions, "late.zip", content)],
        opens_case: false,
    }
}

fn current(batch: &Batch) -> u32 {
    batch.revision.as_ref().unwrap().number
}

/// A re-scoring is a job with its review. Its report becomes current and records who requested what. The previous
/// report stays.
pub async fn a_report_is_made_again(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    let id = finished(storage, &ada).await;
    let first = batch(storage, id).await;
    assert_eq!((first.work, first.revisions, first.held_by.as_slice()), (Work::Analysis, 1, &[][..]));
    storage
        .set_role(bob.id, personal(storage, &ada).await, Some(Role::Assistant), &operator(3))
        .await
        .unwrap();

    let job = JobId::new(at(4));
    let queued = storage.rescore(id, job, &review(9), &by(bob.id, 4)).await.unwrap();
    assert_eq!((queued.status.clone(), queued.work, current(&queued)), (Status::Queued, Work::Rescoring, 1));
    assert_eq!(queued, batch(storage, id).await);
    let started = claimed(storage, 1).await;
    assert_eq!(
        (started.lease.job, started.payload),
        (job, JobPayload::Rescore { batch: id, review: review(9) })
    );
    assert_eq!(storage.report_head(id, None).await.unwrap(), Some(result(2).head), "still there");
    let archived =
        vec![NewArchived { number: 3, archive: chaffinch_storage::ArchiveId::new(at(0)), submission: 7 }];
    let new = NewRevision { review: review(9), archived: archived.clone(), ..result(1) };
    assert_eq!(storage.finish(&started.lease, new, NewIngest::default(), at(5)).await.unwrap(), 2);

    let after = batch(storage, id).await;
    assert_eq!((after.status.clone(), current(&after), after.revisions), (Status::Done, 2, 2));
    let revisions = storage.revisions(id).await.unwrap();
    let told: Vec<_> = revisions
        .iter()
        .map(|one| (one.number, one.author, one.created, one.made_from, one.late, one.review.clone()))
        .collect();
    let expected =
        [(1, ada.id, at(2), None, 0, Review::default()), (2, bob.id, at(5), Some(1), 0, review(9))];
    assert_eq!(told, expected);
    assert_eq!(after.revision.as_ref(), revisions.last());
    assert_eq!(Change::new(&revisions, 1), None);
    let change = Change::new(&revisions, 2).unwrap();
    assert_eq!((change.common_limit, change.templates_added.len(), change.late), (Some(9), 1, 0));
    assert_eq!(storage.pairs(id, None, None, 9).await.unwrap().items.len(), 1);
    assert_eq!(storage.pairs(id, Some(1), None, 9).await.unwrap().items.len(), 2);
    assert_eq!(storage.archived(id, None).await.unwrap(), archived);
    assert_eq!(storage.archived(id, Some(1)).await.unwrap(), []);
    assert_eq!(storage.sources(id, None, 1).await.unwrap().len(), 2, "files are those of the first");
    // Pseudonyms stay the same, and each batch has its own. The key is never logged.
    assert_eq!(after.pseudonyms, first.pseudonyms);
    assert_ne!(accepted(storage, &ada, 6).await.pseudonyms.key, first.pseudonyms.key);
    assert!(!format!("{after:?}").contains(&format!("{:?}", after.pseudonyms.key)));
}

/// A failed job leaves the report unchanged and gives the reason.
pub async fn a_report_survives_the_failure_of_the_next(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = finished(storage, &ada).await;
    let lease = rescoring(storage, id, &ada, 3).await;
    assert_eq!(storage.fail(&lease, "too many teams", false, at(4)).await.unwrap(), Outcome::Failed);
    let failed = batch(storage, id).await;
    let reason = "too many teams".to_owned();
    assert_eq!(
        (failed.status.clone(), failed.work, current(&failed)),
        (Status::Failed { reason }, Work::Rescoring, 1)
    );
    assert!(!failed.is_busy());
    let lease = rescoring(storage, id, &ada, 5).await;
    assert_eq!(storage.cancel(id, &by(ada.id, 6)).await.unwrap(), Some(Status::Cancelled));
    let lost = storage.finish(&lease, result(1), NewIngest::default(), at(7)).await.unwrap_err();
    assert!(matches!(lost, StorageError::LeaseLost));
    let cancelled = batch(storage, id).await;
    assert_eq!(
        (cancelled.status.clone(), current(&cancelled), cancelled.revisions),
        (Status::Cancelled, 1, 1)
    );
    assert_eq!(rescored(storage, id, &ada, 8).await, 2);
}

/// Only one job at a time, and only if there is a report to start from.
pub async fn a_report_is_made_again_from_one_that_stands(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let gone = BatchId::new(at(0));
    let refused = storage.rescore(gone, JobId::new(at(1)), &review(1), &by(ada.id, 1)).await.unwrap_err();
    assert!(matches!(refused, StorageError::Missing { .. }), "{refused:?}");
    let refused = storage.add_late(late(gone, 1, b"zipped"), &by(ada.id, 1)).await.unwrap_err();
    assert!(matches!(refused, StorageError::Missing { .. }), "{refused:?}");

    let id = accepted(storage, &ada, 1).await.id;
    let busy = |error: StorageError| assert!(matches!(error, StorageError::Busy), "{error:?}");
    busy(storage.rescore(id, JobId::new(at(2)), &review(1), &by(ada.id, 2)).await.unwrap_err());
    let lease = claimed(storage, 1).await.lease;
    busy(storage.add_late(late(id, 2, b"zipped"), &by(ada.id, 2)).await.unwrap_err());
    storage.fail(&lease, "no", false, at(3)).await.unwrap();
    let refused = storage.rescore(id, JobId::new(at(4)), &review(1), &by(ada.id, 4)).await.unwrap_err();
    assert!(matches!(refused, StorageError::NoReport), "{refused:?}");
    let refused = storage.add_late(late(id, 4, b"zipped"), &by(ada.id, 4)).await.unwrap_err();
    assert!(matches!(refused, StorageError::NoReport), "{refused:?}");
    assert_eq!(storage.claim(holder(1), Lane::Analysis, later()).await.unwrap(), None);
}

/// A request for the review of the current report returns that report.
pub async fn an_unchanged_review_makes_no_report(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = finished(storage, &ada).await;
    assert_eq!(rescored(storage, id, &ada, 3).await, 2);
    let before = batch(storage, id).await;
    let ask = async |review: Review| {
        storage.rescore_once(id, JobId::new(at(5)), &review, None, &by(ada.id, 5)).await.unwrap()
    };
    assert_eq!(ask(review(3)).await, Accepted::Before(before.clone()));
    assert_eq!(batch(storage, id).await, before);
    assert_eq!(storage.claim(holder(1), Lane::Analysis, later()).await.unwrap(), None);
    assert!(matches!(ask(Review::default()).await, Accepted::New(_)), "that of an earlier report");
}

/// The number of reports of a batch is limited. Existing reports are kept.
pub async fn a_batch_has_so_many_reports_at_most(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = finished(storage, &ada).await;
    for (number, minutes) in (2..=MAX_REVISIONS).zip(3..) {
        assert_eq!(rescored(storage, id, &ada, minutes).await as usize, number);
    }
    // A return to an earlier report does not make room for another one.
    assert!(storage.set_current(id, 1, &by(ada.id, 900)).await.unwrap());
    let job = JobId::new(at(901));
    let refused = storage.rescore(id, job, &review(1), &by(ada.id, 901)).await.unwrap_err();
    assert!(matches!(refused, StorageError::TooManyRevisions), "{refused:?}");
    let refused = storage.add_late(late(id, 902, b"zipped"), &by(ada.id, 902)).await.unwrap_err();
    assert!(matches!(refused, StorageError::TooManyRevisions), "{refused:?}");
    assert_eq!(storage.revisions(id).await.unwrap().len(), MAX_REVISIONS);
}

/// Of two requests at the same moment, one is told to wait.
pub async fn rescorings_at_the_same_moment_come_one_after_the_other(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = finished(storage, &ada).await;
    for minutes in [3, 6, 9] {
        let (review, by) = (review(1), by(ada.id, minutes));
        let (one, two, three) = tokio::join!(
            storage.rescore(id, JobId::new(at(minutes)), &review, &by),
            storage.rescore(id, JobId::new(at(minutes)), &review, &by),
            storage.add_late(late(id, minutes, b"zipped"), &by),
        );
        let outcomes = [one.map(|_| ()), two.map(|_| ()), three.map(|_| ())];
        let queued = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
        let busy = outcomes.iter().filter(|outcome| matches!(outcome, Err(StorageError::Busy))).count();
        assert_eq!((queued, busy), (1, 2), "{outcomes:?}");
        let lease = claimed(storage, 1).await.lease;
        assert_eq!(storage.claim(holder(1), Lane::Analysis, later()).await.unwrap(), None);
        storage.finish(&lease, result(1), NewIngest::default(), at(minutes + 1)).await.unwrap();
    }
    assert_eq!(current(&batch(storage, id).await), 4);
}

/// A batch may have several ingests. Numbers continue, names stay unique, and everything is found as if it had come at
/// once.
pub async fn late_work_joins(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = finished(storage, &ada).await;
    let Accepted::New(queued) = storage.add_late(late(id, 3, b"more"), &by(ada.id, 3)).await.unwrap() else {
        panic!("nothing was accepted before")
    };
    assert_eq!((queued.status, queued.work), (Status::Queued, Work::Late));
    let started = claimed(storage, 1).await;
    assert_eq!(started.payload, JobPayload::Late { batch: id, opens_case: false });
    assert_eq!(storage.part_chunk(started.lease.job, 0, 0).await.unwrap().unwrap(), b"more");
    let document = |submission, path: &str| Document {
        submission,
        file: 0,
        path: path.to_owned(),
        text: Some(Packed::pack(path.as_bytes())),
        stream: Packed::pack(path.as_bytes()),
        fingerprints: None,
    };
    let submission = |number, name: &str| NewSubmission {
        number,
        header: SubmissionHeader::named(name),
        reference: (number == 2).then(|| "language-model:GPT-4, prompt 2".to_owned()),
    };
    let joining = NewIngest {
        submissions: vec![submission(1, "s9"), submission(2, "s1")],
        documents: vec![document(0, "handout.c"), document(1, "late.c"), document(2, "again.c")],
        runs: Vec::new(),
    };
    let found = Found { counts: serde_json::json!({ "pairs": 4 }), total: 4, beyond: Some(1) };
    let new = NewRevision { submissions: 5, found: found.clone(), changed: Some(2), ..result(2) };
    storage.finish(&started.lease, new, joining.clone(), at(4)).await.unwrap();
    assert_eq!(storage.parts(started.lease.job).await.unwrap(), []);
    let after = batch(storage, id).await.revision.unwrap();
    assert_eq!((after.number, after.made_from, after.late, after.submissions), (2, Some(1), 2, 5));
    assert_eq!((after.starter_files, after.changed, after.found), (1, Some(2), found));
    let first = storage.revisions(id).await.unwrap().remove(0);
    assert_eq!((first.starter_files, first.changed), (0, None));

    // Add late work again, so that there is starter code from before.
    storage.add_late(late(id, 5, b"more"), &by(ada.id, 5)).await.unwrap();
    let lease = claimed(storage, 1).await.lease;
    storage.finish(&lease, result(2), joining, at(6)).await.unwrap();
    let stored = storage.stored_batch(id, None, 100).await.unwrap();
    let told: Vec<_> = stored
        .iter()
        .map(|one| {
            let files = one.documents.iter().map(|file| (file.file, file.path.as_str()));
            (one.submission.number, one.submission.header.name.as_str(), files.collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(
        told,
        [
            (0, "", vec![(0, "handout.c"), (1, "handout.c")]),
            (1, "s1", vec![(0, "a.c"), (1, "b.c")]),
            (2, "s2", vec![(0, "main.c")]),
            (3, "s3", vec![(0, "empty.c")]),
            (4, "s9", vec![(0, "late.c")]),
            (5, "s1 (2)", vec![(0, "again.c")]),
            (6, "s9 (2)", vec![(0, "late.c")]),
            (7, "s1 (3)", vec![(0, "again.c")]),
        ]
    );
    assert_eq!(storage.stored_batch(id, Some(4), 2).await.unwrap(), stored[5..7]);
    let own = Owner::Batch(id);
    assert_eq!(
        storage.stored(&[(own, 6), (own, 99), (own, 1)]).await.unwrap(),
        [stored[6].clone(), stored[1].clone()]
    );
    let answers = stored.iter().filter(|one| one.submission.reference.is_some());
    let answers: Vec<u32> = answers.map(|one| one.submission.number).collect();
    assert_eq!(answers, [5, 7], "a reference answer stays one");
    let submitters = storage.submitters(id).await.unwrap();
    assert!(submitters.iter().all(|one| !answers.contains(&one.number)), "nobody submitted it");
    let ingests = storage.ingests(own).await.unwrap();
    let looked_up = storage.fingerprinted(&ingests[1], 0, 9).await.unwrap();
    assert_eq!((looked_up.len(), ingests.len()), (1, 3));
    assert_eq!(storage.sources(id, None, 5).await.unwrap()[0].path, "again.c");
    assert!(storage.delete(id, &by(ada.id, 7)).await.unwrap());
    assert_eq!(storage.ingests(own).await.unwrap(), []);
}

/// A repeated request adds its files once. An upload that cannot be read leaves nothing.
pub async fn late_work_is_accepted_once(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = finished(storage, &ada).await;
    let keyed = |fingerprint: u8| {
        let idempotency = Some(Idempotency { key: "k".to_owned(), fingerprint: [fingerprint; 32] });
        NewLate { idempotency, ..late(id, 3, b"more") }
    };
    let by = by(ada.id, 3);
    let (one, two) = tokio::join!(storage.add_late(keyed(1), &by), storage.add_late(keyed(1), &by));
    let (one, two) = (one.unwrap(), two.unwrap());
    assert!(matches!(
        (&one, &two),
        (Accepted::New(_), Accepted::Before(_)) | (Accepted::Before(_), Accepted::New(_))
    ));
    assert_eq!(one.batch(), two.batch());
    let reused = storage.add_late(keyed(2), &by).await.unwrap_err();
    assert!(matches!(reused, StorageError::KeyReused));
    let lease = claimed(storage, 1).await.lease;
    storage.finish(&lease, result(1), NewIngest::default(), at(4)).await.unwrap();
    assert!(matches!(storage.add_late(keyed(1), &by).await.unwrap(), Accepted::Before(_)));
    assert_eq!(storage.claim(holder(1), Lane::Analysis, later()).await.unwrap(), None);
}

/// Undo and redo delete nothing, and every step is recorded.
pub async fn an_earlier_revision_becomes_current_again(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    let id = finished(storage, &ada).await;
    rescored(storage, id, &ada, 3).await;
    assert!(storage.set_current(id, 1, &by(bob.id, 5)).await.unwrap());
    let undone = batch(storage, id).await;
    assert_eq!((current(&undone), undone.revisions, undone.status), (1, 2, Status::Done));
    assert_eq!(storage.report_head(id, None).await.unwrap(), Some(result(2).head));
    assert_eq!(storage.pairs(id, None, None, 9).await.unwrap().items.len(), 2);
    assert!(storage.set_current(id, 2, &by(bob.id, 6)).await.unwrap());
    assert!(storage.set_current(id, 2, &by(bob.id, 7)).await.unwrap(), "as it is");
    assert!(storage.set_current(id, 1, &operator(8)).await.unwrap());
    assert_eq!(rescored(storage, id, &ada, 9).await, 3, "numbers are never used twice");
    let revisions = storage.revisions(id).await.unwrap();
    assert_eq!(revisions[2].made_from, Some(1));
    let told: Vec<_> = storage.turns(id).await.unwrap();
    let turn = |revision, by, reason| RevisionSwitch { revision, by, reason };
    assert_eq!(
        told,
        [
            turn(1, by(ada.id, 2), TurnedBy::Result),
            turn(2, by(ada.id, 3), TurnedBy::Result),
            turn(1, by(bob.id, 5), TurnedBy::Undo),
            turn(2, by(bob.id, 6), TurnedBy::Redo),
            turn(1, operator(8), TurnedBy::Undo),
            turn(3, by(ada.id, 9), TurnedBy::Result),
        ]
    );
    for missing in [0, 4] {
        assert!(!storage.set_current(id, missing, &by(bob.id, 10)).await.unwrap());
    }
    assert!(!storage.set_current(BatchId::new(at(0)), 1, &by(bob.id, 10)).await.unwrap());
    let waiting = accepted(storage, &ada, 11).await.id;
    assert!(!storage.set_current(waiting, 1, &by(bob.id, 12)).await.unwrap());
    assert_eq!(storage.turns(waiting).await.unwrap(), []);
    assert!(!storage.parts(job_of(waiting)).await.unwrap().is_empty());
}

/// The current revision does not change while a job works from it.
pub async fn nobody_goes_back_while_a_report_is_made(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = finished(storage, &ada).await;
    rescored(storage, id, &ada, 3).await;
    for minutes in 4..12 {
        let lease = rescoring(storage, id, &ada, minutes).await;
        let busy = storage.set_current(id, 1, &by(ada.id, minutes)).await.unwrap_err();
        assert!(matches!(busy, StorageError::Busy), "{busy:?}");
        let by = by(ada.id, minutes);
        let (finished, back) = tokio::join!(
            storage.finish(&lease, result(1), NewIngest::default(), at(minutes)),
            storage.set_current(id, 1, &by),
        );
        let number = finished.unwrap();
        let now = current(&batch(storage, id).await);
        match back {
            Ok(true) => assert_eq!(now, 1, "after the result"),
            Err(StorageError::Busy) => assert_eq!(now, number),
            other => panic!("{other:?}"),
        }
        assert_eq!(storage.turns(id).await.unwrap().last().unwrap().revision, now);
    }
}
