//! What a command says of a database of another schema, and that it changes nothing there.

use std::path::Path;

use chaffinch_storage_tests::server::TestDatabase;
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};

use crate::backup::Installation;
use crate::binary::run;

/// Notes a migration that this program does not have.
fn migrated(version: i64) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
         values ({version}, 'other', true, '', 0)"
    ))
}

async fn connect(folder: &Path) -> SqliteConnection {
    let path = folder.join("data/chaffinch.sqlite");
    SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap()
}

/// Every command that reads the database refuses it in these words.
fn is_refused(place: &Installation, words: &str) {
    let output = run(&place.dir, &place.with(&["upgrade-check"]));
    assert_eq!(output.status.code(), Some(1));
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(shown.contains("WRONG schema") && shown.contains(words), "{shown}");
    for command in
        [&["backup", "other.tar.zst"][..], &["user", "list"], &["serve", "--listen", "127.0.0.1:0"]]
    {
        let (_, said) = place.refused(command);
        assert!(said.contains(words), "{command:?}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_schema_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let place = Installation::on_file(dir.path(), "data");
    assert!(place.says(&["upgrade-check"]).contains("does not exist yet"));
    place.says(&["user", "add", "ada"]);
    assert!(place.says(&["upgrade-check"]).contains("up to date"));
    let mut raw = connect(dir.path()).await;
    sqlx::query(migrated(99_990_101_000_000)).execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    is_refused(&place, "newer version");
}

/// The schemas before the first release became one, to which nothing leads from them.
#[tokio::test(flavor = "multi_thread")]
async fn a_schema_from_before_the_first_release_is_refused() {
    const OLD: i64 = 20_260_801_000_000;
    let dir = tempfile::tempdir().unwrap();
    let file = Installation::on_file(dir.path(), "data");
    file.says(&["user", "add", "ada"]);
    let mut raw = connect(dir.path()).await;
    sqlx::query("delete from _sqlx_migrations").execute(&mut raw).await.unwrap();
    sqlx::query(migrated(OLD)).execute(&mut raw).await.unwrap();
    raw.close().await.unwrap();
    let database = TestDatabase::migrated().await;
    let mut raw = database.connect().await;
    sqlx::query("delete from _sqlx_migrations").execute(&mut raw).await.unwrap();
    sqlx::query(migrated(OLD)).execute(&mut raw).await.unwrap();
    let server = Installation::on_server(dir.path(), "other", &database);
    for place in [file, server] {
        is_refused(&place, "made before the first release (schema version 20260801000000)");
    }
}
