//! Queries with texts, names and stored clusters to a finished run; several readers; damaged and missing tables.

use std::collections::BTreeMap;
use std::fs;

use chaffinch_corpus::{ClusterSettings, DocumentSource, Error, Index, Measure, Policy, QueryOptions, Run};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::oracle::{oracle, texts, words};
use super::{HALF, Place, RESOURCES, every, pairs, run};

pub(crate) const ALL: QueryOptions =
    QueryOptions { most: usize::MAX, copies: usize::MAX, floor: 0.0, order: Measure::Resemblance };

pub(crate) fn index(place: &Place) -> Index {
    Index::open(&place.work(), RESOURCES, &()).unwrap()
}

fn ask(index: &Index, source: DocumentSource, ask: QueryOptions) -> Vec<Value> {
    let mut out = Vec::new();
    index.query(&[source], ask, &(), &mut out).unwrap();
    super::json(&out)
}

fn documents(texts: &[String]) -> Vec<Value> {
    texts.iter().enumerate().map(|(at, text)| json!({"document": format!("d{at}"), "text": text})).collect()
}

/// Stores the clusters of a run and closes it.
pub(crate) fn close(run: Run, policy: Policy) {
    run.clusters(policy).unwrap().keep().unwrap();
    drop(run);
}

fn close_to(value: &Value, expected: f64) -> bool {
    value.as_f64().is_some_and(|value| (value - expected).abs() < 1e-9)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    /// A text of the corpus finds itself and every document it makes a pair with. All numbers are those of whole sets.
    #[test]
    fn a_question_finds_what_pairs_say(texts in texts(), shingle in 1usize..4, common in 1u32..6) {
        let expected = oracle(&texts, shingle, common as usize, HALF);
        let root = |mut one: usize| {
            while expected.like[one] != one {
                one = expected.like[one];
            }
            one
        };
        let place = Place::new();
        let source = place.lines("documents.jsonl", &documents(&texts));
        let settings = ClusterSettings { common_limit: common, ..every(shingle) };
        close(run(&place.work(), std::slice::from_ref(&source), settings).unwrap(), HALF);
        let index = index(&place);
        let rows = ask(&index, source, ALL);
        for (at, text) in texts.iter().enumerate() {
            let own = format!("d{at}");
            let of: Vec<&Value> = rows.iter().filter(|row| row["query"] == own.as_str()).collect();
            let found: BTreeMap<&str, &Value> =
                of.iter().filter_map(|row| Some((row["document"].as_str()?, *row))).collect();
            let has_nothing = expected.sets[root(at)].is_empty();
            prop_assert_eq!(has_nothing, of.first().is_some_and(|row| row["reason"].is_string()), "{:?}", of);
            for (other, their) in texts.iter().enumerate() {
                let row = found.get(format!("d{other}").as_str());
                let pair = (root(at).min(root(other)), root(at).max(root(other)));
                let (shared, left, right) = match expected.pairs.get(&pair) {
                    Some(&(shared, left, right)) if pair.0 == root(at) => (shared, left, right),
                    Some(&(shared, left, right)) => (shared, right, left),
                    None if pair.0 == pair.1 => [expected.sets[pair.0].len(); 3].into(),
                    None => {
                        prop_assert!(row.is_none(), "{} finds {:?}", own, row);
                        continue;
                    }
                };
                // Copies without a shingle are found only if they have the same words.
                if shared == 0 && words(text) != words(their) {
                    continue;
                }
                let row = *row.expect("it is there");
                prop_assert_eq!(&row["count"], &json!(shared));
                if shared > 0 {
                    prop_assert!(close_to(&row["resemblance"], shared as f64 / (left + right - shared) as f64));
                    prop_assert!(close_to(&row["query_containment"], shared as f64 / left as f64));
                    prop_assert!(close_to(&row["document_containment"], shared as f64 / right as f64));
                    prop_assert_eq!(&row["resemblance_interval"][0], &row["resemblance"]);
                } else {
                    prop_assert_eq!(&row["resemblance"], &Value::Null);
                }
                let kind = if text == their {
                    "identical"
                } else if words(text) == words(their) {
                    "lexically-equivalent"
                } else if pair.0 == pair.1 {
                    "shingle-equivalent"
                } else {
                    "similar"
                };
                prop_assert_eq!(&row["kind"], kind);
                let copies = (0..texts.len()).filter(|&one| root(one) == root(other)).count() - 1;
                prop_assert_eq!(&row["copies"], copies);
            }
            let resemblances: Vec<f64> = of.iter().filter_map(|row| row["resemblance"].as_f64()).collect();
            prop_assert!(resemblances.is_sorted_by(|left, right| left >= right), "the best first");
        }
    }

    /// Added segments count as if all documents had been in the first run.
    #[test]
    fn added_documents_are_found_too(texts in texts(), first in 0usize..14) {
        let lines = documents(&texts);
        let (before, after) = lines.split_at(first.min(lines.len()));
        let place = Place::new();
        let all = place.lines("all.jsonl", &lines);
        let (old, new) = (place.lines("old.jsonl", before), place.lines("new.jsonl", after));
        let whole = Place::new();
        drop(run(&whole.work(), std::slice::from_ref(&all), every(2)).unwrap());
        let mut grown = run(&place.work(), &[old], every(2)).unwrap();
        grown.add(&[new], &()).unwrap();
        drop(grown);
        prop_assert_eq!(ask(&index(&place), all.clone(), ALL), ask(&index(&whole), all, ALL));
    }
}

/// Returns numbered words.
pub(crate) fn text(words: std::ops::Range<u32>) -> String {
    words.map(|word| format!("w{word}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_becomes_common_later_still_counts_for_those_that_came_before() {
    let place = Place::new();
    let paragraph = text(0..30);
    let made: Vec<String> =
        (0..6).map(|at| format!("{paragraph} {}", text(100 * at + 100..100 * at + 130))).collect();
    let (old, new) = made.split_at(3);
    let settings = ClusterSettings { common_limit: 4, ..every(5) };
    let mut run = run(&place.work(), &[place.lines("old.jsonl", &documents(old))], settings).unwrap();
    let new: Vec<Value> = new.iter().map(|text| json!({"document": text, "text": text})).collect();
    run.add(&[place.lines("new.jsonl", &new)], &()).unwrap();
    let told = pairs(&run, 0.0);
    drop(run);
    let index = index(&place);
    let asked = place.lines("asked.jsonl", &documents(&made[..1]));
    let rows = ask(&index, asked, ALL);
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert_eq!(rows[0]["document"], "d0");
    assert_eq!(rows[0]["resemblance"], 1.0);
    assert_eq!(rows[1]["resemblance"], told[0]["resemblance"]);
    // Documents that were added later are not similar: all shared values have become common.
    let asked = place.lines("asked.jsonl", &new[..1]);
    let rows = ask(&index, asked, QueryOptions { floor: 0.6, ..ALL });
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["resemblance"], 1.0);
}

#[test]
fn copies_are_listed_or_counted_and_names_may_hold_newlines() {
    let place = Place::new();
    let mut lines: Vec<Value> =
        (0..3000).map(|at| json!({"document": format!("copy\n{at}"), "text": text(0..50)})).collect();
    lines.push(json!({"document": "layout", "text": text(0..50).replace(' ', "\n")}));
    lines.push(json!({"document": "other", "text": text(0..60)}));
    let source = place.lines("documents.jsonl", &lines);
    close(run(&place.work(), &[source], every(5)).unwrap(), HALF);
    let index = index(&place);
    let asked = || place.file("asked.txt", text(0..50).replace(' ', "\n").as_bytes());
    let few = QueryOptions { most: 5, copies: 2, ..ALL };
    let rows = ask(&index, asked(), few);
    let told: Vec<(&str, &str, u64, u64)> = rows
        .iter()
        .map(|row| {
            let number = |key: &str| row[key].as_u64().unwrap();
            (
                row["document"].as_str().unwrap(),
                row["kind"].as_str().unwrap(),
                number("copies"),
                number("cluster"),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("layout", "identical", 3000, 1),
            ("copy\n0", "lexically-equivalent", 3000, 1),
            ("copy\n1", "lexically-equivalent", 3000, 1),
            ("other", "similar", 0, 1)
        ]
    );
    assert_eq!(ask(&index, asked(), QueryOptions { most: 2, ..ALL }).len(), 2);
    let mut out = Vec::new();
    index.named_clusters("copy\n2999", &mut out).unwrap();
    let cluster = super::json(&out);
    assert_eq!(cluster.len(), 3002);
    assert_eq!(
        cluster[0],
        json!({"query": "copy\n2999", "document": "copy\n0", "cluster": 1, "representative": true, "kind": "identical"})
    );
    let mut out = Vec::new();
    index.cluster(1, &mut out).unwrap();
    assert_eq!(super::json(&out).len(), 3002);
    assert!(matches!(index.cluster(2, &mut out), Err(Error::NoCluster { cluster: 2 })));
    assert!(matches!(index.cluster(0, &mut out), Err(Error::NoCluster { .. })));
    assert!(matches!(index.cluster(4000, &mut out), Err(Error::NoCluster { .. })));
    assert!(matches!(index.named_clusters("copy", &mut out), Err(Error::NoDocument { .. })));
}

#[test]
fn a_text_that_is_too_short_has_a_reason_and_is_found_where_it_is_the_same() {
    let place = Place::new();
    let lines = [
        json!({"document": "short", "text": "a rose"}),
        json!({"document": "long", "text": text(0..40)}),
        json!({"document": "empty", "text": ""}),
    ];
    close(run(&place.work(), &[place.lines("documents.jsonl", &lines)], every(3)).unwrap(), HALF);
    let index = index(&place);
    let rows = ask(&index, place.file("asked.txt", b"A rose!"), ALL);
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows[0]["reason"].as_str().unwrap().starts_with("too short"));
    assert_eq!((&rows[1]["document"], &rows[1]["kind"]), (&json!("short"), &json!("lexically-equivalent")));
    assert_eq!((&rows[1]["resemblance"], &rows[1]["sample"]), (&Value::Null, &json!(0)));
    for (bytes, reason) in [(&b"two words"[..], "too short"), (b"\0", "not text")] {
        let rows = ask(&index, place.file("asked.txt", bytes), ALL);
        assert_eq!(rows.len(), 1);
        assert!(rows[0]["reason"].as_str().unwrap().starts_with(reason));
    }
    // Without a similar document there are no rows.
    assert!(ask(&index, place.file("asked.txt", text(90..99).as_bytes()), ALL).is_empty());
    // A format other than the one the name suggests.
    let page = place.file("asked.txt", format!("<p>{}</p><script>no</script>", text(0..40)).as_bytes());
    let html = chaffinch_corpus::Format::from_word("html").unwrap();
    assert_eq!(ask(&index, page.read_as(Some(html)), ALL)[0]["resemblance"], 1.0);
}

#[test]
fn feature_sets_are_asked_by_feature_sets() {
    let place = Place::new();
    let sets =
        [json!({"document": "a", "features": ["x", "y"]}), json!({"document": "b", "features": ["y"]})];
    let source = place.lines("sets.jsonl", &sets);
    drop(run(&place.work(), std::slice::from_ref(&source), ClusterSettings::STANDARD).unwrap());
    let index = index(&place);
    let rows = ask(&index, source, ALL);
    assert_eq!(rows[1]["resemblance"], 0.5);
    assert_eq!(rows[1]["resemblance_interval"], json!([0.5, 0.5]), "sets are whole");
    let text = place.file("asked.txt", b"a rose is a rose");
    let refused = index.query(&[text], ALL, &(), &mut Vec::new()).unwrap_err();
    assert!(matches!(refused, Error::Mixed { .. }), "{refused}");
}

/// Makes and closes a run of 60 documents that overlap, and returns its source.
fn corpus(place: &Place) -> DocumentSource {
    let texts: Vec<String> = (0..60).map(|at| text(at * 7..at * 7 + 40)).collect();
    let source = place.lines("documents.jsonl", &documents(&texts));
    close(run(&place.work(), std::slice::from_ref(&source), every(5)).unwrap(), HALF);
    source
}

#[test]
fn many_read_at_once_and_nobody_while_somebody_writes() {
    let place = Place::new();
    let source = corpus(&place);
    let told = ask(&index(&place), source.clone(), ALL);
    fs::remove_file(place.work().join("0/look-up.json")).unwrap();
    std::thread::scope(|scope| {
        let readers: Vec<_> =
            (0..8).map(|_| scope.spawn(|| ask(&index(&place), source.clone(), ALL))).collect();
        for reader in readers {
            assert_eq!(reader.join().unwrap(), told);
        }
    });
    let reading = index(&place);
    assert!(matches!(Run::open(&place.work(), RESOURCES), Err(Error::Busy { .. })));
    drop(reading);
    let writing = Run::open(&place.work(), RESOURCES).unwrap();
    assert!(matches!(Index::open(&place.work(), RESOURCES, &()), Err(Error::Busy { .. })));
    drop(writing);
}

#[test]
fn damaged_tables_are_noticed_and_missing_ones_are_made() {
    let place = Place::new();
    let source = corpus(&place);
    let told = ask(&index(&place), source.clone(), ALL);
    let answer = || {
        let index = Index::open(&place.work(), RESOURCES, &())?;
        let mut out = Vec::new();
        index.query(std::slice::from_ref(&source), ALL, &(), &mut out)?;
        index.named_clusters("d7", &mut Vec::new())?;
        Ok::<_, Error>(super::json(&out))
    };
    let files = [
        "0/known",
        "0/places",
        "0/look-up.json",
        "0/folded",
        "0/sizes",
        "0/documents",
        "0/names",
        "0/posted.json",
        "clusters-0",
        "clusters.json",
        "run.json",
    ];
    for name in files {
        let path = place.work().join(name);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        let refused = answer().unwrap_err();
        assert!(refused.to_string().contains("damaged"), "{name}: {refused}");
        fs::write(&path, &whole).unwrap();
    }
    let places = place.work().join("0/places");
    let mut bytes = fs::read(&places).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&places, &bytes).unwrap();
    assert!(answer().unwrap_err().to_string().contains("look-up.json"));
    // A process that was killed while it built the tables leaves unfinished files and no marker.
    fs::remove_file(place.work().join("0/look-up.json")).unwrap();
    fs::write(place.work().join("0/known-0-0"), b"begun").unwrap();
    fs::write(place.work().join("0/known"), b"begun").unwrap();
    assert_eq!(answer().unwrap(), told);
    assert!(!place.work().join("0/known-0-0").exists());
    // Tables of another segment are not used.
    let marker = place.work().join("0/look-up.json");
    let other = fs::read_to_string(&marker).unwrap().replacen("\"of\": \"", "\"of\": \"0", 1);
    fs::write(&marker, other).unwrap();
    assert_eq!(answer().unwrap(), told);
}

#[test]
fn without_kept_clusters_texts_are_still_answered_and_names_are_not() {
    let place = Place::new();
    let source = place.lines("documents.jsonl", &documents(&[text(0..50), text(0..55)]));
    let mut run = run(&place.work(), std::slice::from_ref(&source), every(5)).unwrap();
    let refused = |place: &Place| {
        let index = index(place);
        assert_eq!(ask(&index, source.clone(), ALL)[0]["cluster"], Value::Null);
        let refused = index.named_clusters("d0", &mut Vec::new()).unwrap_err();
        assert!(refused.to_string().contains("recluster"), "{refused}");
    };
    // Clusters are stored, and then documents are added without clustering.
    run.clusters(HALF).unwrap().keep().unwrap();
    run.add(&[place.lines("new.jsonl", &[json!({"document": "d0", "text": text(200..240)})])], &()).unwrap();
    drop(run);
    refused(&place);
    close(Run::open(&place.work(), RESOURCES).unwrap(), HALF);
    let index = index(&place);
    let mut out = Vec::new();
    index.named_clusters("d0", &mut out).unwrap();
    let rows = super::json(&out);
    let found: Vec<&str> = rows.iter().map(|row| row["document"].as_str().unwrap()).collect();
    assert_eq!(found, ["d0", "d1", "d0"], "a name may be several documents'");
    assert_eq!(index.clusters_made().unwrap().policy, Some(HALF));
}

#[test]
fn fast_and_unfinished_runs_are_refused() {
    let place = Place::new();
    let source = place.lines("documents.jsonl", &documents(&[text(0..50)]));
    let refused = |place: &Place| Index::open(&place.work(), RESOURCES, &()).unwrap_err();
    assert!(matches!(refused(&place), Error::NoRun { .. }));
    drop(run(&place.work(), &[source], ClusterSettings { fast: true, ..every(5) }).unwrap());
    assert!(matches!(refused(&place), Error::Fast { .. }));
}

#[test]
fn a_ranked_list_comes_back_with_near_copies_folded() {
    let place = Place::new();
    corpus(&place);
    let index = index(&place);
    let list = "unknown\n{\"score\": 1.50, \"document\": \"d9\", \"z\": [1]}\nd10\r\n\n{\"a\": \"no name\"}\n{\"url\":\"d9\"}\n{}\nd59";
    let mut out = Vec::new();
    let grouped = index.group(&mut list.as_bytes(), &mut out).unwrap();
    assert_eq!(
        std::str::from_utf8(&out).unwrap(),
        "{\"document\":\"unknown\",\"folded\":[]}\n\
         {\"score\": 1.50, \"document\": \"d9\", \"z\": [1],\"folded\":[{\"document\":\"d10\"},{\"url\":\"d9\"},{\"document\":\"d59\"}]}\n\
         {\"a\": \"no name\",\"folded\":[]}\n{\"folded\":[]}\n"
    );
    assert_eq!((grouped.listed, grouped.folded, grouped.unknown), (7, 3, 3));
    let mut again = Vec::new();
    let refused = index.group(&mut out.as_slice(), &mut again).unwrap_err();
    assert!(matches!(refused, Error::Folded { line: 1 }), "{refused}");
    assert!(again.is_empty());
}
