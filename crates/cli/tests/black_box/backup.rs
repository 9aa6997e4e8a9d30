//! Tests `chaffinch backup`, `restore` and the regular backups of a service, on both databases.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use chaffinch_storage_tests::server::TestDatabase;
use serde_json::{Value, json};
use sqlx::Connection as _;

use crate::binary::{BINARY, command, line_of, output_of, run, stderr};
use crate::client::{Client, form};
use crate::samples;
use crate::service::Service;

/// An installation on one of the databases.
pub(crate) struct Installation {
    pub(crate) dir: PathBuf,
    pub(crate) flags: Vec<String>,
}

impl Installation {
    pub(crate) fn on_file(dir: &Path, data: &str) -> Self {
        Self { dir: dir.to_owned(), flags: ["--data-dir", data].map(str::to_owned).to_vec() }
    }

    pub(crate) fn on_server(dir: &Path, data: &str, database: &TestDatabase) -> Self {
        let flags = ["--data-dir", data, "--database-url", &database.url()].map(str::to_owned);
        Self { dir: dir.to_owned(), flags: flags.to_vec() }
    }

    pub(crate) fn with<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        arguments.iter().copied().chain(self.flags.iter().map(String::as_str)).collect()
    }

    pub(crate) fn start(&self, workers: &str) -> Service {
        self.start_with(&["--workers", workers])
    }

    pub(crate) fn start_with(&self, more: &[&str]) -> Service {
        let flags: Vec<&str> = self.flags.iter().map(String::as_str).collect();
        Service::start_with(Path::new(BINARY), &self.dir, &flags, more)
    }

    /// Runs a command that fails, and returns its exit status and what it says.
    pub(crate) fn refused(&self, arguments: &[&str]) -> (i32, String) {
        let output = run(&self.dir, &self.with(arguments));
        assert!(!output.status.success(), "{arguments:?} succeeds");
        (output.status.code().unwrap(), stderr(&output))
    }

    /// Runs a command successfully and returns what it says.
    pub(crate) fn says(&self, arguments: &[&str]) -> String {
        let output = run(&self.dir, &self.with(arguments));
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        stderr(&output) + &String::from_utf8(output.stdout).unwrap()
    }
}

/// Everything comes back except what was erased or deleted later: a finished report, and the upload of a waiting job.
async fn nothing_is_lost_and_nothing_deleted_comes_back(first: Installation, second: Installation) {
    let mut service = first.start("1");
    let client = service.client();
    let class = || form(samples::archive("submissions"), None);
    let kept = client.upload(class()).await;
    let deleted = client.upload(class()).await;
    for id in [&kept, &deleted] {
        assert_eq!(client.finished(id).await["status"], "done");
    }
    assert!(service.terminate().success());
    let mut service = first.start("0");
    let client = client.at(&service.address);
    let waiting = client.upload(class()).await;
    let link = line_of(&first.dir, &first.with(&["user", "link", "instructor"]));
    let said = first.says(&["backup", "backup.tar.zst"]);
    assert!(said.contains("wrote backup.tar.zst") && said.contains("schema version"), "{said}");
    let backup = first.dir.join("backup.tar.zst");
    assert_eq!(fs::metadata(&backup).unwrap().permissions().mode() & 0o777, 0o600);
    let (status, said) = first.refused(&["backup", "backup.tar.zst"]);
    assert!(status == 1 && said.contains("--force"), "{said}");
    first.says(&["backup", "backup.tar.zst", "--force"]);

    assert!(client.delete(&format!("/batches/{deleted}")).await.status().is_success());
    output_of(&first.dir, &first.with(&["person", "erase", "s03", "--yes"]));
    assert!(service.terminate().success());

    let (status, said) = second.refused(&["restore", "backup.tar.zst"]);
    assert!(status == 2 && said.contains("--erasures") && said.contains("--no-erasures"), "{said}");
    let restore = ["restore", "backup.tar.zst", "--erasures", "data/erasures.json"];
    let said = second.says(&restore);
    assert!(said.contains("erased 1 people and deleted 1 comparisons"), "{said}");
    let (status, said) = second.refused(&restore);
    assert!(status == 1 && (said.contains("exists") || said.contains("not empty")), "{said}");

    let service = second.start("1");
    let client = client.at(&service.address);
    let report = client.json(&format!("/batches/{kept}/report")).await;
    let names: Vec<&str> =
        report["submissions"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"removed-1") && names.contains(&"s04") && !names.contains(&"s03"), "{names:?}");
    assert_eq!(client.get(&format!("/batches/{deleted}")).await.status(), 404);
    // The person was in the upload as well. The job that reads it leaves them out.
    assert_eq!(client.finished(&waiting).await["status"], "done");
    let report = client.bytes(&format!("/batches/{waiting}/report")).await;
    assert!(!String::from_utf8_lossy(&report).contains("s03"));
    assert!(!signs_in(&link, &service).await, "a link of the backup");
    let fresh = line_of(&second.dir, &second.with(&["user", "link", "instructor"]));
    assert!(fresh.starts_with(&service.address), "{fresh}");
    assert!(signs_in(&fresh, &service).await);
    for place in [&first, &second] {
        // On the tests' server, it complains about other things.
        let doctor = run(&place.dir, &place.with(&["doctor"]));
        let said = String::from_utf8(doctor.stdout).unwrap();
        assert!(said.contains("backups: the last one was made 0 hours ago"), "{said}");
    }
}

/// What is deleted just before an orderly stop, or while no service runs, is in the list that a restore reads.
#[tokio::test(flavor = "multi_thread")]
async fn the_last_deletions_are_listed() {
    let dir = tempfile::tempdir().unwrap();
    let place = Installation::on_file(dir.path(), "data");
    let listed = |id: &str| {
        let list = fs::read_to_string(dir.path().join("data/erasures.json")).unwrap_or_default();
        list.contains(id)
    };
    let mut service = place.start("1");
    let client = service.client();
    let class = || form(samples::archive("submissions"), None);
    let (deleted, source) = (client.upload(class()).await, client.upload(class()).await);
    for id in [&deleted, &source] {
        assert_eq!(client.finished(id).await["status"], "done");
    }
    let archive = client.archive("2024", &source).await;
    assert!(client.delete(&format!("/batches/{deleted}")).await.status().is_success());
    assert!(service.terminate().success());
    assert!(listed(&deleted) && !listed(&archive));
    output_of(&place.dir, &place.with(&["archive", "remove", "2024"]));
    assert!(listed(&archive));
}

/// Returns whether a service accepts a sign-in link.
async fn signs_in(link: &str, service: &Service) -> bool {
    let token = link.split("token=").nth(1).unwrap();
    let http = crate::client::http().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let request = http
        .post(format!("{}/sign-in", service.address))
        .header("content-type", "application/x-www-form-urlencoded")
        .header("sec-fetch-site", "same-origin")
        .body(format!("token={token}"));
    request.send().await.unwrap().status() == 303
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_file_is_restored() {
    let dir = tempfile::tempdir().unwrap();
    let (first, second) =
        (Installation::on_file(dir.path(), "data"), Installation::on_file(dir.path(), "other"));
    nothing_is_lost_and_nothing_deleted_comes_back(first, second).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_server_is_restored() {
    let dir = tempfile::tempdir().unwrap();
    let (source, target) = (TestDatabase::empty().await, TestDatabase::empty().await);
    let first = Installation::on_server(dir.path(), "data", &source);
    let second = Installation::on_server(dir.path(), "other", &target);
    nothing_is_lost_and_nothing_deleted_comes_back(first, second).await;
}

/// Backups while others upload and delete are consistent: all references lead somewhere, all uploads are whole.
async fn a_backup_in_the_middle_of_changes_is_consistent(first: Installation, second: Installation) {
    let service = first.start("0");
    let client = service.client();
    let changing = async {
        loop {
            let id = client.upload(form(samples::archive("submissions"), None)).await;
            let other = client.upload(form(samples::archive("handout"), None)).await;
            assert!(client.delete(&format!("/batches/{other}")).await.status().is_success());
            assert_eq!(client.json(&format!("/batches/{id}")).await["status"], "queued");
        }
    };
    let backup = first.with(&["backup", "backup"]).into_iter().map(str::to_owned).collect::<Vec<_>>();
    let dir = first.dir.clone();
    let making = tokio::task::spawn_blocking(move || {
        let arguments: Vec<&str> = backup.iter().map(String::as_str).chain(["--force"]).collect();
        // More than one, so that some begin in the middle of a change.
        for _ in 0..3 {
            output_of(&dir, &arguments);
        }
    });
    tokio::select! {
        () = changing => {}
        made = making => made.unwrap(),
    }
    drop(service);
    second.says(&["restore", "backup", "--no-erasures"]);
    let doctor = run(&second.dir, &second.with(&["doctor"]));
    let said = String::from_utf8(doctor.stdout).unwrap();
    assert!(said.contains("is intact") || said.contains("answers, PostgreSQL"), "{said}");
    let service = second.start("1");
    let client = client.at(&service.address);
    let batches = client.json("/batches").await;
    for batch in batches["batches"].as_array().unwrap() {
        let batch = client.finished(batch["id"].as_str().unwrap()).await;
        assert_eq!(batch["status"], "done", "{batch}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_file_in_use_is_consistent() {
    let dir = tempfile::tempdir().unwrap();
    let (first, second) =
        (Installation::on_file(dir.path(), "data"), Installation::on_file(dir.path(), "other"));
    a_backup_in_the_middle_of_changes_is_consistent(first, second).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_server_in_use_is_consistent() {
    let dir = tempfile::tempdir().unwrap();
    let (source, target) = (TestDatabase::empty().await, TestDatabase::empty().await);
    let first = Installation::on_server(dir.path(), "data", &source);
    let second = Installation::on_server(dir.path(), "other", &target);
    a_backup_in_the_middle_of_changes_is_consistent(first, second).await;
}

/// Writes an archive with this manifest and no other entry.
fn write_backup(path: &Path, manifest: &Value) {
    let json = serde_json::to_vec(manifest).unwrap();
    let mut tar = tar::Builder::new(zstd::Encoder::new(fs::File::create(path).unwrap(), 1).unwrap());
    let mut header = tar::Header::new_gnu();
    header.set_size(json.len() as u64);
    tar.append_data(&mut header, "manifest.json", &json[..]).unwrap();
    tar.into_inner().unwrap().finish().unwrap();
}

#[test]
fn what_is_no_backup_for_this_installation_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let place = Installation::on_file(dir, "data");
    let refused = |file: &str| {
        let (status, said) = place.refused(&["restore", file, "--no-erasures"]);
        assert!(!dir.join("data/chaffinch.sqlite").exists());
        (status, said)
    };
    output_of(dir, &["user", "add", "ada", "--data-dir", "source"]);
    output_of(dir, &["backup", "whole", "--data-dir", "source"]);
    let whole = fs::read(dir.join("whole")).unwrap();
    // At every place where a disk may become full.
    for length in [0, 1, 100, whole.len() / 2, whole.len() - 1] {
        fs::write(dir.join("cut"), &whole[..length]).unwrap();
        let (status, said) = refused("cut");
        assert!(status == 1 && said.contains("cannot restore cut"), "{length}: {said}");
    }
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    fs::write(dir.join("damaged"), damaged).unwrap();
    refused("damaged");
    refused("absent");
    let manifest = |format: u32, database: &str, schema: i64| {
        json!({ "format": format, "version": "9.9.9", "database": database, "made": "2026-11-25T00:00:00Z",
            "schema": schema, "tables": [], "sequences": {}, "entries": [] })
    };
    write_backup(&dir.join("newer"), &manifest(1, "sqlite", 99_990_101_000_000));
    let (status, said) = refused("newer");
    assert!(status == 1 && said.contains("99990101000000") && said.contains("9.9.9"), "{said}");
    write_backup(&dir.join("other"), &manifest(1, "postgres", 1));
    let (status, said) = refused("other");
    assert!(status == 2 && said.contains("backup of PostgreSQL"), "{said}");
    write_backup(&dir.join("older"), &manifest(1, "sqlite", 20_260_801_000_000));
    assert!(refused("older").1.contains("made before the first release"));
    write_backup(&dir.join("hollow"), &manifest(1, "sqlite", 0));
    assert!(refused("hollow").1.contains("it has no database"));
    write_backup(&dir.join("format"), &manifest(2, "sqlite", 1));
    assert!(refused("format").1.contains("format 2"));

    place.says(&["restore", "whole", "--no-erasures"]);
    assert!(place.says(&["user", "list"]).starts_with("ada\t"));
    let (_, said) = Installation::on_file(dir, "nothing").refused(&["backup", "empty"]);
    assert!(said.contains("there is no database") && !dir.join("empty").exists(), "{said}");
}

/// A killed restore leaves no database, and does not prevent the next one.
#[test]
fn a_killed_restore_leaves_no_database() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    output_of(dir, &["user", "add", "ada", "--data-dir", "source"]);
    output_of(dir, &["backup", "backup", "--data-dir", "source"]);
    let place = Installation::on_file(dir, "data");
    let restore = ["restore", "backup", "--no-erasures"];
    let mut restoring = command(BINARY, dir).args(place.with(&restore)).spawn().unwrap();
    let (unfinished, database) =
        (dir.join("data/chaffinch.sqlite.restoring"), dir.join("data/chaffinch.sqlite"));
    while !unfinished.exists() && !database.exists() && restoring.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    restoring.kill().unwrap();
    restoring.wait().unwrap();
    if !database.exists() {
        place.says(&restore);
    }
    assert!(!unfinished.exists());
    assert!(place.says(&["user", "list"]).starts_with("ada\t"));
}

/// A restore on a server that did not come to its end is not served.
#[tokio::test(flavor = "multi_thread")]
async fn an_incomplete_restore_on_a_server_is_not_used() {
    let dir = tempfile::tempdir().unwrap();
    let database = TestDatabase::migrated().await;
    let mut raw = database.connect().await;
    sqlx::query("insert into installation values ('restoring', '2026-11-25T00:00:00Z')")
        .execute(&mut raw)
        .await
        .unwrap();
    raw.close().await.unwrap();
    let place = Installation::on_server(dir.path(), "data", &database);
    for arguments in [&["user", "list"][..], &["serve", "--listen", "127.0.0.1:0"], &["worker"]] {
        let (_, said) = place.refused(arguments);
        assert!(said.contains("is not complete"), "{arguments:?}: {said}");
    }
}

/// Returns the value of a metric of a service, or 0 if it has none.
async fn metric(client: &Client, name: &str) -> f64 {
    let text = client.top("/metrics").await.unwrap().text().await.unwrap();
    let line = text.lines().find(|line| line.starts_with(name));
    line.map_or(0.0, |line| line.rsplit(' ').next().unwrap().parse().unwrap())
}

/// Returns when a metric of a service has a value.
async fn until(client: &Client, name: &str) {
    while metric(client, name).await < 1.0 {
        tokio::task::yield_now().await;
    }
}

const LAST: &str = "chaffinch_backup_last_success_timestamp_seconds";
const DONE: &str = "chaffinch_backups_total{outcome=\"done\"}";
const FAILED: &str = "chaffinch_backups_total{outcome=\"failed\"}";

#[tokio::test(flavor = "multi_thread")]
async fn two_services_make_one_backup() {
    let dir = tempfile::tempdir().unwrap();
    let database = TestDatabase::migrated().await;
    let place = Installation::on_server(dir.path(), "data", &database);
    let regular = ["--workers", "0", "--backup-directory", "backups"];
    let services = [place.start_with(&regular), place.start_with(&regular)];
    let clients = services.each_ref().map(Service::client);
    let mut made = 0.0;
    for client in &clients {
        until(client, LAST).await;
        made += metric(client, DONE).await;
    }
    assert!((made - 1.0).abs() < f64::EPSILON, "{made} backups");
    let files = fs::read_dir(dir.path().join("backups")).unwrap();
    let names: Vec<String> = files.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names.iter().filter(|name| name.ends_with(".tar.zst")).count(), 1, "{names:?}");
    let output = run(dir.path(), &place.with(&["doctor", "--backup-directory", "backups"]));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("ok    backups: every 24 hours to backups"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_backup_is_reported_and_stops_nothing() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("taken"), "a file").unwrap();
    let place = Installation::on_file(dir.path(), "data");
    let service = place.start_with(&["--backup-directory", "taken"]);
    let client = service.client();
    until(&client, FAILED).await;
    assert!(client.top("/readyz").await.unwrap().status().is_success());
    let (_, _) = place.refused(&["doctor"]);
    let output = run(dir.path(), &place.with(&["doctor"]));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("WRONG backups: the last attempt failed: cannot create taken"), "{said}");
}
