//! Documents on different levels of the ladder: every result about two of them is that of their samples at the later
//! level.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_corpus::{ClusterSettings, DocumentSource, Measure, Policy, Popularity};
use chaffinch_fingerprint::rehash;
use chaffinch_sketch::{Sample, Shingler};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::queries::{ALL, close, index};
use super::{HALF, Place, every, json, pairs, rows, run};

const UNIT: usize = 6;
const TOP: u64 = 8;

fn laddered(common: u32, floor: f64) -> ClusterSettings {
    let mut settings = ClusterSettings { common_limit: common, floor, ..every(2) };
    settings.sketch.sample = Sample::LadderTo(UNIT.try_into().unwrap(), TOP.try_into().unwrap());
    settings
}

/// Generates parts of one stream of words. They overlap, have all lengths, and each has a word of its own.
fn texts() -> impl Strategy<Value = Vec<Vec<u32>>> {
    let part = (0u32..60, prop_oneof![1u32..20, 20u32..200]);
    proptest::collection::vec(part, 1..16).prop_map(|parts| {
        let own = |at: usize| 10_000 + at as u32;
        let part =
            |(at, (start, length)): (usize, (u32, u32))| (start..start + length).chain([own(at)]).collect();
        parts.into_iter().enumerate().map(part).collect()
    })
}

fn lines(texts: &[Vec<u32>]) -> Vec<Value> {
    let text = |words: &[u32]| words.iter().map(|word| format!("w{word}")).collect::<Vec<_>>().join(" ");
    texts
        .iter()
        .enumerate()
        .map(|(at, words)| json!({"document": at.to_string(), "text": text(words)}))
        .collect()
}

/// Returns documents with different samples, so that none is folded to another, and what each keeps.
fn different(place: &Place, texts: &[Vec<u32>]) -> (Vec<Value>, Vec<(u64, BTreeSet<u64>)>) {
    let mut seen = BTreeSet::new();
    let kept = kept(place, &lines(texts));
    let texts = texts.iter().zip(kept).filter(|(_, (_, values))| seen.insert(values.clone()));
    let (texts, kept): (Vec<Vec<u32>>, Vec<_>) = texts.map(|(text, kept)| (text.clone(), kept)).unzip();
    (lines(&texts), kept)
}

/// Returns what a document keeps by definition: its modulus and its values.
fn kept(place: &Place, lines: &[Value]) -> Vec<(u64, BTreeSet<u64>)> {
    let source = place.lines("oracle.jsonl", lines);
    let (whole, mut out) = (every(2), Vec::new());
    chaffinch_corpus::sketch(&[source], (whole.sketch, &whole.key), 1, &(), &mut out).unwrap();
    let all = json(&out).into_iter().map(|line| -> BTreeSet<u64> {
        let digits = line["sketch"].as_array().unwrap().iter();
        digits.map(|value| u64::from_str_radix(value.as_str().unwrap(), 16).unwrap()).collect()
    });
    all.map(|all| {
        let at =
            |modulus: u64| all.iter().copied().filter(|value| value % modulus == 0).collect::<BTreeSet<_>>();
        let modulus = [8, 4, 2].into_iter().find(|&modulus| UNIT <= at(modulus).len()).unwrap_or(1);
        (modulus, at(modulus))
    })
    .collect()
}

/// The number of shared values, and of each document's values, at the later level, without common ones.
type Counts = BTreeMap<(usize, usize), [usize; 3]>;

fn oracle(kept: &[(u64, BTreeSet<u64>)], common: usize) -> Counts {
    let mut holders: BTreeMap<u64, usize> = BTreeMap::new();
    kept.iter().flat_map(|(_, values)| values).for_each(|&value| *holders.entry(value).or_default() += 1);
    let mut counts = Counts::new();
    for (right, (right_modulus, right_values)) in kept.iter().enumerate() {
        for (left, (left_modulus, left_values)) in kept[..right].iter().enumerate() {
            let modulus = *left_modulus.max(right_modulus);
            let at = |values: &BTreeSet<u64>| -> BTreeSet<u64> {
                let counts = |value: &u64| value.is_multiple_of(modulus) && holders[value] <= common;
                values.iter().copied().filter(counts).collect()
            };
            let (left_values, right_values) = (at(left_values), at(right_values));
            let shared = left_values.intersection(&right_values).count();
            if shared > 0 {
                counts.insert((left, right), [shared, left_values.len(), right_values.len()]);
            }
        }
    }
    counts
}

fn containment([shared, left, right]: [usize; 3]) -> f64 {
    shared as f64 / left.min(right) as f64
}

fn number(value: &Value) -> usize {
    value.as_str().unwrap().parse().unwrap()
}

/// Returns the counts of pairs, computed from rows.
fn counts(rows: &[Value], [left, right]: [&str; 2], [left_share, right_share]: [&str; 2]) -> Counts {
    let size = |row: &Value, share: &str| {
        (row["count"].as_u64().unwrap() as f64 / row[share].as_f64().unwrap()).round() as usize
    };
    rows.iter()
        .map(|row| {
            let shared = row["count"].as_u64().unwrap() as usize;
            let sizes = [shared, size(row, left_share), size(row, right_share)];
            ((number(&row[left]), number(&row[right])), sizes)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]
    #[test]
    fn pairs_and_questions_are_those_of_samples_at_the_later_rung(
        texts in texts(), common in 2u32..20, floor in prop_oneof![Just(0.0), 0.0f64..0.9],
    ) {
        let place = Place::new();
        let (lines, sketches) = different(&place, &texts);
        let mut expected = oracle(&sketches, common as usize);
        let source = place.lines("documents.jsonl", &lines);
        let made = run(&place.work(), std::slice::from_ref(&source), laddered(common, floor)).unwrap();
        let all = expected.clone();
        expected.retain(|_, counts| floor <= containment(*counts));
        let found = counts(&pairs(&made, floor), ["left", "right"], ["left_containment", "right_containment"]);
        prop_assert_eq!(found, expected);

        close(made, Policy { threshold: 0.9, ..HALF });
        let mut out = Vec::new();
        index(&place).query(&[source], ALL, &(), &mut out).unwrap();
        let mut answers = json(&out);
        answers.retain(|row| row["document"].is_string() && number(&row["query"]) < number(&row["document"]));
        // For exact counts, the interval is the value.
        for row in &answers {
            let finest = [&row["query"], &row["document"]].into_iter().all(|of| sketches[number(of)].0 == 1);
            prop_assert_eq!(row["resemblance_interval"][0] == row["resemblance_interval"][1], finest);
        }
        let answers = counts(&answers, ["query", "document"], ["query_containment", "document_containment"]);
        prop_assert_eq!(answers, all);
    }

    /// Documents that are added later get the same levels beside the earlier ones.
    #[test]
    fn additions_are_as_if_all_had_come_at_once(texts in texts(), first in 0usize..16) {
        let place = Place::new();
        let lines = lines(&texts);
        let (before, after) = lines.split_at(first.min(lines.len()));
        let source = |name: &str, lines: &[Value]| place.lines(name, lines);
        let whole = run(&place.path("whole"), &[source("all.jsonl", &lines)], laddered(100, 0.0)).unwrap();
        let mut grown = run(&place.work(), &[source("old.jsonl", before)], laddered(100, 0.0)).unwrap();
        grown.add(&[source("new.jsonl", after)], &()).unwrap();
        prop_assert_eq!(rows(&grown, HALF), rows(&whole, HALF));
        let of = |run| counts(&pairs(run, 0.0), ["left", "right"], ["left_containment", "right_containment"]);
        prop_assert_eq!(of(&grown), of(&whole));
    }

    /// The first document of each cluster represents it. So every later document that is similar enough to it belongs
    /// to its cluster, or to one that it is at least as similar to.
    #[test]
    fn greedy_clusters_compare_at_the_later_rung(texts in texts(), threshold in 0.1f64..1.0) {
        let place = Place::new();
        let (lines, sketches) = different(&place, &texts);
        let expected = oracle(&sketches, usize::MAX);
        let made = run(&place.work(), &[place.lines("documents.jsonl", &lines)], laddered(100, 0.0)).unwrap();
        let policy = Policy { measure: Measure::Containment, threshold };
        let mut out = Vec::new();
        made.greedy_clusters(policy, Popularity::FirstMember).unwrap().write(&mut out).unwrap();
        let clusters: Vec<usize> = json(&out).iter().map(|row| row["cluster"].as_u64().unwrap() as usize - 1).collect();
        for (at, &cluster) in clusters.iter().enumerate() {
            let like = |first: usize| expected.get(&(first, at)).copied().map_or(0.0, containment);
            let best = (0..at).filter(|&first| clusters[first] == first).map(like).fold(0.0, f64::max);
            if cluster == at {
                prop_assert!(best < threshold, "{at} is as much as {best} like another");
            } else {
                prop_assert!(threshold <= like(cluster) && best <= like(cluster), "{at} joins {cluster}");
            }
        }
    }
}

/// Sketches that keep more become those of the ladder. Samples that a ladder ends at can be taken from it, and no
/// others.
#[test]
fn stored_sketches_are_put_on_their_rungs() {
    let place = Place::new();
    let texts: Vec<Vec<u32>> = (0..8).map(|at| (at..at + 4 + at * at * 9).collect()).collect();
    let source = place.lines("documents.jsonl", &lines(&texts));
    let with = |sample| {
        let mut settings = laddered(100, 0.0);
        settings.sketch.sample = sample;
        settings
    };
    let modulus = |m: u64| Sample::Modulus(m.try_into().unwrap());
    let ladder = |m: u64| Sample::LadderTo(UNIT.try_into().unwrap(), m.try_into().unwrap());
    let stored = |sample, from: &DocumentSource| {
        let (settings, mut out) = (with(sample), Vec::new());
        let from = std::slice::from_ref(from);
        chaffinch_corpus::sketch(from, (settings.sketch, &settings.key), 1, &(), &mut out).map(|_| out)
    };
    for (finer, coarser) in [
        (modulus(1), ladder(8)),
        (modulus(2), ladder(16)),
        (modulus(3), ladder(24)),
        (ladder(8), modulus(8)),
        (ladder(8), modulus(24)),
        (ladder(8), ladder(8)),
    ] {
        let (direct, lines) = (stored(coarser, &source).unwrap(), stored(finer, &source).unwrap());
        let lines = place.file("finer.jsonl", &lines);
        assert_eq!(stored(coarser, &lines).unwrap(), direct, "{finer} to {coarser}");
        let of = |name: String, source: &DocumentSource| {
            run(&place.path(&name), std::slice::from_ref(source), with(coarser)).unwrap()
        };
        let (ours, theirs) =
            (of(format!("of {finer} {coarser}"), &lines), of(format!("{coarser} beside {finer}"), &source));
        assert_eq!(pairs(&ours, 0.0), pairs(&theirs, 0.0));
    }
    for (finer, coarser) in
        [(modulus(2), ladder(8)), (ladder(8), modulus(4)), (ladder(8), ladder(16)), (ladder(8), modulus(1))]
    {
        let lines = place.file("finer.jsonl", &stored(finer, &source).unwrap());
        assert!(stored(coarser, &lines).is_err(), "{finer} to {coarser}");
    }
}

/// A line may hold a sketch that no ladder makes: a thousand values on the last level and one that is not. It is put on
/// its level.
#[test]
fn a_sketch_that_no_document_has_is_put_on_its_rung() {
    let place = Place::new();
    let values = |odd: u64| (0..1000).map(|at| format!("{:016x}", at * 8 + odd)).collect::<Vec<_>>();
    let mixed = |odd: u64| {
        let mut all = [values(0), values(odd)].concat();
        all.sort();
        all
    };
    let lines = [
        json!({"document": "0", "sketch": values(0)}),
        json!({"document": "1", "sketch": mixed(1)}),
        json!({"document": "2", "sketch": mixed(2)}),
        json!({"document": "3", "sketch": values(3)}),
    ];
    let made = run(&place.work(), &[place.lines("lines.jsonl", &lines)], laddered(100, 0.0)).unwrap();
    let clusters: Vec<Value> = rows(&made, HALF).iter().map(|row| row["cluster"].clone()).collect();
    assert_eq!(clusters, [1, 1, 1, 4]);
    let kinds: Vec<Value> = pairs(&made, 0.0).iter().map(|pair| pair["kind"].clone()).collect();
    assert_eq!(kinds, ["shingle-equivalent", "shingle-equivalent"]);
}

/// The shingles of a document with a given number of them are hashes like any others. The tests above rely on this.
#[test]
fn all_rungs_are_met() {
    let mut shingler = Shingler::new(2.try_into().unwrap());
    let mut ids = Vec::new();
    shingler.feed(&(0..200).map(rehash).collect::<Vec<_>>(), |id| ids.push(id));
    let of = |modulus: u64| ids.iter().filter(|id| **id % modulus == 0).count();
    assert!(of(8) > 2 * UNIT && of(1) > 190);
}
