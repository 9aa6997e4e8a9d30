//! Sketches in place of documents, with several samples and keys.

use chaffinch_corpus::{DocumentSource, Error, Run};
use chaffinch_sketch::{Key, Sample};
use serde_json::json;

use super::sources::ROSE;
use super::{HALF, Place, RESOURCES, every, rows, run, told};

fn words(range: std::ops::Range<u32>) -> String {
    range.map(|word| format!("word{word}")).collect::<Vec<_>>().join(" ")
}

#[test]
fn sketches_cluster_as_their_documents_do_and_only_if_made_alike() {
    let place = Place::new();
    let lines = [
        json!({"document": "a", "text": ROSE, "date": "2001-02-03"}),
        json!({"document": "b", "text": "A rose!  is a rose is a rose and it is red"}),
        json!({"document": "c", "text": "a rose is a rose is a rose and it was red"}),
        json!({"document": "d", "text": ""}),
        json!({"document": "e"}),
    ];
    let source = place.lines("documents.jsonl", &lines);
    let settings = every(3);
    let direct = rows(&run(&place.work(), std::slice::from_ref(&source), settings).unwrap(), HALF);
    assert_eq!(told(&direct)[2..], [("c", 1, "similar"), ("d", 4, "single"), ("e", 0, "skipped")]);
    let mut sketches = Vec::new();
    chaffinch_corpus::sketch(&[source], (settings.sketch, &settings.key), 2, &(), &mut sketches).unwrap();
    let source = place.file("sketches.jsonl", &sketches);
    let again = rows(&run(&place.path("again"), std::slice::from_ref(&source), settings).unwrap(), HALF);
    assert_eq!(again, direct);
    let refused = run(&place.path("other"), &[source], every(4)).unwrap_err();
    assert!(
        refused.to_string().contains("shingle=3") && refused.to_string().contains("shingle=4"),
        "{refused}"
    );
}

#[test]
fn a_finer_sketch_is_sampled_again_as_its_document_would_have_been() {
    let place = Place::new();
    let lines: Vec<_> = (0..9)
        .map(|at| json!({"document": at, "text": words(at * 20..at * 20 + if at == 8 { 5 } else { 60 })}))
        .collect();
    let source = place.lines("documents.jsonl", &lines);
    let of = |modulus: u64, shingle| {
        let mut settings = every(shingle);
        settings.sketch.sample = Sample::Modulus(modulus.try_into().unwrap());
        settings
    };
    let stored = |modulus, name: &str| {
        let (settings, mut out) = (of(modulus, 3), Vec::new());
        let with = (settings.sketch, &settings.key);
        chaffinch_corpus::sketch(std::slice::from_ref(&source), with, 1, &(), &mut out).unwrap();
        (out.clone(), place.file(name, &out))
    };
    let (_, finer) = stored(5, "5.jsonl");
    let (expected, coarser) = stored(25, "25.jsonl");
    let mut again = Vec::new();
    let with = of(25, 3);
    chaffinch_corpus::sketch(std::slice::from_ref(&finer), (with.sketch, &with.key), 1, &(), &mut again)
        .unwrap();
    assert_eq!(String::from_utf8(again).unwrap(), String::from_utf8(expected).unwrap());
    let direct = rows(&run(&place.work(), std::slice::from_ref(&source), of(25, 3)).unwrap(), HALF);
    assert!(direct.iter().any(|row| row["reason"].as_str().is_some_and(|said| said.contains("sample"))));
    // Sketches with both moduli in the same corpus.
    let from = |name: &str, source: &DocumentSource, settings| {
        run(&place.path(name), std::slice::from_ref(source), settings)
    };
    assert_eq!(rows(&from("finer", &finer, of(25, 3)).unwrap(), HALF), direct);
    assert_eq!(rows(&from("same", &coarser, of(25, 3)).unwrap(), HALF), direct);
    for refused in [of(5, 3), of(24, 3), of(30, 3), of(50, 4)] {
        let error = from("refused", &coarser, refused).unwrap_err();
        assert!(matches!(error, Error::Mixed { .. }), "{error}");
        std::fs::remove_dir_all(place.path("refused")).unwrap();
    }
}

#[test]
fn sketches_under_another_key_do_not_compare_whatever_they_are_of() {
    let place = Place::new();
    let texts = place.lines("texts.jsonl", &[json!({"document": "a", "text": words(0..90)})]);
    let sets = place.lines("sets.jsonl", &[json!({"document": "b", "features": ["x", "y"]})]);
    let under = |seed| {
        let mut settings = every(3);
        settings.key = Key::from_seed(seed);
        settings.sketch.key = settings.key.id();
        settings
    };
    for source in [texts, sets] {
        let (settings, mut out) = (under(1), Vec::new());
        let with = (settings.sketch, &settings.key);
        chaffinch_corpus::sketch(std::slice::from_ref(&source), with, 1, &(), &mut out).unwrap();
        let sketches = [place.file("sketches.jsonl", &out)];
        let refused = |settings| run(&place.path("refused"), &sketches, settings).unwrap_err();
        for settings in [under(2), every(3)] {
            let error = refused(settings);
            assert!(matches!(error, Error::Mixed { .. }), "{error}");
            std::fs::remove_dir_all(place.path("refused")).unwrap();
        }
        let mut forgotten = under(1);
        forgotten.key = Key::PUBLIC;
        assert!(matches!(refused(forgotten), Error::Key { .. }));
        std::fs::remove_dir_all(place.path("refused")).unwrap();
        drop(run(&place.path("kept"), &sketches, under(1)).unwrap());
        let kept = || Run::open(&place.path("kept"), RESOURCES).unwrap();
        assert!(matches!(kept().add(std::slice::from_ref(&source), &()), Err(Error::Key { .. })));
        assert!(matches!(kept().under(Key::from_seed(2)), Err(Error::Key { .. })));
        let mut run = kept().under(Key::from_seed(1)).unwrap();
        run.add(&[source], &()).unwrap();
        assert_eq!(told(&rows(&run, HALF))[1].2, "identical");
        drop(run);
        std::fs::remove_dir_all(place.path("kept")).unwrap();
    }
}
