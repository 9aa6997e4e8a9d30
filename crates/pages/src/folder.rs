//! The exported folder: a report that needs no server.

use std::collections::HashMap;
use std::io;

use chaffinch_report::{Pair, Report, Sources, csv, references_csv};

use crate as pages;
use crate::frame::asset;
use crate::frame::{Frame, PageLocation, PairView};
use crate::locale::Locale;
use crate::{Differences, MatchParts, PairLayout, SubmissionLayout, View};

/// Files that the exported pages load. The icon and the styles are on all pages, scripts where they help.
const ASSETS: [&str; 22] = [
    "chaffinch.css",
    "chaffinch.svg",
    "code.css",
    "graph-canvas.js",
    "graph-card.js",
    "graph-input.js",
    "graph-labels.js",
    "graph-layout.js",
    "graph-motion.js",
    "graph.css",
    "graph.js",
    "locale.js",
    "overview.css",
    "overview.js",
    "page.js",
    "pair.js",
    "tables.js",
    "vendor/d3-LICENSE.txt",
    "vendor/d3-dispatch.js",
    "vendor/d3-force.js",
    "vendor/d3-quadtree.js",
    "vendor/d3-timer.js",
];

/// Writes the whole report as a folder, with pages in the language of `locale`. Its `index.html` opens from disk: links are relative, scripts are classic
/// scripts, and nothing is requested from elsewhere. `sink` gets the path of each file in the folder (`/` between
/// parts) and its content, in a fixed order.
///
/// # Errors
/// The first error of `sink`, which ends the export.
pub fn export(
    locale: Locale,
    report: &Report,
    sources: &Sources,
    sink: &mut dyn FnMut(&str, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    for name in ASSETS {
        let asset = asset(name).expect("a test finds every asset of the list");
        sink(&format!("static/{name}"), &asset.bytes)?;
    }
    let frame = |up| Frame { words: locale, ..Frame::new("", PageLocation::Folder { up }) };
    let (root, below) = (frame(""), frame("../"));
    let mut put = |path: String, html: Option<String>| match html {
        Some(html) => sink(&path, html.as_bytes()),
        None => Ok(()),
    };
    for page in 1..=pages::overview_pages(&root, report, &View::default()) {
        let html = pages::overview(&root, report, &View::page(page), &|_| None);
        put(root.place.overview(page), Some(html))?;
    }
    for page in 1..=pages::submissions_pages(report) {
        put(root.place.submissions(page), Some(pages::submissions(&root, report, page)))?;
    }
    for page in 1..=pages::skipped_pages(report) {
        put(root.place.skipped(page), Some(pages::skipped(&root, report, page)))?;
    }
    for page in 1..=pages::clusters_pages(report, &View::default()) {
        put(root.place.clusters(page), Some(pages::clusters(&root, report, &View::page(page))))?;
    }
    if let Some(guide) = root.place.guide() {
        put(guide, Some(pages::guide(&root, report)))?;
    }
    let match_parts = pairs(&below, report, sources, &mut put)?;
    submissions(&below, report, sources, &match_parts, &mut put)?;
    sink("report.json", report.to_json().as_bytes())?;
    if !report.references.is_empty() {
        sink("references.csv", &references_csv(report))?;
    }
    sink("report.csv", &csv(report))
}

/// Writes the pages of every pair with matches: their parts, and the differences of near-identical pairs.
fn pairs(
    frame: &Frame,
    report: &Report,
    sources: &Sources,
    put: &mut dyn FnMut(String, Option<String>) -> io::Result<()>,
) -> io::Result<MatchParts> {
    let root = PageLocation::Folder { up: "" };
    let mut match_parts = MatchParts::default();
    for pair in report.listed().filter(|pair| pair.matches.is_some()) {
        let Some(layout) = PairLayout::new(frame, report, pair, sources) else { continue };
        for part in 1..=layout.parts() {
            let path = root.pair_part(pair.id, PairView::Matches, part);
            put(path, pages::pair(frame, report, &View::default(), pair, &layout, part))?;
        }
        if layout.parts() > 1 {
            match_parts.insert(pair.id, layout.match_parts());
        }
        if !pages::is_near_identical(pair) || !layout.has_texts() {
            continue;
        }
        let Some(found) = Differences::new(report, pair, sources) else { continue };
        for part in 1..=found.parts() {
            let path = root.pair_part(pair.id, PairView::Differences, part);
            put(path, pages::differences(frame, report, &View::default(), pair, &found, part))?;
        }
    }
    Ok(match_parts)
}

/// Writes the pages of every submission.
fn submissions(
    frame: &Frame,
    report: &Report,
    sources: &Sources,
    match_parts: &MatchParts,
    put: &mut dyn FnMut(String, Option<String>) -> io::Result<()>,
) -> io::Result<()> {
    let root = PageLocation::Folder { up: "" };
    // The pairs of each submission, best first.
    let mut pairs: HashMap<u32, Vec<&Pair>> = HashMap::new();
    for pair in report.pairs.iter().filter(|pair| pair.matches.is_some()) {
        for id in [pair.id.left, pair.id.right] {
            let pairs = pairs.entry(id).or_default();
            if pairs.len() < pages::SUBMISSION_PAIRS {
                pairs.push(pair);
            }
        }
    }
    for submission in &report.submissions {
        let pairs = pairs.get(&submission.id).map_or(&[][..], Vec::as_slice);
        let layout = SubmissionLayout::new(frame, report, submission.id, pairs, sources, match_parts);
        let Some(layout) = layout else { continue };
        for part in 1..=layout.parts() {
            let path = root.submission_part(submission.id, part);
            put(path, pages::submission(frame, report, &layout, part))?;
        }
    }
    Ok(())
}
