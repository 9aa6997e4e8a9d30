//! Tests `corpus estimate`: exact values against sets written out here, estimates beside them, refusals.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::binary::{output_of, run, stderr};

/// A text of pseudo-random words, most of which occur several times.
fn words(seed: u64, count: usize) -> Vec<String> {
    let mut state = seed;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..count).map(|_| format!("word{}", next() % 60)).collect()
}

/// Shingles of a text, each with its occurrence number for option A, or 0 for option B.
fn shingles(words: &[String], size: usize, labelled: bool) -> BTreeSet<(String, usize)> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let label = |shingle: &[String]| {
        let shingle = shingle.join(" ");
        let occurrence = seen.entry(shingle.clone()).or_default();
        *occurrence += usize::from(labelled);
        (shingle, *occurrence)
    };
    words.windows(size).map(label).collect()
}

fn lines(dir: &Path, arguments: &[&str]) -> Vec<Value> {
    let all = [&["estimate", "--format", "json"], arguments].concat();
    let output = output_of(dir, &all);
    serde_json::Deserializer::from_slice(&output).into_iter().map(Result::unwrap).collect()
}

fn number(line: &Value, field: &str) -> f64 {
    line[field].as_f64().unwrap_or_else(|| panic!("{field} of {line}"))
}

#[test]
fn exact_values_are_those_of_the_sets_and_estimates_are_near() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    let left = words(7, 3000);
    let mut right = left.clone();
    (0..3000).step_by(90).for_each(|at| right[at] = "other".to_owned());
    right.truncate(2600);
    fs::write(dir.join("a.txt"), left.join(" ")).unwrap();
    fs::write(dir.join("b.txt"), right.join("\n")).unwrap();
    for (shingling, labelled) in [("a", true), ("b", false)] {
        for hash in ["mixed", "rabin"] {
            let [one, other] = [&left, &right].map(|words| shingles(words, 2, labelled));
            let (shared, all) = (one.intersection(&other).count() as f64, one.union(&other).count() as f64);
            let (in_left, in_right) = (one.len() as f64, other.len() as f64);
            let kinds = [
                "mod:8",
                "min:300",
                "min:200:mod:2",
                "ladder:200",
                "functions:400",
                "one-permutation:400",
                "simhash:2048",
            ];
            let mut arguments =
                vec!["--shingle", "2", "--shingling", shingling, "--hash", hash, "--bits", "56"];
            arguments.extend(kinds.iter().flat_map(|kind| ["--kind", kind]));
            arguments.extend(["a.txt", "b.txt"]);
            let lines = lines(dir, &arguments);
            let [exact, ids, estimates @ ..] = &lines[..] else { panic!("no lines") };
            assert_eq!((&ids["kind"], &ids["resemblance"]), (&Value::from("ids"), &exact["resemblance"]));
            assert!(
                (number(ids, "left_bytes") - number(exact, "left_bytes") * 7.0 / 8.0).abs() < 0.1,
                "{ids}"
            );
            assert_eq!((exact["kind"].as_str(), estimates.len()), (Some("exact"), kinds.len()));
            let near = |value: f64, truth: f64| (value - truth).abs() < 1e-12;
            assert!(near(number(exact, "resemblance"), shared / all), "{exact}");
            assert!(near(number(exact, "left_containment"), shared / in_left), "{exact}");
            assert!(near(number(exact, "right_containment"), shared / in_right), "{exact}");
            let angle = (shared / (in_left * in_right).sqrt()).acos().to_degrees();
            assert!((number(exact, "angle") - angle).abs() < 1e-6, "{exact}");
            assert!(near(number(exact, "left_bytes"), 8.0 * in_left), "{exact}");
            for (estimate, kind) in estimates.iter().zip(kinds) {
                assert_eq!(estimate["kind"], kind);
                if kind.starts_with("simhash") {
                    assert!(
                        estimate["resemblance"].is_null() && (number(estimate, "angle") - angle).abs() < 6.0
                    );
                    continue;
                }
                // Four deviations of a binomial share: the ids are fixed, so this holds always or never.
                let (sample, truth) = (number(estimate, "sample"), shared / all);
                let deviation = (truth * (1.0 - truth) / sample).sqrt();
                assert!((number(estimate, "resemblance") - truth).abs() < 4.0 * deviation, "{estimate}");
                let interval = &estimate["resemblance_interval"];
                assert!(interval[0].as_f64() < estimate["resemblance"].as_f64(), "{estimate}");
                let tells = kind.starts_with("mod") || kind.starts_with("ladder");
                assert_eq!(estimate["left_containment"].is_number(), tells, "{estimate}");
            }
        }
    }
}

/// Ids of eight bits collide, and what is called exact does not.
#[test]
fn exact_values_do_not_depend_on_the_length_of_ids() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("a.txt"), words(3, 900).join(" ")).unwrap();
    fs::write(dir.join("b.txt"), words(4, 900).join(" ")).unwrap();
    let of = |bits: &str| lines(dir, &["--bits", bits, "--kind", "mod:2", "a.txt", "b.txt"]);
    let (long, short) = (of("64"), of("8"));
    assert_eq!((long.len(), short.len()), (2, 3));
    assert_eq!(short[0]["resemblance"], long[0]["resemblance"]);
    assert!(number(&short[0], "resemblance") + 0.5 < number(&short[1], "resemblance"), "{}", short[1]);
}

/// The paper's example: four-shingles of "a rose is a rose is a rose".
#[test]
fn a_rose_has_five_labelled_shingles_and_three_plain_ones() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    fs::write(dir.join("rose.txt"), "a rose is a rose is a rose").unwrap();
    fs::write(dir.join("roses.txt"), "A rose is a rose, is a rose!").unwrap();
    for (shingling, ids) in [("a", 5), ("b", 3)] {
        let arguments = ["estimate", "--shingle", "4", "--shingling", shingling, "--kind", "min:400"];
        let text = output_of(dir, &[&arguments[..], &["rose.txt", "roses.txt"]].concat());
        let text = String::from_utf8(text).unwrap();
        let columns: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
        let bytes = format!("{}+{}", 8 * ids, 8 * ids);
        let ids = ids.to_string();
        assert_eq!(
            columns[0],
            ["rose.txt", "roses.txt", "exact", "1.0000", "-", "1.0000", "1.0000", "0.0", &ids, &bytes]
        );
        assert_eq!(columns[1][2..4], ["min:400", "1.0000"]);
        assert_eq!(columns[1][5..], ["-", "-", "-", &ids, &bytes]);
    }
}

#[test]
fn a_sample_without_ids_says_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    for name in ["a.txt", "b.txt"] {
        fs::write(dir.join(name), words(9, 12).join(" ")).unwrap();
    }
    let [_, empty] = &lines(dir, &["--kind", "mod:1000003", "a.txt", "b.txt"])[..] else {
        panic!("two lines")
    };
    assert!(empty["resemblance"].is_null() && empty["left_containment"].is_null(), "{empty}");
    assert_eq!((&empty["sample"], &empty["left_bytes"]), (&Value::from(0), &Value::from(0)));
}

#[test]
fn what_cannot_be_estimated_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    for (name, text) in [
        ("a.txt", words(1, 40).join(" ")),
        ("b.txt", words(2, 40).join(" ")),
        ("short.txt", "one two".to_owned()),
        ("empty.txt", String::new()),
    ] {
        fs::write(dir.join(name), text).unwrap();
    }
    for (arguments, said) in [
        ("a.txt", "at least two documents"),
        ("a.txt a.txt", "the same name"),
        ("a.txt short.txt", "short.txt: too short"),
        ("a.txt empty.txt", "empty.txt: empty"),
        ("--bits 7 a.txt b.txt", "--bits must be 8 to 64"),
        ("--bits 64 --hash rabin a.txt b.txt", "--bits must be 8 to 63"),
        ("--kind functions:9 a.txt b.txt", "at most 60"),
        ("--kind minhash:9 a.txt b.txt", "one-permutation:L"),
        ("--kind min:0 a.txt b.txt", "one-permutation:L"),
        ("--shingle 0 a.txt b.txt", "--shingle"),
    ] {
        let all: Vec<&str> = ["estimate"].into_iter().chain(arguments.split(' ')).collect();
        let refused = run(dir, &all);
        assert_eq!(refused.status.code(), Some(2), "{arguments}");
        assert!(stderr(&refused).contains(said), "{arguments}: {}", stderr(&refused));
    }
}
