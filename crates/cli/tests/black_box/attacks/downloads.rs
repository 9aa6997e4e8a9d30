//! Many who download one large report at the same time, and many who ask for it and read nothing.

use std::fs;
use std::time::Instant;

use futures_util::StreamExt as _;
use futures_util::future::join_all;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::gauge::Reading;
use super::{Target, full, row_within};
use crate::samples;

/// What an attack may cost over the idle service.
const MAX_MEMORY: u64 = 300 << 20;

/// Downloads at the same time.
const AT_ONCE: usize = 40;

/// A large class needs more memory than others; who reads nothing is hung up on soon.
pub(super) const FLAGS: [&str; 4] = ["--limit", "job-memory=3000000000", "--limit", "idle-seconds=5"];

/// Programs of the same functions, each in another order: every pair has hundreds of matches.
fn class() -> Vec<u8> {
    let submissions = if full() { 40 } else { 8 };
    let function = |number: usize| {
        let signs = ["+", "-", "*", "/", "%", "&", "|", "^"];
        let sign = |at: usize| signs[(number * 7919 + at * 104_729 + number * at * 31) / 13 % signs.len()];
        let line = |at: usize| {
            let [first, second, third] = [1, 2, 3].map(|place| sign(at * 5 + place));
            format!("  a = (a {first} b) {second} g(a, {number}) {third} c[{at}] - h(b);\n")
        };
        format!("int f{number}(int a, int b, int *c) {{\n{}}}\n", (0..8).map(line).collect::<String>())
    };
    let program = |submission: usize| -> String {
        // Steps that share no divisor with 53: each visits all of them in an order of its own.
        (1..=40).map(|place| function(place * (submission + 1) % 53)).collect()
    };
    let files: Vec<(String, String)> =
        (0..submissions).map(|at| (format!("class/Person{at} Lovelace/main.c"), program(at))).collect();
    samples::zip(files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())))
}

/// Reads all of it and keeps nothing; status and length.
async fn download(target: &Target, path: &str) -> (u16, usize) {
    let response = target.client.anywhere(Method::GET, path).await;
    let (status, mut length) = (response.status().as_u16(), 0);
    let mut pieces = response.bytes_stream();
    while let Some(piece) = pieces.next().await {
        length += piece.unwrap().len();
    }
    (status, length)
}

/// Open files of the service.
fn open_files(process: u32) -> usize {
    fs::read_dir(format!("/proc/{process}/fd")).unwrap().count()
}

/// Asks for it and reads only that an answer has begun.
async fn ask(target: &Target, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(target.address.trim_start_matches("http://")).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\r\n", target.token);
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut status = [0; 15];
    stream.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 200 OK");
    stream
}

pub(super) async fn attacked(database: &str, target: &Target) {
    let part = Part::bytes(class()).file_name("class.zip");
    let batch = target.client.upload(Form::new().part("submissions", part).text("matches", "450")).await;
    assert_eq!(target.client.finished(&batch).await["status"], "done");
    let wish = json!({ "exports": true, "names": "hidden" });
    let made = target.client.send_json(&format!("/batches/{batch}/share"), &wish).await;
    let link = made["url"].as_str().unwrap().strip_prefix(&target.address).unwrap().to_owned();
    let api = format!("/api/v1/batches/{batch}");
    // To make a folder of the large one takes an unoptimised build longer than anybody waits.
    let small = format!("/api/v1/batches/{}", target.batch);
    let row = |what: &str, outcome: &str, reading: &Reading, began: Instant| {
        row_within(MAX_MEMORY, database, what, outcome, reading, began.elapsed());
    };
    for (what, path) in [
        ("report.json without names, by a link", format!("{link}/report.json")),
        ("report.json", format!("{api}/report")),
        ("report.csv", format!("{api}/report.csv")),
        ("report.zip", format!("{small}/report.zip")),
        ("report.zip without names", format!("{small}/report.zip?names=hidden")),
    ] {
        let (gauge, began) = (target.gauge(), Instant::now());
        let answers = join_all((0..AT_ONCE).map(|_| download(target, &path))).await;
        assert!(answers.iter().all(|answer| *answer == (200, answers[0].1)), "{what}: {answers:?}");
        let what = format!("{AT_ONCE} downloads of {what}, {} MB", answers[0].1 / 1_000_000);
        row(&what, "200", &gauge.read().await, began);
    }
    for path in [format!("{api}/report"), format!("{api}/report?names=hidden")] {
        let (gauge, began) = (target.gauge(), Instant::now());
        let before = open_files(target.process.id());
        let silent = join_all((0..AT_ONCE).map(|_| ask(target, &path))).await;
        // A report that fits into what the system keeps for a connection is sent whole.
        while full() && before + AT_ONCE / 2 < open_files(target.process.id()) {
            target.client.page("/healthz").await;
        }
        drop(silent);
        row(&format!("{AT_ONCE} who read nothing of it"), "hung up", &gauge.read().await, began);
    }
    target.is_unharmed().await;
}
