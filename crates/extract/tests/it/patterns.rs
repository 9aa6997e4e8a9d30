//! Tests patterns of the files that are compared.

use chaffinch_extract::Request;

use crate::made::{Place, batch, files, listed, outline, request, zip};

const CLASS: [&str; 7] = [
    "ann/src/main.c",
    "ann/src/list.c",
    "ann/tests/main.c",
    "ann/notes.txt",
    "bob/main.c",
    "bob/src/tests/a.c",
    "bob/given.c",
];

/// Reads the class and returns its submissions, and what was left out with the reasons.
fn read(include: &[&str], exclude: &[&str]) -> (Vec<String>, Vec<String>) {
    let mut place = Place::new();
    let owned = |patterns: &[&str]| patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
    let input = place.upload("class.zip", &zip(&files(&CLASS)));
    let request = Request { include: owned(include), exclude: owned(exclude), ..request(vec![input]) };
    let batch = batch(&request);
    (outline(&batch), listed(&batch))
}

#[test]
fn patterns_decide_what_is_compared() {
    let (left, skipped) = read(&["*.c"], &["tests/", "/given.c"]);
    assert_eq!(left, ["ann: src/list.c src/main.c", "bob: main.c"]);
    assert_eq!(
        skipped,
        [
            "ann: notes.txt: matches none of the patterns of what is compared",
            "ann: tests/main.c: left out by the pattern `tests/`",
            "bob: given.c: left out by the pattern `/given.c`",
            "bob: src/tests/a.c: left out by the pattern `tests/`",
        ]
    );
}

#[test]
fn a_pattern_is_taken_back() {
    let (left, _) = read(&[], &["*.c", "!main.c", "*.txt"]);
    assert_eq!(left, ["ann: src/main.c tests/main.c", "bob: main.c"]);
}
