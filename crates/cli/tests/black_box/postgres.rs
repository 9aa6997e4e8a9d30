//! Tests one installation of several processes on a database server.

use std::path::Path;
use std::process::Output;

use chaffinch_storage_tests::server::{PrivateServer, TestDatabase};
use reqwest::StatusCode;
use sqlx::Executor as _;

use crate::binary::{output_of, run, stderr};
use crate::client::{form, http};
use crate::samples;
use crate::service::{Service, Worker};

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Starts `serve` on an empty database, and a worker that shares only the database URL with it.
#[tokio::test(flavor = "multi_thread")]
async fn a_worker_elsewhere_does_the_analysis() {
    let database = TestDatabase::empty().await;
    let (here, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut service = Service::start_on(here.path(), &database.url(), "0");
    assert!(service.link.is_some(), "the first start makes an account");
    let client = service.client();
    let id = client.upload(form(samples::archive("submissions"), Some(samples::archive("handout")))).await;
    assert_eq!(client.json(&format!("/batches/{id}")).await["status"], "queued", "nobody works here");

    let mut worker = Worker::start(elsewhere.path(), &database.url());
    let batch = client.finished(&id).await;
    assert_eq!(batch["status"], "done", "{batch}");
    let report = client.json(&format!("/batches/{id}/report")).await;
    assert!(!report["pairs"].as_array().unwrap().is_empty());
    assert!(worker.terminate().success());
    assert!(service.terminate().success());
}

/// Requests during the outage are answered with a time to try again. Then everything continues by itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_away_is_waited_for() {
    let server = PrivateServer::start(None);
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start_on(dir.path(), server.url(), "1");
    let client = service.client();
    let upload = || form(samples::archive("submissions"), None);
    let before = client.upload(upload()).await;

    server.kill();
    let ready = format!("{}/readyz", service.address);
    let path = format!("/batches/{before}");
    let (looked, sent, ready) =
        tokio::join!(client.get(&path), client.send(upload()), http().build().unwrap().get(ready).send());
    for refused in [looked, sent.unwrap(), ready.unwrap()] {
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(refused.headers().contains_key("retry-after"));
    }
    let alive = http().build().unwrap().get(format!("{}/healthz", service.address)).send().await.unwrap();
    assert_eq!(alive.status(), StatusCode::OK);

    server.start_again();
    assert_eq!(client.finished(&before).await["status"], "done");
    let after = client.upload(upload()).await;
    assert_eq!(client.finished(&after).await["status"], "done");
    let batches = client.json("/batches").await;
    assert_eq!(batches["batches"].as_array().unwrap().len(), 2, "what was refused is not there");
}

fn doctor(dir: &Path, url: &str) -> (Option<i32>, String) {
    let output = run(dir, &["doctor", "--data-dir", "d", "--listen", "127.0.0.1:0", "--database-url", url]);
    (output.status.code(), text(&output))
}

#[tokio::test]
async fn doctor_says_what_is_wrong_with_a_server() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let wrong = |url: &str, expected: &[&str]| {
        let (code, said) = doctor(dir, url);
        assert_eq!(code, Some(1), "{said}");
        let line = said.lines().find(|line| line.starts_with("WRONG")).unwrap();
        for words in expected {
            assert!(line.contains(words), "{line}");
        }
    };
    wrong("postgres://u:secret@localhost/d?host=/nonexistent", &["/nonexistent/d", "it does not answer"]);
    let empty = TestDatabase::empty().await;
    wrong(&empty.url(), &["schema version 0", "run `chaffinch migrate`"]);

    let mut database = TestDatabase::migrated().await;
    let url = database.url_of_service().await;
    let (_, said) = doctor(dir, &url);
    assert!(
        said.lines().any(|line| line.starts_with("ok") && line.contains("answers, PostgreSQL")),
        "{said}"
    );
    assert!(!said.contains("notifications do not arrive") && !said.contains("not encrypted"), "{said}");
    let mut owner = database.connect().await;
    let role = url.split_once("//").unwrap().1.split(':').next().unwrap();
    let revoke = format!("revoke update on job, account from {role}");
    owner.execute(sqlx::AssertSqlSafe(revoke)).await.unwrap();
    wrong(&url, &["grant select, insert, update, delete", "account, job"]);
    let newer = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                 values (99999999999999, 'future', true, '', 0)";
    owner.execute(newer).await.unwrap();
    wrong(&url, &["schema version 99999999999999", "and older"]);
}

/// Returns the number at the beginning of the name of the last migration.
fn newest_migration() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations/postgres");
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let newest = names.max().unwrap().into_string().unwrap();
    newest.split('_').next().unwrap().to_owned()
}

/// The owner creates the tables. The role of the service need not be able to.
#[tokio::test]
async fn migrate_brings_both_backends_up_to_date() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let database = TestDatabase::empty().await;
    let url = database.url();
    let before = run(dir, &["user", "list", "--data-dir", "d", "--database-url", &url]);
    assert_eq!(before.status.code(), Some(1));
    assert!(stderr(&before).contains("run `chaffinch migrate`"), "{}", stderr(&before));
    let newest = newest_migration();
    for _ in 0..2 {
        let said = output_of(dir, &["migrate", "--data-dir", "d", "--database-url", &url]);
        assert!(String::from_utf8_lossy(&said).contains(&format!("schema version {newest}")));
    }
    output_of(dir, &["user", "list", "--data-dir", "d", "--database-url", &url]);
    output_of(dir, &["migrate", "--data-dir", "file"]);
    assert!(dir.join("file/chaffinch.sqlite").exists());
}
