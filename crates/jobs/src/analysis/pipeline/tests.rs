//! The pipeline with batches made here: what a report lists, and that threads change nothing.

use std::sync::Mutex;

use chaffinch_submission::SubmissionHeader;

use super::*;

fn file(path: &str, text: String) -> SourceFile {
    SourceFile { notes: vec!["a note".into()], ..SourceFile::plain(path, text) }
}

/// Submissions of zero to three files. Every third submission is a copy of its neighbour.
fn batch() -> Batch {
    // Normalization removes names and numbers, so the programs differ in their operators.
    let line = |seed: usize, line: usize| {
        let operator =
            |at: usize| ["+", "-", "*", "/", "%", "&", "|"][(seed * 131 + line * 17 + at * at) / 5 % 7];
        format!("int f{line}(int a) {{ return a {} g(a) {} {line}; }}\n", operator(1), operator(7))
    };
    let text = |seed: usize| (0..30).map(|at| line(seed, at)).collect::<Vec<_>>().concat();
    let submission = |number: usize| Submission {
        header: SubmissionHeader::named(format!("s{number:02}")),
        archive: None,
        files: (0..number % 4).map(|at| file(&format!("{at}.c"), text(number - number % 3 + at))).collect(),
    };
    Batch {
        submissions: (0..20).map(submission).collect(),
        boilerplate: vec![file("handout.c", text(500))],
        skipped: vec![Skipped { submission: None, path: "a.class".into(), reason: "not text".into() }],
        layouts: Vec::new(),
    }
}

fn compare(threads: usize, progress: &dyn Progress) -> Outcome {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let comparison =
        Comparison { title: "Sheet 1", revision: 1, options: Options::DEFAULT, translations: true };
    pool.install(|| run(batch(), [Vec::new(), Vec::new()], Choice::Auto, &comparison, progress))
}

#[test]
fn the_report_lists_every_file_and_does_not_depend_on_threads() {
    let outcome = compare(1, &());
    assert_eq!(outcome, compare(4, &()));
    let Outcome { report, submissions, .. } = outcome;
    assert_eq!(submissions, batch().submissions);
    for (reported, given) in report.submissions.iter().zip(&submissions) {
        let paths = |files: Vec<&str>| (given.header.name.clone(), files.join(" "));
        assert_eq!(
            (
                reported.name.clone(),
                reported.files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>().join(" ")
            ),
            paths(given.files.iter().map(|file| file.path.as_str()).collect()),
        );
        assert!(reported.files.iter().all(|file| file.lines == 30 && file.notes[0] == "a note"));
    }
    assert_eq!((report.boilerplate.files, report.skipped.len()), (1, 1));
    assert!(!report.pairs.is_empty());
}

struct RecordedProgress(Mutex<Vec<(&'static str, u64, u64)>>);

impl Progress for RecordedProgress {
    fn report(&self, stage: &'static str, done: u64, total: u64) {
        self.0.lock().unwrap().push((stage, done, total));
    }
}

#[test]
fn stages_come_in_order_and_reading_counts_files() {
    let recorded = RecordedProgress(Mutex::default());
    compare(2, &recorded);
    let recorded = recorded.0.into_inner().unwrap();
    let mut stages: Vec<_> = recorded.iter().map(|line| line.0).collect();
    stages.dedup();
    assert_eq!(stages, ["reading", "screening", "verifying", "listing", "reporting"]);
    let files = batch().submissions.iter().map(|submission| submission.files.len()).sum::<usize>() as u64 + 1;
    assert!(recorded.contains(&("reading", files, files)));
}
