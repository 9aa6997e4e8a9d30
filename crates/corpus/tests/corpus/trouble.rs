//! Sources that change, damaged files, many copies. Unfinished files must not be taken for a result.

use std::fs;
use std::sync::Mutex;

use chaffinch_corpus::{DocumentSource, Error, Run};
use chaffinch_submission::Progress;
use serde_json::json;

use super::{HALF, Place, RESOURCES, every, rows, run, told};

/// Runs a function that changes the source when the first documents have been read.
struct Meddler<F: FnMut() + Send>(Mutex<Option<F>>);

impl<F: FnMut() + Send> Progress for Meddler<F> {
    fn report(&self, stage: &'static str, _: u64, _: u64) {
        if stage == "sketching"
            && let Some(mut meddle) = self.0.lock().unwrap().take()
        {
            meddle();
        }
    }
}

#[test]
fn a_source_that_changes_while_it_is_read_ends_the_run() {
    for meddle in ["appended", "added", "removed"] {
        let place = Place::new();
        for at in 0..3 {
            place.file(&format!("docs/{at}.txt"), b"a b c d e f");
        }
        let docs = place.path("docs");
        let source = DocumentSource::new(&docs).unwrap();
        let meddler = Meddler(Mutex::new(Some(|| match meddle {
            "appended" => fs::write(docs.join("0.txt"), "more").unwrap(),
            "added" => fs::write(docs.join("3.txt"), "new").unwrap(),
            _ => fs::remove_file(docs.join("2.txt")).unwrap(),
        })));
        let refused =
            Run::cluster(&place.work(), std::slice::from_ref(&source), every(3), RESOURCES, &meddler)
                .unwrap_err();
        assert!(matches!(refused, Error::Changed { .. }), "{meddle}: {refused}");
        assert!(refused.to_string().contains("docs"), "{refused}");
        assert!(Run::open(&place.work(), RESOURCES).is_err());
        // Once the source no longer changes, the same directory can be used.
        assert!(run(&place.work(), &[source], every(3)).is_ok());
    }
}

#[test]
fn damaged_files_are_noticed() {
    let place = Place::new();
    let lines: Vec<_> =
        (0..9).map(|at| json!({"document": at, "text": format!("a b c d e f {at}")})).collect();
    let source = place.lines("documents.jsonl", &lines);
    drop(run(&place.work(), &[source], every(3)).unwrap());
    for name in ["documents", "names", "folded", "sizes", "pairs-0-0", "paired.json", "sketched.json"] {
        let path = place.work().join("0").join(name);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        let read = Run::open(&place.work(), RESOURCES).and_then(|run| {
            run.clusters(HALF)
                .and_then(|clusters| clusters.write(&mut Vec::new()))
                .and_then(|()| run.figures())
        });
        assert!(read.is_err(), "{name}");
        fs::write(&path, &whole).unwrap();
    }
    let run = Run::open(&place.work(), RESOURCES).unwrap();
    assert_eq!(rows(&run, HALF).len(), 9);
}

#[test]
fn thousands_of_copies_are_one_cluster_and_no_pair() {
    let place = Place::new();
    let lines: Vec<_> =
        (0..20_000).map(|at| json!({"document": at, "text": "the same text in all of them"})).collect();
    let run = run(&place.work(), &[place.lines("documents.jsonl", &lines)], every(3)).unwrap();
    let figures = run.figures().unwrap();
    assert_eq!((figures.identical, figures.pairs, figures.common), (19_999, 0, 0));
    assert!(told(&rows(&run, HALF)).iter().all(|(_, cluster, kind)| (*cluster, *kind) == (1, "identical")));
}

#[test]
fn a_result_that_is_not_finished_leaves_nothing() {
    use std::io::Write as _;
    let place = Place::new();
    for name in ["rows.jsonl", "rows.jsonl.gz", "rows.jsonl.zst"] {
        let path = place.path(name);
        let mut out = chaffinch_corpus::Output::create(&path).unwrap();
        out.write_all(b"{}\n").unwrap();
        drop(out);
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 0);
        let mut out = chaffinch_corpus::Output::create(&path).unwrap();
        out.write_all(b"{}\n").unwrap();
        out.finish().unwrap();
        assert!(path.is_file());
        fs::remove_file(path).unwrap();
    }
}
