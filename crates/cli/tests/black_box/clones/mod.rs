//! Tests git repositories as submissions, with real repositories that the program `git` makes: deadlines, history, lists of
//! addresses, and repositories that try to run something or to reach other files.

mod history;
mod hostile;
mod huge;
mod usage;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::binary::{command, output_of, stderr};

const MONDAY: &str = "2026-11-23T08:00:00+00:00";
const TUESDAY: &str = "2026-11-24T20:00:00+01:00";
const FRIDAY: &str = "2026-11-27T08:00:00+00:00";

/// A repository of a student.
struct Work {
    folder: PathBuf,
}

impl Work {
    fn new(folder: &Path) -> Self {
        fs::create_dir_all(folder).unwrap();
        let work = Self { folder: folder.to_owned() };
        work.git(MONDAY, &["init", "--quiet", "--initial-branch=main"]);
        work
    }

    /// Runs git and returns what it prints.
    fn git(&self, time: &str, arguments: &[&str]) -> String {
        let mut command = command("git", &self.folder);
        for who in ["AUTHOR", "COMMITTER"] {
            command
                .env(format!("GIT_{who}_NAME"), "somebody")
                .env(format!("GIT_{who}_EMAIL"), "somebody@example.org")
                .env(format!("GIT_{who}_DATE"), time);
        }
        let output = command.env("GIT_CONFIG_NOSYSTEM", "1").args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn write(&self, path: &str, text: &str) {
        let file = self.folder.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    /// Commits everything in the folder.
    fn commit(&self, time: &str) {
        self.git(time, &["add", "--all"]);
        self.git(time, &["commit", "--quiet", "--no-verify", "--message", "work"]);
    }

    /// Returns the repository after commits of one file each.
    fn with_commits(folder: &Path, commits: &[(&str, &str, &str)]) -> Self {
        let work = Self::new(folder);
        for (time, path, text) in commits {
            work.write(path, text);
            work.commit(time);
        }
        work
    }
}

/// Returns a program of so many lines. Programs with different letters share nothing but their form.
fn program(letter: char, lines: usize) -> String {
    let signs = ["+", "-", "*", "//", "%", "|", "&", "^"];
    let line = |n: usize| {
        let sign = |step: usize| signs[(n * step + letter as usize * n + n * n / 3) % signs.len()];
        format!("{letter}{n} = {letter}{} {} {n} {} {letter}0 {} 7\n", n / 2, sign(1), sign(3), sign(5))
    };
    (0..lines).map(line).collect()
}

/// Makes repositories of one commit with one file each, and returns the folder with all of them.
fn class<const N: usize>(dir: &Path, students: [(&str, char); N]) -> PathBuf {
    let class = dir.join("class");
    for (name, letter) in students {
        Work::with_commits(&class.join(name), &[(MONDAY, "main.py", &program(letter, 40))]);
    }
    class
}

fn compared(dir: &Path, arguments: &[&str]) -> Value {
    let all = [&["compare", "--quiet", "--format", "json"], arguments].concat();
    serde_json::from_slice(&output_of(dir, &all)).unwrap()
}

/// Returns the names of the submissions.
fn names(report: &Value) -> Vec<&str> {
    report["submissions"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

/// Returns the submissions as `name | time | path lines, ...`.
fn outline(report: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let files = |one: &Value| -> Vec<String> {
        let files = one["files"].as_array().unwrap().iter();
        files.map(|file| format!("{} {}", text(&file["path"]), file["lines"])).collect()
    };
    let submissions = report["submissions"].as_array().unwrap().iter();
    submissions
        .map(|one| {
            assert_eq!(one["name"], one["author"]);
            format!("{} | {} | {}", text(&one["name"]), text(&one["submitted_at"]), files(one).join(", "))
        })
        .collect()
}

/// Returns the skipped files as `submission: path: reason`.
fn skipped(report: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let skipped = report["skipped"].as_array().unwrap().iter();
    skipped
        .map(|one| format!("{}: {}: {}", text(&one["submission"]), text(&one["path"]), text(&one["reason"])))
        .collect()
}

/// Returns the notes of a file.
fn notes(report: &Value, submission: &str, path: &str) -> Vec<String> {
    let named = |list: &Value, field: &str, name: &str| {
        list.as_array().unwrap().iter().find(|one| one[field] == name).unwrap().clone()
    };
    let file = named(&named(&report["submissions"], "name", submission)["files"], "path", path);
    file["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap().to_owned()).collect()
}

/// A program that leaves a mark when it is run.
fn trap(dir: &Path) -> String {
    let script = dir.join("trap");
    fs::write(&script, format!("#!/bin/sh\ntouch '{}'\n", dir.join("sprung").display())).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    script.display().to_string()
}
