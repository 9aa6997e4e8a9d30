//! What a process has been told is kept, is kept, though it is killed in the middle of the next write.

use std::io::{BufRead, BufReader, Cursor};
use std::path::Path;
use std::process::{Command, Stdio};

use chaffinch_storage::{
    AccountId, Accounts, AnalysisOptions, BatchFilter, BatchId, Batches, By, CourseId, JobId, Jobs, Lane,
    NewAccount, NewBatch, NewPart, PartKind,
};
use chaffinch_storage_sqlite::SqliteStorage;
use chrono::{DateTime, TimeDelta, Utc};
use tempfile::TempDir;
use uuid::Uuid;

const ACCOUNT: AccountId = AccountId(Uuid::from_u128(1));
const COURSE: CourseId = CourseId(Uuid::from_u128(2));
/// Several chunks, so that most of a write's time lies between its first and its last row.
const UPLOAD_BYTES: usize = 5 << 20;

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::minutes(minutes)
}

/// Not a test: accepts uploads for ever, and tells the id of each once it is kept.
#[tokio::test]
#[ignore = "started by the other test"]
async fn writer() {
    let storage = SqliteStorage::open(Path::new("chaffinch.sqlite")).await.unwrap();
    let account = NewAccount {
        id: ACCOUNT,
        name: "ada".to_owned(),
        personal_course: COURSE,
        email: None,
        admin: false,
    };
    storage.create_account(&account, &By { account: None, at: at(0) }).await.unwrap();
    for minutes in 1.. {
        let content = Box::new(Cursor::new(vec![minutes as u8; UPLOAD_BYTES]));
        let id = BatchId::new(at(minutes));
        let batch = NewBatch {
            id,
            job: JobId(id.0),
            course: COURSE,
            creator: ACCOUNT,
            title: String::new(),
            options: AnalysisOptions::default(),
            created: at(minutes),
            keep_until: None,
            idempotency: None,
            parts: vec![NewPart { kind: PartKind::Submissions, name: "class.zip".to_owned(), content }],
        };
        println!("\nkept {}", storage.accept(batch).await.unwrap().batch().id);
    }
}

#[tokio::test]
async fn nothing_kept_is_lost_and_nothing_half_written_is_there() {
    let folder = TempDir::new().unwrap();
    let mut writer = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "killed::writer", "--nocapture"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(writer.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut kept =
        lines.filter_map(|line| line.strip_prefix("kept ").map(|id| id.parse::<BatchId>().unwrap()));
    let mut told: Vec<_> = kept.by_ref().take(5).collect();
    // The sixth is being written now.
    writer.kill().unwrap();
    told.extend(kept);
    writer.wait().unwrap();
    assert!(5 <= told.len());

    let storage = SqliteStorage::open(&folder.path().join("chaffinch.sqlite")).await.unwrap();
    assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());
    for &id in &told {
        assert!(storage.batch(id).await.unwrap().is_some(), "{id} was kept");
    }
    // One more may be there: kept, but the process could not tell any more.
    let filter = BatchFilter { account: ACCOUNT, course: None, after: None, limit: 1000 };
    let there = storage.batches(&filter).await.unwrap().items;
    assert!(there.len() <= told.len() + 1);
    for batch in &there {
        let mut bytes = 0;
        for chunk in 0.. {
            let Some(chunk) = storage.part_chunk(JobId(batch.id.0), 0, chunk).await.unwrap() else { break };
            bytes += chunk.len();
        }
        assert_eq!(bytes, UPLOAD_BYTES);
    }
    let mut jobs = 0;
    while storage
        .claim(chaffinch_storage::HolderId(Uuid::from_u128(3)), Lane::Analysis, at(1000))
        .await
        .unwrap()
        .is_some()
    {
        jobs += 1;
    }
    assert_eq!(jobs, there.len(), "each has its job");
}
