//! Tests of persons: finding them, erasing them in two halves, and preventing that they come back.

use super::{
    accepted, account, at, batch, by, claimed, holder, ingest, job_of, later, operator, part, personal,
    result, run, upload,
};
use chaffinch_storage::{
    Account, AnalysisOptions, ArchiveId, AuditAction, BatchId, By, CaseChange, CaseId, CaseStatus, Erasure,
    ErasureId, Idempotency, JobId, Keeping, Lane, MarkChange, MarkedPair, Mention, NameMatcher, NewAddition,
    NewArchive, NewArchived, NewBatch, NewCase, NewErasure, NewIngest, NewRevision, NewStatement, Owner,
    Packed, PartKind, PersonName, PersonScope, ReferenceKind, ReferenceLabel, Review, Rewritten, Seen,
    StatementFile, Storage, StorageError, TemplateRegion,
};

/// Recognises the person called `eva`, in names and in texts.
struct Eva(u32);

impl NameMatcher for Eva {
    fn is_name(&self, name: &str) -> bool {
        name == "eva"
    }

    fn without(&self, text: &str) -> Option<String> {
        text.contains("eva").then(|| text.replace("eva", &chaffinch_storage::pseudonym(self.0)))
    }
}

const ANYWHERE: PersonScope = PersonScope { course: None, batch: None };

fn erasure(number: u32, scope: PersonScope) -> NewErasure {
    NewErasure {
        id: ErasureId::new(at(100)),
        number,
        scope,
        key: [9; 32],
        hashes: vec![[1; 32], [2; 32]],
        despite_hold: false,
    }
}

/// Erases eva under this number, at minute 100.
async fn erased(storage: &dyn Storage, number: u32, scope: PersonScope) -> Erasure {
    storage.erase(&erasure(number, scope), &Eva(number), &operator(100)).await.unwrap()
}

/// Returns an ingest in which eva is the author of the second of three submissions.
fn with_eva() -> NewIngest {
    let mut content = ingest();
    content.submissions[1].header.author = Some("eva".to_owned());
    content.submissions[1].header.person = Some("s4711".to_owned());
    content.submissions[1].header.attempt = Some(3);
    content.runs = vec![run(4)];
    content
}

/// Returns an upload that names her in its own texts, outside of reports, submissions and cases.
async fn naming(storage: &dyn Storage, owner: &Account, minutes: i64) -> NewBatch {
    NewBatch {
        title: "a batch with eva".to_owned(),
        options: AnalysisOptions {
            teams: vec![vec!["eva".to_owned(), "s1".to_owned()]],
            staff: vec!["eva".to_owned()],
            ..AnalysisOptions::default()
        },
        idempotency: Some(Idempotency { key: format!("eva {minutes}"), fingerprint: [0; 32] }),
        ..upload(storage, owner, minutes).await
    }
}

async fn finished(storage: &dyn Storage, owner: &Account, minutes: i64) -> BatchId {
    let new = naming(storage, owner, minutes).await;
    let id = storage.accept(new).await.unwrap().batch().id;
    let lease = claimed(storage, 1).await.lease;
    let region = |submission| TemplateRegion { submission, file: 0, start_byte: 0, end_byte: 1 };
    let review =
        Review { staff: vec!["eva".to_owned()], templates: vec![region(1), region(2)], ..Review::default() };
    let report = NewRevision { review, ..result(2) };
    storage.finish(&lease, report, with_eva(), at(minutes)).await.unwrap();
    id
}

async fn archive(storage: &dyn Storage, owner: &Account) -> ArchiveId {
    let new = NewArchive {
        id: ArchiveId::new(at(1)),
        course: personal(storage, owner).await,
        name: "2024".to_owned(),
        year: None,
        reference: Some(ReferenceLabel::new(ReferenceKind::Other, "found by eva")),
        keeping: Keeping::Sources,
        creator: owner.id,
        keep_until: None,
    };
    storage.create_archive(&new, &by(owner.id, 1)).await.unwrap();
    let parts = vec![part(PartKind::Submissions, "old.zip", b"zipped")];
    let upload = NewAddition::Upload { options: Box::default(), parts };
    storage.add(new.id, upload, JobId::new(at(1)), &by(owner.id, 1)).await.unwrap();
    let lease = claimed(storage, 1).await.lease;
    storage.finish_addition(&lease, NewIngest { runs: Vec::new(), ..with_eva() }, at(1)).await.unwrap();
    new.id
}

async fn case_about_eva(storage: &dyn Storage, owner: &Account, batch: BatchId) -> CaseId {
    let new = NewCase {
        id: CaseId::new(at(40)),
        title: "eva and s3".to_owned(),
        status: CaseStatus::Open,
        text: "eva has it from s3".to_owned(),
        seen: Seen { batch, revision: None, submissions: vec![2, 3] },
    };
    storage.open_case(&new, &by(owner.id, 40)).await.unwrap().id
}

/// Returns everything that `mentions` and `held` find about her.
async fn traces(storage: &dyn Storage, scope: PersonScope) -> (usize, Vec<Mention>) {
    let held = storage.held(scope, &|name| name == "eva").await.unwrap();
    (held.len(), storage.mentions(scope, &|text| text.contains("eva")).await.unwrap())
}

/// Examines every report that is left, like a process that finds no trace of her in it.
async fn look_through(storage: &dyn Storage, erasure: ErasureId) {
    while let Some(read) = storage.to_rewrite(erasure, 1).await.unwrap().pop() {
        assert!(storage.rewrite(erasure, &read, None).await.unwrap());
    }
    assert!(storage.end_erasure(erasure, at(101)).await.unwrap());
    assert!(!storage.end_erasure(erasure, at(102)).await.unwrap(), "once");
}

/// A person is found in submissions of batches and archives, in cases and in all other texts.
pub async fn a_person_is_found_everywhere(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let old = archive(storage, &ada).await;
    let id = finished(storage, &ada, 2).await;
    let case = case_about_eva(storage, &ada, id).await;
    let change = CaseChange::Hold;
    storage.change_case(case, &change, "eva appeals", true, &by(ada.id, 41)).await.unwrap();
    let review = Review { teams: vec![vec!["eva".to_owned()]], ..Review::default() };
    storage.rescore(id, JobId::new(at(42)), &review, &by(ada.id, 42)).await.unwrap();

    let held = storage.held(ANYWHERE, &|name| name == "eva").await.unwrap();
    let owners: Vec<_> = held.iter().map(|held| (held.owner, held.number, held.documents)).collect();
    assert_eq!(owners, [(Owner::Batch(id), 2, 1), (Owner::Archive(old), 2, 1)]);
    assert_eq!((held[0].name.as_str(), held[0].author.as_deref()), ("s2", Some("eva")));
    assert_eq!((held[0].owner_name.as_str(), held[1].owner_name.as_str()), ("a batch with eva", "2024"));
    assert_eq!(storage.held(ANYWHERE, &|name| name == "s2").await.unwrap(), held);

    let (_, mentions) = traces(storage, ANYWHERE).await;
    let places: Vec<_> = mentions.iter().map(|one| (one.table, one.column, one.of)).collect();
    let job = mentions.iter().find(|one| one.table == "job").expect("the payload names her").of;
    let expected = [
        ("archive", "reference", old.0),
        ("batch", "options", id.0),
        ("batch", "options", id.0),
        ("batch", "title", id.0),
        ("case_event", "text", case.0),
        ("case_event", "text", case.0),
        ("case_person", "person", case.0),
        ("course_case", "hold_reason", case.0),
        ("course_case", "title", case.0),
        ("idempotency", "key", id.0),
        ("job", "payload", job),
        ("revision", "review", id.0),
        ("submission", "author", old.0),
        ("submission", "author", id.0),
    ];
    assert_eq!(places, expected);
    assert_eq!(storage.all_reports(ANYWHERE).await.unwrap(), [(id, 1)]);
    let elsewhere = PersonScope { batch: Some(BatchId::new(at(9))), course: None };
    assert_eq!(traces(storage, elsewhere).await, (0, Vec::new()));
    assert_eq!(storage.all_reports(elsewhere).await.unwrap(), []);
}

/// The words and files of her statements are deleted. Those of others stay, without her name.
pub async fn statements_of_an_erased_person_are_deleted(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = finished(storage, &ada, 2).await;
    let case = case_about_eva(storage, &ada, id).await;
    for person in ["eva", "s3"] {
        let file = StatementFile {
            name: "by eva.txt".to_owned(),
            media_type: "text/plain".to_owned(),
            content: b"a letter".to_vec(),
        };
        let new = NewStatement { person: person.to_owned(), given: at(41), file: Some(file) };
        let change = CaseChange::Statement(new);
        storage.change_case(case, &change, "I helped eva.", true, &by(ada.id, 42)).await.unwrap();
    }
    erased(storage, 7, ANYWHERE).await;
    let statements = storage.case_statements(case).await.unwrap();
    let told: Vec<_> = statements.iter().map(|one| (one.person.as_str(), one.file.clone())).collect();
    assert_eq!(told, [("removed-7", None), ("s3", Some(("by removed-7.txt".to_owned(), 8)))]);
    let events = storage.case_events(case).await.unwrap();
    let words: Vec<&str> = events[1..].iter().map(|event| event.text.as_str()).collect();
    assert_eq!(words, ["", "I helped removed-7."]);
}

/// The first half removes work, postings and names. Those of others stay, and so do numbers.
pub async fn an_erased_person_leaves_work_and_names(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let old = archive(storage, &ada).await;
    let id = finished(storage, &ada, 2).await;
    let case = case_about_eva(storage, &ada, id).await;
    let course = personal(storage, &ada).await;
    let name = |name: &str, person: &str| PersonName {
        task: String::new(),
        name: name.to_owned(),
        person: person.to_owned(),
    };
    let names = [name("eva", "somebody"), name("login", "eva"), name("s3", "Zoë")];
    storage.set_person_names(course, &names, &by(ada.id, 3)).await.unwrap();
    let documents = storage.ingests(id.into()).await.unwrap().remove(0).documents;
    let looked = MarkChange { note: Some("eva knows".into()), ..MarkChange::default() };
    for pair in [MarkedPair { left: 1, right: 2 }, MarkedPair { left: 2, right: 3 }] {
        storage.mark_pair(id, pair, &looked, None, &by(ada.id, 3)).await.unwrap();
    }
    assert_eq!(storage.marks_about(id.into(), 1).await.unwrap().len(), 1);
    let begun = erased(storage, 7, ANYWHERE).await;
    assert_eq!((begun.erased.submissions, begun.erased.documents), (2, 2));
    assert_eq!((begun.pseudonym().as_str(), begun.ended), ("removed-7", None));
    assert_eq!(storage.erasures().await.unwrap(), std::slice::from_ref(&begun));
    assert_eq!(storage.open_erasures().await.unwrap(), std::slice::from_ref(&begun));
    assert_eq!(traces(storage, ANYWHERE).await, (0, Vec::new()));

    let stored = storage.stored(&[(id.into(), 1), (id.into(), 2), (id.into(), 3)]).await.unwrap();
    let shown: Vec<_> = stored
        .iter()
        .map(|one| {
            (
                one.submission.header.name.as_str(),
                one.submission.header.author.as_deref(),
                one.documents.len(),
            )
        })
        .collect();
    assert_eq!(shown, [("s1", None, 2), ("removed-7", Some("removed-7"), 0), ("s3", None, 1)]);
    assert_eq!(stored[1].submission.header.attempt, None);
    assert_eq!(storage.sources(id, None, 2).await.unwrap(), []);
    assert_eq!(storage.stored(&[(old.into(), 2)]).await.unwrap(), [], "an archive has no numbers to keep");
    let kept = storage.archive(old).await.unwrap().unwrap();
    assert_eq!((kept.submissions, kept.documents, kept.state), (2, 3, 2));

    assert_eq!(storage.marks(id).await.unwrap(), [], "both pairs were hers");

    // The evidence over a term does not know her any more.
    let numbers: Vec<u32> =
        storage.submitters(id).await.unwrap().iter().map(|submission| submission.number).collect();
    assert_eq!(numbers, [1, 3]);
    assert_eq!(storage.person_names(course).await.unwrap(), [name("s3", "Zoë")]);

    // The third of the batch's documents 0 to 3 was hers.
    let gone = documents.start + 2;
    let living = storage.living(documents.clone()).await.unwrap();
    assert_eq!(living, [documents.start..gone, gone + 1..documents.end]);
    let scheme = storage.index_schemes().await.unwrap().remove(0).0;
    let runs = storage.runs(scheme).await.unwrap();
    assert!(runs.iter().all(|run| run.documents.end - run.documents.start <= run.dead), "written anew");

    let found = batch(storage, id).await;
    assert_eq!(
        (found.title.as_str(), found.options.staff),
        ("a batch with removed-7", vec!["removed-7".into()])
    );
    let review = storage.revisions(id).await.unwrap().remove(0).review;
    let templates: Vec<u32> = review.templates.iter().map(|region| region.submission).collect();
    assert_eq!((templates, review.staff), (vec![1], vec!["removed-7".to_owned()]));
    let case = storage.case(case).await.unwrap().unwrap();
    assert_eq!((case.title.as_str(), case.persons.join("+").as_str()), ("removed-7 and s3", "removed-7+s3"));
    assert_eq!(storage.case_events(case.id).await.unwrap()[0].text, "removed-7 has it from s3");
    let here = storage.cases_of(id).await.unwrap().remove(0).here;
    assert_eq!(here, [(2, "removed-7".to_owned()), (3, "s3".to_owned())], "the case finds them again");
    // The key by which the upload could be repeated is removed.
    let again = storage.accept(naming(storage, &ada, 2).await).await;
    assert!(again.is_err() || again.unwrap().batch().id != id);

    let log = storage.audit(None, None, 9).await.unwrap().items;
    let told = log.iter().find(|entry| entry.action == AuditAction::PersonErased).unwrap();
    assert_eq!((told.subject, told.by), (begun.id.0, operator(100)));
    assert!(!log.iter().any(|entry| entry.details.to_string().contains("eva")));
}

/// Reports are examined one by one, each once, by any process. Meanwhile no job begins from one.
pub async fn reports_are_rewritten_once(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let old = archive(storage, &ada).await;
    let id = finished(storage, &ada, 2).await;
    // A second report, which also contains her submission in the archive.
    storage.rescore(id, JobId::new(at(3)), &Review::default(), &by(ada.id, 3)).await.unwrap();
    let lease = claimed(storage, 1).await.lease;
    let earlier = NewArchived { number: 4, archive: old, submission: 2 };
    let report = NewRevision { submissions: 4, archived: vec![earlier], ..result(2) };
    storage.finish(&lease, report, NewIngest::default(), at(4)).await.unwrap();
    storage.rescore(id, JobId::new(at(5)), &Review::default(), &by(ada.id, 5)).await.unwrap();
    let version = async |revision| storage.report_version(id, Some(revision)).await.unwrap().unwrap();
    let before = version(2).await;
    assert_eq!((before.revision, before.rewritten, before.erasing, before.archives), (2, 0, 0, 1));
    let begun = erased(storage, 1, ANYWHERE).await.id;
    assert_eq!(version(2).await.erasing, 1, "its texts are gone, its words are not");
    assert!(before.archive_states < version(2).await.archive_states, "the archive's texts are gone, too");
    assert_eq!(storage.claim(holder(1), Lane::Analysis, later()).await.unwrap(), None, "not yet");

    let todo = storage.to_rewrite(begun, 9).await.unwrap();
    let numbers: Vec<_> = todo.iter().map(|one| (one.batch, one.revision, one.submissions.clone())).collect();
    assert_eq!(numbers, [(id, 1, vec![2]), (id, 2, vec![2, 4])]);
    assert_eq!(storage.to_rewrite(begun, 1).await.unwrap(), todo[..1]);
    assert!(!storage.end_erasure(begun, at(101)).await.unwrap(), "two are left");
    let now = || Rewritten {
        settings: serde_json::json!({ "rewritten": true }),
        head: Packed::pack(b"head without her"),
        body: Packed::pack(&b"body without her".repeat(100_000)),
        pairs: vec![(2, Packed::pack(b"pair without her"))],
    };
    assert!(storage.rewrite(begun, &todo[0], Some(now())).await.unwrap());
    assert!(!storage.rewrite(begun, &todo[0], Some(now())).await.unwrap(), "somebody was faster");
    assert_eq!((version(1).await.rewritten, version(1).await.erasing), (1, 0));
    assert_eq!((version(2).await.rewritten, version(2).await.erasing), (0, 1));
    assert_eq!(storage.report_head(id, Some(1)).await.unwrap(), Some(now().head));
    assert_eq!(storage.report_body(id, Some(1)).await.unwrap(), Some(now().body));
    let pairs = storage.pairs(id, Some(1), None, 9).await.unwrap().items;
    assert_eq!((&pairs[0].body, &pairs[1].body), (&result(2).pairs[0].body, &now().pairs[0].1));
    assert_eq!((pairs[1].rank, pairs[1].left, pairs[1].right), (2, 2, 3));
    assert_eq!(storage.revisions(id).await.unwrap()[0].settings, now().settings);
    assert_eq!(
        storage.report_head(id, Some(2)).await.unwrap(),
        Some(result(2).head),
        "the other is as it was"
    );

    // Another erasure at the same moment has read the report in its earlier form and must read it again.
    let other = NewErasure { id: ErasureId::new(at(100)), ..erasure(2, ANYWHERE) };
    let other = storage.erase(&other, &Eva(2), &operator(100)).await.unwrap().id;
    let read = storage.to_rewrite(other, 9).await.unwrap().remove(1);
    assert_eq!((read.revision, read.rewritten), (2, 0));
    assert!(storage.rewrite(begun, &todo[1], Some(now())).await.unwrap());
    assert!(
        !storage.rewrite(other, &read, Some(now())).await.unwrap(),
        "it would bring back whom that took out"
    );
    assert!(storage.end_erasure(begun, at(101)).await.unwrap());
    assert_eq!(storage.claim(holder(1), Lane::Analysis, later()).await.unwrap(), None, "the other goes on");
    look_through(storage, other).await;
    assert!(storage.claim(holder(1), Lane::Analysis, later()).await.unwrap().is_some());
    let records = storage.erasures().await.unwrap();
    assert_eq!((records[0].erased.reports, records[0].ended), (2, Some(at(101))));
    assert_eq!(storage.open_erasures().await.unwrap(), []);
}

/// What was read before the erasure cannot be committed after it. What is read afterwards leaves her out.
pub async fn running_work_begins_again_without_the_person(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let running = accepted(storage, &ada, 1).await.id;
    let lease = claimed(storage, 1).await.lease;
    let mut own = upload(storage, &ada, 2).await;
    own.parts.push(part(PartKind::Submissions, "eva.zip", b"hers"));
    let (waiting, own_job) = (own.id, own.job);
    storage.accept(own).await.unwrap();
    let failed = accepted(storage, &ada, 3).await.id;
    let begun = erased(storage, 1, ANYWHERE).await;

    let late = storage.finish(&lease, result(2), with_eva(), at(101)).await.unwrap_err();
    assert!(matches!(late, StorageError::LeaseLost), "{late:?}");
    assert_eq!(storage.erasures_for(job_of(running)).await.unwrap(), std::slice::from_ref(&begun));
    assert_eq!(storage.erasures_for(own_job).await.unwrap(), std::slice::from_ref(&begun));
    let parts = storage.parts(own_job).await.unwrap();
    let told: Vec<_> = parts.iter().map(|part| (part.name.as_str(), part.bytes, part.chunks)).collect();
    assert_eq!(told, [("class.zip", 6, 1), ("removed-1.zip", 0, 0)]);
    assert_eq!(storage.part_chunk(own_job, 1, 0).await.unwrap(), None);
    // The same process claims it again. Its first start must not count as the second.
    let again = claimed(storage, 1).await.lease;
    assert_eq!(again.job, lease.job);
    assert_ne!(again, lease);
    assert!(storage.heartbeat(&lease, &chaffinch_storage::JobProgress::default()).await.is_err());
    storage.finish(&again, result(2), ingest(), at(102)).await.unwrap();

    // An upload whose job fails later is deleted, because she may be in it.
    let (lease, other) = (claimed(storage, 1).await.lease, claimed(storage, 1).await.lease);
    assert_eq!((lease.job, other.job), (own_job, job_of(failed)));
    storage.fail(&lease, "no", false, at(103)).await.unwrap();
    assert_eq!(storage.parts(own_job).await.unwrap(), []);
    storage.fail(&other, "no", false, at(103)).await.unwrap();
    assert_eq!(storage.parts(job_of(failed)).await.unwrap(), []);
    // Later uploads are not affected by the erasure.
    let after = accepted(storage, &ada, 200).await.id;
    assert_eq!(storage.erasures_for(job_of(after)).await.unwrap(), []);
    let lease = claimed(storage, 1).await.lease;
    storage.fail(&lease, "eva is alone", false, at(201)).await.unwrap();
    assert_eq!(storage.parts(job_of(after)).await.unwrap().len(), 1);
    assert_eq!(storage.unread_uploads(ANYWHERE).await.unwrap(), 6);
    // Another erasure: it removes the upload that remained after the failure, and her name from the reason.
    let next = NewErasure { id: ErasureId::new(at(300)), ..erasure(2, ANYWHERE) };
    storage.erase(&next, &Eva(2), &operator(300)).await.unwrap();
    assert_eq!(storage.unread_uploads(ANYWHERE).await.unwrap(), 0);
    assert_eq!(storage.parts(job_of(after)).await.unwrap(), []);
    assert_eq!(
        batch(storage, after).await.status,
        chaffinch_storage::Status::Failed { reason: "removed-2 is alone".into() }
    );
    assert!(batch(storage, waiting).await.status.is_final());
}

/// A hold of a case that needs her work, or is about her, stops an erasure unless holds are ignored.
pub async fn a_legal_hold_stops_an_erasure(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    let id = finished(storage, &ada, 1).await;
    let case = case_about_eva(storage, &ada, id).await;
    storage.change_case(case, &CaseChange::Hold, "a hearing", true, &by(ada.id, 41)).await.unwrap();
    let before = traces(storage, ANYWHERE).await;
    let held = storage.erase(&erasure(1, ANYWHERE), &Eva(1), &operator(100)).await.unwrap_err();
    assert!(matches!(held, StorageError::Held { case: known } if known == case), "{held:?}");
    assert_eq!(traces(storage, ANYWHERE).await, before);
    assert_eq!(storage.erasures().await.unwrap(), []);
    let despite = NewErasure { despite_hold: true, ..erasure(1, ANYWHERE) };
    assert!(storage.erase(&despite, &Eva(1), &operator(100)).await.unwrap().despite_hold);
    assert_eq!(traces(storage, ANYWHERE).await, (0, Vec::new()));
}

/// A scope distinguishes others with the same name. Each number is used once.
pub async fn a_scope_keeps_others_of_the_same_name(storage: &dyn Storage) {
    let (ada, bob) = (account(storage, "ada").await, account(storage, "bob").await);
    let (one, two) = (finished(storage, &ada, 1).await, finished(storage, &ada, 2).await);
    let other = finished(storage, &bob, 3).await;
    let waiting = accepted(storage, &bob, 4).await.id;
    let in_batch = |batch| PersonScope { course: None, batch: Some(batch) };
    let first = erased(storage, 1, in_batch(one)).await;
    assert_eq!(traces(storage, in_batch(one)).await, (0, Vec::new()));
    assert_eq!(traces(storage, ANYWHERE).await.0, 2);
    assert_eq!(storage.to_rewrite(first.id, 9).await.unwrap().len(), 1);
    assert_eq!(storage.erasures_for(job_of(waiting)).await.unwrap(), []);
    look_through(storage, first.id).await;

    let of_ada = PersonScope { course: Some(personal(storage, &ada).await), batch: None };
    let taken = storage.erase(&erasure(1, of_ada), &Eva(1), &operator(100)).await.unwrap_err();
    assert!(matches!(taken, StorageError::Busy), "{taken:?}");
    erased(storage, 2, of_ada).await;
    assert_eq!(traces(storage, of_ada).await, (0, Vec::new()));
    assert_eq!(storage.held(in_batch(two), &|name| name == "removed-2").await.unwrap().len(), 1);
    let left = storage.held(ANYWHERE, &|name| name == "eva").await.unwrap();
    assert_eq!(left.iter().map(|held| held.owner).collect::<Vec<_>>(), [Owner::Batch(other)]);
    let by_nobody = By { account: Some(chaffinch_storage::AccountId::new(at(5))), at: at(100) };
    let nobody = storage.erase(&erasure(3, of_ada), &Eva(3), &by_nobody).await.unwrap_err();
    assert!(matches!(nobody, StorageError::Missing { what: "account" }), "{nobody:?}");
}

/// An export is logged without the person that it was about.
pub async fn an_export_leaves_a_trace(storage: &dyn Storage) {
    let ada = account(storage, "ada").await;
    storage.note_export(&by(ada.id, 5)).await.unwrap();
    let told = storage.audit(None, None, 1).await.unwrap().items.remove(0);
    assert_eq!((told.action, told.by), (AuditAction::PersonExported, by(ada.id, 5)));
    assert!(told.subject.is_nil());
}
