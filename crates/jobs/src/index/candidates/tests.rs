//! Tests what the search for candidates reads and finds, with a real database.

mod strangers;

use std::fmt::Write as _;
use std::io::Cursor;

use chaffinch_storage::{
    AccountId, ArchiveId, By, CourseId, Document, HolderId, JobId, JobPayload, JobProgress, Keeping, Lane,
    Lease, NewAccount, NewAddition, NewArchive, NewIngest, NewPart, PartKind, SchemeId,
};
use chaffinch_storage_sqlite::SqliteStorage;
use chaffinch_submission::{SourceFile, Submission, SubmissionHeader};
use chrono::{DateTime, TimeDelta, Utc};
use tempfile::TempDir;

use super::*;
use crate::index::maintenance;

/// Number of submissions in the class.
const CLASS: u64 = 3;

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes)
}

/// Returns a solution of one exercise. It has 8 of 24 functions, so any two solutions have something in common.
fn program(number: u64) -> Submission {
    let mut text = String::new();
    for at in 0..8 {
        let function = (number * 7 + at * at + number / 24 * at) % 24;
        writeln!(text, "int f{at}(int a, int b) {{\n    int c = a;").unwrap();
        for line in 0..6 {
            let operator =
                ["+", "-", "*", "/", "%", "&", "|", "^"][((function >> (line % 4)) + line) as usize % 8];
            let other = ["<", ">", "<=", "!="][(function * 5 + line * 3) as usize % 4];
            writeln!(text, "    if (a {other} b {operator} c) c {operator}= a {operator} b;").unwrap();
        }
        text += "    return c;\n}\n";
    }
    Submission {
        header: SubmissionHeader::named(format!("p{number:05}")),
        archive: None,
        files: vec![SourceFile::plain("main.c", text)],
    }
}

fn programs(numbers: std::ops::Range<u64>) -> NewIngest {
    crate::archive_submissions(&numbers.map(program).collect::<Vec<_>>())
}

/// Creates a database with one archive.
async fn archive(folder: &TempDir, ingest: &NewIngest) -> (SqliteStorage, Vec<Archive>) {
    let storage = SqliteStorage::open(&folder.path().join("chaffinch.sqlite")).await.unwrap();
    let (account, course) = (AccountId::new(at(0)), CourseId::new(at(0)));
    let by = By { account: None, at: at(0) };
    let backend: &dyn Storage = &storage;
    let new = NewAccount {
        id: account,
        name: "ada".to_owned(),
        personal_course: course,
        email: None,
        admin: false,
    };
    backend.create_account(&new, &by).await.unwrap();
    let new = NewArchive {
        id: ArchiveId::new(at(0)),
        course,
        name: "earlier".to_owned(),
        year: None,
        reference: None,
        keeping: Keeping::Sources,
        creator: account,
        keep_until: None,
    };
    backend.create_archive(&new, &by).await.unwrap();
    let content = Box::new(Cursor::new(b"x".to_vec()));
    let part = NewPart { kind: PartKind::Submissions, name: "main.c".to_owned(), content };
    let upload = NewAddition::Upload { options: Box::default(), parts: vec![part] };
    let by = By { account: Some(account), at: at(0) };
    backend.add(new.id, upload, JobId::new(at(1)), &by).await.unwrap();
    let claimed = backend.claim(HolderId::new(at(1)), Lane::Analysis, at(1)).await.unwrap().unwrap();
    backend.finish_addition(&claimed.lease, ingest.clone(), at(1)).await.unwrap();
    let archives = backend.archives(&[course]).await.unwrap();
    (storage, archives)
}

#[tokio::test]
async fn bytes_read_are_bounded_by_the_query_not_by_the_archive() {
    let class = programs(90_000..90_000 + CLASS);
    let queries = crate::batch::earlier::index_queries(&class);
    let mut distinct: Vec<u64> =
        queries.iter().flat_map(|query| &query.fingerprints).map(|fingerprint| fingerprint.value).collect();
    distinct.sort_unstable();
    distinct.dedup();

    for size in [100, 600] {
        let ingest = programs(0..size);
        let bytes = |document: &Document| {
            let text = document.text.as_ref().map_or(0, |text| text.as_bytes().len());
            let fingerprints = document.fingerprints.as_ref().map_or(0, |(_, packed)| packed.0.len());
            text + document.stream.as_bytes().len() + fingerprints
        };
        let largest = ingest.documents.iter().map(bytes).max().unwrap();
        let all: usize = ingest.documents.iter().map(bytes).sum();
        let blocks: Vec<usize> =
            ingest.runs.iter().flat_map(|run| &run.blocks).map(|block| block.bytes.len()).collect();

        let folder = TempDir::new().unwrap();
        let (storage, archives) = archive(&folder, &ingest).await;
        let among = documents(&storage, &archives).await.unwrap();
        let found = find(&storage, &among, &queries, Selection::default(), false).await.unwrap();
        assert!(!found.submissions.is_empty(), "they have something in common");
        assert!(found.submissions.len() <= MIN_TOTAL_CANDIDATES.min(CLASS as usize * MAX_CANDIDATES));

        // The limit is one block for each fingerprint looked up, plus the largest permitted number of candidates.
        let room = CLASS as usize * MAX_CANDIDATES;
        let largest_block = blocks.iter().max().unwrap();
        let bound = blocks.len().min(distinct.len()) * largest_block + room * largest;
        assert!(found.bytes <= bound as u64, "{} of at most {bound}", found.bytes);
        if size == 600 {
            assert!(
                4 * found.bytes < (all + blocks.iter().sum::<usize>()) as u64,
                "{} of {all}",
                found.bytes
            );
        }
    }
}

/// Returns documents as an older version would have kept them: other fingerprints under an earlier format.
fn of_older_version(mut ingest: NewIngest) -> NewIngest {
    for (number, document) in (0..).zip(&mut ingest.documents) {
        if let Some((scheme, packed)) = &mut document.fingerprints {
            scheme.format -= 1;
            packed.0 = chaffinch_index::pack(&[Fingerprint { value: number, position: 0 }]);
        }
    }
    ingest
}

#[test]
fn fingerprints_of_an_older_version_are_made_again_for_look_ups() {
    let queries = crate::batch::earlier::index_queries(&of_older_version(programs(7..9)));
    assert_eq!(queries, crate::batch::earlier::index_queries(&programs(7..9)));
}

#[tokio::test]
async fn documents_indexed_by_an_older_version_are_found_after_the_upgrade() {
    for killed in [false, true] {
        let folder = TempDir::new().unwrap();
        let older = crate::archive::without_starter_code(of_older_version(programs(0..50)));
        let (storage, archives) = archive(&folder, &older).await;
        let storage: &dyn Storage = &storage;
        let among = documents(storage, &archives).await.unwrap();
        let queries = crate::batch::earlier::index_queries(&programs(7..8));
        assert_eq!(find_names(storage, &among, &queries).await, [""; 0]);

        maintenance::queue_compactions(storage, at(2)).await.unwrap();
        let (lease, scheme) = compacting(storage, 2).await.unwrap();
        if killed {
            let current = postings::current_scheme(&older.runs[0].scheme);
            assert_eq!(maintenance::reindex_piece(storage, &lease, scheme, &current).await.unwrap(), 50);
        } else {
            maintain(storage, &lease, scheme).await;
        }
        storage.settle(&lease, at(3)).await.unwrap();
        assert!(find_names(storage, &among, &queries).await.contains(&"p00007".to_owned()));
        assert_eq!(storage.indexed(scheme, 1).await.unwrap(), []);

        // The rest of the old index is removed.
        maintenance::queue_compactions(storage, at(4)).await.unwrap();
        let left = compacting(storage, 4).await;
        assert_eq!(left.as_ref().map(|(_, scheme)| *scheme), killed.then_some(scheme));
        if let Some((lease, scheme)) = left {
            maintain(storage, &lease, scheme).await;
            storage.settle(&lease, at(5)).await.unwrap();
        }
        assert!(storage.runs(scheme).await.unwrap().iter().all(|run| run.postings == 0));
        maintenance::queue_compactions(storage, at(6)).await.unwrap();
        assert_eq!(compacting(storage, 6).await, None);
    }
}

async fn find_names(storage: &dyn Storage, among: &DocumentSet, queries: &[IndexQuery]) -> Vec<String> {
    let found = find(storage, among, queries, Selection::default(), false).await.unwrap();
    found.submissions.into_iter().map(|found| found.submission.header.name).collect()
}

/// Claims the queued compaction, if there is one.
async fn compacting(storage: &dyn Storage, minutes: i64) -> Option<(Lease, SchemeId)> {
    let claimed = storage.claim(HolderId::new(at(minutes)), Lane::Maintenance, at(minutes)).await.unwrap()?;
    let JobPayload::Compact { scheme } = claimed.payload else { panic!("{:?}", claimed.payload) };
    Some((claimed.lease, scheme))
}

async fn maintain(storage: &dyn Storage, lease: &Lease, scheme: SchemeId) {
    let (progress, _) = tokio::sync::watch::channel(JobProgress::default());
    maintenance::maintain(storage, lease, scheme, &progress).await.unwrap();
}

fn numbered(owner: Owner, candidates: &[(u32, f64)]) -> Vec<Ranked> {
    candidates.iter().map(|&(number, strength)| Ranked { candidate: (owner, number), strength }).collect()
}

#[test]
fn candidates_are_the_best_of_each_then_the_strongest() {
    let owner = Owner::Archive(ArchiveId::new(at(0)));
    let ranked = [
        numbered(owner, &[(1, 1.3), (2, 1.2), (3, 1.1)]),
        numbered(owner, &[(1, 1.1), (4, 1.0)]),
        numbered(owner, &[(5, 9.0), (6, 8.0), (7, 1.15)]),
    ];
    let chosen =
        |room: usize| choose(&ranked, room).into_iter().map(|(_, number)| number).collect::<Vec<_>>();
    assert_eq!(chosen(2), [1, 5]);
    assert_eq!(chosen(3), [1, 5, 6]);
    assert_eq!(chosen(4), [1, 2, 5, 6]);
    assert_eq!(chosen(5), [1, 2, 5, 6, 7]);
    assert_eq!(chosen(9), [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn of_two_candidates_that_share_as_much_the_smaller_ranks_first() {
    let owner = Owner::Archive(ArchiveId::new(at(0)));
    let place = |document: u64| DocumentLocation {
        document: DocumentId(document),
        owner,
        submission: document as u32,
        fingerprint_bytes: 500 * document,
    };
    let places: BTreeMap<_, _> = (1..=20).map(|document| (DocumentId(document), place(document))).collect();
    let proposal: Proposal = (1..=20).rev().map(|document| (DocumentId(document), 400.0)).collect();
    let best = best(&places, &proposal);
    assert_eq!(
        best.iter().map(|ranked| ranked.candidate.1).collect::<Vec<_>>(),
        (1..=10).collect::<Vec<_>>()
    );
    assert!((best[MAX_CANDIDATES - 1].strength - 1.0).abs() < 1e-9 && best[0].strength > 1.0);
    // A submission that shares too little is no candidate.
    assert!(super::best(&places, &vec![(DocumentId(1), MIN_WEIGHT - 1.0)]).is_empty());
}
