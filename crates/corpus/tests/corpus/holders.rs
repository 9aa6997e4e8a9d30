//! Versions of a document, and how they differ.

use chaffinch_corpus::{DocumentSource, Error, Index, MAX_PASSAGES, Version};
use serde_json::{Value, json};

use super::queries::{close, index, text};
use super::{HALF, Place, every, run};

fn holders(
    index: &Index,
    of: Version,
    most: Option<usize>,
    sources: &[DocumentSource],
) -> Result<Vec<Value>, Error> {
    let mut out = Vec::new();
    index.versions(of, (0.5, most), sources, &(), &mut out)?;
    Ok(super::json(&out))
}

fn told<'a>(rows: &'a [Value], key: &str) -> Vec<&'a Value> {
    rows.iter().map(|row| &row[key]).collect()
}

/// Two sweeps of a text and its versions.
fn sweeps(place: &Place) -> [DocumentSource; 2] {
    let rule = text(0..50);
    let first = place.lines(
        "first.jsonl",
        &[
            json!({"document": "rule", "text": rule, "date": "2001-01-01"}),
            json!({"document": "undated", "text": rule.to_uppercase()}),
            json!({"document": "stranger", "text": text(500..600), "date": "2009-01-01"}),
            json!({"document": "part", "text": text(0..20), "date": "2000-06-01T12:00:00Z"}),
        ],
    );
    let second = place.lines(
        "second.jsonl",
        &[
            json!({"document": "moved", "text": rule.replace("w25 ", "changed here "), "date": "2003-01-01"}),
            json!({"document": "rule", "text": rule, "date": "2002-01-01"}),
            json!({"document": "also undated", "text": format!("{rule} and more")}),
        ],
    );
    let mut run = run(&place.work(), std::slice::from_ref(&first), every(5)).unwrap();
    run.add(std::slice::from_ref(&second), &()).unwrap();
    close(run, HALF);
    [first, second]
}

#[test]
fn the_newest_version_comes_first_and_what_differs_is_told() {
    let place = Place::new();
    let sources = sweeps(&place);
    let index = index(&place);
    let rows = holders(&index, Version::Named("rule"), None, &sources).unwrap();
    assert_eq!(told(&rows, "document"), ["moved", "rule", "rule", "part", "undated", "also undated"]);
    assert_eq!(
        told(&rows, "date"),
        [
            &json!("2003-01-01T00:00:00Z"),
            &json!("2002-01-01T00:00:00Z"),
            &json!("2001-01-01T00:00:00Z"),
            &json!("2000-06-01T12:00:00Z"),
            &Value::Null,
            &Value::Null
        ]
    );
    let passage = |query: &str, document: &str, words: [usize; 2]| json!([{"query": query, "document": document, "query_words": words[0], "document_words": words[1]}]);
    let rest = (20..50).map(|at| format!("w{at}")).collect::<Vec<_>>().join(" ");
    assert_eq!(
        told(&rows, "passages"),
        [
            &passage("w25", "changed here", [1, 2]),
            &json!([]),
            &json!([]),
            &passage(&rest, "", [30, 0]),
            &json!([]),
            &passage("", "and more", [0, 2])
        ]
    );
    // 46 shingles of five words. The part has 16 of them, and the appended text brings two.
    assert_eq!(
        (&rows[3]["only_in_query"], &rows[3]["only_in_document"]),
        (&json!(1.0 - 16.0 / 46.0), &json!(0.0))
    );
    assert_eq!(
        (&rows[5]["only_in_query"], &rows[5]["only_in_document"]),
        (&json!(0.0), &json!(1.0 - 46.0 / 48.0))
    );
    assert_eq!(rows[4]["kind"], "lexically-equivalent");
    assert_eq!(rows[0]["cluster"], 1);

    let two = holders(&index, Version::Named("rule"), Some(2), &[]).unwrap();
    assert_eq!(told(&two, "document"), ["moved", "rule"]);
    assert_eq!(two[0].get("passages"), None);
    let file = place.file("rule.html", format!("<p>{}", text(0..50)).as_bytes());
    let read = holders(&index, Version::Read(&file), None, &sources).unwrap();
    assert_eq!(told(&read, "passages"), told(&rows, "passages"));
    assert_eq!(told(&read, "kind")[1], "lexically-equivalent");
    assert!(matches!(holders(&index, Version::Named("nobody"), None, &[]), Err(Error::NoDocument { .. })));
    let refused = holders(&index, Version::Read(&sources[0]), None, &[]).unwrap_err();
    assert!(matches!(refused, Error::NotOne { documents: 4, .. }), "{refused}");
}

#[test]
fn a_source_that_is_not_as_it_was_is_not_compared() {
    let place = Place::new();
    let [first, second] = sweeps(&place);
    let index = index(&place);
    let refused = holders(&index, Version::Named("rule"), None, &[]).map(|rows| rows.len());
    assert_eq!(refused.unwrap(), 6);
    let rows = holders(&index, Version::Named("rule"), None, std::slice::from_ref(&first)).unwrap();
    assert_eq!(rows[0]["passages"], Value::Null);
    assert!(rows[0]["not_compared"].as_str().unwrap().starts_with("none of the given sources contains it"));
    assert!(rows[3]["passages"].is_array());
    place.lines(
        "second.jsonl",
        &[
            json!({"document": "rule", "text": "something else"}),
            json!({"document": "moved", "text": text(0..49)}),
        ],
    );
    let refused = holders(&index, Version::Named("rule"), None, std::slice::from_ref(&second)).unwrap_err();
    assert!(matches!(refused, Error::NoText { .. }), "{refused}");
}

#[test]
fn passages_are_bounded_and_folders_zips_and_code_are_read_again() {
    let place = Place::new();
    let words = |odd: &str| {
        let word = |at: u32| if at.is_multiple_of(30) { format!("{odd}{at}") } else { format!("w{at}") };
        (0..900).map(word).collect::<Vec<_>>().join(" ")
    };
    place.file("docs/a.txt", words("a").as_bytes());
    place.file("docs/b.txt", words("b").as_bytes());
    place.file("docs/c.c", b"int f(int a) { if (a) return a; return a + a; }");
    place.file("docs/d.c", b"int f(int a) { if (a) return a; return b + a - 1; }");
    let docs = DocumentSource::new(&place.path("docs")).unwrap();
    drop(run(&place.work(), std::slice::from_ref(&docs), every(3)).unwrap());
    let index = index(&place);
    let name = |name: &str| place.path("docs").join(name).to_string_lossy().into_owned();
    let rows = holders(&index, Version::Named(&name("a.txt")), None, std::slice::from_ref(&docs)).unwrap();
    let other = rows.iter().find(|row| row["document"] == name("b.txt").as_str()).unwrap();
    assert_eq!(other["passages"].as_array().unwrap().len(), MAX_PASSAGES);
    assert_eq!(other["more_passages"], 10);
    assert_eq!(
        other["passages"][1],
        json!({"query": "a30", "document": "b30", "query_words": 1, "document_words": 1})
    );
    let rows = holders(&index, Version::Named(&name("c.c")), None, &[docs]).unwrap();
    let other = rows.iter().find(|row| row["document"] == name("d.c").as_str()).unwrap();
    assert_eq!(other["passages"][0]["document"], "- 1");
}

#[test]
fn copies_are_all_listed_and_short_texts_have_a_reason() {
    let place = Place::new();
    let mut lines: Vec<Value> =
        (0..500).map(|at| json!({"document": format!("c{at}"), "text": text(0..30), "date": at})).collect();
    lines.push(json!({"document": "short", "text": "few words"}));
    drop(run(&place.work(), &[place.lines("documents.jsonl", &lines)], every(5)).unwrap());
    let index = index(&place);
    let rows = holders(&index, Version::Named("c7"), None, &[]).unwrap();
    assert_eq!(rows.len(), 500);
    assert_eq!((&rows[0]["document"], &rows[499]["document"]), (&json!("c499"), &json!("c0")));
    assert!(rows.iter().all(|row| row["kind"] == "identical" && row["resemblance"] == 1.0));
    let rows = holders(&index, Version::Named("short"), None, &[]).unwrap();
    assert!(rows[0]["reason"].as_str().unwrap().starts_with("too short"));
    assert_eq!((&rows[1]["document"], &rows[1]["kind"]), (&json!("short"), &json!("identical")));
}
