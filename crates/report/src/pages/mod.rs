//! The pages: one struct a page with exactly what its template shows, one function that fills and renders it.
//!
//! Every function takes a [`Frame`] (its title is replaced by the page's own) and the [`Report::head`] or the
//! whole report, and returns finished HTML. No page holds more than a stated number of rows or lines.

mod cases;
mod chart;
mod clusters;
mod guide;
mod listing;
mod network;
mod overview;
mod pair;
mod submission;
mod timeline;
mod verdict;
mod view;

use std::collections::BTreeMap;

use askama::Template;

pub use clusters::{clusters, clusters_pages};
pub use guide::guide;
pub use listing::{skipped, skipped_pages, submissions, submissions_pages};
pub use overview::{overview, overview_pages};
pub(crate) use pair::lines;
pub use pair::{Differences, PairLayout, differences, is_near_identical, pair};
pub use submission::{SUBMISSION_PAIRS, SubmissionLayout, Whereabouts, pairs_of, submission};
pub use view::{Column, Order, View};

use crate::frame::{Frame, PageLocation};
use crate::model::{Archive, Pair, Report, Submission};
use crate::pair_id::PairId;
use crate::visible::visible;
use crate::words::{Locale, Message};

/// Pairs on one page of the overview; MOSS's default list is as long.
pub const PAIRS_A_PAGE: usize = 250;
/// Rows on one page of any other list.
pub const ROWS_A_PAGE: usize = 500;
/// Rows of a section of the overview that has a page of its own.
const FIRST_ROWS: usize = 20;

pub(crate) fn rendered(page: &impl Template) -> String {
    let html = page.render().expect("templates only write to a String");
    visible(&html).into_owned()
}

/// A link with its text.
#[derive(Debug, Clone)]
struct Link {
    text: String,
    /// None: text only.
    href: Option<String>,
}

/// A submission as it is named in lists.
#[derive(Debug, Clone)]
struct Named {
    name: String,
    href: String,
    /// Where it is an earlier one: the archive that it is from.
    archive: Option<Message>,
}

impl Named {
    fn new(frame: &Frame, submission: &Submission) -> Self {
        Self {
            name: submission.name.clone(),
            href: frame.place.submission(submission.id),
            archive: submission.archive.as_ref().map(|archive| archive_label(frame.words, archive)),
        }
    }
}

fn archive_label(words: Locale, archive: &Archive) -> Message {
    match archive.year {
        Some(year) => words.say("archive-of-year").text("name", &archive.name).text("year", year),
        None => words.say("archive-of").text("name", &archive.name),
    }
}

/// Finds submissions by the names that clusters and duplicates list.
struct Names<'a>(BTreeMap<&'a str, &'a Submission>);

impl<'a> Names<'a> {
    fn of(report: &'a Report) -> Self {
        Self(report.submissions.iter().map(|submission| (submission.name.as_str(), submission)).collect())
    }

    fn named(&self, frame: &Frame, names: &[String]) -> Vec<Named> {
        names.iter().filter_map(|name| Some(Named::new(frame, self.0.get(name.as_str())?))).collect()
    }

    fn ids(&self, names: &[String]) -> Vec<u32> {
        names.iter().filter_map(|name| Some(self.0.get(name.as_str())?.id)).collect()
    }
}

/// One row of a list of pairs.
#[derive(Debug, Clone)]
struct PairRow {
    rank: u32,
    left: String,
    right: String,
    /// None where the report holds no matches for the pair.
    href: Option<String>,
    suspicion: String,
    /// For sorting.
    suspicion_value: f64,
    scale: Scale,
    left_share: Share,
    right_share: Share,
    longest_match: u32,
    matches: Option<u32>,
    matched_lines: u32,
}

impl PairRow {
    fn new(place: &PageLocation, report: &Report, pair: &Pair) -> Self {
        Self {
            rank: pair.rank,
            left: pair.left.clone(),
            right: pair.right.clone(),
            href: pair.match_count.map(|_| place.pair(pair.id)),
            suspicion: suspicion(pair.suspicion),
            suspicion_value: pair.suspicion,
            scale: Scale::of(pair, report.settings.cutoff),
            left_share: Share::new(pair.left_share, pair.left_share_raw),
            right_share: Share::new(pair.right_share, pair.right_share_raw),
            longest_match: pair.longest_match,
            matches: pair.match_count,
            matched_lines: pair.matched_lines,
        }
    }
}

/// A share of one side, after and before boilerplate and common code are taken out.
#[derive(Debug, Clone)]
pub(crate) struct Share {
    pub(crate) counted: String,
    pub(crate) raw: String,
    /// For sorting.
    value: f64,
}

impl Share {
    pub(crate) fn new(counted: f64, raw: f64) -> Self {
        Self { counted: percent(counted), raw: percent(raw), value: counted }
    }
}

/// Suspicion in plain words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scale {
    TooShort,
    Below,
    Near,
    Above,
    FarAbove,
}

impl Scale {
    /// From this part of the cut-off on a pair is near it.
    const NEAR: f64 = 0.7;
    /// From this multiple of the cut-off on a pair is far above it.
    const FAR: f64 = 3.0;

    fn of(pair: &Pair, cutoff: f64) -> Self {
        if pair.too_short { Self::TooShort } else { Self::at(pair.suspicion, cutoff) }
    }

    /// Of a pair that is long enough to judge.
    fn at(suspicion: f64, cutoff: f64) -> Self {
        match suspicion {
            suspicion if suspicion >= Self::FAR * cutoff => Self::FarAbove,
            suspicion if suspicion >= cutoff => Self::Above,
            suspicion if suspicion >= Self::NEAR * cutoff => Self::Near,
            _ => Self::Below,
        }
    }

    /// Key of its words.
    fn words(self) -> &'static str {
        match self {
            Self::TooShort => "scale-too-short",
            Self::Below => "scale-below",
            Self::Near => "scale-near",
            Self::Above => "scale-above",
            Self::FarAbove => "scale-far-above",
        }
    }

    fn is_strong(self) -> bool {
        matches!(self, Self::Above | Self::FarAbove)
    }
}

pub(crate) fn suspicion(value: f64) -> String {
    if value > 0.0 && value < 0.05 { "< 0.1".to_owned() } else { format!("{value:.1}") }
}

/// A number that somebody chose: at most one digit after the point.
fn plain(value: f64) -> String {
    ((value * 10.0).round() / 10.0).to_string()
}

/// Whole percent that never round to nothing or to everything.
pub(crate) fn percent(share: f64) -> String {
    match (share * 100.0).round() {
        _ if share <= 0.0 => "0 %".to_owned(),
        0.0 => "< 1 %".to_owned(),
        100.0 if share < 1.0 => "> 99 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// Where one is: the report, then this page.
fn crumbs(frame: &Frame, report: &Report, here: &str) -> Vec<Link> {
    vec![
        Link { text: report.title.clone(), href: Some(frame.place.overview(1)) },
        Link { text: here.to_owned(), href: None },
    ]
}

/// Links to the pages of a list; empty where one page holds it.
fn pager(pages: usize, page: usize, href: impl Fn(usize) -> String) -> Vec<Link> {
    if pages < 2 {
        return Vec::new();
    }
    (1..=pages)
        .map(|number| Link { text: number.to_string(), href: (number != page).then(|| href(number)) })
        .collect()
}

/// The rows of a page; pages count from 1. Beyond the last: none.
fn page_of<T>(rows: &[T], page: usize, size: usize) -> &[T] {
    rows.chunks(size).nth(page.saturating_sub(1)).unwrap_or_default()
}

fn pages_for(rows: usize, size: usize) -> usize {
    rows.div_ceil(size).max(1)
}

/// Whether a side is staff's: such a pair is shown apart and counts for nothing.
fn has_staff(report: &Report, pair: &Pair) -> bool {
    [pair.id.left, pair.id.right].into_iter().filter_map(|id| report.submission(id)).any(|side| side.staff)
}

/// The submissions of a pair; None where the report does not list them.
fn sides(report: &Report, id: PairId) -> Option<(&Submission, &Submission)> {
    Some((report.submission(id.left)?, report.submission(id.right)?))
}

#[cfg(test)]
mod tests {
    use super::{page_of, pages_for, percent};

    #[test]
    fn percents_never_claim_nothing_or_everything() {
        let shown = [0.0, 0.0001, 0.004, 0.005, 0.5, 0.994, 0.9951, 0.9999, 1.0].map(percent);
        assert_eq!(shown, ["0 %", "< 1 %", "< 1 %", "1 %", "50 %", "99 %", "> 99 %", "> 99 %", "100 %"]);
    }

    #[test]
    fn pages_hold_every_row_once() {
        let rows: Vec<u32> = (0..11).collect();
        let paged: Vec<u32> =
            (1..=pages_for(11, 5)).flat_map(|page| page_of(&rows, page, 5).iter().copied()).collect();
        assert_eq!(paged, rows);
        assert!(page_of(&rows, 4, 5).is_empty());
        assert_eq!(pages_for(0, 5), 1);
    }
}
