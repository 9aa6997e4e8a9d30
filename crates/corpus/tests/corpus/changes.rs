//! How documents change from sweep to sweep, compared with a slow implementation over whole sets.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_corpus::{ChangeOptions, ClusterSettings, Error, Index, MAX_SWEEPS, Resources, SweepKind};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::oracle::words;
use super::queries::{index, text};
use super::{Place, RESOURCES, every, run};

fn changes(index: &Index, asked: ChangeOptions) -> Vec<Value> {
    let mut out = Vec::new();
    index.changes(asked, &(), &mut out).unwrap();
    super::json(&out)
}

const LISTED: ChangeOptions = ChangeOptions { by: SweepKind::Addition, threshold: 0.5, list: true };

/// Generates sweeps, each with a few names and texts.
fn sweeps() -> impl Strategy<Value = Vec<Vec<(u8, String)>>> {
    let text = proptest::sample::select(vec![
        "a b c d e f g h",
        "A b c d - e f g h",
        "a b c d e f g i",
        "a b c d j k l m",
        "k l m n o p",
        "p",
        "",
        "q r s t u v w x y",
        "q r s t u v w x z",
    ]);
    let document = (0u8..7, text.prop_map(str::to_owned));
    proptest::collection::vec(proptest::collection::vec(document, 0..7), 1..5)
}

/// Returns what became of each name, by brute force.
fn slow(sweeps: &[Vec<(u8, String)>]) -> BTreeSet<(usize, String, &'static str)> {
    let histories: Vec<BTreeMap<u8, &String>> =
        sweeps.iter().map(|sweep| sweep.iter().map(|(name, text)| (*name, text)).collect()).collect();
    let shingles =
        |text: &str| -> BTreeSet<Vec<String>> { words(text).windows(2).map(<[String]>::to_vec).collect() };
    let same = |left: &str, right: &str| {
        let (left_set, right_set) = (shingles(left), shingles(right));
        if left == right {
            "identical"
        } else if words(left) == words(right) {
            "lexically-equivalent"
        } else if left_set.is_empty() || right_set.is_empty() {
            "unknown"
        } else if left_set == right_set {
            "shingle-equivalent"
        } else {
            "changed"
        }
    };
    let alike = |left: &str, right: &str| {
        let (left_set, right_set) = (shingles(left), shingles(right));
        let shared = left_set.intersection(&right_set).count();
        let all = left_set.union(&right_set).count();
        words(left) == words(right) || all > 0 && 2 * shared >= all
    };
    let mut told = BTreeSet::new();
    for (at, two) in histories.windows(2).enumerate() {
        let [now, next] = two else { continue };
        for (name, text) in now {
            let change = match next.get(name) {
                Some(again) => same(text, again),
                None if next.iter().any(|(new, other)| !now.contains_key(new) && alike(text, other)) => {
                    "moved"
                }
                None => "vanished",
            };
            told.insert((at, format!("n{name}"), change));
        }
        for (name, text) in next.iter().filter(|(name, _)| !now.contains_key(name)) {
            let is_moved = now.iter().any(|(gone, other)| !next.contains_key(gone) && alike(text, other));
            told.insert((at, format!("n{name}"), if is_moved { "moved-here" } else { "appeared" }));
        }
    }
    told
}

fn lines(sweep: &[(u8, String)], date: usize) -> Vec<Value> {
    let line = |(name, text): &(u8, String)| json!({"document": format!("n{name}"), "text": text, "date": format!("{}-07-08", 2000 + date)});
    sweep.iter().map(line).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn changes_are_those_of_brute_force(sweeps in sweeps()) {
        let expected = slow(&sweeps);
        let place = Place::new();
        let sources: Vec<_> = sweeps
            .iter()
            .enumerate()
            .map(|(at, sweep)| place.lines(&format!("{at}.jsonl"), &lines(sweep, at)))
            .collect();
        let mut grown = run(&place.work(), &sources[..1], every(2)).unwrap();
        for source in &sources[1..] {
            grown.add(std::slice::from_ref(source), &()).unwrap();
        }
        drop(grown);
        let rows = changes(&index(&place), LISTED);
        let (totals, listed) = rows.split_at(sweeps.len() - 1);
        let told: BTreeSet<_> = listed
            .iter()
            .map(|row| {
                let text = |key: &str| row[key].as_str().unwrap().to_owned();
                (row["sweep"].as_u64().unwrap() as usize, text("document"), text("change"))
            })
            .collect();
        let wanted: BTreeSet<_> =
            expected.iter().map(|(at, name, change)| (*at, name.clone(), (*change).to_owned())).collect();
        prop_assert_eq!(&told, &wanted);
        for (at, row) in totals.iter().enumerate() {
            let number = |key: &str| row[key].as_u64().unwrap();
            for change in ["identical", "lexically-equivalent", "shingle-equivalent", "changed", "unknown", "moved",
                "moved-here", "appeared", "vanished"] {
                let count = expected.iter().filter(|one| one.0 == at && one.2 == change).count();
                prop_assert_eq!(number(&change.replace('-', "_")), count as u64, "{} of {}", change, row);
            }
            prop_assert_eq!(number("documents"), number("same_name") + number("moved") + number("vanished"));
            prop_assert_eq!(number("next_documents"), number("same_name") + number("moved_here") + number("appeared"));
            let steps: u64 = row["resemblance"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
            prop_assert_eq!(steps, number("changed"));
        }
        // Dates give the same result if every sweep has a document.
        if sweeps.iter().all(|sweep| !sweep.is_empty()) {
            let whole = Place::new();
            drop(run(&whole.work(), &sources, every(2)).unwrap());
            let by_date = changes(&index(&whole), ChangeOptions { by: SweepKind::Year, ..LISTED });
            prop_assert_eq!(by_date.len(), rows.len());
            let told: BTreeSet<_> = by_date[sweeps.len() - 1..]
                .iter()
                .map(|row| {
                    let text = |key: &str| row[key].as_str().unwrap().to_owned();
                    (text("sweep").parse::<usize>().unwrap() - 2000, text("document"), text("change"))
                })
                .collect();
            prop_assert_eq!(&told, &wanted);
        }
    }
}

#[test]
fn how_much_is_told_and_where_to() {
    let place = Place::new();
    let first = place.lines(
        "first.jsonl",
        &[
            json!({"document": "page\n1", "text": text(0..44), "date": "2001-01-31"}),
            json!({"document": "gone", "text": text(100..164), "date": "2001-01-31"}),
            json!({"document": "undated", "text": text(100..164)}),
        ],
    );
    let second = place.lines(
        "second.jsonl",
        &[
            json!({"document": "page\n1", "text": text(0..34), "date": "2001-02-01T23:00:00Z"}),
            json!({"document": "here", "text": text(100..168), "date": "2001-02-28"}),
            json!({"document": "there", "text": text(100..164), "date": "2001-02-28"}),
        ],
    );
    let mut grown = run(&place.work(), &[first], every(5)).unwrap();
    grown.add(&[second], &()).unwrap();
    drop(grown);
    let asked = ChangeOptions { by: SweepKind::Month, threshold: 0.9, list: true };
    let rows = changes(&index(&place), asked);
    let mut steps = [0; 10];
    steps[7] = 1;
    assert_eq!((&rows[0]["sweep"], &rows[0]["next"]), (&json!("2001-01"), &json!("2001-02")));
    assert_eq!(rows[0]["resemblance"], json!(steps));
    assert_eq!(rows[0]["mean_resemblance"], 0.75);
    assert_eq!(rows[0]["sample"][7], 40);
    assert_eq!(
        rows[1..],
        [
            json!({"sweep": "2001-01", "next": "2001-02", "document": "page\n1", "change": "changed", "resemblance": 0.75}),
            json!({"sweep": "2001-01", "next": "2001-02", "document": "gone", "change": "moved", "resemblance": 1.0, "to": "there"}),
            json!({"sweep": "2001-01", "next": "2001-02", "document": "here", "change": "moved-here", "resemblance": 0.9375, "from": "gone"}),
            json!({"sweep": "2001-01", "next": "2001-02", "document": "there", "change": "moved-here", "resemblance": 1.0, "from": "gone"}),
        ]
    );
    assert_eq!(changes(&index(&place), ChangeOptions { by: SweepKind::Year, ..asked }), [] as [Value; 0]);
    assert_eq!(changes(&index(&place), ChangeOptions { by: SweepKind::Day, ..asked }).len(), 2 + 5);
}

#[test]
fn limits_are_told() {
    let place = Place::new();
    let line = |at: usize| json!({"document": at, "text": text(0..9), "date": at * 86_400});
    let lines: Vec<Value> = (0..=MAX_SWEEPS).map(line).collect();
    let settings = ClusterSettings { floor: 0.3, ..every(5) };
    drop(run(&place.work(), &[place.lines("documents.jsonl", &lines)], settings).unwrap());
    let asked = ChangeOptions { by: SweepKind::Day, ..LISTED };
    let refused = |index: &Index, asked| index.changes(asked, &(), &mut Vec::new()).unwrap_err();
    let open = index(&place);
    assert!(refused(&open, asked).to_string().contains("1000"));
    assert!(matches!(refused(&open, ChangeOptions { threshold: 0.2, ..LISTED }), Error::Floor { .. }));
    drop(open);
    let least = Resources { memory: Resources::LEAST_MEMORY, ..RESOURCES };
    let tight = Index::open(&place.work(), least, &()).unwrap();
    assert!(matches!(refused(&tight, LISTED), Error::Memory { documents: 1001, .. }));
}
