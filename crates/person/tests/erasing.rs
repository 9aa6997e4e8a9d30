//! Compares what `find` finds with what `erase` removes, on random data: nothing of it is found after the erasure.

#![expect(clippy::unwrap_used, reason = "tests end by panicking")]

use std::collections::BTreeSet;
use std::io::Cursor;

use chaffinch_person::{erase, find};
use chaffinch_report::{PairId, Report};
use chaffinch_storage::{
    Account, AccountId, AnalysisOptions, BatchId, By, CaseId, CaseStatus, CourseId, Document, Draft, DraftId,
    DraftWish, Found, HolderId, Idempotency, JobId, Lane, NewAccount, NewBatch, NewCase, NewIngest, NewPart,
    NewRevision, NewSubmission, Packed, PairRecord, PartKind, PersonName, PersonScope, Review, Seen, Storage,
    SubmissionHeader,
};
use chaffinch_storage_sqlite::SqliteStorage;
use chaffinch_storage_tests::server::TestDatabase;
use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};

const NAME: &str = "Quillon Zebravander";

const ANYWHERE: PersonScope = PersonScope { course: None, batch: None };

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::minutes(minutes)
}

/// The texts of one installation. Each may name the person: alone, with others, or not at all.
#[derive(Debug, Clone)]
struct Texts(Vec<String>);

/// Number of texts that [`fill`] uses.
const TEXTS: usize = 64;

impl Texts {
    fn any() -> impl Strategy<Value = Self> {
        let form = prop_oneof![
            Just(NAME.to_owned()),
            Just("zebravander_quillon".to_owned()),
            Just("ZEBRAVANDER, Quillon".to_owned()),
        ];
        let other = prop_oneof![Just("bob"), Just("Zoë Miller"), Just("s17"), Just("other")];
        let text = (form, other, 0..6).prop_map(|(form, other, kind)| match kind {
            0 => form,
            1 => format!("{other} and {form}"),
            2 => format!("{form} ({other})"),
            3 => format!("{form} (2)"),
            _ => other.to_owned(),
        });
        prop::collection::vec(text, TEXTS).prop_map(Self)
    }

    fn next(&mut self) -> String {
        self.0.pop().unwrap()
    }

    fn list(&mut self) -> Vec<String> {
        vec![self.next(), self.next()]
    }

    /// Returns the next text, with a number if it is taken.
    fn unique(&mut self, taken: &mut BTreeSet<String>) -> String {
        let name = chaffinch_storage::free_name(&self.next(), taken);
        taken.insert(name.clone());
        name
    }
}

fn part(kind: PartKind, name: String) -> NewPart {
    NewPart { kind, name, content: Box::new(Cursor::new(b"zipped".to_vec())) }
}

async fn account(storage: &dyn Storage) -> Account {
    let new = NewAccount {
        id: AccountId::new(at(0)),
        name: "ada".to_owned(),
        personal_course: CourseId::new(at(0)),
        email: None,
        admin: false,
    };
    storage.create_account(&new, &By { account: None, at: at(0) }).await.unwrap()
}

fn upload(texts: &mut Texts, account: &Account, course: CourseId, minutes: i64) -> NewBatch {
    NewBatch {
        id: BatchId::new(at(minutes)),
        job: JobId::new(at(minutes)),
        course,
        creator: account.id,
        title: texts.next(),
        options: options(texts),
        created: at(minutes),
        keep_until: None,
        idempotency: Some(Idempotency { key: format!("{} {minutes}", texts.next()), fingerprint: [0; 32] }),
        parts: vec![
            part(PartKind::Submissions, format!("class/{}/main.c", texts.next())),
            part(PartKind::Reference, format!("{}.zip", texts.next())),
        ],
    }
}

fn options(texts: &mut Texts) -> AnalysisOptions {
    AnalysisOptions {
        teams: vec![texts.list()],
        staff: vec![texts.next()],
        handed_out: vec![texts.next()],
        ignored: vec![texts.next()],
        encodings: vec![format!("{}/*.c=utf-8", texts.next())],
        references: vec![format!("public-code:{}", texts.next())],
        ..AnalysisOptions::default()
    }
}

/// Three submissions and a reference answer, with a file each.
fn ingest(texts: &mut Texts) -> NewIngest {
    let mut taken = BTreeSet::new();
    let submissions: Vec<NewSubmission> = (1..=4)
        .map(|number| NewSubmission {
            number,
            header: SubmissionHeader {
                author: (number < 3).then(|| texts.next()),
                person: (number == 1).then(|| texts.next()),
                attempt: Some(1),
                ..SubmissionHeader::named(texts.unique(&mut taken))
            },
            reference: (number == 4).then(|| format!("other:{}", texts.next())),
        })
        .collect();
    let document = |submission| Document {
        submission,
        file: 0,
        path: format!("{}/main.c", texts.next()),
        text: Some(Packed::pack(b"int main(void) { return 0; }")),
        stream: Packed::pack(b""),
        fingerprints: None,
    };
    NewIngest { documents: (1..=4).map(document).collect(), submissions, runs: Vec::new() }
}

/// A report about these submissions, with texts of its own.
fn report(texts: &mut Texts, ingest: &NewIngest) -> Report {
    let submissions: Vec<Value> = (ingest.submissions.iter().zip(&ingest.documents))
        .map(|(submission, document)| {
            let reference = submission.reference.as_ref().and_then(|origin| origin.split_once(':'));
            let archive = reference.map(|(kind, source)| {
                json!({ "name": "reference", "year": null, "reference": { "kind": kind, "source": source } })
            });
            json!({
                "id": submission.number, "name": submission.header.name, "archive": archive,
                "author": submission.header.author,
                "attempt": 1, "submitted_at": null, "tokens": 9, "counted_tokens": 9, "too_short": true,
                "files": [{
                    "file": 0, "path": document.path, "language": "c", "encoding": "UTF-8", "digest": "ab",
                    "bytes": 28, "lines": 1, "tokens": 9, "masked": [], "notes": [texts.next()], "cells": null,
                }],
            })
        })
        .collect();
    let name = |number: usize| ingest.submissions[number - 1].header.name.clone();
    let region = |number: usize| {
        json!({ "path": ingest.documents[number - 1].path, "start_line": 1, "end_line": 1, "start_byte": 0,
            "end_byte": 9, "file": 0 })
    };
    let pair = json!({
        "id": "1-2", "rank": 1, "left": name(1), "right": name(2), "suspicion": 9.5, "through": name(3),
        "similarity": 0.1, "too_short": true, "left_share": 0.1, "right_share": 0.3, "left_share_raw": 0.1,
        "right_share_raw": 0.1, "matched_tokens": 9, "matched_lines": 1, "longest_match": 9,
        "resemblance": 0.1, "left_containment": 0.1, "right_containment": 0.1, "match_count": 1,
        "references": [{ "reference": name(4), "tokens": 3 }], "right_matched_lines": 9,
        "matches": [{
            "tokens": 9, "groups": 2, "archived": 0, "language": "c", "literal": "identical",
            "evidence": [{ "kind": "comment", "text": texts.next(), "usual": null, "groups": 2, "archived": 0 }],
            "left": region(1), "right": region(2), "left_further": [], "right_further": [],
        }],
    });
    let json = json!({
        "format": 1, "title": texts.next(), "chaffinch": "0.1.0", "revision": 1,
        "settings": {
            "schemes": [], "common": 0, "cutoff": 9.0, "min_match": 9, "boilerplate_run": 9, "too_short": 9,
            "neighbours": 9, "handed_out": [texts.next()], "encodings": [format!("{}/*.c=utf-8", texts.next())],
            "review": { "teams": [texts.list()], "staff": [texts.next()] },
            "screening": { "max_postings": 9, "frequent_fingerprints": 0, "all_verified": true },
            "background": { "submissions": 0, "sources": [], "passages": 0 }, "submission_limit": 0,
        },
        "verified_pairs": 1, "submissions": submissions,
        "pairs": [pair], "references": [], "groups": 3,
        "distribution": { "submissions": 3, "pairs": 3, "bars": [], "chance": null },
        "clusters": [{ "submissions": [name(1), name(2)], "similarity": 0.1, "suspicion": 9.5, "links": [], "between": [] }],
        "duplicates": [{ "kind": "identical", "submissions": [name(2), name(3)] }],
        "boilerplate": { "files": 0 },
        "skipped": [{ "submission": name(2), "path": format!("{}.png", texts.next()), "reason": "not text" }],
    });
    serde_json::from_value(json).unwrap()
}

fn packed(report: &Report) -> Packed {
    Packed::pack(&serde_json::to_vec(report).unwrap())
}

/// Fills an installation: a finished batch with a case, a waiting batch, a draft, and who is who in the course.
async fn fill(storage: &dyn Storage, mut texts: Texts) {
    let texts = &mut texts;
    let account = account(storage).await;
    let by = By { account: Some(account.id), at: at(9) };
    let course = storage.personal_course(account.id).await.unwrap().unwrap().id;
    let new = upload(texts, &account, course, 1);
    let batch = storage.accept(new).await.unwrap().batch().id;
    let lease = storage.claim(HolderId::new(at(2)), Lane::Analysis, at(2)).await.unwrap().unwrap().lease;
    let ingest = ingest(texts);
    let report = report(texts, &ingest);
    let pair = PairRecord { rank: 1, left: 1, right: 2, suspicion: 9.5, body: Packed::pack(b"{}") };
    let revision = NewRevision {
        engine: "0.1.0".to_owned(),
        settings: serde_json::to_value(&report.settings).unwrap(),
        review: Review { staff: vec![texts.next()], ..Review::default() },
        submissions: 4,
        head: packed(&report.head()),
        body: packed(&report),
        pairs: vec![pair],
        archived: Vec::new(),
        found: Found::default(),
        changed: None,
        judged: None,
    };
    storage.finish(&lease, revision, ingest, at(3)).await.unwrap();
    let case = NewCase {
        id: CaseId::new(at(4)),
        title: texts.next(),
        status: CaseStatus::Open,
        text: texts.next(),
        seen: Seen { batch, revision: None, submissions: vec![1, 2] },
    };
    storage.open_case(&case, &by).await.unwrap();
    let name = PersonName { task: String::new(), name: texts.next(), person: texts.next() };
    storage.set_person_names(course, &[name], &by).await.unwrap();
    let draft = Draft {
        id: DraftId::new(at(5)),
        account: account.id,
        course,
        wish: DraftWish {
            title: texts.next(),
            options: AnalysisOptions::default(),
            preview: Packed::pack(texts.next().as_bytes()),
        },
        keep_until: None,
        created: at(5),
        expires: at(10_000),
    };
    storage.create_draft(draft, Vec::new()).await.unwrap();
    storage.accept(upload(texts, &account, course, 6)).await.unwrap();
}

async fn erased_is_what_was_found(storage: &dyn Storage, texts: Texts) {
    fill(storage, texts.clone()).await;
    let by = By { account: None, at: at(20) };
    let before = find(storage, NAME, &[], ANYWHERE).await.unwrap();
    let erasure = erase(storage, &before.names, ANYWHERE, false, &by).await.unwrap();
    assert!(erasure.ended.is_some());
    let after = find(storage, NAME, &[], ANYWHERE).await.unwrap();
    assert!(!after.is_somebody(), "{texts:?} leave {after:?}");
    assert_eq!(after.unread_bytes, 0);
    let again = find(storage, "zebravander quillon", &[], ANYWHERE).await.unwrap();
    assert!(!again.is_somebody(), "{again:?}");
    // Reports are still those of this program, and what nobody asked for is as it was.
    for (batch, revision) in storage.all_reports(ANYWHERE).await.unwrap() {
        let body = storage.report_body(batch, Some(revision)).await.unwrap().unwrap();
        let report: Report = serde_json::from_slice(&body.unpack().unwrap()).unwrap();
        let names: BTreeSet<&String> = report.submissions.iter().map(|one| &one.name).collect();
        assert_eq!(names.len(), 4, "names are unique: {names:?}");
        assert_eq!((report.pairs[0].id, report.pairs[0].suspicion), (PairId { left: 1, right: 2 }, 9.5));
    }
}

/// Runs a test with random texts. The cases run one after the other, because each needs a database.
async fn with_random_texts(cases: u32, mut test: impl AsyncFnMut(Texts)) {
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        prop::test_runner::TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha),
    );
    for _ in 0..cases {
        let texts = Texts::any().new_tree(&mut runner).unwrap().current();
        test(texts).await;
    }
}

#[tokio::test]
async fn nothing_that_was_found_is_found_after_an_erasure_in_a_file() {
    with_random_texts(24, async |texts| {
        let dir = tempfile::tempdir().unwrap();
        let storage = SqliteStorage::open(&dir.path().join("chaffinch.sqlite")).await.unwrap();
        erased_is_what_was_found(&storage, texts).await;
    })
    .await;
}

#[tokio::test]
async fn nothing_that_was_found_is_found_after_an_erasure_on_a_server() {
    with_random_texts(8, async |texts| {
        let database = TestDatabase::migrated().await;
        let storage = database.open().await;
        erased_is_what_was_found(&storage, texts).await;
    })
    .await;
}
