//! The exported folder and the table: a report that needs no server.

use std::io;

use crate::assets::asset;
use crate::frame::{Frame, PageLocation, PairView};
use crate::model::{Pair, Report};
use crate::pages::{self, Differences, PairLayout, SubmissionLayout, View, Whereabouts};
use crate::sources::Sources;
use crate::words::Locale;

/// What the exported pages load. The icon and the styles are everywhere, scripts where they help.
const ASSETS: [&str; 8] = [
    "chaffinch.css",
    "chaffinch.svg",
    "code.css",
    "locale.js",
    "overview.css",
    "overview.js",
    "pair.js",
    "tables.js",
];

/// Writes the whole report as a folder, with pages in the language of `locale`. Its `index.html` opens from disk:
/// relative links, classic scripts, no request to anywhere. `sink` gets each file's path in the folder (`/` between parts) and its bytes, in a
/// fixed order; its first error ends the export.
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
    for page in 1..=pages::overview_pages(report, &View::default()) {
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
    let whereabouts = pairs(&below, report, sources, &mut put)?;
    submissions(&below, report, sources, &whereabouts, &mut put)?;
    sink("report.json", report.to_json().as_bytes())?;
    sink("report.csv", &csv(report))
}

/// The pages of every pair with matches: their parts, and the differences of those that hardly differ.
fn pairs(
    frame: &Frame,
    report: &Report,
    sources: &Sources,
    put: &mut dyn FnMut(String, Option<String>) -> io::Result<()>,
) -> io::Result<Whereabouts> {
    let root = PageLocation::Folder { up: "" };
    let mut whereabouts = Whereabouts::default();
    for pair in report.pairs.iter().filter(|pair| pair.matches.is_some()) {
        let Some(layout) = PairLayout::new(frame, report, pair, sources) else { continue };
        for part in 1..=layout.parts() {
            let path = root.pair_part(pair.id, PairView::Matches, part);
            put(path, pages::pair(frame, report, pair, &layout, part))?;
        }
        if layout.parts() > 1 {
            whereabouts.insert(pair.id, layout.whereabouts());
        }
        if !pages::is_near_identical(pair) || !layout.has_texts() {
            continue;
        }
        let Some(found) = Differences::new(report, pair, sources) else { continue };
        for part in 1..=found.parts() {
            let path = root.pair_part(pair.id, PairView::Differences, part);
            put(path, pages::differences(frame, report, pair, &found, part))?;
        }
    }
    Ok(whereabouts)
}

/// The pages of every submission.
fn submissions(
    frame: &Frame,
    report: &Report,
    sources: &Sources,
    whereabouts: &Whereabouts,
    put: &mut dyn FnMut(String, Option<String>) -> io::Result<()>,
) -> io::Result<()> {
    let root = PageLocation::Folder { up: "" };
    // The pairs of each submission, best first.
    let mut pairs: Vec<Vec<&Pair>> = vec![Vec::new(); report.submissions.len() + 1];
    for pair in report.pairs.iter().filter(|pair| pair.matches.is_some()) {
        for id in [pair.id.left, pair.id.right] {
            if let Some(pairs) =
                pairs.get_mut(id as usize).filter(|pairs| pairs.len() < pages::SUBMISSION_PAIRS)
            {
                pairs.push(pair);
            }
        }
    }
    for submission in &report.submissions {
        let pairs = pairs.get(submission.id as usize).map_or(&[][..], Vec::as_slice);
        let layout = SubmissionLayout::new(frame, report, submission.id, pairs, sources, whereabouts);
        let Some(layout) = layout else { continue };
        for part in 1..=layout.parts() {
            let path = root.submission_part(submission.id, part);
            put(path, pages::submission(frame, report, &layout, part))?;
        }
    }
    Ok(())
}

/// One line a pair with all its numbers, after a line of names. A name that a spreadsheet would run as a
/// formula (it begins with `=`, `+`, `-`, `@`, their full-width forms, which spreadsheets in Chinese and Japanese read
/// alike, a tab or a line's end) gets an apostrophe in front.
pub fn csv(report: &Report) -> Vec<u8> {
    let mut table = Vec::new();
    write_csv(report, &mut table).expect("memory takes all that is written");
    table
}

/// Writes what [`csv()`] returns. The report may be one without matches.
///
/// # Errors
/// Those of `out`.
pub fn write_csv(report: &Report, out: impl io::Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let mut write = |fields: [String; COLUMNS.len()]| writer.write_record(fields);
    write(COLUMNS.map(str::to_owned))?;
    for pair in &report.pairs {
        write([
            pair.rank.to_string(),
            pair.id.left.to_string(),
            pair.id.right.to_string(),
            inert(&pair.left),
            inert(&pair.right),
            pair.suspicion.to_string(),
            pair.similarity.to_string(),
            pair.too_short.to_string(),
            pair.left_share.to_string(),
            pair.right_share.to_string(),
            pair.left_share_raw.to_string(),
            pair.right_share_raw.to_string(),
            pair.matched_tokens.to_string(),
            pair.matched_lines.to_string(),
            pair.longest_match.to_string(),
            pair.match_count.map(|count| count.to_string()).unwrap_or_default(),
            pair.resemblance.to_string(),
            pair.left_containment.to_string(),
            pair.right_containment.to_string(),
        ])?;
    }
    writer.flush()
}

/// Columns of the CSV: the names of the JSON, but for the pair's id, which a spreadsheet would take for a date
/// and which therefore stands as two numbers. New ones are added at the end.
const COLUMNS: [&str; 19] = [
    "rank",
    "left_id",
    "right_id",
    "left",
    "right",
    "suspicion",
    "similarity",
    "too_short",
    "left_share",
    "right_share",
    "left_share_raw",
    "right_share_raw",
    "matched_tokens",
    "matched_lines",
    "longest_match",
    "match_count",
    "resemblance",
    "left_containment",
    "right_containment",
];

fn inert(name: &str) -> String {
    match name.chars().next() {
        Some('=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠' | '\t' | '\r' | '\n') => {
            format!("'{name}")
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::inert;

    #[test]
    fn no_name_begins_a_formula() {
        for sign in ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n'] {
            let name = format!("{sign}1+2");
            assert_eq!(inert(&name), format!("'{name}"));
        }
        for name in ["", "ada", "1=2", "'=1", "＃1", "王=1"] {
            assert_eq!(inert(name), name);
        }
    }
}
