//! What only this backend promises: several processes on one database, roles, a schema that is checked, connections
//! that break.

use std::collections::BTreeSet;
use std::io::Cursor;

use chaffinch_storage::{
    Account, AccountId, Accounts, AnalysisOptions, BatchId, Batches, By, CourseId, Courses, HolderId, JobId,
    Jobs, Lane, NewAccount, NewBatch, NewIngest, NewPart, NewRevision, Packed, PartKind, Storage,
    StorageError, Trouble,
};
use chaffinch_storage_postgres::{CONNECTIONS, PostgresOptions, PostgresStorage};
use chaffinch_storage_tests::server::TestDatabase;
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::Executor;

const SERVE: PostgresOptions = PostgresOptions { connections: CONNECTIONS, migrate: false };
const SERVE_AND_MIGRATE: PostgresOptions = PostgresOptions { migrate: true, ..SERVE };

fn at(minutes: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(20_000) + TimeDelta::minutes(minutes)
}

fn operator() -> By {
    By { account: None, at: at(0) }
}

async fn account(storage: &PostgresStorage, name: &str) -> Account {
    let new = NewAccount {
        id: AccountId::new(at(0)),
        name: name.to_owned(),
        personal_course: CourseId::new(at(0)),
        email: None,
        admin: false,
    };
    storage.create_account(&new, &operator()).await.unwrap()
}

async fn upload(storage: &PostgresStorage, account: &Account, minutes: i64) -> BatchId {
    let course = storage.personal_course(account.id).await.unwrap().unwrap().id;
    let new = NewBatch {
        id: BatchId::new(at(minutes)),
        job: JobId::new(at(minutes)),
        course,
        creator: account.id,
        title: String::new(),
        options: AnalysisOptions::default(),
        created: at(minutes),
        keep_until: None,
        idempotency: None,
        parts: vec![NewPart {
            kind: PartKind::Submissions,
            name: "class.zip".to_owned(),
            content: Box::new(Cursor::new(b"zipped")),
        }],
    };
    storage.accept(new).await.unwrap().batch().id
}

fn result() -> NewRevision {
    NewRevision {
        engine: "0.1.0".to_owned(),
        settings: serde_json::Value::Null,
        review: chaffinch_storage::Review::default(),
        submissions: 1,
        head: Packed::pack(b"head"),
        body: Packed::pack(b"body"),
        pairs: Vec::new(),
        archived: Vec::new(),
        found: chaffinch_storage::Found::default(),
        changed: None,
        judged: None,
    }
}

/// Several processes start on an empty database at the same moment: separate connections, as theirs would be.
#[tokio::test(flavor = "multi_thread")]
async fn many_may_open_an_empty_database_at_once() {
    let database = TestDatabase::empty().await;
    let url = database.url();
    let open = || PostgresStorage::open(&url, SERVE_AND_MIGRATE);
    let (one, two, three, four) = tokio::join!(open(), open(), open(), open());
    account(&one.unwrap(), "ada").await;
    for other in [two, three, four] {
        assert!(other.unwrap().account_by_name("ada").await.unwrap().is_some());
    }
}

/// Uploads and claims of several processes: all are kept, each job is handed out once.
#[tokio::test(flavor = "multi_thread")]
async fn processes_share_the_queue() {
    const PROCESSES: i64 = 4;
    const BATCHES: i64 = 12;
    let database = TestDatabase::migrated().await;
    let first = database.open().await;
    let ada = account(&first, "ada").await;

    let mut work = tokio::task::JoinSet::new();
    for process in 0..PROCESSES {
        let (storage, ada) = (database.open().await, ada.clone());
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
}

/// Deleting and finishing lock in the same order. The second one finds nothing, or finds a report.
#[tokio::test(flavor = "multi_thread")]
async fn deleting_while_finishing_ends_either_way() {
    let database = TestDatabase::migrated().await;
    let (worker, server) = (database.open().await, database.open().await);
    let ada = account(&server, "ada").await;
    for minutes in 0..20 {
        let id = upload(&server, &ada, minutes).await;
        let lease =
            worker.claim(HolderId::new(at(0)), Lane::Analysis, at(1000)).await.unwrap().unwrap().lease;
        let by = operator();
        let (finished, deleted) = tokio::join!(
            worker.finish(&lease, result(), NewIngest::default(), at(1)),
            server.delete(id, &by)
        );
        assert!(deleted.unwrap());
        assert!(matches!(finished, Ok(1) | Err(StorageError::LeaseLost)), "{finished:?}");
        assert_eq!(server.batch(id).await.unwrap(), None);
    }
}

/// What one process commits, all others hear of, also after their connections were cut.
#[tokio::test]
async fn other_processes_hear_of_changes() {
    let database = TestDatabase::migrated().await;
    let (one, two) = (database.open().await, database.open().await);
    let ada = account(&one, "ada").await;
    let mut changes = two.changes();
    // It listens now; from here on it counts what it hears.
    changes.wait_for(|count| *count > 0).await.unwrap();
    upload(&one, &ada, 1).await;
    changes.changed().await.unwrap();

    let cut = "select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and pid <> pg_backend_pid()";
    database.connect().await.execute(cut).await.unwrap();
    // It listens again, and says so, because it may have missed something.
    changes.changed().await.unwrap();
    upload(&one, &ada, 2).await;
    changes.changed().await.unwrap();
}

/// An older program says so instead of guessing.
#[tokio::test]
async fn a_newer_schema_is_refused() {
    let database = TestDatabase::migrated().await;
    let future = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                  values (99999999999999, 'future', true, '', 0)";
    database.connect().await.execute(future).await.unwrap();
    let known = PostgresStorage::schema_version();
    let refused = |error: StorageError| {
        let newer = StorageError::NewerSchema { found: 99_999_999_999_999, known };
        assert_eq!(error.to_string(), newer.to_string());
    };
    refused(PostgresStorage::open(&database.url(), SERVE).await.unwrap_err());
    refused(PostgresStorage::open(&database.url(), SERVE_AND_MIGRATE).await.unwrap_err());
    refused(PostgresStorage::migrate(&database.url()).await.unwrap_err());
}

/// A database that lacks the tables is refused in words, unless the tables may be made.
#[tokio::test]
async fn an_older_schema_is_refused_until_migrated() {
    let database = TestDatabase::empty().await;
    let refusal = PostgresStorage::open(&database.url(), SERVE).await.unwrap_err();
    assert!(matches!(refusal, StorageError::OlderSchema { found: 0, .. }), "{refusal:?}");
    assert!(refusal.to_string().contains("chaffinch migrate"));
    for _ in 0..2 {
        PostgresStorage::migrate(&database.url()).await.unwrap();
    }
    PostgresStorage::open(&database.url(), SERVE).await.unwrap().ping().await.unwrap();
}

/// The service's role reads and writes rows; it makes no tables, and need not.
#[tokio::test]
async fn serving_needs_no_right_to_make_tables() {
    let mut database = TestDatabase::migrated().await;
    let url = database.url_of_service().await;
    let storage = PostgresStorage::open(&url, SERVE_AND_MIGRATE).await.unwrap();
    let ada = account(&storage, "ada").await;
    let id = upload(&storage, &ada, 1).await;
    let lease = storage.claim(HolderId::new(at(2)), Lane::Analysis, at(1000)).await.unwrap().unwrap().lease;
    storage.finish(&lease, result(), NewIngest::default(), at(3)).await.unwrap();
    assert!(storage.delete(id, &operator()).await.unwrap());
    storage.purge(at(4)).await.unwrap();

    let mut empty = TestDatabase::empty().await;
    let url = empty.url_of_service().await;
    let refusal = PostgresStorage::open(&url, SERVE_AND_MIGRATE).await.unwrap_err();
    assert!(matches!(refusal, StorageError::OlderSchema { found: 0, .. }), "{refusal:?}");
}

/// A server that is not there is another matter than one that fails: trying again helps.
#[tokio::test]
async fn a_server_that_is_away_is_unavailable() {
    let away = "postgres://localhost/chaffinch?host=/nonexistent";
    let refusal = PostgresStorage::open(away, SERVE).await.unwrap_err();
    assert!(matches!(refusal, StorageError::Unavailable { trouble: Trouble::Away, .. }), "{refusal:?}");
    let refusal = PostgresStorage::migrate(away).await.unwrap_err();
    assert!(matches!(refusal, StorageError::Unavailable { trouble: Trouble::Away, .. }), "{refusal:?}");

    let database = TestDatabase::migrated().await;
    let storage = database.open().await;
    storage.close().await;
    assert!(matches!(
        storage.ping().await.unwrap_err(),
        StorageError::Unavailable { trouble: Trouble::Away, .. }
    ));

    let nowhere = database.url().replace("chaffinch_test", "no_such_database");
    let refusal = PostgresStorage::open(&nowhere, SERVE).await.unwrap_err();
    assert!(matches!(refusal, StorageError::Backend(_)), "{refusal:?}");
}

/// A new column may hold what an erasure must not leave behind: it is listed, or this fails.
#[tokio::test]
async fn every_column_is_considered_by_erasures() {
    let database = TestDatabase::migrated().await;
    let mut raw = <sqlx::PgConnection as sqlx::Connection>::connect(&database.url()).await.unwrap();
    let columns: Vec<(String, String)> = sqlx::query_as(
        "select table_name::text, column_name::text from information_schema.columns
         where table_schema = 'public' and table_name <> '_sqlx_migrations'
           and data_type not in ('uuid', 'boolean', 'integer', 'bigint', 'double precision', 'timestamp with time zone')",
    )
    .fetch_all(&mut raw)
    .await
    .unwrap();
    chaffinch_storage_tests::columns::check_listed(&columns);
}
