//! Attacks with many downloads of one large report, and with many clients that request it and read nothing.

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

/// Memory that an attack may cost in addition to the idle service.
const MAX_MEMORY: u64 = 300 << 20;

/// Number of downloads at the same time.
const AT_ONCE: usize = 40;

/// Flags that allow more memory for a large class and disconnect silent clients soon.
pub(super) const FLAGS: [&str; 4] = ["--limit", "job-memory=3000000000", "--limit", "idle-seconds=5"];

/// Returns programs with the same functions in different orders. Every pair has hundreds of matches.
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
        // The steps are coprime to 53, so each visits all functions in an order of its own.
        (1..=40).map(|place| function(place * (submission + 1) % 53)).collect()
    };
    let files: Vec<(String, String)> =
        (0..submissions).map(|at| (format!("class/Person{at} Lovelace/main.c"), program(at))).collect();
    samples::zip(files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())))
}

/// Reads a response without keeping it. Returns its status and length.
async fn download(target: &Target, path: &str) -> (u16, usize) {
    let response = target.client.anywhere(Method::GET, path).await;
    let (status, mut length) = (response.status().as_u16(), 0);
    let mut pieces = response.bytes_stream();
    while let Some(piece) = pieces.next().await {
        length += piece.unwrap().len();
    }
    (status, length)
}

/// Returns the number of open files of the service.
fn open_files(process: u32) -> usize {
    fs::read_dir(format!("/proc/{process}/fd")).unwrap().count()
}

/// Sends a request and reads only the beginning of the answer.
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
    // An unoptimized build takes too long to make a folder of the large report.
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
        // A report that fits into the buffers of the system is sent completely.
        while full() && before + AT_ONCE / 2 < open_files(target.process.id()) {
            target.client.page("/healthz").await;
        }
        drop(silent);
        row(&format!("{AT_ONCE} who read nothing of it"), "hung up", &gauge.read().await, began);
    }
    target.is_unharmed().await;
}
