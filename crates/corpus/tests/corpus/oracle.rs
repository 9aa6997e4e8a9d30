//! A brute-force implementation: compares every pair of documents as sets in memory, and finds clusters by flooding.
//! The pipeline must give exactly the same results.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_corpus::{Measure, Policy};
use proptest::prelude::*;
use serde_json::json;

use super::{Place, every, pairs, rows, run};

/// The pipeline's result for a document.
type Verdict = (usize, &'static str, bool);

pub(crate) struct Oracle {
    pub(crate) sets: Vec<BTreeSet<Vec<String>>>,
    /// The representative of each document: the first one it equals.
    pub(crate) like: Vec<usize>,
    verdicts: Vec<Verdict>,
    pub(crate) pairs: BTreeMap<(usize, usize), (usize, usize, usize)>,
}

pub(crate) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

pub(crate) fn oracle(texts: &[String], shingle: usize, common: usize, policy: Policy) -> Oracle {
    let tokens: Vec<_> = texts.iter().map(|text| words(text)).collect();
    let mut sets: Vec<BTreeSet<Vec<String>>> =
        tokens.iter().map(|tokens| tokens.windows(shingle).map(<[String]>::to_vec).collect()).collect();
    let n = texts.len();
    let equal = |step: usize, a: usize, b: usize| match step {
        0 => texts[a] == texts[b],
        1 => tokens[a] == tokens[b],
        _ => !sets[a].is_empty() && sets[a] == sets[b],
    };
    let mut kept: Vec<usize> = (0..n).collect();
    let (mut like, mut closest) = ((0..n).collect::<Vec<_>>(), vec![3; n]);
    for step in 0..3 {
        let before = kept.clone();
        for &b in &before {
            if let Some(&a) = before.iter().find(|&&a| a < b && equal(step, a, b)) {
                like[b] = a;
                closest[a] = closest[a].min(step);
                closest[b] = closest[b].min(step);
                kept.retain(|&one| one != b);
            }
        }
    }
    let mut holders: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for &one in &kept {
        for shingle in &sets[one] {
            *holders.entry(shingle.clone()).or_default() += 1;
        }
    }
    for &one in &kept {
        sets[one].retain(|shingle| holders[shingle] <= common);
    }
    let mut joined: Vec<usize> = (0..n).collect();
    let join = |joined: &mut Vec<usize>, a: usize, b: usize| {
        let (a, b) = (joined[a], joined[b]);
        for label in joined.iter_mut().filter(|label| **label == a.max(b)) {
            *label = a.min(b);
        }
    };
    let mut pairs = BTreeMap::new();
    let mut similar = vec![false; n];
    for (at, &b) in kept.iter().enumerate() {
        for &a in &kept[..at] {
            let shared = sets[a].intersection(&sets[b]).count();
            if shared == 0 {
                continue;
            }
            pairs.insert((a, b), (shared, sets[a].len(), sets[b].len()));
            let measure = match policy.measure {
                Measure::Resemblance => shared as f64 / sets[a].union(&sets[b]).count() as f64,
                Measure::Containment => shared as f64 / sets[a].len().min(sets[b].len()) as f64,
            };
            if policy.threshold <= measure {
                join(&mut joined, a, b);
                similar[a] = true;
                similar[b] = true;
            }
        }
    }
    for (b, &a) in like.iter().enumerate() {
        join(&mut joined, a, b);
    }
    let kinds = ["identical", "lexically-equivalent", "shingle-equivalent"];
    let verdicts = (0..n)
        .map(|one| {
            let kind = kinds.get(closest[one]).copied();
            let kind = kind.unwrap_or(if similar[one] { "similar" } else { "single" });
            (joined[one] + 1, kind, joined[one] == one)
        })
        .collect();
    Oracle { sets, like, verdicts, pairs }
}

/// Generates short texts of few words, which share much. A dash or a capital letter changes only the bytes.
pub(crate) fn texts() -> impl Strategy<Value = Vec<String>> {
    let text = proptest::collection::vec(
        proptest::sample::select(vec!["a", "b", "c", "d", "E", "e", "-", "f f", "a b c d", "c a b"]),
        0..9,
    );
    let text = text.prop_map(|words| words.join(" "));
    proptest::collection::vec(text, 0..14)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn clusters_and_pairs_are_those_of_brute_force(
        texts in texts(),
        shingle in 1usize..4,
        common in 1u32..6,
        threshold in 0.05f64..1.0,
        by_containment: bool,
    ) {
        let measure = if by_containment { Measure::Containment } else { Measure::Resemblance };
        let policy = Policy { measure, threshold };
        let expected = oracle(&texts, shingle, common as usize, policy);
        let place = Place::new();
        let lines: Vec<_> =
            texts.iter().enumerate().map(|(at, text)| json!({"document": format!("d{at}"), "text": text})).collect();
        let source = place.lines("documents.jsonl", &lines);
        let settings = chaffinch_corpus::ClusterSettings { common_limit: common, ..every(shingle) };
        let run = run(&place.work(), &[source], settings).unwrap();
        for (at, row) in rows(&run, policy).iter().enumerate() {
            let (cluster, kind, representative) = expected.verdicts[at];
            let wanted = json!({"document": format!("d{at}"), "cluster": cluster, "representative": representative, "kind": kind});
            let mut row = row.clone();
            row.as_object_mut().unwrap().remove("reason");
            prop_assert_eq!(row, wanted, "of {:?}", texts);
        }
        let mut found = pairs(&run, 0.0);
        found.retain(|pair| pair["kind"] == "similar");
        let name = |at: usize| format!("d{at}");
        // The run has the pairs in the order of the later document.
        let mut wanted: Vec<_> = expected.pairs.iter().collect();
        wanted.sort_by_key(|((a, b), _)| (*b, *a));
        let wanted: Vec<_> = wanted.into_iter().map(|(&(a, b), &(shared, left, right))| {
            let union = (left + right - shared) as f64;
            json!({
                "left": name(a), "right": name(b), "count": shared, "resemblance": shared as f64 / union,
                "left_containment": shared as f64 / left as f64, "right_containment": shared as f64 / right as f64,
                "kind": "similar",
            })
        }).collect();
        // The last bit may differ after numbers were written and read.
        let rounded = |pairs: &[serde_json::Value]| -> Vec<String> {
            pairs.iter().map(|pair| {
                let number = |key: &str| (pair[key].as_f64().unwrap_or(-1.0) * 1e12).round();
                format!(
                    "{} {} {} {} {} {} {}", pair["left"], pair["right"], pair["count"], pair["kind"],
                    number("resemblance"), number("left_containment"), number("right_containment"),
                )
            }).collect()
        };
        prop_assert_eq!(rounded(&found), rounded(&wanted));
        prop_assert!(expected.like.iter().enumerate().all(|(at, like)| *like <= at));
        prop_assert_eq!(expected.sets.len(), texts.len());
    }

    /// Documents that are added later give the same result as one run over all documents, as long as no value is
    /// common.
    #[test]
    fn adding_equals_a_run_over_everything(texts in texts(), first in 0usize..14, threshold in 0.05f64..1.0) {
        let policy = Policy { measure: Measure::Resemblance, threshold };
        let lines: Vec<_> =
            texts.iter().enumerate().map(|(at, text)| json!({"document": format!("d{at}"), "text": text})).collect();
        let (before, after) = lines.split_at(first.min(lines.len()));
        let place = Place::new();
        let (all, old, new) = (place.lines("all.jsonl", &lines), place.lines("old.jsonl", before), place.lines("new.jsonl", after));
        let whole = run(&place.path("whole"), &[all], every(2)).unwrap();
        let mut grown = run(&place.work(), &[old], every(2)).unwrap();
        grown.add(&[new], &()).unwrap();
        prop_assert_eq!(rows(&grown, policy), rows(&whole, policy));
        drop(grown);
        let grown = chaffinch_corpus::Run::open(&place.work(), super::RESOURCES).unwrap();
        prop_assert_eq!(rows(&grown, policy), rows(&whole, policy));
        let sorted = |mut pairs: Vec<serde_json::Value>| {
            pairs.sort_by_key(ToString::to_string);
            pairs
        };
        prop_assert_eq!(sorted(pairs(&grown, 0.0)), sorted(pairs(&whole, 0.0)));
    }
}
