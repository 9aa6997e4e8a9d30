//! Complete lists: all submissions with their files, and all files that were not analysed; and the guide, which says what
//! every number in a list means and what to do with it.

use std::collections::HashMap;

use askama::Template;
use chaffinch_report::{Cutoff, Pair, Report, Skipped, Submission, Unit};

use crate::frame::{Frame, ReportSection};
use crate::rows::{Link, NamedSubmission, PairRow, ROWS_A_PAGE, crumbs, page_of, pager, pages_for, render};

/// Files listed per submission. Its own page lists all of them.
const FILES_A_ROW: usize = 20;

#[derive(Template)]
#[template(path = "report/submissions.html")]
struct Submissions<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    /// Number of submissions of the class.
    count: usize,
    /// Number of earlier submissions and reference answers.
    others: usize,
    unit: Unit,
    rows: Vec<SubmissionRow<'a>>,
    pager: Vec<Link>,
}

struct SubmissionRow<'a> {
    submission: &'a Submission,
    named: NamedSubmission,
    strongest: Option<PairRow<'a>>,
}

/// Returns the number of pages of the list of submissions.
pub fn submissions_pages(report: &Report) -> usize {
    pages_for(report.submissions.len(), ROWS_A_PAGE)
}

/// Returns a page, from 1, of all submissions with their files, sizes and notes.
pub fn submissions(frame: &Frame, report: &Report, page: usize) -> String {
    // Pairs are ranked, so the first pair with a submission is its strongest.
    let mut strongest: HashMap<u32, &Pair> = HashMap::new();
    for pair in &report.pairs {
        for id in [pair.id.left, pair.id.right] {
            strongest.entry(id).or_insert(pair);
        }
    }
    let cutoff = Cutoff::from_report(report);
    let title = frame.words.say("submissions").plain();
    render(&Submissions {
        frame: frame.titled(format!("{title} · {}", report.title)).within(ReportSection::Submissions),
        crumbs: crumbs(frame, report, &title),
        count: report.class().count(),
        others: report.submissions.len() - report.class().count(),
        unit: cutoff.shown,
        rows: page_of(&report.submissions, page, ROWS_A_PAGE)
            .iter()
            .map(|submission| SubmissionRow {
                submission,
                named: NamedSubmission::new(frame, submission),
                strongest: strongest.get(&submission.id).map(|pair| PairRow::new(&frame.place, pair, cutoff)),
            })
            .collect(),
        pager: pager(submissions_pages(report), page.max(1), |page| frame.place.submissions(page)),
    })
}

#[derive(Template)]
#[template(path = "report/skipped.html")]
struct SkippedFiles<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    count: u64,
    /// Whether what no student wrote was left out.
    leaves_out: bool,
    rows: &'a [Skipped],
    pager: Vec<Link>,
}

/// Returns the number of pages of the list of skipped files.
pub fn skipped_pages(report: &Report) -> usize {
    pages_for(report.skipped.len(), ROWS_A_PAGE)
}

/// Returns a page, from 1, of all files that were not analysed, with their reasons.
pub fn skipped(frame: &Frame, report: &Report, page: usize) -> String {
    let title = frame.words.say("skipped").plain();
    render(&SkippedFiles {
        frame: frame.titled(format!("{title} · {}", report.title)),
        crumbs: crumbs(frame, report, &title),
        count: report.skipped_files(),
        leaves_out: !report.settings.count_vendored,
        rows: page_of(&report.skipped, page, ROWS_A_PAGE),
        pager: pager(skipped_pages(report), page.max(1), |page| frame.place.skipped(page)),
    })
}

/// The numbers in the lists of pairs, cases and submissions: part of the HTML id, and message key of the name.
pub(crate) const NUMBERS: [(&str, &str); 16] = [
    ("rank", "figure-rank"),
    ("expect", "figure-expect"),
    ("suspicion", "figure-suspicion"),
    ("words", "number-words"),
    ("share", "number-share"),
    ("longest", "figure-longest"),
    ("matches", "number-matches"),
    ("lines", "number-lines"),
    ("similarity", "number-similarity"),
    ("size", "submissions"),
    ("cutoff", "cutoff"),
    ("expected", "number-expected"),
    ("tokens", "submission-tokens"),
    ("counted", "number-counted"),
    ("compared", "number-compared"),
    ("left-out", "skipped"),
];

#[derive(Template)]
#[template(path = "report/guide.html")]
struct Guide<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    /// Link to the settings on it.
    settings: String,
    report: &'a Report,
}

/// Returns the guide to this report.
pub fn guide(frame: &Frame, report: &Report) -> String {
    let title = frame.words.say("guide").plain();
    render(&Guide {
        frame: frame.titled(format!("{title} · {}", report.title)),
        crumbs: crumbs(frame, report, &title),
        settings: format!("{}#settings", frame.place.overview(1)),
        report,
    })
}
