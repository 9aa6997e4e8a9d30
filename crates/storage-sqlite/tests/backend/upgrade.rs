//! A database of the first release is taken over with everything in it.

use std::path::Path;

use chaffinch_storage::{
    AccountId, BatchId, Batches, By, CourseId, HolderId, JobId, JobPayload, Jobs, Lane, Owner, Packed,
    Reports, Review, Status, StorageError, TurnedBy,
};
use chaffinch_storage_sqlite::SqliteStorage;
use chrono::DateTime;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;
use uuid::Uuid;

/// What the first release would have left: an account, a finished batch with a report, a waiting one with its upload.
const ROWS: &str = "
insert into account (id, name, created) values (x'00000000000000000000000000000001', 'ada', 1);
insert into course (id, name, personal_of, created)
  values (x'00000000000000000000000000000002', 'ada', x'00000000000000000000000000000001', 1);
insert into membership values (x'00000000000000000000000000000001', x'00000000000000000000000000000002', 'owner');
insert into batch (id, course, creator, title, options, created) values
  (x'00000000000000000000000000000003', x'00000000000000000000000000000002', x'00000000000000000000000000000001', 'done',
   '{\"common_limit\":7}', 5),
  (x'00000000000000000000000000000004', x'00000000000000000000000000000002', x'00000000000000000000000000000001', 'waits',
   '{}', 6);
insert into revision values
  (x'00000000000000000000000000000003', 1, 7, x'00000000000000000000000000000001', '0.1.0', '{}', 2, 0, x'00');
update batch set revision = 1 where title = 'done';
insert into job (id, batch, payload, state, attempts, created, ended) values
  (x'00000000000000000000000000000005', x'00000000000000000000000000000003',
   '{\"kind\":\"analyse\",\"batch\":\"00000000-0000-0000-0000-000000000003\"}', 'done', 1, 5, 7);
insert into job (id, batch, payload, created) values
  (x'00000000000000000000000000000006', x'00000000000000000000000000000004',
   '{\"kind\":\"analyse\",\"batch\":\"00000000-0000-0000-0000-000000000004\"}', 6);
insert into part values (x'00000000000000000000000000000004', 0, 'submissions', 'class.zip', 3, 1);
insert into part_chunk values (x'00000000000000000000000000000004', 0, 0, x'616263');
insert into source values
  (x'00000000000000000000000000000003', 1, 0, 'a.c', x'01'),
  (x'00000000000000000000000000000003', 1, 1, 'b.c', x'02'),
  (x'00000000000000000000000000000003', 2, 0, 'a.c', x'03');
";

async fn first_release(path: &Path) {
    let folder = TempDir::new().unwrap();
    let first = "20260801000000_first.sql";
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations/sqlite");
    std::fs::copy(migrations.join(first), folder.path().join(first)).unwrap();
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true).foreign_keys(true);
    let mut database = SqliteConnection::connect_with(&options).await.unwrap();
    let migrator = sqlx::migrate::Migrator::new(folder.path()).await.unwrap();
    migrator.run_direct(None, &mut database, false).await.unwrap();
    sqlx::raw_sql(ROWS).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

#[tokio::test]
async fn nothing_of_the_first_release_is_lost() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("chaffinch.sqlite");
    first_release(&path).await;
    let storage = SqliteStorage::open(&path).await.unwrap();
    assert_eq!(storage.check().await.unwrap(), Vec::<String>::new());

    let id = |number: u128| Uuid::from_u128(number);
    let done = storage.batch(BatchId(id(3))).await.unwrap().unwrap();
    assert_eq!((done.status, done.course, done.creator), (Status::Done, CourseId(id(2)), AccountId(id(1))));
    let waits = storage.batch(BatchId(id(4))).await.unwrap().unwrap();
    assert_ne!(done.pseudonyms.key, waits.pseudonyms.key, "old batches get a key, too");
    let revision = done.revision.unwrap();
    assert_eq!((revision.number, revision.review.common_limit, revision.made_from), (1, 7, None));
    let turn = storage.turns(BatchId(id(3))).await.unwrap()[0];
    assert_eq!((turn.revision, turn.by.account, turn.reason), (1, Some(AccountId(id(1))), TurnedBy::Result));
    let by = By { account: None, at: DateTime::UNIX_EPOCH };
    let again = storage.rescore(BatchId(id(3)), JobId(id(7)), &Review::default(), &by).await.unwrap_err();
    assert!(matches!(again, StorageError::NoReport), "its files were kept without tokens");
    let paths = |sources: Vec<chaffinch_storage::SourceText>| {
        sources.into_iter().map(|source| (source.file, source.path, source.text.unwrap())).collect::<Vec<_>>()
    };
    let packed = |byte| Packed::from_bytes(vec![byte]);
    let first = paths(storage.sources(BatchId(id(3)), None, 1).await.unwrap());
    assert_eq!(first, [(0, "a.c".to_owned(), packed(1)), (1, "b.c".to_owned(), packed(2))]);
    assert_eq!(paths(storage.sources(BatchId(id(3)), None, 2).await.unwrap())[0].2, packed(3));
    // Its files were kept without tokens: they are shown, and not compared again.
    let stored =
        chaffinch_storage::Documents::stored(&storage, &[(Owner::Batch(BatchId(id(3))), 1)]).await.unwrap();
    assert_eq!(stored, []);

    let claimed =
        storage.claim(HolderId(id(9)), Lane::Analysis, DateTime::UNIX_EPOCH).await.unwrap().unwrap();
    assert_eq!(claimed.payload, JobPayload::Analyse { batch: BatchId(id(4)) });
    let parts = storage.parts(JobId(id(6))).await.unwrap();
    assert_eq!((parts.len(), parts[0].name.as_str(), parts[0].bytes), (1, "class.zip", 3));
    assert_eq!(storage.part_chunk(JobId(id(6)), 0, 0).await.unwrap().unwrap(), b"abc");
}
