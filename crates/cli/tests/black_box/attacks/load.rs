//! Tests many instructors at once: nothing is lost, and every report is the same as without load.

use std::time::{Duration, Instant};

use chaffinch_storage_tests::server::TestDatabase;
use futures_util::future::join_all;
use reqwest::multipart::{Form, Part};

use super::gauge::percentile;
use super::{Target, full};
use crate::binary::line_of;
use crate::client::Client;
use crate::samples;

/// Returns a class of unrelated programs, except two that are copies.
fn class(seed: usize, submissions: usize) -> Vec<u8> {
    let program = |which: usize| {
        let marks = ["+", "-", "*", "/", "%", "&", "|", "^"];
        let mark = |line: usize, at: usize| {
            marks[(which * 8191 + seed * 131 + line * 127 + at * 31) * (which + 3 * line + 7) / 11 % 8]
        };
        let line = |line| {
            let [a, b, c] = [1, 2, 3].map(|at| mark(line, at));
            format!("int f{line}(int a) {{\n  return a {a} g(a) {b} {line} {c} h(a, {which});\n}}\n")
        };
        (0..20).map(line).collect::<String>()
    };
    let (original, copy) = planted(submissions);
    let files: Vec<_> = (0..submissions)
        .map(|at| {
            (format!("class/s{at:03}/main.c"), program(if at == copy { original } else { at }).into_bytes())
        })
        .collect();
    samples::zip(files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice())))
}

/// Returns the two submissions of a class that are copies.
fn planted(submissions: usize) -> (usize, usize) {
    (submissions / 3, submissions - 2)
}

struct Instructor {
    client: Client,
    class: Vec<u8>,
}

impl Instructor {
    fn upload(&self) -> Form {
        Form::new().part("submissions", Part::bytes(self.class.clone()).file_name("class.zip"))
    }
}

/// Lets this many instructors upload a class each at the same moment.
async fn loaded(database: &str, target: &Target) {
    let (instructors, submissions) = if full() { (100, 50) } else { (10, 8) };
    let flags: Vec<&str> = target.flags.iter().map(String::as_str).collect();
    let people: Vec<Instructor> = (0..instructors)
        .map(|number| {
            let name = format!("instructor {number}");
            line_of(target.dir.path(), &[&["user", "add", &name], &flags[..]].concat());
            let token = line_of(target.dir.path(), &[&["token", "create", &name], &flags[..]].concat());
            Instructor { client: Client::new(&target.address, &token), class: class(number, submissions) }
        })
        .collect();

    let gauge = target.gauge();
    let began = Instant::now();
    let served = join_all(people.iter().map(|person| async {
        let began = Instant::now();
        let batch = person.client.upload(person.upload()).await;
        let accepted = began.elapsed();
        assert_eq!(person.client.finished(&batch).await["status"], "done");
        (batch, accepted, began.elapsed())
    }))
    .await;
    let took = began.elapsed();
    let reading = gauge.read().await;

    let (left, right) = planted(submissions);
    for (person, (batch, ..)) in people.iter().zip(&served) {
        let report = person.client.bytes(&format!("/batches/{batch}/report")).await;
        let parsed: serde_json::Value = serde_json::from_slice(&report).unwrap();
        let first = &parsed["pairs"][0];
        let names = [format!("s{left:03}"), format!("s{right:03}")];
        assert_eq!([&first["left"], &first["right"]], [&names[0], &names[1]], "the planted pair comes first");
        assert_eq!(first["similarity"], 1.0);
        // No batch of another account is listed.
        assert_eq!(person.client.json("/batches").await["batches"].as_array().unwrap().len(), 1);
    }
    // The same once more without load.
    for (person, (batch, ..)) in people.iter().zip(&served).take(3) {
        let again = person.client.upload(person.upload()).await;
        assert_eq!(person.client.finished(&again).await["status"], "done");
        let report = async |batch: &str| person.client.bytes(&format!("/batches/{batch}/report")).await;
        assert_eq!(report(batch).await, report(&again).await, "a report under load differs");
    }
    target.is_unharmed().await;

    let times = |of: fn(&(String, Duration, Duration)) -> Duration| served.iter().map(of).collect::<Vec<_>>();
    let rows = [
        ("upload to accepted", times(|served| served.1)),
        ("page of another report", reading.pages),
        ("upload to report", times(|served| served.2)),
    ];
    if full() {
        eprintln!("{database}: {instructors} batches of {submissions} in {:.1} s", took.as_secs_f64());
        for (what, mut times) in rows {
            times.sort_unstable();
            let [p50, p95, p99] = [0.5, 0.95, 0.99].map(|share| percentile(&times, share).as_secs_f64());
            eprintln!("| {database} | {what} | {p50:.3} | {p95:.3} | {p99:.3} |");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_instructors_on_sqlite() {
    loaded("SQLite", &Target::start(None, &[]).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_instructors_on_postgres() {
    let database = TestDatabase::empty().await;
    loaded("PostgreSQL", &Target::start(Some(&database.url()), &["--workers", "2"]).await).await;
}
