//! Tests that a report depends on what it names and on nothing else: random other classes come first, through every way
//! in, and the report has the same bytes.

use std::path::Path;

use chaffinch_storage_tests::server::TestDatabase;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::json;

use crate::binary::line_of;
use crate::client::{Client, form, http};
use crate::moss::TestApp;
use crate::random::SeededRandom;
use crate::samples::zip;

/// A class: names and texts of files.
type Class = Vec<(String, String)>;

/// Number of other classes.
const OTHERS: usize = 3;

/// Returns some functions. Equal numbers give equal functions.
fn functions(number: u64, count: usize) -> String {
    let mut random = SeededRandom::new(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut function = |at: usize| {
        let mut line = || {
            let operators = ["+", "-", "*", "/", "%", "&", "|", "^"];
            let [one, two, three] = [0; 3].map(|_| operators[random.below(8) as usize]);
            match random.below(3) {
                0 => format!("    for (int i = 0; i < a {one} b; i++) c {two}= a {three} i;\n"),
                1 => format!("    if (a {one} b > c) {{ c = b {two} (c {three} a); }}\n"),
                _ => format!("    while (c {one} a > b {two} c) c = a {three} b;\n"),
            }
        };
        let lines: String = (0..8).map(|_| line()).collect();
        format!("int f{number}_{at}(int a, int b) {{\n    int c = a;\n{lines}    return c;\n}}\n")
    };
    (0..count).map(&mut function).collect()
}

/// Three have copied, whole or in part.
fn this_class() -> Class {
    let copied = functions(1, 4);
    let half = functions(2, 2) + &copied[..copied.len() / 2];
    let names = ["ann.c", "bob.c", "cid.c", "dan.c", "eve.c"];
    let texts = [copied.clone(), copied.clone(), half, functions(4, 4), functions(5, 4)];
    names.iter().map(|name| (*name).to_owned()).zip(texts).collect()
}

/// Returns a class of the same or other people, who have handed in some of the same and some other code.
fn other_class(random: &mut SeededRandom) -> Class {
    let this = this_class();
    let people = 4 + random.below(4);
    let one = |at: u64, random: &mut SeededRandom| {
        let name = match this.get(at as usize) {
            Some((name, _)) if random.below(2) == 0 => name.clone(),
            _ => format!("other{at}.c"),
        };
        let piece = |random: &mut SeededRandom| match random.below(3) {
            0 => functions(100 + random.below(1000), 2),
            _ => this[random.below(this.len() as u64) as usize].1.clone(),
        };
        let pieces = 1 + random.below(3);
        (name, (0..pieces).map(|_| piece(random)).collect())
    };
    (0..people).map(|at| one(at, random)).collect()
}

fn packed(class: &Class) -> Vec<u8> {
    zip(class.iter().map(|(name, text)| (name.as_str(), text.as_bytes())))
}

/// The ways in which a class arrives. Each returns the bytes of the report.
struct Ways<'a> {
    app: &'a TestApp,
    client: Client,
}

impl Ways<'_> {
    async fn report(&self, batch: &str) -> Vec<u8> {
        assert_eq!(self.client.finished(batch).await["status"], "done");
        self.client.bytes(&format!("/batches/{batch}/report")).await
    }

    /// Returns the id of the newest batch.
    async fn newest(&self) -> String {
        self.client.json("/batches").await["batches"][0]["id"].as_str().unwrap().to_owned()
    }

    async fn rest(&self, class: &Class) -> Vec<u8> {
        let batch = self.client.upload(form(packed(class), None)).await;
        self.report(&batch).await
    }

    async fn page(&self, class: &Class) -> Vec<u8> {
        let page = format!("{}/batches/new", self.app.service.address);
        let form = form(packed(class), None).text("archives", "none");
        let sent = http().build().unwrap().post(page).bearer_auth(self.client.token()).multipart(form);
        let answer = sent.send().await.unwrap();
        let id = answer.url().path().strip_prefix("/batches/").expect("it leads to the batch").to_owned();
        self.report(&id).await
    }

    async fn moss(&self, class: &Class) -> Vec<u8> {
        let files: Vec<_> =
            (1..).zip(class).map(|(at, (name, text))| (at, name.as_str(), text.as_str())).collect();
        let results = self.app.job("language c\n", &files, "");
        self.app.page(&results).await;
        let report = String::from_utf8(self.report(&self.newest().await).await).unwrap();
        // The title ends with the minute of the upload, which is not part of what is compared.
        let (before, title) = report.split_once("MOSS, ").unwrap();
        let (_, after) = title.split_once('"').unwrap();
        [before, after].concat().into_bytes()
    }

    /// Checks a submission against a comparison, which keeps it.
    async fn check(&self, class: &Class) -> Vec<u8> {
        let batch = self.client.upload(form(packed(&class[1..].to_vec()), None)).await;
        self.report(&batch).await;
        let course = self.client.json("/courses").await["courses"][0]["id"].as_str().unwrap().to_owned();
        let settings = format!("/courses/{course}");
        let allowed = self.client.ask_json(Method::PATCH, &settings, &json!({"checks": "outcome"})).await;
        assert!(allowed.status().is_success());
        let (name, text) = &class[0];
        let file = Part::bytes(text.clone().into_bytes()).file_name(name.clone());
        let form = Form::new().text("batch", batch.clone()).text("keep", "case").part("submissions", file);
        let answer = self.client.post_form(&format!("/courses/{course}/checks"), form).await.unwrap();
        assert!(answer.status().is_success(), "{}", answer.text().await.unwrap());
        self.report(&batch).await
    }

    /// Sends the class in every way.
    async fn all(&self, class: &Class) -> [Vec<u8>; 4] {
        [self.rest(class).await, self.page(class).await, self.moss(class).await, self.check(class).await]
    }
}

/// Sends the class to a service that has nothing else, and to one with random other classes.
async fn independent(fresh: &[&str], used: &[&str], dirs: [&Path; 2], seed: u64) {
    let app = TestApp::on(dirs[0], fresh, &["--workers", "2"]);
    let alone = Ways { app: &app, client: app.service.client() }.all(&this_class()).await;

    let app = TestApp::on(dirs[1], used, &["--workers", "1"]);
    let ways = Ways { app: &app, client: app.service.client() };
    let token = line_of(dirs[1], &[&["token", "create", "somebody-else"], used].concat());
    let stranger = Ways { app: &app, client: Client::new(&app.service.address, &token) };
    let mut random = SeededRandom::new(seed);
    for at in 0..OTHERS {
        let class = other_class(&mut random);
        match (at as u64 + seed) % 3 {
            0 => ways.rest(&class).await,
            1 => ways.page(&class).await,
            _ => ways.moss(&class).await,
        };
    }
    let class = other_class(&mut random);
    let batch = stranger.client.upload(form(packed(&class), None)).await;
    stranger.report(&batch).await;
    stranger.client.archive("2024", &batch).await;
    ways.check(&other_class(&mut random)).await;

    let mut turned = this_class();
    turned[1..].reverse();
    for (way, (alone, found)) in
        ["REST", "form", "MOSS", "check"].iter().zip(alone.iter().zip(ways.all(&turned).await))
    {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(*alone == found, "{way}, seed {seed}:\n{}\n{}", text(alone), text(&found));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_classes_change_no_byte_of_a_report() {
    for seed in 0..2 {
        let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let flags = ["--data-dir", "data"];
        independent(&flags, &flags, [dirs[0].path(), dirs[1].path()], seed).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_classes_change_no_byte_of_a_report_on_a_server() {
    let databases = [TestDatabase::empty().await, TestDatabase::empty().await];
    let dirs = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let urls = [databases[0].url(), databases[1].url()];
    let [fresh, used] = urls.each_ref().map(|url| ["--data-dir", "data", "--database-url", url.as_str()]);
    independent(&fresh, &used, [dirs[0].path(), dirs[1].path()], 2).await;
}
