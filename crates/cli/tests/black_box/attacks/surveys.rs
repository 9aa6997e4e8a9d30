//! Attacks with uploads that are expensive to preview: their cost for the service and its children, and for other
//! users.

use std::fs;
use std::time::{Duration, Instant};

use chaffinch_storage_tests::server::TestDatabase;
use reqwest::multipart::{Form, Part};
use serde_json::Value;

use super::bombs::{self, Entry};
use super::{Target, full, row};
use crate::client::{Client, form};
use crate::faults::process::children;
use crate::samples;

/// Clock ticks per second, in which Linux counts processor time.
const TICKS_A_SECOND: f64 = 100.0;

/// Returns the processor time of a process and of the children that it has waited for, in seconds.
fn processor_seconds(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The name before these fields may hold anything but a closing bracket after its last one.
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    let ticks = |at: usize| fields[at].parse::<f64>().unwrap();
    (11..=14).map(ticks).sum::<f64>() / TICKS_A_SECOND
}

/// Returns a zip of files without a folder, with one line each.
fn loose(files: usize) -> Vec<u8> {
    let entry = |n: usize| Entry::stored(format!("f{n:05}.c"), format!("int x{n};\n").as_bytes());
    bombs::zip(&(0..files).map(entry).collect::<Vec<_>>())
}

fn upload(bytes: &[u8], name: &'static str) -> Form {
    Form::new().part("submissions", Part::bytes(bytes.to_vec()).file_name(name))
}

async fn refused(client: &Client, path: &str, form: Form) -> String {
    let answer = client.post_form(path, form).await.unwrap();
    let status = answer.status().as_u16();
    let body: Value = answer.json().await.unwrap();
    format!("{status} {}", body["code"].as_str().unwrap_or_default())
}

/// Previews many small files. Four times as many take four times as long.
async fn many_files(database: &str, target: &Target) {
    let counts = if full() { [22_500, 90_000] } else { [2_500, 11_000] };
    let mut costs = Vec::new();
    for files in counts {
        let class = loose(files);
        for path in ["/batches", "/drafts"] {
            let (gauge, began) = (target.gauge(), Instant::now());
            let before = processor_seconds(target.process.id());
            let outcome = refused(&target.client, path, upload(&class, "class.zip")).await;
            let cost = processor_seconds(target.process.id()) - before;
            let expected = if files > 10_000 { "422 too-many-submissions" } else { &outcome };
            assert_eq!(outcome, expected);
            let what = format!("{files} loose files to {path}, {cost:.2} s of processors");
            row(database, &what, &outcome, &gauge.read().await, began.elapsed());
            costs.push(cost);
        }
    }
    // The figures include the requests of other users at the same time.
    if full() {
        assert!(costs[2] < 8.0 * costs[0].max(0.5), "{costs:?}");
    }
}

/// Waits until the service has a child, or none.
async fn until_children(target: &Target, some: bool) {
    while children(target.process.id()).is_empty() == some {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Slow drafts delay no upload, and a client that disconnects leaves no data.
async fn slow_drafts(database: &str, target: &Target) {
    let header = bombs::tar_header("a/main.c", 10 << 30, tar::EntryType::Regular);
    let bomb = bombs::gzip_of_zeros(&header, 10 << 30);
    let others = [target.another("first"), target.another("second")];
    let draft = |client: &Client| {
        let (client, form) = (client.clone(), upload(&bomb, "class.tar.gz"));
        tokio::spawn(async move { refused(&client, "/drafts", form).await })
    };

    let (gauge, began) = (target.gauge(), Instant::now());
    // So many that their turns take longer than an upload.
    let mut drafts: Vec<_> = others.iter().cycle().take(16).map(draft).collect();
    until_children(target, true).await;
    let batch = target.client.upload(form(samples::archive("submissions"), None)).await;
    let waited = began.elapsed();
    assert!(!drafts.iter().all(tokio::task::JoinHandle::is_finished), "an upload waits for no draft");
    for draft in &mut drafts {
        assert_eq!(draft.await.unwrap(), "422 total-size");
    }
    assert_eq!(target.client.finished(&batch).await["status"], "done");
    row(database, "an upload while 16 drafts are looked through", "taken", &gauge.read().await, waited);

    let gauge = target.gauge();
    let drafts: Vec<_> = others.iter().map(draft).collect();
    until_children(target, true).await;
    let began = Instant::now();
    for draft in &drafts {
        draft.abort();
    }
    until_children(target, false).await;
    row(database, "two drafts whose senders hang up", "children gone", &gauge.read().await, began.elapsed());
    target.is_unharmed().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite() {
    let target = Target::start(None, &[]).await;
    many_files("SQLite", &target).await;
    slow_drafts("SQLite", &target).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres() {
    let database = TestDatabase::empty().await;
    let target = Target::start(Some(&database.url()), &[]).await;
    many_files("PostgreSQL", &target).await;
    slow_drafts("PostgreSQL", &target).await;
}
