//! A database of the first schema with data in it is upgraded, and its backup is restored, on both databases.

use std::fs;
use std::path::Path;

use chaffinch_storage_tests::server::TestDatabase;
use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, PgConnection, SqliteConnection};

use crate::backup::Installation;
use crate::binary::{line_of, run};
use crate::client::Client;
use crate::samples;

const FIRST: &str = "20260801000000_first.sql";

/// What the first version stored: an account, a batch that was cancelled, one that waits with its upload. The dialects
/// replace `ID(..)` and `AT(..)`.
const ROWS: &str = "
insert into account (id, name, created) values (ID(1), 'ada', AT(1));
insert into course (id, name, personal_of, created) values (ID(2), 'ada', ID(1), AT(1));
insert into membership (account, course, role) values (ID(1), ID(2), 'owner');
insert into batch (id, course, creator, title, options, created) values
  (ID(3), ID(2), ID(1), 'cancelled by ada', '{\"common_limit\":7}', AT(5)),
  (ID(4), ID(2), ID(1), 'waits', '{}', AT(6));
insert into job (id, batch, payload, state, attempts, created, ended) values
  (ID(5), ID(3), '{\"kind\":\"analyse\",\"batch\":\"00000000-0000-0000-0000-000000000003\"}', 'cancelled', 1, AT(5), AT(7));
insert into job (id, batch, payload, created) values
  (ID(6), ID(4), '{\"kind\":\"analyse\",\"batch\":\"00000000-0000-0000-0000-000000000004\"}', AT(6));
insert into audit (id, at, account, action, course, subject, details) values
  (ID(7), AT(6), ID(1), 'batch.accepted', ID(2), ID(4), '{}');
insert into part (batch, number, kind, name, bytes, chunks) values (ID(4), 0, 'submissions', 'class.zip', BYTES, 1);
";

const CHUNK: &str = "insert into part_chunk (batch, part, number, content) values (ID(4), 0, 0, $1)";

/// Writes a statement in one dialect.
fn dialect(sql: &str, id: impl Fn(u32) -> String, at: impl Fn(u32) -> String) -> String {
    let mut sql = sql.to_owned();
    for number in 1..=7 {
        sql =
            sql.replace(&format!("ID({number})"), &id(number)).replace(&format!("AT({number})"), &at(number));
    }
    sql
}

/// Returns the first version of the schema.
async fn first_schema(backend: &str) -> Migrator {
    let folder = tempfile::tempdir().unwrap();
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations").join(backend);
    fs::copy(migrations.join(FIRST), folder.path().join(FIRST)).unwrap();
    Migrator::new(folder.path()).await.unwrap()
}

/// Checks, backs up and restores the old database, then upgrades it. Both places have everything afterwards.
async fn everything_is_taken_over(first: Installation, second: Installation) {
    let said = first.says(&["upgrade-check"]);
    assert!(said.contains("note  schema: the database has version 20260801000000"), "{said}");
    assert!(said.contains("migration: 20261121000000 archives and index"), "{said}");
    let said = first.says(&["upgrade-check", "--dry-run"]);
    assert!(said.contains("ok    time: the migrations worked"), "{said}");
    let said = first.says(&["backup", "old.tar.zst"]);
    assert!(said.contains("schema version 20260801000000"), "nothing was changed so far: {said}");
    second.says(&["restore", "old.tar.zst", "--no-erasures"]);

    for place in [second, first] {
        let service = place.start("1");
        let token = line_of(&place.dir, &place.with(&["token", "create", "ada"]));
        let client = Client::new(&service.address, &token);
        let cancelled = client.json("/batches/00000000-0000-0000-0000-000000000003").await;
        assert_eq!(
            (cancelled["title"].as_str(), cancelled["status"].as_str()),
            (Some("cancelled by ada"), Some("cancelled"))
        );
        assert_eq!(cancelled["options"]["common_limit"], 7);
        // The upload of the old version is analysed by the new one.
        let waits = "00000000-0000-0000-0000-000000000004";
        assert_eq!(client.finished(waits).await["status"], "done");
        let report = client.json(&format!("/batches/{waits}/report")).await;
        assert_eq!(report["submissions"].as_array().unwrap().len(), 20);
        let said = place.says(&["upgrade-check"]);
        assert!(said.contains("up to date"), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_the_first_schema_is_taken_over() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("data")).unwrap();
    let path = dir.path().join("data/chaffinch.sqlite");
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true).foreign_keys(true);
    let mut raw = SqliteConnection::connect_with(&options).await.unwrap();
    first_schema("sqlite").await.run_direct(None, &mut raw, false).await.unwrap();
    let upload = samples::archive("submissions");
    let sql = |sql: &str| {
        dialect(sql, |id| format!("x'{id:032x}'"), |at| at.to_string())
            .replace("BYTES", &upload.len().to_string())
    };
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql(ROWS))).execute(&mut raw).await.unwrap();
    sqlx::query(sqlx::AssertSqlSafe(sql(CHUNK))).bind(&upload).execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    let (first, second) =
        (Installation::on_file(dir.path(), "data"), Installation::on_file(dir.path(), "other"));
    everything_is_taken_over(first, second).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_the_first_schema_is_taken_over() {
    let dir = tempfile::tempdir().unwrap();
    let (source, target) = (TestDatabase::empty().await, TestDatabase::empty().await);
    let mut raw: PgConnection = source.connect().await;
    first_schema("postgres").await.run_direct(None, &mut raw, false).await.unwrap();
    let upload = samples::archive("submissions");
    let sql = |sql: &str| {
        let id = |id| format!("'00000000-0000-0000-0000-{id:012x}'::uuid");
        let at = |at| format!("to_timestamp({at})");
        dialect(sql, id, at).replace("BYTES", &upload.len().to_string())
    };
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql(ROWS))).execute(&mut raw).await.unwrap();
    sqlx::query(sqlx::AssertSqlSafe(sql(CHUNK))).bind(&upload).execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    let first = Installation::on_server(dir.path(), "data", &source);
    let second = Installation::on_server(dir.path(), "other", &target);
    everything_is_taken_over(first, second).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_schema_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let place = Installation::on_file(dir.path(), "data");
    assert!(place.says(&["upgrade-check"]).contains("does not exist yet"));
    place.says(&["user", "add", "ada"]);
    let path = dir.path().join("data/chaffinch.sqlite");
    let mut raw = SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap();
    let newer = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                 values (99990101000000, 'newer', true, x'00', 0)";
    sqlx::query(newer).execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    let output = run(dir.path(), &place.with(&["upgrade-check"]));
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("WRONG schema"), "{output:?}");
    assert!(place.refused(&["backup", "new.tar.zst"]).1.contains("newer version"));
}
