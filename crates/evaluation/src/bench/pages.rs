//! `pages` measures how long a page takes, from the stored data to HTML and from the request to the last byte of the
//! response, and how large the largest page is. The input is generated: a class of 2,000 with 250 listed pairs, one of
//! 100 programs of 5,000 lines, and two files of 50,000 lines.

use std::collections::BTreeMap;
use std::time::Instant;

use chaffinch_pages::{
    self as pages, Differences, Frame, MatchParts, PageLocation, PairLayout, PairView, SubmissionLayout, View,
};
use chaffinch_report::{Pair, Report, Sources};

use super::figures::{Aim, Arguments, Figures};
use super::service::Service;
use crate::generate;

/// Aims: milliseconds of the slowest page and bytes of the largest.
const SLOWEST: f64 = 100.0;
const MAX_SIZE: f64 = 1_000_000.0;
/// Number of times that a page is made if it misses the aim. The fastest time counts, because the others are due to the
/// machine.
const ROUNDS: usize = 3;
/// Number of pages of each kind that are requested over HTTP: evenly chosen ones, and the slowest to make.
const SERVED: usize = 40;

pub(super) fn run(arguments: &Arguments, figures: &mut Figures<'_>) -> anyhow::Result<()> {
    let classes = [("pages-2000", 2000, 90), ("pages-100x5000", 100, 5000), ("pages-50000", 2, 50_000)];
    for (name, programs, lines) in classes {
        if !arguments.wants(name) {
            continue;
        }
        let texts = texts(programs, lines);
        let service = Service::start(&arguments.binary, None)?;
        let batch = service.compared(&texts)?;
        let report: Report = serde_json::from_slice(&service.get(&format!("/api/v1{batch}/report"))?)?;
        let longest = report.submissions.iter().map(|submission| submission.files[0].lines).max();
        let (longest, pairs) = (longest.unwrap_or_default(), report.pairs.len());
        writeln!(figures.out, "# {name}: {programs} programs of up to {longest} lines, {pairs} pairs")?;

        // No part of the report has been requested before.
        let first = once(|| service.page(&batch))?;
        figures.figure(&format!("{name}-served-first"), first, "ms", Aim::AtMost(SLOWEST))?;
        let mut rendered: BTreeMap<&str, Vec<Page>> = BTreeMap::new();
        let place = PageLocation::Batch { path: batch, list: String::new() };
        each_page(&place, &report, &texts, &mut |kind, page| rendered.entry(kind).or_default().push(page));
        for (kind, mut pages) in rendered {
            let served = serve(&service, &mut pages)?;
            let slowest = pages.first().map_or(0.0, |page| page.milliseconds);
            let largest = pages.iter().map(|page| page.bytes).max().unwrap_or(0);
            writeln!(figures.out, "# {kind}: {} pages made", pages.len())?;
            figures.figure(&format!("{name}-{kind}-slowest"), slowest, "ms", Aim::AtMost(SLOWEST))?;
            figures.figure(&format!("{name}-{kind}-served"), served, "ms", Aim::AtMost(SLOWEST))?;
            figures.figure(
                &format!("{name}-{kind}-largest"),
                largest as f64,
                "bytes",
                Aim::AtMost(MAX_SIZE),
            )?;
        }
    }
    Ok(())
}

/// A page that was made.
struct Page {
    path: String,
    milliseconds: f64,
    bytes: usize,
}

/// Returns generated C programs. The second is a copy of the first under other names, so that there is a largest pair.
fn texts(programs: usize, lines: usize) -> Vec<String> {
    // A line of these programs has about 27 bytes.
    let bytes = lines * 27;
    let mut texts = generate::class(programs, bytes, 7);
    texts[0] = generate::program(1, bytes, 0);
    texts[1] = generate::program(1, bytes, 9);
    texts
}

/// Returns the milliseconds of the slowest of these pages over HTTP. Sorts them so that the slowest to make come first.
fn serve(service: &Service, pages: &mut [Page]) -> anyhow::Result<f64> {
    let step = pages.len().div_ceil(SERVED).max(1);
    let mut paths: Vec<String> = pages.iter().step_by(step).map(|page| page.path.clone()).collect();
    pages.sort_by(|one, other| other.milliseconds.total_cmp(&one.milliseconds));
    paths.extend(pages.first().map(|page| page.path.clone()));
    let mut slowest = 0.0_f64;
    for path in paths {
        slowest = slowest.max(quickest(|| service.page(&path).map(drop))?);
    }
    Ok(slowest)
}

/// Returns the milliseconds of work that is done once.
fn once<Value>(work: impl FnOnce() -> anyhow::Result<Value>) -> anyhow::Result<f64> {
    let start = Instant::now();
    work()?;
    Ok(1000.0 * start.elapsed().as_secs_f64())
}

/// Returns the milliseconds of work that is repeated if it took longer than the aim.
fn quickest(mut work: impl FnMut() -> anyhow::Result<()>) -> anyhow::Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        best = best.min(once(&mut work)?);
        if best <= SLOWEST {
            break;
        }
    }
    Ok(best)
}

/// Returns the first, middle and last of this many parts.
fn sample(parts: usize) -> impl Iterator<Item = usize> {
    let mut sample = vec![1, parts.div_ceil(2), parts];
    sample.dedup();
    sample.into_iter().filter(|&part| part > 0)
}

/// Makes every page of every kind as the service does: texts are read again for each page. Of pages with many parts, it
/// makes the first, one in the middle and the last.
fn each_page(
    place: &PageLocation,
    report: &Report,
    texts: &[String],
    told: &mut dyn FnMut(&'static str, Page),
) {
    let frame = Frame::new("", place.clone());
    let head = report.head();
    let mut measure = |kind, path: String, page: &dyn Fn() -> Option<String>| {
        let mut bytes = 0;
        let milliseconds = quickest(|| {
            bytes = page().map_or(0, |html| html.len());
            Ok(())
        });
        told(kind, Page { path, milliseconds: milliseconds.unwrap_or(f64::INFINITY), bytes });
    };
    let sources = |ids: &[u32]| {
        let mut sources = Sources::new();
        for &id in ids {
            sources.insert(id, 0, texts[id as usize - 1].as_str());
        }
        sources
    };
    for page in 1..=pages::overview_pages(&frame, &head, &View::default()) {
        measure("overview", place.overview(page), &|| {
            Some(pages::overview(&frame, &head, &View::page(page), &|_| None))
        });
    }
    for page in 1..=pages::clusters_pages(&head, &View::default()) {
        measure("clusters", place.clusters(page), &|| {
            Some(pages::clusters(&frame, &head, &View::page(page)))
        });
    }
    for page in 1..=pages::submissions_pages(&head) {
        measure("submissions", place.submissions(page), &|| Some(pages::submissions(&frame, &head, page)));
    }
    for pair in &report.pairs {
        let ids = [pair.id.left, pair.id.right];
        let parts = PairLayout::new(&frame, &head, pair, &sources(&ids)).map_or(0, |layout| layout.parts());
        for part in sample(parts) {
            measure("pair", place.pair_part(pair.id, PairView::Matches, part), &|| {
                let sources = sources(&ids);
                let layout = PairLayout::new(&frame, &head, pair, &sources)?;
                pages::pair(&frame, &head, &View::default(), pair, &layout, part)
            });
        }
        if !pages::is_near_identical(pair) {
            continue;
        }
        let parts = Differences::new(&head, pair, &sources(&ids)).map_or(0, |found| found.parts());
        for part in sample(parts) {
            measure("differences", place.pair_part(pair.id, PairView::Differences, part), &|| {
                let sources = sources(&ids);
                pages::differences(
                    &frame,
                    &head,
                    &View::default(),
                    pair,
                    &Differences::new(&head, pair, &sources)?,
                    part,
                )
            });
        }
    }
    for submission in &report.submissions {
        let id = submission.id;
        let pairs: Vec<&Pair> =
            pages::pairs_of(report, id).into_iter().filter_map(|id| report.pair(id)).collect();
        let nowhere = MatchParts::default();
        let texts = sources(&[id]);
        let layout = SubmissionLayout::new(&frame, &head, id, &pairs, &texts, &nowhere);
        for part in sample(layout.map_or(0, |layout| layout.parts())) {
            measure("submission", place.submission_part(id, part), &|| {
                let sources = sources(&[id]);
                let layout = SubmissionLayout::new(&frame, &head, id, &pairs, &sources, &nowhere)?;
                pages::submission(&frame, &head, &layout, part)
            });
        }
    }
}
