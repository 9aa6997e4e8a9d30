//! Texts that are quick to parse but expensive to compare or to show.

use std::fmt::Write as _;
use std::time::Instant;

use futures_util::future::join_all;
use reqwest::multipart::{Form, Part};

use super::bombs::{self, Entry};
use super::cases::{Case, Fate};
use super::gauge::Gauge;
use super::{Target, row};
use crate::client::form;
use crate::samples;

/// Operators of which lines are made. Nine of them distinguish 8^9 lines.
const SIGNS: [&str; 8] = ["+", "-", "*", "/", "%", "&", "|", "^"];

/// Number of requests for one page at the same time, as many as the service renders at once.
const PAGES_AT_ONCE: usize = 8;

/// Returns a program of statements, each made of the operators of its number.
fn program(numbers: impl Iterator<Item = usize>) -> String {
    let mut text = "int f(int a, int b, int c) {\n".to_owned();
    for number in numbers {
        let sign = |at: usize| SIGNS[number * 7919 / 8_usize.pow(at as u32 % 5) % SIGNS.len()];
        text.push_str("a = a");
        for at in 0..9 {
            let _ = write!(text, " {} (b - {at})", sign(at));
        }
        text.push_str(";\n");
    }
    text.push_str("return a;\n}\n");
    text
}

/// Returns two programs with the same statements in different orders and with long paths. Each statement is a match by
/// itself.
fn nothing_but_matches(statements: usize) -> Vec<u8> {
    // This is coprime to the number of statements, which is a power of two.
    const STEP: usize = 237;
    let path = |who: &str| format!("{who}/{}/main.c", ["d".repeat(200).as_str(); 4].join("/"));
    let left = program(0..statements);
    let right = program((0..statements).map(|at| at * STEP % statements));
    bombs::class([Entry::stored(path("c"), left.as_bytes()), Entry::stored(path("d"), right.as_bytes())])
}

/// Returns runs of one statement, each similar to the next. A passage of a run has as many wrong positions elsewhere as
/// the run is long.
fn short_periods(runs: usize, length: usize) -> Vec<u8> {
    let text = |shift: usize| {
        let mut numbers = Vec::new();
        for run in 0..runs {
            numbers.extend(std::iter::repeat_n(3, length));
            numbers.push(5 + (run * 17 + shift) % 64);
        }
        program(numbers.into_iter())
    };
    bombs::class([
        Entry::stored("c/main.c", text(0).as_bytes()),
        Entry::stored("d/main.c", text(17).as_bytes()),
    ])
}

/// Returns comments of words that differ in one letter, so that each may be a misspelling of all others.
fn one_letter_apart(words: u32) -> Vec<u8> {
    let word = |at| char::from_u32('\u{4e00}' as u32 + at).map(|letter| format!("reticu{letter}lating"));
    let text: Vec<String> = (0..words).filter_map(word).collect();
    let text = |shift: usize| {
        let lines = text[shift..].chunks(8).map(|line| format!("// {}\n", line.join(" ")));
        format!("{}{}", lines.collect::<String>(), program(0..20))
    };
    bombs::class([
        Entry::stored("c/main.c", text(0).as_bytes()),
        Entry::stored("d/main.c", text(1).as_bytes()),
    ])
}

pub(super) fn all() -> Vec<Case> {
    let case = |what, fate, make| Case { what, name: "class.zip", fate, make };
    vec![
        case("millions of tokens in one submission", Fate::Listed("job-memory"), |full| {
            let bytes = if full { 7 << 20 } else { 5 << 18 };
            bombs::class([Entry::stored("c/main.c", &bombs::words(bytes, 1))])
        }),
        case("two files of nothing but matches", Fate::Taken, |full| {
            nothing_but_matches(if full { 8_192 } else { 512 })
        }),
        case("passages of a short period", Fate::Taken, |full| {
            if full { short_periods(64, 200) } else { short_periods(8, 40) }
        }),
        case("words that differ in one letter", Fate::Taken, |full| {
            one_letter_apart(if full { 20_000 } else { 1_000 })
        }),
    ]
}

/// Requests the page of a pair that consists of line ends many times at once, in both views, while another user reads
/// another page.
pub(super) async fn pages(database: &str, target: &Target, full: bool) {
    let mut text = program(0..20).into_bytes();
    text.resize(if full { 16 << 20 } else { 1 << 19 }, b'\n');
    let class = bombs::class([Entry::stored("c/main.c", &text), Entry::stored("d/main.c", &text)]);
    let part = Part::bytes(class).file_name("class.zip");
    let batch = target.client.upload(Form::new().part("submissions", part)).await;
    assert_eq!(target.client.finished(&batch).await["status"], "done");
    let report = target.client.json(&format!("/batches/{batch}/report")).await;
    let pair = format!("/batches/{batch}/pairs/{}", report["pairs"][0]["id"].as_str().unwrap());
    let other = target.another("bystander");
    let own = other.upload(form(samples::archive("submissions"), None)).await;
    assert_eq!(other.finished(&own).await["status"], "done");
    let page = format!("/batches/{own}");
    for (what, path) in [("", pair.clone()), (", differences", format!("{pair}?view=diff"))] {
        let (gauge, began) = (Gauge::new(target.process.id(), &other, &page), Instant::now());
        let pages = join_all((0..PAGES_AT_ONCE).map(|_| target.client.page(&path))).await;
        let what = format!("{PAGES_AT_ONCE} pages of {} KiB of line ends{what}", text.len() >> 10);
        let outcome = format!("{} KB", pages[0].len() / 1_000);
        row(database, &what, &outcome, &gauge.read().await, began.elapsed());
    }
}
