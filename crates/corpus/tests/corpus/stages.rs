//! Policies, limits, fast runs, greedy clustering, and continuing a killed run.

use std::fs;
use std::sync::Mutex;

use chaffinch_corpus::{ClusterSettings, Error, Measure, Policy, Popularity, Run};
use chaffinch_submission::Progress;
use serde_json::{Value, json};

use super::{HALF, Place, RESOURCES, every, pairs, rows, run, told};

/// Returns numbered words.
fn text(words: std::ops::Range<u32>) -> String {
    words.map(|word| format!("w{word}")).collect::<Vec<_>>().join(" ")
}

fn documents(texts: &[String]) -> Vec<Value> {
    texts.iter().enumerate().map(|(at, text)| json!({"document": format!("d{at}"), "text": text})).collect()
}

#[test]
fn containment_links_what_resemblance_does_not_and_reclustering_reads_nothing() {
    let place = Place::new();
    let texts = [text(0..100), text(0..1000), text(2000..2100)];
    let source = place.lines("documents.jsonl", &documents(&texts));
    drop(run(&place.work(), &[source], every(5)).unwrap());
    fs::remove_file(place.path("documents.jsonl")).unwrap();
    let run = Run::open(&place.work(), RESOURCES).unwrap();
    let clusters = |measure, threshold| {
        let rows = rows(&run, Policy { measure, threshold });
        told(&rows).iter().map(|(_, cluster, _)| *cluster).collect::<Vec<_>>()
    };
    assert_eq!(clusters(Measure::Resemblance, 0.5), [1, 2, 3]);
    assert_eq!(clusters(Measure::Resemblance, 0.05), [1, 1, 3]);
    assert_eq!(clusters(Measure::Containment, 1.0), [1, 1, 3]);
}

#[test]
fn below_the_floor_nothing_is_kept_and_nothing_can_be_asked() {
    let place = Place::new();
    let texts = [text(0..100), text(0..1000), text(0..110)];
    let source = place.lines("documents.jsonl", &documents(&texts));
    let run = run(&place.work(), &[source], ClusterSettings { floor: 0.95, ..every(5) }).unwrap();
    // The longer document contains nearly all of the shorter one.
    assert_eq!(pairs(&run, 0.95).len(), 3);
    assert_eq!(pairs(&run, 0.99).len(), 3);
    let refused = run.clusters(HALF).unwrap_err();
    assert!(matches!(refused, Error::Floor { .. }), "{refused}");
    assert!(refused.to_string().contains("0.95"), "{refused}");
}

#[test]
fn a_common_paragraph_counts_for_nobody_and_who_has_nothing_else_is_named() {
    let place = Place::new();
    let paragraph = text(0..30);
    let mut texts: Vec<String> =
        (0..8).map(|at| format!("{paragraph} {}", text(100 * at + 100..100 * at + 105))).collect();
    texts.extend([paragraph.clone(), paragraph.to_uppercase()]);
    let source = place.lines("documents.jsonl", &documents(&texts));
    let shared =
        run(&place.work(), std::slice::from_ref(&source), ClusterSettings { common_limit: 9, ..every(5) })
            .unwrap();
    assert!(told(&rows(&shared, HALF)).iter().all(|(_, cluster, _)| *cluster == 1));
    let left_out =
        run(&place.path("other"), &[source], ClusterSettings { common_limit: 8, ..every(5) }).unwrap();
    let rows = rows(&left_out, HALF);
    assert!(told(&rows)[..8].iter().all(|(_, _, kind)| *kind == "single"));
    assert_eq!(told(&rows)[9].2, "lexically-equivalent");
    assert_eq!(left_out.figures().unwrap().common, 26);
    assert_eq!(left_out.figures().unwrap().pairs, 0);
    assert_eq!(rows[0]["reason"], json!(null));
    for row in &rows[8..] {
        assert!(row["reason"].as_str().unwrap().starts_with("all of its shingles are common"));
    }
}

#[test]
fn the_fast_way_finds_long_copies_and_has_its_weaknesses() {
    let place = Place::new();
    let (long, short) = (text(0..3000), text(5000..5012));
    let texts = [long.clone(), format!("{long} more"), short.clone(), format!("{short} more"), text(0..600)];
    let source = place.lines("documents.jsonl", &documents(&texts));
    let settings = ClusterSettings { fast: true, ..every(10) };
    let fast = run(&place.work(), &[source], settings).unwrap();
    let rows = rows(&fast, HALF);
    let clusters: Vec<_> = told(&rows).iter().map(|(_, cluster, _)| *cluster).collect();
    assert_eq!(clusters[..4], [1, 1, 3, 4]);
    let refused = fast.clusters(Policy { measure: Measure::Containment, threshold: 0.5 }).unwrap_err();
    assert!(matches!(refused, Error::Fast { .. }), "{refused}");
    assert!(fast.write_pairs(0.5, &mut Vec::new()).is_err());
}

#[test]
fn greedy_clusters_do_not_become_chains() {
    let place = Place::new();
    let texts = [text(0..100), text(25..125), text(50..150), text(75..175)];
    let source = place.lines("documents.jsonl", &documents(&texts));
    let run = run(&place.work(), &[source], every(5)).unwrap();
    let of = |rows: &[Value]| told(rows).iter().map(|(_, cluster, _)| *cluster).collect::<Vec<_>>();
    assert_eq!(of(&rows(&run, HALF)), [1, 1, 1, 1]);
    for popularity in [Popularity::FirstMember, Popularity::MostPopular] {
        let mut out = Vec::new();
        run.greedy_clusters(HALF, popularity).unwrap().write(&mut out).unwrap();
        assert_eq!(of(&super::json(&out)), [1, 1, 3, 3], "{popularity:?}");
    }
}

/// Panics when a given stage begins, to simulate a killed process.
struct Killed(&'static str, Mutex<Vec<&'static str>>);

impl Progress for Killed {
    fn report(&self, stage: &'static str, _: u64, _: u64) {
        let mut heard = self.1.lock().unwrap();
        if heard.last() != Some(&stage) {
            heard.push(stage);
        }
        assert_ne!(stage, self.0, "killed");
    }
}

#[test]
fn a_killed_run_goes_on_from_its_last_finished_stage_and_says_the_same() {
    let texts: Vec<String> = (0..40).map(|at| text(at * 3..at * 3 + 60)).collect();
    for stage in ["sketching", "folding", "sorting", "pairing"] {
        let place = Place::new();
        let source = place.lines("documents.jsonl", &documents(&texts));
        let sources = [source];
        let killed = Killed(stage, Mutex::new(Vec::new()));
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            Run::cluster(&place.work(), &sources, every(5), RESOURCES, &killed).map(drop)
        }));
        assert!(outcome.is_err(), "{stage}");
        assert!(matches!(Run::open(&place.work(), RESOURCES), Err(Error::NoRun { .. })));
        let sketches = place.work().join("0/sketches");
        let before = fs::metadata(&sketches).and_then(|found| found.modified()).ok();
        let run = run(&place.work(), &sources, every(5)).unwrap();
        if stage != "sketching" {
            assert_eq!(fs::metadata(&sketches).unwrap().modified().ok(), before, "{stage}: sketched twice");
        }
        let fresh = super::run(&place.path("fresh"), &sources, every(5)).unwrap();
        assert_eq!(rows(&run, HALF), rows(&fresh, HALF), "{stage}");
        assert_eq!(run.figures().unwrap(), fresh.figures().unwrap(), "{stage}");
    }
}

#[test]
fn a_work_directory_belongs_to_one_run_and_one_process() {
    let place = Place::new();
    let source = place.lines("documents.jsonl", &documents(&[text(0..50)]));
    let sources = [source];
    let first = run(&place.work(), &sources, every(5)).unwrap();
    assert!(matches!(run(&place.work(), &sources, every(5)), Err(Error::Busy { .. })));
    drop(first);
    let refused = run(&place.work(), &sources, every(6)).unwrap_err();
    assert!(matches!(refused, Error::OtherRun { what: "settings", .. }), "{refused}");
    let other = [place.lines("other.jsonl", &documents(&[text(0..51)]))];
    let refused = run(&place.work(), &other, every(5)).unwrap_err();
    assert!(matches!(refused, Error::OtherRun { what: "sources", .. }), "{refused}");
    drop(run(&place.work(), &sources, every(5)).unwrap());
    place.file("home/letter.txt", b"dear");
    assert!(matches!(run(&place.path("home"), &sources, every(5)), Err(Error::NotEmpty { .. })));
}

#[test]
fn whatever_memory_and_threads_the_clusters_are_the_same() {
    // Enough postings that the smallest memory holds their lists only in parts.
    let texts: Vec<String> = (0..1200).map(|at| text(2 * at..2 * at + 200)).collect();
    let place = Place::new();
    let sources = [place.lines("documents.jsonl", &documents(&texts))];
    let small = chaffinch_corpus::Resources { memory: RESOURCES.memory, threads: 8 };
    let large = chaffinch_corpus::Resources { memory: 1 << 30, threads: 1 };
    let settings = every(5);
    let one = Run::cluster(&place.path("one"), &sources, settings, small, &()).unwrap();
    let two = Run::cluster(&place.path("two"), &sources, settings, large, &()).unwrap();
    assert!(place.path("one/0/pairs-1-0").exists() && !place.path("two/0/pairs-1-0").exists());
    assert_eq!(rows(&one, HALF), rows(&two, HALF));
    let sorted = |run: &Run, floor: f64| {
        let mut pairs: Vec<_> = pairs(run, floor).iter().map(Value::to_string).collect();
        pairs.sort_unstable();
        pairs
    };
    let all = sorted(&one, 0.0);
    assert!(all.len() > 100_000);
    assert_eq!(all, sorted(&two, 0.0));
}

#[test]
fn a_higher_floor_keeps_just_the_pairs_above_it() {
    // Pages of two templates, some longer than others, and versions of one of them.
    let mut texts: Vec<String> = Vec::new();
    for at in 0..60 {
        let template = 1000 * (at % 2);
        let own = 10_000 + 500 * at..10_000 + 500 * at + 20 + 7 * (at % 9);
        texts.push(format!("{} {}", text(template..template + 60), text(own)));
    }
    texts.extend((0..9).map(|at| format!("{} {}", text(0..60), text(10_000 + at..10_040))));
    let place = Place::new();
    let sources = [place.lines("documents.jsonl", &documents(&texts))];
    let all = run(&place.path("all"), &sources, every(5)).unwrap();
    for floor in [0.5, 0.6, 0.75, 0.9] {
        let settings = chaffinch_corpus::ClusterSettings { floor, ..every(5) };
        let some = run(&place.path(&floor.to_string()), &sources, settings).unwrap();
        let above = pairs(&all, floor);
        assert!(!above.is_empty() && above.len() < pairs(&all, 0.0).len());
        assert_eq!(pairs(&some, floor), above, "{floor}");
    }
}
