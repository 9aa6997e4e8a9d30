//! Tests the real binary with MOSS clients and readers of its pages: a recorded dialogue, the real clients, and
//! programs that parse the pages.

mod clients;
mod dialogue;
mod limits;
mod options;
mod pages;

use std::path::Path;

use crate::binary::line_of;
use crate::client::http;
use crate::samples;
use crate::service::Service;

/// A service that listens for MOSS clients, with its own directory.
pub(super) struct TestApp {
    pub(super) service: Service,
    /// User id of the MOSS client.
    pub(super) id: String,
}

impl TestApp {
    pub(super) fn new(dir: &Path, more: &[&str]) -> Self {
        Self::on(dir, &["--data-dir", "data"], more)
    }

    pub(super) fn on(dir: &Path, flags: &[&str], more: &[&str]) -> Self {
        let more = [&["--moss-listen", "127.0.0.1:0"], more].concat();
        let service = Service::start_with(Path::new(crate::binary::BINARY), dir, flags, &more);
        let token = [&["token", "create", "instructor", "--moss"], flags].concat();
        Self { id: line_of(dir, &token), service }
    }

    pub(super) fn port(&self) -> u16 {
        self.service.moss.expect("it listens").port()
    }

    /// Sends all bytes and returns the whole answer.
    pub(super) fn say(&self, text: &[u8]) -> Vec<u8> {
        dialogue::Connection::new(self).say_all(text)
    }

    /// Sends a job in one packet and returns the URL of its results.
    pub(super) fn job(&self, options: &str, files: &[(u32, &str, &str)], comment: &str) -> String {
        let mut text = format!("moss {}\n{options}", self.id).into_bytes();
        for (id, name, content) in files {
            text.extend_from_slice(format!("file {id} c {} {name}\n{content}", content.len()).as_bytes());
        }
        text.extend_from_slice(format!("query 0 {comment}\nend\n").as_bytes());
        let answer = String::from_utf8(self.say(&text)).unwrap();
        let answer = answer.strip_prefix("yes\n").unwrap_or(&answer);
        answer.strip_suffix('\n').unwrap().to_owned()
    }

    /// Returns a page as it is served.
    pub(super) async fn page(&self, url: &str) -> String {
        let response = http().build().unwrap().get(url).send().await.unwrap();
        assert_eq!(response.status(), 200, "{url}");
        response.text().await.unwrap()
    }
}

/// The sample class, by name and text.
pub(super) fn class() -> Vec<(String, String)> {
    let mut files = Vec::new();
    samples::collect(&samples::folder("submissions"), "class", &mut files);
    files.into_iter().map(|(name, bytes)| (name, String::from_utf8(bytes).unwrap())).collect()
}

/// A program in C that resembles no other one, and its copy with other names.
pub(super) const ALICE: &str = "\
#include <stdio.h>
int collatz(int n) {
    int steps = 0;
    while (n != 1) {
        if (n % 2 == 0) { n = n / 2; } else { n = 3 * n + 1; }
        steps++;
    }
    return steps;
}
int main(void) {
    int best = 0, at = 0;
    for (int i = 1; i < 1000; i++) {
        int steps = collatz(i);
        if (steps > best) { best = steps; at = i; }
    }
    printf(\"%d %d\\n\", at, best);
    return 0;
}
";

pub(super) fn bob() -> String {
    format!("/* my own work */\n{}", ALICE.replace("steps", "count").replace("collatz", "length"))
}

/// A program that has no copy.
pub(super) const CAROL: &str = "\
#include <stdlib.h>
struct list { struct list *next; char *word; };
struct list *push(struct list *head, char *word) {
    struct list *cell = malloc(sizeof *cell);
    cell->next = head; cell->word = word;
    return cell;
}
void drop(struct list *head) {
    for (struct list *next; head; head = next) { next = head->next; free(head); }
}
int main(int argc, char **argv) {
    struct list *all = NULL;
    do { all = push(all, argv[--argc]); } while (argc > 0);
    drop(all);
}
";
