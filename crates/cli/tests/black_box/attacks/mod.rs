//! Tests attacks on the running service, on both databases. Each ends in a clear refusal, a listed skipped file, or one
//! failed job with its reason. None costs more than half a GiB, and other users still get their pages.
//!
//! With `CHAFFINCH_HOSTILE=full` (`scripts/hostile`) they have the size of the known attacks, and a table is printed.

#![expect(clippy::print_stderr, reason = "the table is what some run this for")]

mod accounts;
mod bombs;
mod cases;
mod connections;
mod costly;
mod downloads;
mod forms;
mod gauge;
mod load;
mod mixed;
mod names;
mod quine;
mod races;
mod surveys;
mod talk;
mod tangled;

use std::time::{Duration, Instant};

use chaffinch_storage_tests::server::TestDatabase;
use reqwest::multipart::{Form, Part};
use serde_json::Value;
use tempfile::TempDir;

use crate::binary::line_of;
use crate::client::{Client, form};
use crate::faults::process::Process;
use crate::samples;
use cases::{Case, Fate};
use gauge::{Gauge, Reading, percentile};

/// Memory that one attack may cost in addition to an idle service: 512 MiB, including its job.
const MAX_MEMORY: u64 = 512 << 20;

/// Memory that 200 attacks at the same time may cost together: 2 MiB each, and a job.
const MAX_MEMORY_OF_MANY: u64 = 1 << 30;

/// Returns whether attacks have the size of the known ones.
fn full() -> bool {
    std::env::var("CHAFFINCH_HOSTILE").is_ok_and(|how| how == "full")
}

/// The limits of a machine with little memory, which are the same on every machine.
const USUAL: [&str; 8] = [
    "--limit",
    "submissions=10000",
    "--limit",
    "entries=100000",
    "--limit",
    "upload-files=10000",
    "--limit",
    "job-memory=419430400",
];

/// Lower limits, so that the same attacks end in the same way in less time.
const LOW: [&str; 10] = [
    "--limit",
    "submissions=10000",
    "--limit",
    "expanded-bytes=67108864",
    "--limit",
    "entries=70000",
    "--limit",
    "upload-files=500",
    "--limit",
    "job-memory=134217728",
];

/// Disconnects silent clients soon. It is not used with many clients, because these wait for their turn.
const IMPATIENT: [&str; 2] = ["--limit", "idle-seconds=1"];

/// A service under attack.
struct Target {
    dir: TempDir,
    process: Process,
    address: String,
    /// Flags that select the installation.
    flags: Vec<String>,
    client: Client,
    token: String,
    /// A batch with a report, whose page other users request.
    batch: String,
}

impl Target {
    async fn start(database: Option<&str>, more: &[&str]) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut flags = vec!["--data-dir", "data"];
        flags.extend(database.iter().flat_map(|url| ["--database-url", url]));
        let mut arguments = vec!["serve", "--listen", "127.0.0.1:0"];
        arguments.extend(flags.iter().chain(more));
        arguments.extend(if full() { &USUAL[..] } else { &LOW });
        let process = Process::start(dir.path(), &arguments, "listens on").unwrap();
        let address = process.address();
        let token = line_of(dir.path(), &[&["token", "create", "instructor"], &flags[..]].concat());
        let client = if more == IMPATIENT {
            Client::without_reuse(&address, &token)
        } else {
            Client::new(&address, &token)
        };
        let batch = client.upload(form(samples::archive("submissions"), None)).await;
        assert_eq!(client.finished(&batch).await["status"], "done");
        let flags = flags.into_iter().map(str::to_owned).collect();
        Self { dir, process, address, flags, client, token, batch }
    }

    fn gauge(&self) -> Gauge {
        Gauge::new(self.process.id(), &self.client, &format!("/batches/{}", self.batch))
    }

    /// Returns a client with another account, which is created.
    fn another(&self, name: &str) -> Client {
        let flags: Vec<&str> = self.flags.iter().map(String::as_str).collect();
        line_of(self.dir.path(), &[&["user", "add", name], &flags[..]].concat());
        let token = line_of(self.dir.path(), &[&["token", "create", name], &flags[..]].concat());
        Client::new(&self.address, &token)
    }

    /// Checks that the service had no error, neither in its answers nor in its log.
    async fn is_unharmed(&self) {
        let measured = self.client.top("/metrics").await.unwrap().text().await.unwrap();
        let failed: Vec<&str> = measured
            .lines()
            .filter(|line| line.starts_with("chaffinch_http_requests_total") && line.contains("status=\"5"))
            .collect();
        assert_eq!(failed, Vec::<&str>::new());
        let log = std::fs::read_to_string(self.dir.path().join("log")).unwrap();
        assert!(!log.contains("panicked") && !log.contains(" ERROR "), "{log}");
    }
}

/// Prints a row of the table for one upload or request.
fn row(database: &str, what: &str, outcome: &str, reading: &Reading, took: Duration) {
    row_within(MAX_MEMORY, database, what, outcome, reading, took);
}

fn row_within(most: u64, database: &str, what: &str, outcome: &str, reading: &Reading, took: Duration) {
    let mut pages = reading.pages.clone();
    pages.sort_unstable();
    eprintln!(
        "| {database} | {what} | {outcome} | {} | {:.1} | {:.0} |",
        reading.over_idle >> 20,
        took.as_secs_f64(),
        percentile(&pages, 0.99).as_secs_f64() * 1000.0,
    );
    assert!(reading.over_idle <= most, "{what} took {} MiB", reading.over_idle >> 20);
}

/// Sends an attack and returns a description of its outcome.
async fn attack(target: &Target, case: &Case) -> Result<String, String> {
    let part = Part::bytes((case.make)(full())).file_name(case.name);
    let answer = target.client.send(Form::new().part("submissions", part)).await.unwrap();
    let status = answer.status().as_u16();
    let body: Value = answer.json().await.unwrap();
    let Some(id) = body["id"].as_str() else {
        let refused = format!("{status} {}", body["code"].as_str().unwrap_or("without a code"));
        return match case.fate {
            Fate::Refused(expected, code) if refused == format!("{expected} {code}") => Ok(refused),
            _ => Err(body.to_string()),
        };
    };
    let batch = target.client.finished(id).await;
    let ended = batch["status"].as_str().unwrap().to_owned();
    match case.fate {
        Fate::Taken if ended == "done" => Ok("taken".to_owned()),
        Fate::Fails(reason) if ended == "failed" && batch.to_string().contains(reason) => {
            Ok("the job failed, with its reason".to_owned())
        }
        Fate::Listed(words) if ended == "done" => {
            let report = target.client.json(&format!("/batches/{id}/report")).await;
            let skipped = report["skipped"].to_string();
            if skipped.contains(words) { Ok("listed".to_owned()) } else { Err(skipped) }
        }
        _ => Err(batch.to_string()),
    }
}

/// What a child process refuses or lists before any database sees it. Once is enough, unless all have their full size.
async fn read_by_a_child(database: &str, target: &Target) {
    let mut wrong = Vec::new();
    for case in cases::all().into_iter().chain(tangled::all()).chain(costly::all()) {
        let (gauge, began) = (target.gauge(), Instant::now());
        let outcome = attack(target, &case).await.unwrap_or_else(|outcome| {
            wrong.push(format!("{}: {outcome}", case.what));
            "not as it should be".to_owned()
        });
        row(database, case.what, &outcome, &gauge.read().await, began.elapsed());
    }
    assert_eq!(wrong, Vec::<String>::new());
}

async fn attacked(database: &str, target: &Target) {
    costly::pages(database, target, full()).await;
    forms::full_fields(database, target).await;
    forms::description(database, target).await;
    named(database, target).await;
}

/// Sends requests that no ordinary client sends, to a service that disconnects silent clients after a second.
async fn talked(database: &str, target: &Target) {
    let mut wrong = Vec::new();
    for talk in talk::all() {
        let (gauge, began) = (target.gauge(), Instant::now());
        let status = talk.hold(&target.address, &target.token).await;
        let expected = status.map_or(talk.statuses.is_empty(), |status| talk.statuses.contains(&status));
        if !expected {
            wrong.push(format!("{}: {status:?} instead of {:?}", talk.what, talk.statuses));
        }
        let outcome = status.map_or_else(|| "hung up".to_owned(), |status| status.to_string());
        row(database, talk.what, &outcome, &gauge.read().await, began.elapsed());
    }
    assert_eq!(wrong, Vec::<String>::new());
    target.is_unharmed().await;
}

/// Sends many attacks at the same moment.
async fn crowded(database: &str, target: &Target) {
    let (gauge, began) = (target.gauge(), Instant::now());
    let (uploads, bytes) = if full() { (200, 10 << 20) } else { (20, 1 << 20) };
    let outcome = at_once(target, uploads, bytes).await;
    let reading = gauge.read().await;
    row_within(
        MAX_MEMORY_OF_MANY,
        database,
        &format!("{uploads} uploads of {} MiB at once", bytes >> 20),
        &outcome,
        &reading,
        began.elapsed(),
    );
    target.is_unharmed().await;
}

/// Sends names that have a meaning for some program that they might reach.
async fn named(database: &str, target: &Target) {
    let (gauge, began) = (target.gauge(), Instant::now());
    let mut faults = names::in_uploads(&target.client, full()).await;
    faults.extend(names::in_ids(&target.client, &target.batch, full()).await);
    assert_eq!(faults, Vec::<String>::new());
    row(
        database,
        "hostile text in every field, header, query and id",
        "4xx, or text",
        &gauge.read().await,
        began.elapsed(),
    );
    // The existing data must be unchanged.
    assert_eq!(target.client.json(&format!("/batches/{}", target.batch)).await["status"], "done");
    target.is_unharmed().await;
}

/// Sends many uploads, each mostly one file that is not text. They are stored and quickly compared.
async fn at_once(target: &Target, uploads: usize, bytes: usize) -> String {
    let mut noise = vec![0_u8; bytes];
    let mut state = 1_u32;
    for byte in &mut noise {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *byte = (state >> 24) as u8;
    }
    let class = bombs::class([bombs::Entry::stored("c/picture.png", &noise)]);
    let sends = (0..uploads).map(|_| async {
        let part = Part::bytes(class.clone()).file_name("class.zip");
        target.client.upload(Form::new().part("submissions", part)).await
    });
    let batches = futures_util::future::join_all(sends).await;
    for batch in &batches {
        assert_eq!(target.client.finished(batch).await["status"], "done");
    }
    format!("{} reports", batches.len())
}

#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite() {
    let target = Target::start(None, &[]).await;
    read_by_a_child("SQLite", &target).await;
    attacked("SQLite", &target).await;
    talked("SQLite", &Target::start(None, &IMPATIENT).await).await;
    crowded("SQLite", &Target::start(None, &[]).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres() {
    let database = TestDatabase::empty().await;
    let target = Target::start(Some(&database.url()), &[]).await;
    if full() {
        read_by_a_child("PostgreSQL", &target).await;
    }
    attacked("PostgreSQL", &target).await;
    let database = TestDatabase::empty().await;
    talked("PostgreSQL", &Target::start(Some(&database.url()), &IMPATIENT).await).await;
    let database = TestDatabase::empty().await;
    crowded("PostgreSQL", &Target::start(Some(&database.url()), &[]).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_sqlite_by_many_clients() {
    downloads::attacked("SQLite", &Target::start(None, &downloads::FLAGS).await).await;
    connections::attacked("SQLite", &Target::start(None, &[]).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_postgres_by_many_clients() {
    let database = TestDatabase::empty().await;
    downloads::attacked("PostgreSQL", &Target::start(Some(&database.url()), &downloads::FLAGS).await).await;
    let database = TestDatabase::empty().await;
    connections::attacked("PostgreSQL", &Target::start(Some(&database.url()), &[]).await).await;
}
