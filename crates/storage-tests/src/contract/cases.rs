//! Tests of cases: opening, changing and finding them, and what their legal holds keep.

use super::{accepted, account, at, batch, by, claimed, ingest, operator, part, personal, result, upload};
use chaffinch_storage::{
    Account, ArchiveId, AuditAction, BatchId, Case, CaseChange, CaseEventKind, CaseFilter, CaseId,
    CaseStatus, CaseSubmission, CourseId, JobId, Keeping, MAX_CASE_STATEMENTS, NewAddition, NewArchive,
    NewArchived, NewBatch, NewCase, NewIngest, NewLate, NewRevision, NewStatement, Owner, PartKind, Purged,
    Review, Role, Seen, Statement, StatementFile, Storage, StorageError,
};

/// Returns a batch with a report of three submissions: those of ana and ben, and `s3`, whose author is unknown.
async fn finished(storage: &dyn Storage, owner: &Account, minutes: i64) -> BatchId {
    let id = accepted(storage, owner, minutes).await.id;
    let lease = claimed(storage, 1).await.lease;
    storage.finish(&lease, result(2), authors(), at(minutes)).await.unwrap();
    id
}

fn authors() -> NewIngest {
    let mut content = ingest();
    content.submissions[0].header.author = Some("ana".to_owned());
    content.submissions[1].header.author = Some("ben".to_owned());
    content
}

/// Returns an archive with the submissions of [`authors`].
async fn archive(storage: &dyn Storage, owner: &Account) -> ArchiveId {
    let new = NewArchive {
        id: ArchiveId::new(at(1)),
        course: personal(storage, owner).await,
        name: "2024".to_owned(),
        year: None,
        reference: None,
        keeping: Keeping::Sources,
        creator: owner.id,
        keep_until: Some(at(50)),
    };
    storage.create_archive(&new, &by(owner.id, 1)).await.unwrap();
    let parts = vec![part(PartKind::Submissions, "old.zip", b"zipped")];
    let upload = NewAddition::Upload { options: Box::default(), parts };
    storage.add(new.id, upload, JobId::new(at(1)), &by(owner.id, 1)).await.unwrap();
    let lease = claimed(storage, 1).await.lease;
    storage.finish_addition(&lease, authors(), at(1)).await.unwrap();
    new.id
}

pub(super) fn seen(batch: BatchId, submissions: &[u32]) -> Seen {
    Seen { batch, revision: None, submissions: submissions.to_vec() }
}

pub(super) fn case_on(batch: BatchId, submissions: &[u32], minutes: i64) -> NewCase {
    NewCase {
        id: CaseId::new(at(minutes)),
        title: "Sheet 3".to_owned(),
        status: CaseStatus::Suspicious,
        text: "line by line".to_owned(),
        seen: seen(batch, submissions),
    }
}

pub(super) async fn opened(
    storage: &dyn Storage,
    owner: &Account,
    batch: BatchId,
    of: &[u32],
    minutes: i64,
) -> Case {
    storage.open_case(&case_on(batch, of, minutes), &by(owner.id, minutes)).await.unwrap()
}

pub(super) async fn changed(
    storage: &dyn Storage,
    case: CaseId,
    change: CaseChange,
    text: &str,
    account: &Account,
) -> chaffinch_storage::Result<Case> {
    let changed = storage.change_case(case, &change, text, true, &by(account.id, 30)).await;
    changed.map(|case| case.expect("it exists"))
}

/// A case is about persons, wherever their submissions are. A second case about the same persons is refused while the
/// first is undecided.
pub async fn a_case_is_opened_from_a_report(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let old = archive(storage, &ada).await;
    let id = accepted(storage, &ada, 2).await.id;
    let lease = claimed(storage, 1).await.lease;
    let earlier = NewArchived { number: 4, archive: old, submission: 2 };
    let gone = NewArchived { number: 5, archive: ArchiveId::new(at(0)), submission: 2 };
    let report = NewRevision { submissions: 5, archived: vec![earlier, gone], ..result(2) };
    storage.finish(&lease, report, authors(), at(3)).await.unwrap();

    let case = opened(storage, &ada, id, &[4, 3, 3], 4).await;
    let own = CaseSubmission { owner: Owner::Batch(id), number: 3, person: "s3".to_owned() };
    let from_archive = CaseSubmission { owner: Owner::Archive(old), number: 2, person: "ben".to_owned() };
    assert_eq!(
        (case.persons.clone(), case.submissions.clone()),
        (vec!["ben".to_owned(), "s3".to_owned()], vec![own, from_archive])
    );
    assert_eq!((case.title.as_str(), case.status, case.created), ("Sheet 3", CaseStatus::Suspicious, at(4)));
    assert_eq!((case.creator, case.reviewer, case.hold.clone()), (Some(ada.id), None, None));
    assert_eq!(case.course, personal(storage, &ada).await);
    assert_eq!(storage.case(case.id).await.unwrap(), Some(case.clone()));
    let events = storage.case_events(case.id).await.unwrap();
    let what = CaseEventKind::Opened {
        batch: id,
        revision: 1,
        submissions: vec![4, 3, 3],
        status: CaseStatus::Suspicious,
    };
    assert_eq!((events.len(), events[0].number, &events[0].what, events[0].by), (1, 1, &what, by(ada.id, 4)));
    assert_eq!(events[0].text, "line by line");

    let again = storage.open_case(&case_on(id, &[2, 3], 5), &by(ada.id, 5)).await.unwrap_err();
    assert!(matches!(again, StorageError::CaseExists { case: known } if known == case.id), "{again:?}");
    opened(storage, &ada, id, &[1, 2, 3], 5).await;
    changed(storage, case.id, CaseChange::Status(CaseStatus::Dismissed), "", &ada).await.unwrap();
    opened(storage, &ada, id, &[2, 3], 6).await;

    for nobody in [&[][..], &[6], &[5], &[1, 9]] {
        let missing = storage.open_case(&case_on(id, nobody, 7), &by(ada.id, 7)).await.unwrap_err();
        assert!(matches!(missing, StorageError::Missing { .. }), "{nobody:?} {missing:?}");
    }
    let other = Seen { revision: Some(2), ..seen(id, &[1]) };
    let missing = NewCase { seen: other, ..case_on(id, &[1], 8) };
    let missing = storage.open_case(&missing, &by(ada.id, 8)).await.unwrap_err();
    assert!(matches!(missing, StorageError::Missing { .. }));
    let missing =
        storage.open_case(&case_on(BatchId::new(at(0)), &[1], 8), &by(ada.id, 8)).await.unwrap_err();
    assert!(matches!(missing, StorageError::Missing { .. }));
    assert_eq!(storage.case(CaseId::new(at(0))).await.unwrap(), None);
    assert_eq!(storage.case_events(CaseId::new(at(0))).await.unwrap(), []);
}

/// If two users open the same case at the same moment, one case is made.
pub async fn the_same_case_at_the_same_moment_is_opened_once(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = finished(storage, &ada, 1).await;
    let (one, two, by) = (case_on(id, &[1, 2], 2), case_on(id, &[2, 1], 2), by(ada.id, 2));
    let (one, two) = tokio::join!(storage.open_case(&one, &by), storage.open_case(&two, &by));
    let (opened, refused) = if one.is_ok() { (one, two) } else { (two, one) };
    let opened = opened.unwrap().id;
    assert!(matches!(refused, Err(StorageError::CaseExists { case }) if case == opened), "{refused:?}");
}

/// Every event is recorded in order, with the text of its author. A change without effect is not recorded.
pub async fn a_case_has_a_history(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    let id = finished(storage, &ada, 1).await;
    let case = opened(storage, &ada, id, &[1, 2], 2).await.id;
    let words = "Žiga's \"words\" <b>\n\u{202e}";
    let to = CaseChange::Status;
    changed(storage, case, CaseChange::Note, words, &bob).await.unwrap();
    changed(storage, case, CaseChange::Note, "", &bob).await.unwrap();
    changed(storage, case, to(CaseStatus::Suspicious), "", &bob).await.unwrap();
    changed(storage, case, to(CaseStatus::Suspicious), "still", &bob).await.unwrap();
    let now = changed(storage, case, to(CaseStatus::Confirmed), "both agree", &bob).await.unwrap();
    assert_eq!((now.status, storage.case(case).await.unwrap()), (CaseStatus::Confirmed, Some(now)));
    let again = finished(storage, &ada, 3).await;
    let added = changed(storage, case, CaseChange::Add(seen(again, &[3, 1])), "", &ada).await.unwrap();
    assert_eq!((added.persons.len(), added.submissions.len()), (3, 4));
    assert_eq!(storage.case(case).await.unwrap().unwrap(), added);
    changed(storage, case, CaseChange::Add(seen(again, &[3])), "", &ada).await.unwrap();
    let events = storage.case_events(case).await.unwrap();
    let told: Vec<_> = events
        .iter()
        .skip(1)
        .map(|event| (event.number, event.by.account, event.what.clone(), event.text.as_str()))
        .collect();
    let status = CaseEventKind::Status { from: CaseStatus::Suspicious, to: CaseStatus::Confirmed };
    let more = CaseEventKind::Added { batch: again, revision: 1, submissions: vec![3, 1] };
    assert_eq!(
        told,
        [
            (2, Some(bob.id), CaseEventKind::Note, words),
            (3, Some(bob.id), CaseEventKind::Note, "still"),
            (4, Some(bob.id), status, "both agree"),
            (5, Some(ada.id), more, ""),
        ]
    );
    let foreign = finished(storage, &bob, 4).await;
    let refused = changed(storage, case, CaseChange::Add(seen(foreign, &[1])), "", &ada).await.unwrap_err();
    assert!(matches!(refused, StorageError::Missing { .. }), "of another course");
    let gone = storage.change_case(CaseId::new(at(0)), &CaseChange::Note, "x", true, &by(ada.id, 5)).await;
    assert_eq!(gone.unwrap(), None);
}

/// An account that may not decide can neither make a decision nor take one back, whatever status it saw.
pub async fn only_who_may_decide_decides_a_case(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = finished(storage, &ada, 1).await;
    let case = opened(storage, &ada, id, &[1, 2], 2).await.id;
    let try_to = async |to: CaseStatus| {
        storage.change_case(case, &CaseChange::Status(to), "", false, &by(ada.id, 3)).await
    };
    assert!(try_to(CaseStatus::Open).await.is_ok(), "no decision");
    let refused = try_to(CaseStatus::Confirmed).await.unwrap_err();
    assert!(matches!(refused, StorageError::MayNotDecide), "{refused:?}");
    changed(storage, case, CaseChange::Status(CaseStatus::Dismissed), "", &ada).await.unwrap();
    let refused = try_to(CaseStatus::Open).await.unwrap_err();
    assert!(matches!(refused, StorageError::MayNotDecide), "{refused:?}");
    assert_eq!(storage.case(case).await.unwrap().unwrap().status, CaseStatus::Dismissed);
    assert_eq!(storage.case_events(case).await.unwrap().len(), 3, "what was refused is not told");
}

/// A second reviewer must be another member of the course, and then decides.
pub async fn a_second_reviewer_decides(storage: &dyn Storage) {
    let (ada, bob, eve) =
        (account(storage, "ada").await, account(storage, "bob").await, account(storage, "eve").await);
    let id = finished(storage, &ada, 1).await;
    let case = opened(storage, &ada, id, &[1, 2], 2).await.id;
    let course = personal(storage, &ada).await;
    storage.set_role(bob.id, course, Some(Role::Instructor), &operator(3)).await.unwrap();
    for wrong in [ada.id, eve.id] {
        let refused = changed(storage, case, CaseChange::Reviewer(Some(wrong)), "", &ada).await.unwrap_err();
        assert!(matches!(refused, StorageError::Reviewer), "{refused:?}");
    }
    let named = changed(storage, case, CaseChange::Reviewer(Some(bob.id)), "", &ada).await.unwrap();
    assert_eq!(named.reviewer, Some(bob.id));
    let confirm = || CaseChange::Status(CaseStatus::Confirmed);
    let refused = changed(storage, case, confirm(), "", &ada).await.unwrap_err();
    assert!(matches!(refused, StorageError::ReviewerDecides), "{refused:?}");
    changed(storage, case, CaseChange::Status(CaseStatus::Open), "", &ada).await.unwrap();
    changed(storage, case, confirm(), "", &bob).await.unwrap();
    let back = CaseChange::Status(CaseStatus::Open);
    let refused = changed(storage, case, back.clone(), "", &ada).await.unwrap_err();
    assert!(matches!(refused, StorageError::ReviewerDecides), "not taken back by others either");
    changed(storage, case, CaseChange::Reviewer(None), "has left", &ada).await.unwrap();
    changed(storage, case, back, "", &ada).await.unwrap();
    let kinds: Vec<_> =
        storage.case_events(case).await.unwrap().iter().map(|event| event.what.kind()).collect();
    assert_eq!(kinds, ["opened", "reviewer", "status", "status", "reviewer", "status"]);
}

/// Cases of an account's courses are listed newest first, page by page.
pub async fn cases_are_listed(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    let (one, other) = (finished(storage, &ada, 1).await, finished(storage, &bob, 2).await);
    let mut own = Vec::new();
    for (minutes, of) in [(3, &[1, 2][..]), (4, &[2, 3]), (5, &[1, 3]), (6, &[1, 2, 3])] {
        own.insert(0, opened(storage, &ada, one, of, minutes).await.id);
    }
    let foreign = opened(storage, &bob, other, &[1, 2], 7).await.id;
    changed(storage, own[1], CaseChange::Status(CaseStatus::Confirmed), "", &ada).await.unwrap();
    let courses: Vec<CourseId> = vec![personal(storage, &ada).await];
    let all = CaseFilter { courses, status: None, after: None, limit: 3 };
    let ids = |page: &chaffinch_storage::Page<Case, CaseId>| {
        page.items.iter().map(|case| case.id).collect::<Vec<_>>()
    };
    let first = storage.cases(&all).await.unwrap();
    assert_eq!((ids(&first), first.next), (own[..3].to_vec(), Some(own[2])));
    let second = storage.cases(&CaseFilter { after: first.next, ..all.clone() }).await.unwrap();
    assert_eq!((ids(&second), second.next), (own[3..].to_vec(), None));
    let confirmed = CaseFilter { status: Some(CaseStatus::Confirmed), ..all.clone() };
    assert_eq!(ids(&storage.cases(&confirmed).await.unwrap()), own[1..2]);
    let both = vec![personal(storage, &bob).await, personal(storage, &ada).await];
    let both = CaseFilter { courses: both, limit: 9, ..all.clone() };
    assert_eq!(ids(&storage.cases(&both).await.unwrap())[0], foreign);
    let none = CaseFilter { courses: Vec::new(), ..all };
    assert_eq!(ids(&storage.cases(&none).await.unwrap()), []);
}

/// A case is found in every report that contains its persons: of another batch, re-scored, or with late work.
pub async fn a_case_stays_with_its_persons(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let first = finished(storage, &ada, 1).await;
    let pair = opened(storage, &ada, first, &[1, 2], 2).await;
    let other = opened(storage, &ada, first, &[2, 3], 3).await;
    let second = accepted(storage, &ada, 4).await.id;
    assert_eq!(storage.cases_of(second).await.unwrap(), [], "no report yet");
    let lease = claimed(storage, 1).await.lease;
    let mut content = authors();
    "s7".clone_into(&mut content.submissions[2].header.name);
    // Handed in twice, and in another order.
    content.submissions[0].header.author = Some("ben".to_owned());
    storage.finish(&lease, result(1), content, at(4)).await.unwrap();
    let here = |cases: Vec<chaffinch_storage::CaseHere>| {
        cases.into_iter().map(|case| (case.case.id, case.is_whole(), case.here)).collect::<Vec<_>>()
    };
    let ben = |number| (number, "ben".to_owned());
    assert_eq!(
        here(storage.cases_of(second).await.unwrap()),
        [(other.id, false, vec![ben(1), ben(2)]), (pair.id, false, vec![ben(1), ben(2)])]
    );
    let (ana, s3) = ((1, "ana".to_owned()), (3, "s3".to_owned()));
    assert_eq!(
        here(storage.cases_of(first).await.unwrap()),
        [(other.id, true, vec![ben(2), s3]), (pair.id, true, vec![ana, ben(2)])]
    );
    // When the batch is deleted, the case loses only the submissions of this batch.
    storage.delete(first, &by(ada.id, 5)).await.unwrap();
    let left = storage.case(pair.id).await.unwrap().unwrap();
    assert_eq!((left.persons, left.submissions), (pair.persons, Vec::new()));
    assert_eq!(storage.cases_of(second).await.unwrap().len(), 2);
    assert_eq!(storage.cases_of(first).await.unwrap(), []);
    let bob = account(storage, "bob").await;
    let foreign = finished(storage, &bob, 6).await;
    assert_eq!(storage.cases_of(foreign).await.unwrap(), [], "another course");
}

/// What a held case needs is neither deleted nor reduced nor purged. It can be deleted once the hold is lifted.
pub async fn a_legal_hold_keeps_what_a_case_needs(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let old = archive(storage, &ada).await;
    let new = NewBatch { keep_until: Some(at(50)), ..upload(storage, &ada, 2).await };
    let id = storage.accept(new).await.unwrap().batch().id;
    let lease = claimed(storage, 1).await.lease;
    let archived = vec![NewArchived { number: 4, archive: old, submission: 2 }];
    let report = NewRevision { submissions: 4, archived, ..result(2) };
    storage.finish(&lease, report, authors(), at(3)).await.unwrap();
    let case = opened(storage, &ada, id, &[1, 4], 4).await.id;

    let held = changed(storage, case, CaseChange::Hold, "hearing in May", &ada).await.unwrap();
    let why = held.hold.clone().unwrap();
    assert_eq!((why.reason.as_str(), why.since), ("hearing in May", at(30)));
    changed(storage, case, CaseChange::Hold, "", &ada).await.unwrap();
    assert_eq!(storage.case(case).await.unwrap(), Some(held));
    assert_eq!(batch(storage, id).await.held_by, [case]);
    assert_eq!(storage.archive(old).await.unwrap().unwrap().held_by, [case]);
    let by = by(ada.id, 31);
    let refused = |error: StorageError| match error {
        StorageError::Held { case: held } => assert_eq!(held, case),
        other => panic!("{other:?}"),
    };
    refused(storage.delete(id, &by).await.unwrap_err());
    refused(storage.delete_archive(old, &by).await.unwrap_err());
    refused(storage.reduce(old, JobId::new(at(31)), &by).await.unwrap_err());
    assert_eq!(storage.purge(at(60)).await.unwrap(), Purged { held: 2, ..Purged::default() });
    assert_eq!(storage.sources(id, None, 1).await.unwrap().len(), 2);
    assert_eq!(storage.sources(id, None, 4).await.unwrap().len(), 1);
    assert_eq!(storage.archive(old).await.unwrap().unwrap().keeping, Keeping::Sources);

    changed(storage, case, CaseChange::Release, "", &ada).await.unwrap();
    changed(storage, case, CaseChange::Release, "", &ada).await.unwrap();
    assert_eq!(batch(storage, id).await.held_by, []);
    let kinds: Vec<_> =
        storage.case_events(case).await.unwrap().iter().map(|event| event.what.kind()).collect();
    assert_eq!(kinds, ["opened", "hold", "release"]);
    assert_eq!(storage.purge(at(60)).await.unwrap(), Purged { batches: 1, archives: 1, ..Purged::default() });
}

/// If a batch is deleted and held at the same moment, it is either gone or held.
pub async fn holding_and_deleting_at_the_same_moment_agree(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    for minutes in 1..=8 {
        let id = finished(storage, &ada, minutes).await;
        let case = opened(storage, &ada, id, &[1, 2], minutes).await.id;
        let by = by(ada.id, minutes);
        let holding = storage.change_case(case, &CaseChange::Hold, "", true, &by);
        let (held, deleted) = tokio::join!(holding, storage.delete(id, &by));
        let held = held.unwrap().unwrap();
        match deleted {
            Ok(true) => assert_eq!(storage.batch(id).await.unwrap(), None),
            Err(StorageError::Held { case: by }) => {
                assert_eq!((by, &batch(storage, id).await.held_by[..]), (case, &[case][..]));
            }
            other => panic!("{other:?}"),
        }
        assert!(held.hold.is_some());
        changed(storage, case, CaseChange::Status(CaseStatus::Dismissed), "", &ada).await.unwrap();
    }
}

/// Every decision about reports and cases is logged, without the texts and names in it.
pub async fn decisions_leave_a_trace(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = finished(storage, &ada, 1).await;
    let review = Review { staff: vec!["ana".to_owned()], ..Review::default() };
    storage.rescore(id, JobId::new(at(2)), &review, &by(ada.id, 2)).await.unwrap();
    let lease = claimed(storage, 1).await.lease;
    storage.finish(&lease, result(1), NewIngest::default(), at(3)).await.unwrap();
    storage.set_current(id, 1, &by(ada.id, 4)).await.unwrap();
    let parts = vec![part(PartKind::Submissions, "ana.zip", b"zipped")];
    let late = NewLate { batch: id, job: JobId::new(at(5)), idempotency: None, parts, opens_case: false };
    storage.add_late(late, &by(ada.id, 5)).await.unwrap();
    let case = opened(storage, &ada, id, &[1, 2], 6).await.id;
    changed(storage, case, CaseChange::Hold, "ana was seen", &ada).await.unwrap();
    let course = personal(storage, &ada).await;
    let entries = storage.audit(Some(course), None, 5).await.unwrap().items;
    let told: Vec<_> = entries.iter().map(|entry| (entry.action, entry.by, entry.subject)).collect();
    assert_eq!(
        told,
        [
            (AuditAction::CaseChanged, by(ada.id, 30), case.0),
            (AuditAction::CaseOpened, by(ada.id, 6), case.0),
            (AuditAction::BatchExtended, by(ada.id, 5), id.0),
            (AuditAction::RevisionChosen, by(ada.id, 4), id.0),
            (AuditAction::BatchRescored, by(ada.id, 2), id.0),
        ]
    );
    assert_eq!(entries[0].details, serde_json::json!({ "what": "hold" }));
    assert_eq!(entries[3].details, serde_json::json!({ "revision": 1 }));
    assert!(entries.iter().all(|entry| !entry.details.to_string().contains("ana")));
}

/// A statement is an event with a date and perhaps a file. Only persons of the case make statements, and a case has a
/// limit on them.
pub async fn statements_are_recorded(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let batch = finished(storage, &ada, 2).await;
    let case = opened(storage, &ada, batch, &[1, 2], 3).await;
    let file = StatementFile {
        name: "letter.pdf".to_owned(),
        media_type: "application/pdf".to_owned(),
        content: b"%PDF-1.7".to_vec(),
    };
    let statement = |person: &str, file: Option<&StatementFile>| {
        let (person, file) = (person.to_owned(), file.cloned());
        CaseChange::Statement(NewStatement { person, given: at(7), file })
    };
    changed(storage, case.id, statement("ana", None), "It is my own work.", &ada).await.unwrap();
    changed(storage, case.id, statement("ben", Some(&file)), "", &ada).await.unwrap();

    let events = storage.case_events(case.id).await.unwrap();
    let said: Vec<(&CaseEventKind, &str)> =
        events[1..].iter().map(|event| (&event.what, event.text.as_str())).collect();
    assert_eq!(said, [(&CaseEventKind::Statement, "It is my own work."), (&CaseEventKind::Statement, "")]);
    let recorded = |event, person: &str, file: Option<(&str, u64)>| Statement {
        event,
        person: person.to_owned(),
        given: at(7),
        file: file.map(|(name, size)| (name.to_owned(), size)),
    };
    let expected = [recorded(2, "ana", None), recorded(3, "ben", Some(("letter.pdf", 8)))];
    assert_eq!(storage.case_statements(case.id).await.unwrap(), expected);
    assert_eq!(storage.statement_file(case.id, 3).await.unwrap(), Some(file.clone()));
    assert_eq!(storage.statement_file(case.id, 2).await.unwrap(), None);
    assert_eq!(storage.statement_file(case.id, 9).await.unwrap(), None);

    let stranger = changed(storage, case.id, statement("s3", None), "no", &ada).await.unwrap_err();
    assert!(matches!(stranger, StorageError::Missing { what: "person" }), "{stranger:?}");
    for _ in 2..MAX_CASE_STATEMENTS {
        changed(storage, case.id, statement("ana", None), "again", &ada).await.unwrap();
    }
    let full = changed(storage, case.id, statement("ana", None), "again", &ada).await.unwrap_err();
    assert!(matches!(full, StorageError::CaseFull { what: "statements", .. }), "{full:?}");
}

/// A change that depends on what its author has seen is refused if somebody else was faster.
pub async fn a_change_of_an_outdated_case_is_refused(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let batch = finished(storage, &ada, 2).await;
    let case = opened(storage, &ada, batch, &[1, 2], 3).await;
    let change = |seen, status| async move {
        let (change, by) = (CaseChange::Status(status), by(ada.id, 5));
        storage.change_seen_case(case.id, seen, &change, "because", true, &by).await
    };
    change(Some(1), CaseStatus::Confirmed).await.unwrap();
    let outdated = change(Some(1), CaseStatus::Dismissed).await.unwrap_err();
    assert!(matches!(outdated, StorageError::CaseChanged), "{outdated:?}");
    assert_eq!(storage.case(case.id).await.unwrap().unwrap().status, CaseStatus::Confirmed);
    assert_eq!(storage.case_events(case.id).await.unwrap().len(), 2);
    change(Some(2), CaseStatus::Dismissed).await.unwrap();
    change(None, CaseStatus::Open).await.unwrap();
}

/// The file of a statement goes with the last submission of its case.
pub async fn files_of_statements_go_with_the_submissions(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let [batch, other] = [finished(storage, &ada, 2).await, finished(storage, &ada, 3).await];
    let case = opened(storage, &ada, batch, &[1, 2], 4).await;
    changed(storage, case.id, CaseChange::Add(seen(other, &[3])), "", &ada).await.unwrap();
    let file = StatementFile {
        name: "letter.txt".to_owned(),
        media_type: "text/plain".to_owned(),
        content: b"mine".to_vec(),
    };
    let new = NewStatement { person: "ana".to_owned(), given: at(7), file: Some(file) };
    changed(storage, case.id, CaseChange::Statement(new), "mine", &ada).await.unwrap();
    let event = storage.case_statements(case.id).await.unwrap()[0].event;

    storage.delete(batch, &by(ada.id, 8)).await.unwrap();
    assert!(storage.statement_file(case.id, event).await.unwrap().is_some());
    storage.delete(other, &by(ada.id, 9)).await.unwrap();
    assert_eq!(storage.statement_file(case.id, event).await.unwrap(), None);
    let kept = storage.case_statements(case.id).await.unwrap();
    assert_eq!((kept.len(), kept[0].file.clone()), (1, None));
}
