//! `pages`: how long a page takes to be made from what is stored, and how large the largest is. Generated input: a
//! class of 2,000 with 250 listed pairs, one of 100 programs of 5,000 lines, and two files of 50,000 lines.

use std::{collections::BTreeMap, time::Instant};

use chaffinch_detect::{Options, analyse};
use chaffinch_normalize::{Choice, tokenize};
use chaffinch_report::pages::{self, Differences, PairLayout, SubmissionLayout, View, Whereabouts};
use chaffinch_report::{Frame, Heading, Pair, Place, Report, Sources, build};
use chaffinch_submission::{FileRecord, LineTable, SourceFile, TokenizedFile, TokenizedSubmission};
use rayon::prelude::*;

use super::{Aim, Arguments, Figures};
use crate::generate;

/// Aims: milliseconds of the slowest page and bytes of the largest.
const SLOWEST: f64 = 100.0;
const LARGEST: f64 = 1_000_000.0;
/// Times each page is made; the quickest counts, the others are the machine's.
const ROUNDS: usize = 3;

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let classes = [("pages-2000", 2000, 90), ("pages-100x5000", 100, 5000), ("pages-50000", 2, 50_000)];
    for (name, programs, lines) in classes {
        if !arguments.wants(name) {
            continue;
        }
        let texts = texts(programs, lines);
        let report = report(&texts);
        let longest = report.submissions.iter().map(|submission| submission.files[0].lines).max();
        let pairs = report.pairs.len();
        writeln!(figures.out, "# {name}: {programs} programs of up to {longest:?} lines, {pairs} pairs")?;
        let mut slowest: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
        each_page(&report, &texts, &mut |kind, milliseconds, bytes| {
            let worst = slowest.entry(kind).or_default();
            *worst = (worst.0.max(milliseconds), worst.1.max(bytes));
        });
        for (kind, (milliseconds, bytes)) in slowest {
            figures.figure(&format!("{name}-{kind}-slowest"), milliseconds, "ms", Aim::AtMost(SLOWEST))?;
            figures.figure(&format!("{name}-{kind}-largest"), bytes, "bytes", Aim::AtMost(LARGEST))?;
        }
    }
    Ok(())
}

/// Generated C; the second program is a copy of the first under other names, so that there is a largest pair.
fn texts(programs: usize, lines: usize) -> Vec<String> {
    // A line of these programs has some 26 bytes.
    let bytes = lines * 26;
    let mut texts = generate::class(programs, bytes, 7);
    texts[0] = generate::program(1, bytes, 0);
    texts[1] = generate::program(1, bytes, 9);
    texts
}

fn report(texts: &[String]) -> Report {
    let submissions: Vec<TokenizedSubmission> = texts
        .par_iter()
        .enumerate()
        .map(|(number, text)| {
            let file = SourceFile::plain("main.c", text.as_str());
            let stream = tokenize(&file, Choice::Auto);
            let record = FileRecord {
                path: file.path,
                encoding: file.encoding,
                cells: None,
                digest: file.digest,
                bytes: text.len() as u32,
                lines: LineTable::new(text),
                notes: file.notes,
            };
            TokenizedSubmission {
                name: format!("s{number:04}"),
                archive: None,
                author: None,
                attempt: None,
                submitted_at: None,
                files: vec![TokenizedFile { record, stream }],
            }
        })
        .collect();
    let analysis = analyse(&submissions, &[], &Options::DEFAULT, &());
    let ids: Vec<u32> = (1..=submissions.len() as u32).collect();
    let heading = Heading { title: "Pages", revision: 1, ids: &ids, skipped: &[] };
    build(&analysis, &submissions, &[], heading)
}

/// Makes every part of every kind of page, as the service does: texts are read anew for each.
fn each_page(report: &Report, texts: &[String], told: &mut dyn FnMut(&'static str, f64, f64)) {
    let frame = Frame::new("", Place::batch("018f0000-0000-7000-8000-000000000000"));
    let head = report.head();
    let mut measure = |kind, page: &dyn Fn() -> Option<String>| {
        let mut best = f64::INFINITY;
        let mut bytes = 0;
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let html = page();
            best = best.min(start.elapsed().as_secs_f64());
            bytes = html.map_or(0, |html| html.len());
        }
        told(kind, 1000.0 * best, bytes as f64);
    };
    let sources = |ids: &[u32]| {
        let mut sources = Sources::new();
        for &id in ids {
            sources.insert(id, 0, texts[id as usize - 1].as_str());
        }
        sources
    };
    for page in 1..=pages::overview_pages(&head, &View::default()) {
        measure("overview", &|| Some(pages::overview(&frame, &head, &View::page(page), &|_| None)));
    }
    for page in 1..=pages::clusters_pages(&head, &View::default()) {
        measure("clusters", &|| Some(pages::clusters(&frame, &head, &View::page(page))));
    }
    for page in 1..=pages::submissions_pages(&head) {
        measure("submissions", &|| Some(pages::submissions(&frame, &head, page)));
    }
    for pair in &report.pairs {
        let ids = [pair.id.left, pair.id.right];
        let parts = PairLayout::new(&frame, &head, pair, &sources(&ids)).map_or(0, |layout| layout.parts());
        for part in 1..=parts {
            measure("pair", &|| {
                let sources = sources(&ids);
                let layout = PairLayout::new(&frame, &head, pair, &sources)?;
                pages::pair(&frame, &head, pair, &layout, part)
            });
        }
        if !pages::is_near_identical(pair) {
            continue;
        }
        let parts = Differences::new(&head, pair, &sources(&ids)).map_or(0, |found| found.parts());
        for part in 1..=parts {
            measure("differences", &|| {
                let sources = sources(&ids);
                pages::differences(&frame, &head, pair, &Differences::new(&head, pair, &sources)?, part)
            });
        }
    }
    for submission in &report.submissions {
        let id = submission.id;
        let pairs: Vec<&Pair> =
            pages::pairs_of(report, id).into_iter().filter_map(|id| report.pair(id)).collect();
        let nowhere = Whereabouts::default();
        let texts = sources(&[id]);
        let layout = SubmissionLayout::new(&frame, &head, id, &pairs, &texts, &nowhere);
        for part in 1..=layout.map_or(0, |layout| layout.parts()) {
            measure("submission", &|| {
                let sources = sources(&[id]);
                let layout = SubmissionLayout::new(&frame, &head, id, &pairs, &sources, &nowhere)?;
                pages::submission(&frame, &head, &layout, part)
            });
        }
    }
}
