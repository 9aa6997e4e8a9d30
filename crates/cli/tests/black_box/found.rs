//! What was found is said in the last line of `compare` and in the first sentence of the overview, in the same words.

use std::fs;
use std::path::{Path, PathBuf};

use scraper::{Html, Selector};

use crate::binary::{run, stderr};
use crate::submit::done;

fn gold(path: &str) -> String {
    let gold = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../evaluation/gold"));
    fs::read_to_string(gold.join(path)).unwrap()
}

/// Writes submissions of one file each.
fn class(dir: &Path, folder: &str, submissions: &[(&str, &str, &str)]) {
    for (name, file, text) in submissions {
        let folder = dir.join(folder).join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(file), text).unwrap();
    }
}

/// Writes seven independent programs.
fn independent(dir: &Path) {
    for number in 1..=7 {
        let text = gold(&format!("python/calc/{number:02}.py"));
        class(dir, "class", &[(&format!("s{number:02}"), "calc.py", &text)]);
    }
}

/// Compares a class. Returns the last line that is printed and the first sentence of the overview.
fn found(dir: &Path, options: &[&str]) -> (String, String) {
    let arguments = [&["compare", "--output", "out"], options, &["class"]].concat();
    let ended = run(dir, &arguments);
    done(&ended);
    let overview = fs::read_to_string(dir.join("out/index.html")).unwrap();
    let first = Selector::parse("p.verdict strong").unwrap();
    let overview = Html::parse_document(&overview);
    let first = overview.select(&first).next().unwrap().text().collect();
    (stderr(&ended).lines().last().unwrap().to_owned(), first)
}

#[test]
fn a_copy_of_a_reference_answer_is_found_where_no_pair_is() {
    let dir = tempfile::tempdir().unwrap();
    independent(dir.path());
    let answer = gold("python/calc/03.py") + "limit = 3\n";
    class(dir.path(), "answers", &[("answer", "calc.py", &answer)]);
    let (last, first) = found(dir.path(), &["--reference", "language-model=answers"]);
    assert_eq!(first, "Found: 1 submission that resembles a reference answer.");
    assert_eq!(last, format!("7 submissions, 1 reference answer. {first} Open out/index.html"));
}

#[test]
fn a_translation_is_found_in_a_class_of_four() {
    let dir = tempfile::tempdir().unwrap();
    let files = [
        "python/stock/03.py",
        "python/stock/05.py",
        "java/stock/05.java",
        "translations/stock/python-03.java",
    ];
    for (path, name) in files.iter().zip(["ann", "bob", "cid", "dee"]) {
        class(dir.path(), "class", &[(name, path.rsplit('/').next().unwrap(), &gold(path))]);
    }
    let (last, first) = found(dir.path(), &["--translations"]);
    assert_eq!(first, "Found: 1 possible translation.");
    assert!(last.contains(&first), "{last}");
    let overview = fs::read_to_string(dir.path().join("out/index.html")).unwrap();
    assert!(overview.contains("stands out") && !overview.contains("below the cut-off"));
}

#[test]
fn equal_submissions_are_found_however_short_they_are() {
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = ("print(1)\n", "print(2 + 3)\n");
    class(dir.path(), "class", &[("ann", "a.py", one), ("bob", "a.py", one), ("cid", "a.py", other)]);
    let (last, first) = found(dir.path(), &[]);
    assert_eq!(first, "Found: 2 submissions equal to another.");
    assert_eq!(last, format!("3 submissions. {first} Open out/index.html"));
}

#[test]
fn a_copy_from_an_archive_is_found_where_no_pair_of_the_class_is() {
    let dir = tempfile::tempdir().unwrap();
    independent(dir.path());
    let earlier = gold("python/calc/03.py") + "limit = 3\n";
    class(dir.path(), "earlier", &[("eve", "calc.py", &earlier)]);
    let (last, first) = found(dir.path(), &["--archive", "earlier"]);
    assert_eq!(first, "Found: 1 pair with earlier submissions at or above the cut-off.");
    assert_eq!(last, format!("7 submissions, 1 archived submission. {first} Open out/index.html"));
}

/// Only the first files of a kind that systems leave behind have lines of their own.
#[test]
fn every_skipped_file_is_counted() {
    let dir = tempfile::tempdir().unwrap();
    independent(dir.path());
    for number in 0..81 {
        let folder = dir.path().join(format!("class/s01/{number}"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join(".DS_Store"), "x").unwrap();
        fs::write(folder.join("part.py"), format!("part = {number}\n")).unwrap();
    }
    let (last, first) = found(dir.path(), &["--staff", "nobody"]);
    assert_eq!(first, "Nothing unusual.");
    assert_eq!(last, "7 submissions, 81 files or folders skipped. Nothing unusual. Open out/index.html");
    let overview = fs::read_to_string(dir.path().join("out/index.html")).unwrap();
    let lines = Selector::parse("ul.left-out li").unwrap();
    let lines: Vec<String> =
        Html::parse_document(&overview).select(&lines).map(|line| line.text().collect()).collect();
    assert_eq!(lines[..2], ["81 files or folders were skipped", "1 option matched nothing"]);
}
