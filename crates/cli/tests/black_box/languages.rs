//! Tests `chaffinch compare` in every language: a copy is found, and an unrelated program is not.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::binary::output_of;

/// Returns the names of the languages, each with its first file extension.
fn languages() -> Vec<(String, String)> {
    let dir = tempfile::tempdir().unwrap();
    let list = String::from_utf8(output_of(dir.path(), &["languages"])).unwrap();
    let row = |line: &str| {
        let mut columns = line.split('\t');
        let name = columns.next().unwrap().to_owned();
        let endings = columns.next().unwrap();
        (name, endings.split(' ').next().unwrap().to_owned())
    };
    list.lines().map(row).collect()
}

#[test]
fn a_planted_copy_is_found_and_a_stranger_is_not_accused_in_every_language() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../normalize/samples");
    let languages = languages();
    assert!(languages.len() > 40);
    for (name, ending) in languages {
        let dir = tempfile::tempdir().unwrap();
        // Both halves of a program are by one author, and neither is a copy of the other.
        let program = fs::read_to_string(samples.join(format!("{name}{ending}"))).unwrap();
        let lines: Vec<&str> = program.lines().collect();
        let (author, stranger) = lines.split_at(lines.len() / 2);
        // Every fifteenth line is removed, and there are more blank lines.
        let copier: Vec<&str> =
            author.iter().enumerate().filter(|(at, _)| at % 15 != 14).map(|(_, line)| *line).collect();
        for (submission, text) in [
            ("author", author.join("\n")),
            ("copier", copier.join("\n\n")),
            ("stranger", stranger.join("\n")),
        ] {
            fs::write(dir.path().join(submission), text).unwrap();
        }
        let arguments = ["compare", "--quiet", "--format", "json", "--language", &name];
        let report = output_of(dir.path(), &[&arguments[..], &["author", "copier", "stranger"]].concat());
        let report: Value = serde_json::from_slice(&report).unwrap();
        let pairs = report["pairs"].as_array().unwrap();
        let names = |pair: &Value| (pair["left"].clone(), pair["right"].clone());
        assert_eq!(names(&pairs[0]), ("author".into(), "copier".into()), "{name}: {pairs:?}");
        // The default cut-off is 15.
        let suspicion = |pair: &Value| pair["suspicion"].as_f64().unwrap();
        assert!(suspicion(&pairs[0]) > 50.0, "{name}: {pairs:?}");
        assert!(pairs[1..].iter().all(|pair| suspicion(pair) < 5.0), "{name}: {pairs:?}");
    }
}
