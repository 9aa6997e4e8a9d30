//! Compares the result of both halves of an analysis, passed through the folder, with that of the whole pipeline.

use std::fs;

use chaffinch_extract::{Input, Limits, Request, extract};
use chaffinch_normalize::reduce;
use chaffinch_report::{DuplicateKind, Pair};
use chaffinch_storage::{
    AnalysisOptions, ArchiveId, Document, Owner, PartKind, Review, StoredSubmission, TemplateRegion,
};
use chaffinch_submission::packed;
use tempfile::TempDir;

use super::*;
use crate::batch::earlier::{ArchivedSubmission, EarlierInReport, number_in_report};
use crate::child::entry::perform;
use crate::task_folder::precautions::Precautions;
use crate::task_folder::{ChildLimits, Task, TaskPart, UploadTask, Work};

const WORDS: [&str; 7] = ["harbour", "lantern", "gravel", "chestnut", "meadow", "thunder", "pebble"];

/// Returns a program of a few functions with a comment of its own. Normalization removes names and numbers, so programs
/// differ in their operators.
fn program(seed: usize) -> String {
    let operator = |line: usize, at: usize| {
        let mixed = (seed * 8191 + line * 127 + at * 31 + 1) * (seed + 3 * line + 7);
        ["+", "-", "*", "/", "%", "&", "|", "^"][mixed / 11 % 8]
    };
    let line = |line: usize| {
        let [a, b, c] = [1, 2, 3].map(|at| operator(line, at));
        format!("int f{line}(int a) {{\n  return a {a} g(a) {b} {line} {c} h(a, \"x{seed}\");\n}}\n")
    };
    let [one, other] = [WORDS[seed % 7], WORDS[seed / 7 % 7]];
    let comment = format!("/* wherever the {one} stands a {other} cannot be far away */\n");
    std::iter::once(comment).chain((0..16).map(line)).collect()
}

const NOTEBOOK: &str = r#"{"cells": [{"cell_type": "code", "source": ["a = 1\n", "b = a + 2\n"]},
    {"cell_type": "code", "source": "print(a, b)"}],
    "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4}"#;

/// Names and contents of uploaded files. Each file is a submission.
type Upload = Vec<(String, Vec<u8>)>;

fn class() -> Upload {
    let file = |at: usize| (format!("s{at}.c"), program(at % 7).into_bytes());
    let mut class: Upload = (0..8).map(file).collect();
    class.push(("note.ipynb".into(), NOTEBOOK.into()));
    class.push(("wide.c".into(), program(3).encode_utf16().flat_map(u16::to_le_bytes).collect()));
    class.push(("empty.c".into(), Vec::new()));
    class.push(("picture.c".into(), b"\x89PNG\r\n\x1a\n\0\0".to_vec()));
    class
}

/// Earlier submissions. Two of them are copied in the class.
fn old() -> Upload {
    [4, 100, 5, 101]
        .iter()
        .zip(0..)
        .map(|(&seed, at)| (format!("o{at}.c"), program(seed).into_bytes()))
        .collect()
}

fn starter_code() -> Upload {
    vec![("handout.c".into(), program(500).into_bytes())]
}

/// Runs the first half on an upload.
fn read_into_folder(submissions: &Upload, boilerplate: &Upload) -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut parts = Vec::new();
    for (files, kind) in [(submissions, PartKind::Submissions), (boilerplate, PartKind::Boilerplate)] {
        for (name, bytes) in files {
            fs::write(task_folder::part_path(folder.path(), parts.len()), bytes).unwrap();
            parts.push(TaskPart { kind, name: name.clone() });
        }
    }
    perform_in(
        &folder,
        Work::Read {
            upload: UploadTask {
                options: AnalysisOptions::default(),
                parts,
                least: 2,
                limits: Limits::default(),
            },
            precautions: Precautions::default(),
        },
    );
    folder
}

/// Runs the second half on what was read.
fn compare_folder(folder: &TempDir) -> String {
    compare_under(folder, Review::default())
}

fn compare_under(folder: &TempDir, review: Review) -> String {
    let (title, options, archives) = ("Sheet 1".into(), AnalysisOptions::default(), Vec::new());
    perform_in(folder, Work::Compare(CompareTask { title, revision: 3, options, review, archives }));
    let revision = task_folder::read::<NewRevision>(folder.path()).unwrap().unwrap();
    String::from_utf8(revision.body.unpack().unwrap()).unwrap()
}

fn perform_in(folder: &TempDir, work: Work) {
    perform(folder.path(), &Task { work, limits: ChildLimits::DEFAULT }, &()).unwrap();
}

/// Returns the report of `chaffinch compare` for the same files.
fn compare_directly(submissions: &Upload, boilerplate: &Upload, archive: Option<&Upload>) -> String {
    let folder = TempDir::new().unwrap();
    let inputs = |files: &Upload, below: &str| -> Vec<Input> {
        let below = folder.path().join(below);
        fs::create_dir_all(&below).unwrap();
        let input = |(name, bytes): &(String, Vec<u8>)| {
            fs::write(below.join(name), bytes).unwrap();
            Input { name: name.clone(), place: below.join(name) }
        };
        files.iter().map(input).collect()
    };
    let archives = archive.map(|files| {
        inputs(files, "sheets 2024");
        Input { name: "sheets 2024".into(), place: folder.path().join("sheets 2024") }
    });
    let batch = extract(&Request {
        submissions: inputs(submissions, "class"),
        boilerplate: inputs(boilerplate, "boilerplate"),
        archives: archives.into_iter().collect(),
        ..Request::default()
    });
    let comparison =
        Comparison { title: "Sheet 1", revision: 3, options: Options::DEFAULT, translations: false };
    let outcome = pipeline::run(batch.unwrap(), [Vec::new(), Vec::new()], Choice::Auto, &comparison, &());
    serde_json::to_string(&outcome.report).unwrap()
}

/// Returns what an archive has of an upload. `kept` changes each file before it is kept.
fn archive(upload: &Upload, kept: impl Fn(Document) -> Document) -> Vec<ArchivedSubmission> {
    let class = task_folder::read::<ClassAnswer>(read_into_folder(upload, &Vec::new()).path())
        .unwrap()
        .unwrap()
        .unwrap();
    let archive = ArchiveId::new(chrono::DateTime::UNIX_EPOCH);
    let found = |submission: NewSubmission| {
        let own = class.ingest.documents.iter().filter(|document| document.submission == submission.number);
        let documents = own.cloned().map(|own| Document { fingerprints: None, ..kept(own) }).collect();
        let stored = StoredSubmission { owner: Owner::Archive(archive), submission, documents };
        ArchivedSubmission {
            label: ArchiveLabel { name: "sheets 2024".into(), year: Some(2024), reference: None },
            stored,
        }
    };
    class.ingest.submissions.iter().cloned().map(found).collect()
}

fn write_earlier(folder: &TempDir, mut found: Vec<ArchivedSubmission>) -> Vec<EarlierInReport> {
    let class = task_folder::read::<ClassAnswer>(folder.path()).unwrap().unwrap().unwrap();
    found.reverse();
    let (earlier, archived) = number_in_report(&class.ingest.submissions, found);
    task_folder::write(folder.path(), &earlier).unwrap();
    archived
}

#[test]
fn a_report_in_two_halves_is_the_report_in_one() {
    let folder = read_into_folder(&class(), &starter_code());
    let report = compare_folder(&folder);
    assert_eq!(report, compare_directly(&class(), &starter_code(), None));
    assert_eq!(compare_folder(&folder), report, "compared again");
    assert!(report.contains("UTF-16LE") && report.contains("PNG image") && report.contains("\"cells\":[0,"));
}

#[test]
fn earlier_submissions_are_reported_like_an_archive_given_directly() {
    let folder = read_into_folder(&class(), &starter_code());
    let archived = write_earlier(&folder, archive(&old(), |document| document));
    assert_eq!(compare_folder(&folder), compare_directly(&class(), &starter_code(), Some(&old())));
    let numbers: Vec<(u32, u32)> = archived.iter().map(|kept| (kept.number, kept.submission)).collect();
    assert_eq!(numbers, [(12, 1), (13, 2), (14, 3), (15, 4)]);
}

fn without_names_and_literals(document: Document) -> Document {
    let file = unpack_file(&document.stream).unwrap();
    Document { text: None, stream: Packed::pack(&packed::pack(&reduce(&file))), ..document }
}

#[test]
fn a_reduced_archive_matches_on_the_same_lines_without_evidence() {
    let report = |kept: fn(Document) -> Document| -> Report {
        let folder = read_into_folder(&class(), &starter_code());
        write_earlier(&folder, archive(&old(), kept));
        serde_json::from_str(&compare_folder(&folder)).unwrap()
    };
    let (whole, less) = (report(|document| document), report(without_names_and_literals));
    let of_old = |report: &Report| -> Vec<(String, String, Vec<[u32; 4]>)> {
        let pairs = report.pairs.iter().filter(|pair| pair.right == "sheets 2024/o0");
        let mut pairs: Vec<_> = pairs
            .filter(|pair| pair.similarity > 0.9)
            .map(|pair| {
                let matches = pair.matches.iter().flatten();
                let lines = matches.map(|found| {
                    let (left, right) = (&found.left, &found.right);
                    [left.start_line, left.end_line, right.start_line, right.end_line]
                });
                (pair.left.clone(), pair.right.clone(), lines.collect())
            })
            .collect();
        pairs.sort();
        pairs
    };
    assert!(!of_old(&whole).is_empty());
    assert_eq!(of_old(&whole), of_old(&less));
    let evidence = |report: &Report| {
        let pairs = report.pairs.iter().filter(|pair| pair.right.starts_with("sheets 2024/"));
        let matches = pairs.flat_map(|pair| pair.matches.iter().flatten());
        matches.flat_map(|found| found.evidence.iter().flatten()).count()
    };
    assert!(evidence(&whole) > 0);
    assert_eq!(evidence(&less), 0);
}

/// Repacks a document with another digest of its bytes. `version` is that of the packed form.
fn repacked(document: Document, version: u8) -> Document {
    let mut file = unpack_file(&document.stream).unwrap();
    file.record.digest[0] ^= 1;
    let mut bytes = packed::pack(&file);
    if version < packed::VERSION {
        // Without the provenance.
        bytes.pop();
    }
    bytes[0] = version;
    Document { stream: Packed::pack(&bytes), ..document }
}

/// Matches are compared with the texts. What a stored digest did not contain is not claimed.
#[test]
fn an_archive_of_an_earlier_version_is_called_identical_only_as_far_as_that_is_known() {
    let report = |kept: fn(Document) -> Document| -> Report {
        let folder = read_into_folder(&class(), &starter_code());
        write_earlier(&folder, archive(&old(), kept));
        serde_json::from_str(&compare_folder(&folder)).unwrap()
    };
    let now = report(|document| repacked(document, packed::VERSION));
    let before = report(|document| repacked(document, 2));
    let first = report(|document| repacked(document, 1));
    // Pairs with the same text come first.
    let without_kinds = |report: &Report| -> Vec<Pair> {
        let without = |pair: &Pair| Pair { equal: None, same_text_tokens: 0, rank: 0, ..pair.clone() };
        let mut pairs: Vec<Pair> = report.pairs.iter().map(without).collect();
        pairs.sort_by_key(|pair| pair.id);
        pairs
    };
    let same_text = |report: &Report| -> u32 {
        let is_with_old = |pair: &&Pair| pair.right == "sheets 2024/o0" || pair.left == "sheets 2024/o0";
        report.pairs.iter().filter(is_with_old).map(|pair| pair.same_text_tokens).max().unwrap_or_default()
    };
    assert_eq!([same_text(&now), same_text(&before), same_text(&first)], [367, 367, 0]);
    assert_eq!(without_kinds(&before), without_kinds(&now));
    assert_eq!(without_kinds(&first), without_kinds(&now));
    let kinds = |report: &Report| -> Vec<DuplicateKind> {
        let sets = report.duplicates.iter();
        let of_old = sets.filter(|set| set.submissions.iter().any(|name| name == "sheets 2024/o0"));
        of_old.map(|set| set.kind).collect()
    };
    assert_eq!(kinds(&now), [DuplicateKind::LexicallyEquivalent]);
    assert_eq!(kinds(&before), [DuplicateKind::LexicallyEquivalent]);
    assert_eq!(kinds(&first), [DuplicateKind::TokenEquivalent]);
}

#[test]
fn a_damaged_file_of_an_archive_does_not_prevent_the_report() {
    let folder = read_into_folder(&class(), &starter_code());
    let damaged = |document: Document| match document.submission {
        1 => Document { stream: Packed::pack(b"not so"), ..document },
        2 => Document { stream: Packed::from_bytes(b"nor so".to_vec()), ..document },
        _ => document,
    };
    write_earlier(&folder, archive(&old(), damaged));
    let report: Report = serde_json::from_str(&compare_folder(&folder)).unwrap();
    let notes = report.submissions[11..].iter().map(|old| old.files[0].notes.concat());
    assert_eq!(notes.collect::<Vec<_>>(), [UNREADABLE, UNREADABLE, "", ""]);
    assert_eq!(report.submissions[11].files[0].path, "o0.c");
}

#[test]
fn a_class_that_was_not_read_cannot_be_compared() {
    let folder = read_into_folder(&vec![("alone.c".into(), program(1).into_bytes())], &Vec::new());
    assert!(
        matches!(task_folder::read::<ClassAnswer>(folder.path()).unwrap(), Some(Err(reason)) if reason.contains("two"))
    );
    let work = Work::Compare(CompareTask {
        title: "t".into(),
        revision: 1,
        options: AnalysisOptions::default(),
        review: Review::default(),
        archives: Vec::new(),
    });
    assert!(perform(folder.path(), &Task { work, limits: ChildLimits::DEFAULT }, &()).is_err());
}

#[test]
fn a_file_marked_as_template_counts_as_starter_code() {
    let folder = read_into_folder(&class(), &Vec::new());
    let before: Report = serde_json::from_str(&compare_folder(&folder)).unwrap();
    let marked = before.submissions.iter().find(|submission| submission.name == "s0").unwrap();
    let (submission, end_byte) = (marked.id, marked.files[0].bytes);
    let region = TemplateRegion { submission, file: 0, start_byte: 0, end_byte };
    let review = Review { templates: vec![region], ..Review::default() };
    let mut called: Report = serde_json::from_str(&compare_under(&folder, review)).unwrap();
    let reported = called.settings.review.take().unwrap();
    assert_eq!(
        (reported.templates[0].submission.as_str(), reported.templates[0].region.end_byte),
        ("s0", end_byte)
    );

    let starter_code = read_into_folder(&class(), &vec![("s0.c".into(), program(0).into_bytes())]);
    let mut given: Report = serde_json::from_str(&compare_folder(&starter_code)).unwrap();
    given.boilerplate.files = 0;
    assert_eq!(called, given);
    assert!(called.pairs.len() < before.pairs.len(), "s0 and s7 were one program");
}
