//! Tests `chaffinch submit` with the real service: its output for scripts, also after broken connections.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use crate::binary::{BINARY, command, line_of, run, stderr};
use crate::samples::{argument, collect};
use crate::service::Service;

/// Returns the command, with the token where lists of processes do not show it.
fn submit(dir: &Path, address: &str, token: &str, arguments: &[&str]) -> Command {
    let mut command = command(BINARY, dir);
    command.args(["submit", "--server", address]).args(arguments).env("CHAFFINCH_TOKEN", token);
    command
}

pub(crate) fn done(output: &Output) -> &[u8] {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    &output.stdout
}

/// Returns its output line by line, as it is printed.
fn lines(child: &mut Child) -> impl Iterator<Item = String> + use<> {
    BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submitted_class_gives_the_report_that_compare_gives() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let token = service.client().token().to_owned();
    let (class, handout) = (argument("submissions"), argument("handout"));
    let asked = ["--base", &handout, "--title", "Week 3", "--max-pairs", "7", "--matches", "3", &class];
    let submitted = |more: &[&str]| {
        let arguments: Vec<&str> = more.iter().chain(&asked).copied().collect();
        submit(dir.path(), &service.address, &token, &arguments).output().unwrap()
    };
    let json: Value = serde_json::from_slice(done(&submitted(&["--format", "json"]))).unwrap();
    let arguments: Vec<&str> = ["compare", "--format", "json"].into_iter().chain(asked).collect();
    let compared: Value = serde_json::from_slice(done(&run(dir.path(), &arguments))).unwrap();
    for part in ["title", "submissions", "pairs", "clusters", "duplicates", "boilerplate"] {
        assert_eq!(json[part], compared[part], "{part}");
    }
    assert_eq!(json["pairs"].as_array().unwrap().len(), 7);

    let csv = submitted(&["--format", "csv", "--output", "out/pairs.csv", "--quiet"]);
    assert!(done(&csv).is_empty() && csv.stderr.is_empty(), "{}", stderr(&csv));
    assert_eq!(std::fs::read_to_string(dir.path().join("out/pairs.csv")).unwrap().lines().count(), 8);

    done(&submitted(&["--output", "report"]));
    let mut files = Vec::new();
    collect(&dir.path().join("report"), "", &mut files);
    let has = |name: &str| files.iter().any(|(path, _)| path == name);
    assert!(has("/index.html") && has("/report.json") && has("/static/chaffinch.css"));
    // As with `compare`, existing files are not overwritten.
    let again = submitted(&["--output", "report"]);
    assert_eq!(again.status.code(), Some(1));
    assert!(stderr(&again).contains("--force"), "{}", stderr(&again));

    let evidence = submitted(&["--evidence", "1,2", "--hide-names"]);
    assert_eq!(evidence.status.code().map(|code| code != 2), Some(true), "{}", stderr(&evidence));

    // Without options, only the id is printed.
    let id = String::from_utf8(done(&submitted(&[])).to_vec()).unwrap();
    assert_eq!(service.client().finished(id.trim()).await["status"], "done");
    let same = ["--idempotency-key", "week-3", "--wait"];
    let (first, second) = (submitted(&same), submitted(&same));
    assert_eq!(done(&first), done(&second), "the same key and content is one batch");
    let last = stderr(&first).lines().last().unwrap().to_owned();
    assert!(
        last.starts_with("Found: at least 7 pairs beyond chance, ") && last.contains(" See http"),
        "{last}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn names_survive_and_earlier_submissions_come_along() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let token = service.client().token().to_owned();
    let source = std::fs::read(Path::new(&argument("handout")).join("list.h"))
        .unwrap_or_else(|_| b"int f(int a) { return a + 1; }\n".to_vec());
    let names: [&[u8]; 5] = [b"caf\xe9.c", "žiga.c".as_bytes(), b"a\"b.c", b"a b;c.c", b"plain.c"];
    let folder = dir.path().join("class");
    std::fs::create_dir(&folder).unwrap();
    for name in names {
        std::fs::write(folder.join(std::ffi::OsStr::from_bytes(name)), &source).unwrap();
    }
    let report = |output: Output| -> Vec<Value> {
        let report: Value = serde_json::from_slice(done(&output)).unwrap();
        report["submissions"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect()
    };
    // Loose files, as `class/*` gives them in a shell.
    let mut loose = submit(dir.path(), &service.address, &token, &["--format", "json", "--quiet"]);
    loose.args(names.map(|name| Path::new("class").join(std::ffi::OsStr::from_bytes(name))));
    assert_eq!(report(loose.output().unwrap()), ["a b;c", "a\"b", r"caf\xE9", "plain", "žiga"]);
    let whole =
        submit(dir.path(), &service.address, &token, &["--format", "json", "class"]).output().unwrap();
    let compared = run(dir.path(), &["compare", "--format", "json", "class"]);
    assert_eq!(report(whole), report(compared));

    let class = argument("submissions");
    let earlier = submit(
        dir.path(),
        &service.address,
        &token,
        &["--format", "json", "--archive", &class, "--layout", "whole", "class/plain.c"],
    );
    let told: Value = serde_json::from_slice(done(&{ earlier }.output().unwrap())).unwrap();
    let archived = told["submissions"].as_array().unwrap().iter().filter(|one| !one["archive"].is_null());
    assert!(archived.count() <= 20);
    assert_eq!(service.client().json("/archives").await["archives"].as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_usage_refusals_and_failures_have_their_status_and_words() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let token = service.client().token().to_owned();
    let reader = line_of(dir.path(), &["token", "create", "instructor", "--read-only", "--data-dir", "data"]);
    std::fs::write(dir.path().join("one.c"), "int one;\n").unwrap();
    std::fs::write(dir.path().join("broken.zip"), b"PK\x03\x04 and no more").unwrap();
    let huge = std::fs::File::create(dir.path().join("huge.c")).unwrap();
    // The upload is announced and never sent. The service checks the length first, so no byte of it is on the disk.
    huge.set_len(600 << 20).unwrap();
    std::fs::write(dir.path().join("token"), format!("{token}\n")).unwrap();
    let class = argument("submissions");
    let said = |token: &str, arguments: &[&str]| {
        let output = submit(dir.path(), &service.address, token, arguments).output().unwrap();
        (output.status.code().unwrap(), stderr(&output))
    };
    for (status, words, token, arguments) in [
        (2, "at least two", token.as_str(), &["one.c"][..]),
        (2, "course", &token, &["--course", "of others", &class]),
        (2, "klingon", &token, &["--language", "klingon", &class]),
        (2, "max_pairs", &token, &["--max-pairs", "20000", &class]),
        (1, "damaged", &token, &["broken.zip", &class]),
        (1, "too large", &token, &["huge.c", &class]),
        (1, "access token is not valid", "chf_token_00", &[&class]),
        (1, "may not", &reader, &[&class]),
        (1, "cannot read", &token, &["not-there"]),
    ] {
        let (ended, told) = said(token, arguments);
        assert_eq!(ended, status, "{arguments:?}: {told}");
        assert!(told.to_lowercase().contains(words), "{words}: {told}");
    }
    for (status, words, arguments) in [
        (2, "http://", vec!["submit", "--server", "ftp://x", "--token", "t", &class]),
        (2, "token", vec!["submit", "--server", &service.address, &class]),
        (2, "required", vec!["submit", "--server", &service.address, "--token", "t"]),
        (0, "accepted", vec!["submit", "--server", &service.address, "--token-file", "token", &class]),
    ] {
        let output = run(dir.path(), &arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(words), "{words}: {}", stderr(&output));
    }
}

/// A proxy to the service that can be cut. While it is cut, connections through it break off.
struct Wire {
    address: String,
    cut: Arc<AtomicBool>,
}

impl Wire {
    /// Creates a proxy to this address. Every connection that is made while it is cut ends after this many bytes.
    fn to(target: &str, bytes: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let target = target.trim_start_matches("http://").to_owned();
        let cut = Arc::new(AtomicBool::new(true));
        let is_cut = Arc::clone(&cut);
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let (client, server) = (client.unwrap(), TcpStream::connect(&target));
                let Ok(server) = server else { continue };
                let is_cut = Arc::clone(&is_cut);
                let (mut from, mut back) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                std::thread::spawn(move || {
                    let mut client = client;
                    let _ = std::io::copy(&mut back, &mut client);
                    let _ = client.shutdown(std::net::Shutdown::Both);
                });
                std::thread::spawn(move || {
                    let mut server = server;
                    let (mut piece, mut passed) = (vec![0; 4096], 0);
                    while let Ok(read) = from.read(&mut piece)
                        && read > 0
                        && server.write_all(&piece[..read]).is_ok()
                    {
                        passed += read;
                        // The connection breaks once. The second attempt succeeds.
                        if bytes < passed && is_cut.swap(false, Ordering::SeqCst) {
                            break;
                        }
                    }
                    let _ = server.shutdown(std::net::Shutdown::Both);
                    let _ = from.shutdown(std::net::Shutdown::Both);
                });
            }
        });
        Self { address, cut }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_connection_is_made_again_and_nothing_is_accepted_twice() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    let client = service.client();
    let wire = Wire::to(&service.address, 20_000);
    let class = argument("submissions");
    let output = submit(dir.path(), &wire.address, client.token(), &["--wait", &class]).output().unwrap();
    let id = String::from_utf8(done(&output).to_vec()).unwrap();
    assert!(!wire.cut.load(Ordering::SeqCst), "the upload was cut off");
    assert!(stderr(&output).contains("trying again"), "{}", stderr(&output));
    let batches = client.json("/batches").await;
    let ids: Vec<&Value> = batches["batches"].as_array().unwrap().iter().map(|batch| &batch["id"]).collect();
    assert_eq!(ids, [id.trim()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_is_away_at_first_or_restarts_meanwhile_is_waited_for() {
    let dir = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let token = line_of(dir.path(), &["token", "create", "instructor", "--data-dir", "data"]);
    let address = format!("http://{free}");
    let class = argument("submissions");
    let mut child =
        submit(dir.path(), &address, &token, &["--format", "json", "--output", "report.json", &class])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
    let mut said = lines(&mut child);
    assert!(said.by_ref().any(|line| line.contains("trying again")), "nobody is there yet");
    // There are no workers, so accepted uploads wait.
    let mut service = Service::start_at(dir.path(), &free.to_string(), "0");
    assert!(said.by_ref().any(|line| line.contains("accepted")));
    assert!(said.by_ref().any(|line| line.contains("queued")), "it follows");
    assert!(service.terminate().success());
    assert!(said.by_ref().any(|line| line.contains("trying again")), "the service is away");
    let mut service = Service::start_at(dir.path(), &free.to_string(), "0");
    service.kill();
    let _service = Service::start_at(dir.path(), &free.to_string(), "1");
    let rest: Vec<String> = said.collect();
    assert!(child.wait().unwrap().success(), "{rest:?}");
    let report: Value =
        serde_json::from_slice(&std::fs::read(dir.path().join("report.json")).unwrap()).unwrap();
    assert_eq!(report["format"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_or_deleted_comparison_is_a_failure() {
    let dir = tempfile::tempdir().unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let service = Service::start_at(dir.path(), &free.to_string(), "0");
    let client = service.client();
    let class = argument("submissions");
    for (how, words) in [("cancel", "cancelled"), ("delete", "deleted")] {
        let mut child = submit(dir.path(), &service.address, client.token(), &["--wait", &class])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = lines(&mut child);
        let accepted = said.by_ref().find(|line| line.contains("accepted")).unwrap();
        let id = accepted.rsplit('/').next().unwrap();
        match how {
            "cancel" => client.post(&format!("/batches/{id}/cancel")).await,
            _ => client.delete(&format!("/batches/{id}")).await,
        };
        let rest = said.collect::<Vec<_>>().join("\n");
        assert_eq!(child.wait().unwrap().code(), Some(1), "{rest}");
        assert!(rest.contains(words), "{rest}");
    }
}
