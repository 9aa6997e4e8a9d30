//! Tests the limits of the MOSS socket: refused clients, waiting clients, and expired results.

use std::path::Path;

use chaffinch_storage_tests::server::TestDatabase;
use serde_json::Value;

use super::dialogue::Connection;
use super::{ALICE, TestApp, bob};
use crate::binary::{BINARY, line_of, output_of, run, stderr};
use crate::client::http;
use crate::service::Service;

fn job(id: &str) -> String {
    format!("moss {id}\nlanguage c\nquery 0 \nend\n")
}

/// Wrong, malformed and revoked ids, and those of disabled accounts, are disconnected without an answer.
#[tokio::test]
async fn a_wrong_user_id_is_disconnected_without_an_answer() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let list = String::from_utf8(output_of(dir.path(), &["token", "list", "--data-dir", "data"])).unwrap();
    let token = list.lines().find(|line| line.contains("\tmoss\t")).unwrap().split('\t').next().unwrap();
    output_of(dir.path(), &["token", "revoke", token, "--data-dir", "data"]);
    let disabled = line_of(dir.path(), &["token", "create", "eve", "--moss", "--data-dir", "data"]);
    output_of(dir.path(), &["user", "disable", "eve", "--data-dir", "data"]);
    for number in [app.id.as_str(), &disabled, "100000000", "abc"] {
        assert_eq!(app.say(job(number).as_bytes()), b"", "{number}");
    }
    assert_eq!(app.service.client().json("/batches").await["batches"], Value::Array(vec![]));
}

/// After some wrong ids from an address, every connection from there is refused for a while.
#[test]
fn who_guesses_waits() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let right = || !app.say(job(&app.id).as_bytes()).is_empty();
    assert!(right());
    // After these, the address is blocked for so long that an immediate attempt is refused.
    for _ in 0..12 {
        assert_eq!(app.say(job("100000000").as_bytes()), b"");
    }
    assert!(!right());
}

/// A token is not accepted as a user id, and a user id is not accepted as a token.
#[tokio::test]
async fn moss_user_ids_and_api_tokens_are_not_interchangeable() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    let number: u32 = app.id.parse().unwrap();
    assert!((100_000_000..=2_147_483_647).contains(&number));
    let client = crate::client::Client::new(&app.service.address, &app.id);
    assert_eq!(client.get("/batches").await.status(), 401);
    assert!(
        !app.service.stored_bytes().windows(app.id.len()).any(|bytes| bytes == app.id.as_bytes()),
        "only its hash is kept"
    );
}

#[test]
fn nobody_connects_from_outside_the_allowed_networks() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &["--moss-allow", "192.0.2.0/24, 2001:db8::/32"]);
    assert_eq!(app.say(job(&app.id).as_bytes()), b"");
    drop(app);
    let app = TestApp::new(dir.path(), &["--moss-allow", "127.0.0.0/8"]);
    assert!(app.say(job(&app.id).as_bytes()).starts_with(b"yes\n"));
}

/// There is no worker yet: the URL is sent after the configured time, and its page responds once there is a result.
#[tokio::test(flavor = "multi_thread")]
async fn the_url_is_sent_before_the_report_and_its_page_waits() {
    let database = TestDatabase::empty().await;
    let dir = tempfile::tempdir().unwrap();
    let url = database.url();
    let flags = ["--data-dir", "data", "--database-url", url.as_str()];
    let app = TestApp::on(dir.path(), &flags, &["--workers", "0", "--moss-answer-seconds", "1"]);
    let results = app.job("language c\n", &[(1, "a.c", ALICE), (2, "b.c", &bob())], "late");
    let pages = ["", "/", "/match0.html", "/match0-top.html"].map(|page| {
        let address = format!("{results}{page}");
        let get = http().build().unwrap().get(address);
        tokio::spawn(async move { get.send().await.unwrap().text().await.unwrap() })
    });
    let client = app.service.client();
    assert_eq!(client.json("/batches").await["batches"][0]["status"], "queued");
    assert!(pages.iter().all(|page| !page.is_finished()), "nothing to show, and nothing shown");
    let elsewhere = tempfile::tempdir().unwrap();
    let _worker = crate::service::Worker::start(elsewhere.path(), &url);
    for (page, part) in pages.into_iter().zip(["(100%)", "(100%)", "<FRAMESET", "BGCOLOR=\"#d0d0d0\""]) {
        let page = page.await.unwrap();
        assert!(page.contains(part), "{page}");
    }
}

#[tokio::test]
async fn moss_is_off_by_default_and_a_port_alone_means_loopback() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(dir.path());
    assert!(service.moss.is_none());
    drop(service);
    let service =
        Service::start_with(Path::new(BINARY), dir.path(), &["--data-dir", "data"], &["--moss-listen", "0"]);
    assert!(service.moss.unwrap().ip().is_loopback());
}

#[test]
fn moss_listens_on_ipv4_and_ipv6_with_settings_from_every_source() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(
        dir.path().join("c.toml"),
        "moss_listen = \"127.0.0.1:0,[::1]:0\"\nmoss_public_url = \"http://moss.stanford.edu/\"\nmoss_results_days = 3\n",
    )
    .unwrap();
    let service = Service::start_with(
        Path::new(BINARY),
        dir.path(),
        &["--data-dir", "data", "--config", "c.toml"],
        &[],
    );
    let id = line_of(dir.path(), &["token", "create", "instructor", "--moss", "--data-dir", "data"]);
    for address in &service.moss_all {
        let mut stream = std::net::TcpStream::connect(address).unwrap();
        std::io::Write::write_all(
            &mut stream,
            format!("moss {id}\nlanguage c\nfile 1 c 3 a\nabcfile 2 c 3 b\nabcquery 0 \nend\n").as_bytes(),
        )
        .unwrap();
        let mut heard = String::new();
        std::io::Read::read_to_string(&mut stream, &mut heard).unwrap();
        assert!(heard.starts_with("yes\nhttp://moss.stanford.edu/results/"), "{address}: {heard}");
    }
    assert_eq!(service.moss_all.len(), 2);
    drop(service);
    for wrong in [
        ["--moss-listen", "everywhere"],
        ["--moss-public-url", "moss.example"],
        ["--moss-allow", "10.0.0.0/99"],
    ] {
        let output =
            run(dir.path(), &["serve", "--data-dir", "data", "--listen", "127.0.0.1:0", wrong[0], wrong[1]]);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}: {}", stderr(&output));
    }
}

/// A client that disconnects leaves no data, and the service continues.
#[tokio::test]
async fn a_client_that_goes_away_in_the_middle_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let app = TestApp::new(dir.path(), &[]);
    for cut in [5, 20, 40, 60] {
        let text = format!("moss {}\nlanguage c\nfile 1 c 5000 a.c\n{}", app.id, "x".repeat(4000));
        let mut client = Connection::new(&app);
        client.say(&text.as_bytes()[..cut]);
        drop(client);
    }
    let url = app.job("language c\n", &[(1, "a.c", ALICE), (2, "b.c", ALICE)], "");
    app.page(&url).await;
    assert_eq!(app.service.client().json("/batches").await["batches"].as_array().unwrap().len(), 1);
    let spool = std::fs::read_dir(dir.path().join("data/uploads")).unwrap();
    assert_eq!(spool.count(), 0);
}
