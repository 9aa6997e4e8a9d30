//! Tests disks that are full or not writable. A small disk is mounted where only the service sees it.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;

use chaffinch_storage_tests::server::PrivateServer;
use reqwest::header::RETRY_AFTER;
use reqwest::{Response, StatusCode};
use serde_json::Value;
use sqlx::{Connection as _, Executor as _, PgConnection};

use super::leases::{LARGE, until};
use super::process::{Process, children};
use crate::binary::{BINARY, stderr};
use crate::client::{Client, form};
use crate::crash::large_class;
use crate::random::SeededRandom;
use crate::samples;
use crate::service::{Service, send_signal};

/// A service whose data directory is a small disk, and a client of it.
struct Small {
    process: Process,
    client: Client,
    data: PathBuf,
    _dir: tempfile::TempDir,
}

/// Runs shell commands in a folder where `data` is a small disk, and then a program.
fn on_a_small_disk(commands: &str) -> Command {
    // An ordinary user may be root in a user namespace.
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-ec"]);
    command.arg(format!("mkdir data; mount -t tmpfs -o size=24m,mode=700 chaffinch data; {commands}"));
    command
}

impl Small {
    fn start() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let made = format!("{BINARY} token create instructor --data-dir data >token");
        let serve = format!("exec {BINARY} serve --listen 127.0.0.1:0 --data-dir data --patience-seconds 4");
        let mut command = on_a_small_disk(&format!("{made}; {serve}"));
        command.current_dir(dir.path());
        let process = Process::start_command(command, dir.path(), "listens on").unwrap_or_else(|ended| {
            panic!("a small disk can be mounted by root, or with user namespaces: {ended}")
        });
        let token = fs::read_to_string(dir.path().join("token")).unwrap();
        let client = Client::new(&process.address(), token.trim());
        // The path as the service sees it.
        let data =
            format!("/proc/{}/root{}/data", process.id(), dir.path().canonicalize().unwrap().display());
        Self { process, client, data: data.into(), _dir: dir }
    }

    /// Fills the disk until this many bytes are free.
    fn fill(&self, room: usize) {
        let mut file = fs::File::create(self.data.join("filler")).unwrap();
        while file.write_all(&[0; 4096]).is_ok() {}

        let length = file.metadata().unwrap().len();
        file.set_len(length.saturating_sub(room as u64)).unwrap();
    }

    fn make_room(&self) {
        fs::remove_file(self.data.join("filler")).unwrap();
    }
}

/// Checks that a request was refused because the disk is full.
async fn refused(response: Response, status: StatusCode, code: &str) {
    assert_eq!(response.status(), status);
    assert!(response.headers().contains_key(RETRY_AFTER));
    let problem: Value = response.json().await.unwrap();
    assert_eq!(problem["code"], code, "{problem}");
}

/// Returns a class that takes about this many bytes, also in an archive.
fn bulky(bytes: usize) -> Vec<u8> {
    let mut random = SeededRandom::new(7);
    let noise: Vec<u8> = (0..bytes).map(|_| random.below(256) as u8).collect();
    let program: &[u8] = b"int main(void) { return 0; }\n";
    samples::zip([("class/a/a.c", program), ("class/a/noise.bin", &noise), ("class/b/b.c", program)])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_refuses_uploads_until_there_is_room() {
    let mut small = Small::start();
    let client = &small.client;
    let before = client.upload(form(large_class(3), None)).await;
    assert_eq!(client.finished(&before).await["status"], "done");

    // First no space at all, not even to receive the upload, then too little to store what was received.
    for room in [0, 3 << 20] {
        small.fill(room);
        let client = client.at(&small.process.address());
        refused(
            client.send(form(bulky(2 << 20), None)).await.unwrap(),
            StatusCode::INSUFFICIENT_STORAGE,
            "disk-full",
        )
        .await;
        assert!(small.process.is_running());
        // After a refusal in the middle of an upload, the client needs a new connection.
        let client = client.at(&small.process.address());
        assert_eq!(client.json(&format!("/batches/{before}")).await["status"], "done");
        assert!(!client.bytes(&format!("/batches/{before}/report")).await.is_empty());
        assert_eq!(client.top("/healthz").await.unwrap().status(), StatusCode::OK);
        let ready = client.top("/readyz").await.unwrap();
        let (status, said) = (ready.status(), ready.text().await.unwrap());
        if room == 0 {
            assert_eq!(status, StatusCode::INSUFFICIENT_STORAGE);
            assert!(said.contains("The disk of this service is full"), "{said}");
        } else {
            assert_eq!((status, said.as_str()), (StatusCode::OK, "ready\n"));
        }
        let spooled = fs::read_dir(small.data.join("uploads")).unwrap().count();
        assert_eq!(spooled, 0, "half an upload lies about");
        small.make_room();
    }
    let client = client.at(&small.process.address());
    assert_eq!(client.top("/readyz").await.unwrap().status(), StatusCode::OK);
    let after = client.upload(form(bulky(2 << 20), None)).await;
    assert_eq!(client.finished(&after).await["status"], "done");
    assert_eq!(client.json("/batches").await["batches"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_disk_that_is_full_while_something_is_analysed_costs_no_report() {
    let mut small = Small::start();
    let client = &small.client;
    let id = client.upload(form(large_class(LARGE), None)).await;
    let service = small.process.id();
    let child = until("it is read", || children(service).first().copied()).await;
    assert!(send_signal("STOP", &[child]));
    small.fill(0);
    assert!(send_signal("CONT", &[child]));
    until("the child ends", || (!children(service).contains(&child)).then_some(())).await;
    assert_eq!(client.json(&format!("/batches/{id}")).await["report"], Value::Null);
    assert!(small.process.is_running());
    small.make_room();
    assert_eq!(client.finished(&id).await["status"], "done");
}

#[test]
fn a_database_that_cannot_be_written_is_refused_in_words() {
    let dir = tempfile::tempdir().unwrap();
    let commands = format!(
        "{BINARY} token create instructor --data-dir data >token; mount -o remount,ro data
         exec {BINARY} serve --listen 127.0.0.1:0 --data-dir data"
    );
    let output = on_a_small_disk(&commands).current_dir(dir.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let said = stderr(&output);
    assert!(said.contains("data/chaffinch.sqlite") && said.to_lowercase().contains("read-only"), "{said}");
}

/// Makes the server read-only, as after a disk error or as a standby.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_takes_no_changes_can_be_looked_at() {
    let server = PrivateServer::start(None);
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start_on(dir.path(), server.url(), "1");
    let client = service.client();
    let id = client.upload(form(large_class(3), None)).await;
    assert_eq!(client.finished(&id).await["status"], "done");
    let mut operator = PgConnection::connect(server.url()).await.unwrap();
    for (read_only, status) in [("on", StatusCode::SERVICE_UNAVAILABLE), ("off", StatusCode::ACCEPTED)] {
        let set = format!("alter system set default_transaction_read_only = {read_only}");
        // A session learns of the change when it is next idle. This session may always write.
        operator.execute("set default_transaction_read_only = off").await.unwrap();
        operator.execute(sqlx::AssertSqlSafe(set)).await.unwrap();
        operator.execute("select pg_reload_conf()").await.unwrap();
        let answer = loop {
            let answer = client.send(form(large_class(3), None)).await.unwrap();
            // The server notifies its sessions one after the other.
            if answer.status() == status {
                break answer;
            }
            assert!([StatusCode::ACCEPTED, StatusCode::SERVICE_UNAVAILABLE].contains(&answer.status()));
        };
        if read_only == "on" {
            refused(answer, status, "read-only").await;
            assert_eq!(client.json(&format!("/batches/{id}")).await["status"], "done");
        }
    }
    for batch in client.json("/batches").await["batches"].as_array().unwrap() {
        assert_eq!(client.finished(batch["id"].as_str().unwrap()).await["status"], "done");
    }
}
