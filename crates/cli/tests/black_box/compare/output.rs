//! Tests what is written, where, and what is said while it is written.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use super::{json, names, sample_report};
use crate::binary::{self, BINARY, command, output_of, run, stderr};
use crate::samples;

#[test]
fn csv_has_a_line_a_pair() {
    let dir = tempfile::tempdir().unwrap();
    let base = samples::argument("handout");
    let submissions = samples::argument("submissions");
    let text =
        output_of(dir.path(), &["compare", "--quiet", "--format", "csv", "--base", &base, &submissions]);
    let text = String::from_utf8(text).unwrap();
    let pairs = sample_report()["pairs"].as_array().unwrap().len();
    assert_eq!(text.lines().count(), 1 + pairs);
    assert!(text.lines().next().unwrap().contains("suspicion"));
}

#[test]
fn evidence_is_one_file_about_the_requested_submissions() {
    let dir = tempfile::tempdir().unwrap();
    let submissions = samples::argument("submissions");
    let report = json(&[&submissions]);
    let pair = &report["pairs"][0];
    let ids = pair["id"].as_str().unwrap().replace('-', ",");
    let html = output_of(dir.path(), &["compare", "--quiet", "--evidence", &ids, &submissions]);
    let html = String::from_utf8(html).unwrap();
    let (left, right) = names(pair);
    assert!(html.contains(&format!("<h1>{left} and {right}</h1>")), "{left} {right}");
    assert!(!html.contains("<script") && !html.contains("<link"));
    // In a folder, the file has a name that says what it is about.
    let title = ["--title", "Week 3", "--output", "."];
    let options = [&["compare", "--quiet", "--evidence", &ids, &submissions][..], &title].concat();
    output_of(dir.path(), &options);
    assert!(dir.path().join(format!("week-3_{left}-{right}.html")).exists());
    output_of(dir.path(), &[&options[..], &["--hide-names"]].concat());
    let files: Vec<String> = fs::read_dir(dir.path())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with("_without-names.html"))
        .collect();
    assert!(matches!(&files[..], [name] if !name.contains(left) && !name.contains(right)), "{files:?}");
    let nobody = run(dir.path(), &["compare", "--evidence", "1,1", &submissions]);
    assert_eq!(nobody.status.code(), Some(2));
    assert!(stderr(&nobody).contains(pair["id"].as_str().unwrap()));
}

#[test]
fn html_makes_a_folder_that_needs_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let base = samples::argument("handout");
    let submissions = samples::argument("submissions");
    let arguments = ["compare", "--base", &base, "--title", "Checkout <2025>", &submissions];
    output_of(dir.path(), &arguments);
    let folder = dir.path().join("chaffinch-report");
    let mut files = Vec::new();
    samples::collect(&folder, "", &mut files);
    let index = fs::read_to_string(folder.join("index.html")).unwrap();
    assert!(index.contains("Checkout &#60;2025&#62;") || index.contains("Checkout &lt;2025&gt;"));
    let html = |path: &str| Path::new(path).extension().is_some_and(|ending| ending == "html");
    for (path, bytes) in files.iter().filter(|(path, _)| html(path)) {
        let page = scraper::Html::parse_document(std::str::from_utf8(bytes).unwrap());
        for (selector, attribute) in
            [("a[href]", "href"), ("link[href]", "href"), ("script[src]", "src"), ("img[src]", "src")]
        {
            for element in page.select(&scraper::Selector::parse(selector).unwrap()) {
                let link = element.attr(attribute).unwrap();
                let target = link.split(['#', '?']).next().unwrap();
                assert!(!link.contains("//") && !link.starts_with('/'), "{path} links out: {link}");
                if !target.is_empty() {
                    let place = folder.join(path.trim_start_matches('/'));
                    let file = place.parent().unwrap().join(target);
                    assert!(file.exists(), "{path} links to {link}, which is not there");
                }
            }
        }
    }
    let left: Vec<_> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["chaffinch-report"], "nothing half-written is left");

    // An existing report is overwritten only with --force.
    let before = fs::read(folder.join("index.html")).unwrap();
    let refused = run(dir.path(), &arguments);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("--force"), "{}", stderr(&refused));
    assert_eq!(fs::read(folder.join("index.html")).unwrap(), before);
    fs::write(folder.join("stale.html"), "old").unwrap();
    output_of(dir.path(), &[&arguments[..], &["--force"]].concat());
    assert!(folder.join("index.html").exists() && !folder.join("stale.html").exists());
}

#[test]
fn force_replaces_nothing_but_reports() {
    let dir = tempfile::tempdir().unwrap();
    let precious = dir.path().join("home");
    fs::create_dir(&precious).unwrap();
    fs::write(precious.join("thesis.tex"), "years of work").unwrap();
    let submissions = samples::argument("submissions");
    let output = run(dir.path(), &["compare", "--force", "--output", "home", &submissions]);
    assert_eq!(output.status.code(), Some(1));
    assert!(precious.join("thesis.tex").exists());
}

#[test]
fn wrong_usage_is_2_and_shows_what_was_found() {
    let dir = tempfile::tempdir().unwrap();
    let one = samples::folder("submissions").join("s01");
    let only = run(dir.path(), &["compare", "--layout", "whole", one.to_str().unwrap()]);
    assert_eq!(only.status.code(), Some(2));
    assert!(stderr(&only).contains("checkout.c"), "the tree that was found: {}", stderr(&only));
    for arguments in [
        &["compare"][..],
        &["compare", "--language", "klingon", "x"],
        &["compare", "--format", "pdf", "x"],
        &["compare", "--max-pairs", "-1", "x"],
        &["nonsense"],
        &[],
    ] {
        assert_eq!(run(dir.path(), arguments).status.code(), Some(2), "{arguments:?}");
    }
    let absent = run(dir.path(), &["compare", "no-such-folder"]);
    assert_eq!(absent.status.code(), Some(1));
    assert!(stderr(&absent).contains("no-such-folder"));
    assert!(!dir.path().join("chaffinch-report").exists());
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let dir = tempfile::tempdir().unwrap();
    let submissions = samples::argument("submissions");
    let mut child = command(BINARY, dir.path())
        .args(["compare", "--quiet", "--format", "json", "--max-pairs", "0", &submissions])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut beginning = [0; 16];
    let mut reader = child.stdout.take().unwrap();
    reader.read_exact(&mut beginning).unwrap();
    drop(reader);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(stderr(&output), "");
}

#[test]
fn quiet_is_quiet_and_json_lines_are_json() {
    let dir = tempfile::tempdir().unwrap();
    let submissions = samples::argument("submissions");
    let quiet = run(dir.path(), &["compare", "--quiet", "--format", "json", &submissions]);
    assert_eq!(stderr(&quiet), "");
    let spoken = run(dir.path(), &["compare", "--log-format", "json", "--format", "csv", &submissions]);
    let lines = stderr(&spoken);
    assert!(lines.lines().count() > 2, "{lines}");
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(line["message"].is_string());
    }
}

#[test]
fn a_file_appears_complete_or_not_at_all() {
    let dir = tempfile::tempdir().unwrap();
    let submissions = samples::argument("submissions");
    fs::write(dir.path().join("report.json"), "older").unwrap();
    let arguments = ["compare", "--quiet", "--format", "json", "--output", "report.json", &submissions];
    assert_eq!(output_of(dir.path(), &arguments), b"");
    let report: Value = serde_json::from_slice(&fs::read(dir.path().join("report.json")).unwrap()).unwrap();
    assert_eq!(report["format"], 1);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn folders_above_the_report_are_made() {
    let dir = tempfile::tempdir().unwrap();
    let submissions = samples::argument("submissions");
    for (format, place, made) in
        [("csv", "a/b/report.csv", "a/b/report.csv"), ("html", "c/d/report", "c/d/report/index.html")]
    {
        output_of(dir.path(), &["compare", "--format", format, "--output", place, &submissions]);
        assert!(dir.path().join(made).is_file(), "{made}");
    }
}

#[test]
fn the_last_line_counts_in_good_english() {
    let dir = tempfile::tempdir().unwrap();
    let submission = |name| samples::folder("submissions").join(name).display().to_string();
    let (one, other) = (submission("s03"), submission("s04"));
    let two = run(dir.path(), &["compare", "--layout", "whole", "--format", "csv", &one, &other]);
    let found = "Found: 1 pair at or above the cut-off, 2 submissions equal to another.";
    assert_eq!(stderr(&two).lines().last(), Some(format!("2 submissions. {found}").as_str()));
}

#[test]
fn the_binary_alone_in_an_empty_directory_compares() {
    let dir = tempfile::tempdir().unwrap();
    let alone = dir.path().join("chaffinch");
    binary::copy_to(&alone);
    let class = dir.path().join("class.zip");
    fs::write(&class, samples::archive("submissions")).unwrap();
    let output = command(&alone, dir.path()).args(["compare", "class.zip"]).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(dir.path().join("chaffinch-report/index.html").exists());
}
