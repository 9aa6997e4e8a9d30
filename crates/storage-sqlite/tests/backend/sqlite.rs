//! What only this backend promises: several processes on one file, deleted bytes that are gone, old programs that
//! keep their hands off newer files.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::path::Path;

use chaffinch_storage::{
    Account, AccountId, Accounts, AnalysisOptions, BatchId, Batches, By, CourseId, Courses, Document, Found,
    HolderId, JobId, Jobs, Lane, NewAccount, NewBatch, NewIngest, NewPart, NewRevision, Packed, PartKind,
    StorageError,
};
use chaffinch_storage_sqlite::SqliteStorage;
use chrono::{DateTime, TimeDelta, Utc};
use tempfile::TempDir;

const MARK: &[u8] = b"a text that no schema and no other row contains";

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::minutes(minutes)
}

fn operator() -> By {
    By { account: None, at: at(0) }
}

async fn open(folder: &TempDir) -> SqliteStorage {
    SqliteStorage::open(&folder.path().join("chaffinch.sqlite")).await.unwrap()
}

async fn account(storage: &SqliteStorage, name: &str) -> Account {
    let new = NewAccount {
        id: AccountId::new(at(0)),
        name: name.to_owned(),
        personal_course: CourseId::new(at(0)),
        email: None,
        admin: false,
    };
    storage.create_account(&new, &operator()).await.unwrap()
}

async fn upload(storage: &SqliteStorage, account: &Account, minutes: i64) -> BatchId {
    upload_of(storage, account, minutes, MARK.repeat(1000)).await
}

async fn upload_of(storage: &SqliteStorage, account: &Account, minutes: i64, content: Vec<u8>) -> BatchId {
    let course = storage.personal_course(account.id).await.unwrap().unwrap().id;
    let content = Box::new(Cursor::new(content));
    let new = NewBatch {
        id: BatchId::new(at(minutes)),
        job: JobId::new(at(minutes)),
        course,
        creator: account.id,
        title: String::from_utf8(MARK.to_vec()).unwrap(),
        options: AnalysisOptions::default(),
        created: at(minutes),
        keep_until: None,
        idempotency: None,
        parts: vec![NewPart { kind: PartKind::Submissions, name: "class.zip".to_owned(), content }],
    };
    storage.accept(new).await.unwrap().batch().id
}

/// Files of the database that hold the mark.
fn marked(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if std::fs::read(&path).unwrap().windows(MARK.len()).any(|window| window == MARK) {
            found.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
    }
    found
}

fn result(body: Vec<u8>) -> NewRevision {
    NewRevision {
        engine: "0.1.0".to_owned(),
        settings: serde_json::Value::Null,
        review: chaffinch_storage::Review::default(),
        submissions: 1,
        head: Packed::from_bytes(MARK.to_vec()),
        body: Packed::from_bytes(body),
        pairs: Vec::new(),
        archived: Vec::new(),
        found: Found::default(),
        changed: None,
        judged: None,
    }
}

fn size(folder: &TempDir) -> u64 {
    std::fs::metadata(folder.path().join("chaffinch.sqlite")).unwrap().len()
}

/// Several processes start on an empty folder at the same moment: separate connections, as theirs would be.
#[tokio::test(flavor = "multi_thread")]
async fn many_may_open_a_fresh_file_at_once() {
    let folder = TempDir::new().unwrap();
    let (one, two, three, four) = tokio::join!(open(&folder), open(&folder), open(&folder), open(&folder));
    account(&one, "ada").await;
    for other in [two, three, four] {
        assert!(other.account_by_name("ada").await.unwrap().is_some());
    }
}

/// Uploads and claims of several processes: all are kept, each job is handed out once.
#[tokio::test(flavor = "multi_thread")]
async fn processes_share_the_queue() {
    const PROCESSES: i64 = 3;
    const BATCHES: i64 = 12;
    let folder = TempDir::new().unwrap();
    let first = open(&folder).await;
    let ada = account(&first, "ada").await;

    let mut work = tokio::task::JoinSet::new();
    for process in 0..PROCESSES {
        let (storage, ada) = (open(&folder).await, ada.clone());
        work.spawn(async move {
            let holder = HolderId::new(at(process));
            let mut taken = Vec::new();
            for minutes in 0..BATCHES {
                upload(&storage, &ada, minutes).await;
                taken.extend(
                    storage
                        .claim(holder, Lane::Analysis, at(1000))
                        .await
                        .unwrap()
                        .map(|claimed| claimed.lease.job),
                );
            }
            taken
        });
    }
    let mut taken: Vec<JobId> = work.join_all().await.concat();
    while let Some(claimed) = first.claim(HolderId::new(at(9)), Lane::Analysis, at(1000)).await.unwrap() {
        taken.push(claimed.lease.job);
    }
    assert_eq!(taken.len(), (PROCESSES * BATCHES) as usize);
    assert_eq!(taken.iter().collect::<BTreeSet<_>>().len(), taken.len(), "a job was handed out twice");
    assert_eq!(first.check().await.unwrap(), Vec::<String>::new());
}

/// Neither file nor log keeps a byte of a deleted batch, and the space is given back.
#[tokio::test]
async fn deleted_bytes_are_gone() {
    let folder = TempDir::new().unwrap();
    let storage = open(&folder).await;
    let ada = account(&storage, "ada").await;
    let waiting = upload(&storage, &ada, 1).await;
    let done = upload(&storage, &ada, 2).await;
    storage.claim(HolderId::new(at(3)), Lane::Analysis, at(1000)).await.unwrap().unwrap();
    let lease = storage.claim(HolderId::new(at(3)), Lane::Analysis, at(1000)).await.unwrap().unwrap().lease;
    let document = Document {
        submission: 1,
        file: 0,
        path: String::from_utf8(MARK.to_vec()).unwrap(),
        text: Some(Packed::from_bytes(MARK.to_vec())),
        stream: Packed::from_bytes(MARK.to_vec()),
        fingerprints: None,
    };
    let ingest = NewIngest { documents: vec![document], ..NewIngest::default() };
    let result = result(MARK.repeat(100_000));
    storage.finish(&lease, result, ingest, at(4)).await.unwrap();
    assert!(!marked(folder.path()).is_empty());

    storage.delete(waiting, &operator()).await.unwrap();
    storage.delete(done, &operator()).await.unwrap();
    assert_eq!(marked(folder.path()), Vec::<String>::new());
    let empty = TempDir::new().unwrap();
    open(&empty).await.close().await;
    let left = size(&folder).saturating_sub(size(&empty));
    assert!(left < 200_000, "{left} bytes are left, the report alone had 4.7 million");
}

/// An upload's space is given back when it has been analysed or cancelled, also from between others.
#[tokio::test]
async fn uploads_that_are_done_with_take_no_space() {
    const BYTES: usize = 12 << 20;
    let folder = TempDir::new().unwrap();
    let storage = open(&folder).await;
    let ada = account(&storage, "ada").await;
    let empty = size(&folder);
    let mut batches = Vec::new();
    for minutes in 1..=3 {
        batches.push(upload_of(&storage, &ada, minutes, vec![7; BYTES]).await);
    }
    for (step, left) in [(1, 2), (2, 1)] {
        let claimed =
            storage.claim(HolderId::new(at(step)), Lane::Analysis, at(1000)).await.unwrap().unwrap();
        storage.finish(&claimed.lease, result(Vec::new()), NewIngest::default(), at(4)).await.unwrap();
        let taken = size(&folder) - empty;
        assert!(taken < (left * BYTES + BYTES / 4) as u64, "{taken} bytes for {left} uploads");
    }
    storage.cancel(batches[2], &operator()).await.unwrap();
    let taken = size(&folder) - empty;
    assert!(taken < (BYTES / 4) as u64, "{taken} bytes for no upload");
    assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());
}

/// What was accepted is there for the next process, though this one never closed anything.
#[tokio::test]
async fn nothing_accepted_waits_for_an_orderly_end() {
    let folder = TempDir::new().unwrap();
    let crashed = open(&folder).await;
    let ada = account(&crashed, "ada").await;
    let id = upload(&crashed, &ada, 1).await;
    std::mem::forget(crashed);
    let next = open(&folder).await;
    assert!(next.batch(id).await.unwrap().is_some());
    assert!(next.claim(HolderId::new(at(2)), Lane::Analysis, at(1000)).await.unwrap().is_some());
}

/// An older program says so instead of guessing.
#[tokio::test]
async fn a_newer_schema_is_refused() {
    let folder = TempDir::new().unwrap();
    open(&folder).await.close().await;
    let path = folder.path().join("chaffinch.sqlite");
    let pool = sqlx::SqlitePool::connect(&format!("sqlite:{}", path.display())).await.unwrap();
    sqlx::query(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
         values (99999999999999, 'future', true, x'00', 0)",
    )
    .execute(&pool)
    .await
    .unwrap();
    pool.close().await;
    let refusal = SqliteStorage::open(&path).await.unwrap_err();
    let known = SqliteStorage::schema_version();
    assert!(
        matches!(refusal, StorageError::NewerSchema { found: 99_999_999_999_999, known: now } if now == known),
        "{refusal:?}"
    );
}

/// Student code is nobody else's business on a shared machine.
#[cfg(unix)]
#[tokio::test]
async fn files_are_private() {
    use std::os::unix::fs::PermissionsExt;

    let folder = TempDir::new().unwrap();
    let storage = open(&folder).await;
    account(&storage, "ada").await;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{:?}", entry.path());
    }
}

/// A back-up that reads for long holds up neither deletion nor anything after it.
#[tokio::test]
async fn a_long_reader_does_not_block_deletion() {
    let folder = TempDir::new().unwrap();
    let storage = open(&folder).await;
    let ada = account(&storage, "ada").await;
    let id = upload(&storage, &ada, 1).await;
    let path = folder.path().join("chaffinch.sqlite");
    let pool = sqlx::SqlitePool::connect(&format!("sqlite:{}", path.display())).await.unwrap();
    let mut backup = pool.begin().await.unwrap();
    let seen: i64 = sqlx::query_scalar("select count(*) from batch").fetch_one(&mut *backup).await.unwrap();
    assert_eq!(seen, 1);

    assert!(storage.delete(id, &operator()).await.unwrap());
    upload(&storage, &ada, 2).await;
    backup.commit().await.unwrap();
    storage.purge(at(3)).await.unwrap();
    assert_eq!(storage.batch(id).await.unwrap(), None);
}

/// A wrong path harms nobody.
#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "not a database, but long enough to be read as the header of one".repeat(20))
        .unwrap();
    assert!(matches!(SqliteStorage::open(&path).await.unwrap_err(), StorageError::Backend(_)));
}

/// A new column may hold what an erasure must not leave behind: it is listed, or this fails.
#[tokio::test]
async fn every_column_is_considered_by_erasures() {
    let folder = TempDir::new().unwrap();
    open(&folder).await.close().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(folder.path().join("chaffinch.sqlite"));
    let mut raw = sqlx::ConnectOptions::connect(&options).await.unwrap();
    let columns: Vec<(String, String)> = sqlx::query_as(
        "select tables.name, columns.name
         from sqlite_schema tables, pragma_table_info(tables.name) columns
         where tables.type = 'table' and tables.name not like 'sqlite_%' and tables.name <> '_sqlx_migrations'
           -- Ids are bytes, too. Other bytes are found in the schema of PostgreSQL, which has types for them.
           and columns.type = 'text'",
    )
    .fetch_all(&mut raw)
    .await
    .unwrap();
    chaffinch_storage_tests::columns::check_listed(&columns);
}
