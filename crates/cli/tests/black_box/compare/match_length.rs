//! Tests `--min-match`, `--kgram` and `--window` on the sample assignment.

use serde_json::{Value, json};

use super::json;
use crate::binary::{run, stderr};
use crate::samples;

fn report(options: &[&str]) -> Value {
    let submissions = samples::argument("submissions");
    json(&[options, &[submissions.as_str()]].concat())
}

/// Returns the shortest match, and k, w and t of C. One submission is in Python.
fn lengths(report: &Value) -> Value {
    let settings = &report["settings"];
    let mut schemes = settings["schemes"].as_array().unwrap().iter();
    let scheme = schemes.find(|scheme| scheme["family"] == "c").unwrap();
    json!([settings["min_match"], scheme["k"], scheme["w"], scheme["t"]])
}

fn pairs(report: &Value) -> &[Value] {
    report["pairs"].as_array().unwrap()
}

#[test]
fn k_and_w_guarantee_the_chosen_length() {
    let usual = report(&[]);
    assert_eq!(lengths(&usual), json!([8, 6, 4, 9]));
    for (options, expected) in [
        (&["--min-match", "4"][..], json!([4, 4, 1, 4])),
        (&["--min-match", "12"], json!([12, 6, 7, 12])),
        (&["--kgram", "23", "--window", "17"], json!([39, 23, 17, 39])),
        (&["--min-match", "39", "--window", "17"], json!([39, 23, 17, 39])),
        (&["--min-match", "20", "--kgram", "10"], json!([20, 10, 11, 20])),
        (&["--kgram", "5"], json!([8, 5, 4, 8])),
    ] {
        let found = report(options);
        assert_eq!(lengths(&found), expected, "{options:?}");
        let shortest = expected[0].as_u64();
        let matches = pairs(&found).iter().flat_map(|pair| pair["matches"].as_array().into_iter().flatten());
        assert!(matches.clone().count() > 0);
        assert!(matches.clone().all(|found| shortest <= found["tokens"].as_u64()), "{options:?}");
        // Expect values were measured for the usual lengths only.
        assert_eq!(found["settings"]["expect_reason"], "match-length", "{options:?}");
        assert_eq!(found["settings"]["cutoff_expect"], Value::Null);
        assert!(pairs(&found).iter().all(|pair| pair["expect"].is_null()));
        assert_eq!(found["settings"]["archive_guarantee"], Value::Null, "no stored archive was searched");
    }
    assert!(usual["settings"].get("expect_reason").is_none());
    assert!(pairs(&usual)[0]["expect"].is_number());
}

#[test]
fn the_usual_length_keeps_the_expect_values() {
    let (usual, chosen) = (report(&[]), report(&["--min-match", "8"]));
    assert_eq!(lengths(&chosen), json!([8, 6, 3, 8]), "every run of 8 tokens");
    assert_eq!(chosen["pairs"], usual["pairs"]);
}

#[test]
fn values_that_do_not_fit_are_refused_with_the_rule() {
    let dir = tempfile::tempdir().unwrap();
    let submissions = samples::argument("submissions");
    for (options, message) in [
        (&["--min-match", "2"][..], "--min-match must be 3 to 100 tokens, not 2"),
        (&["--kgram", "101"], "--kgram must be 2 to 100 tokens, not 101"),
        (
            &["--window", "4"],
            "--window must be at least 1, and needs the length of the shortest match or of a k-gram",
        ),
        (&["--min-match", "10", "--kgram", "5", "--window", "4"], "10 is not 5 + 4 - 1"),
        (&["--min-match", "5", "--kgram", "6"], "5 is not 6 + 1 - 1"),
    ] {
        let all = [&["compare", "--format", "json"], options, &[submissions.as_str()]].concat();
        let output = run(dir.path(), &all);
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}
