//! How to read a report: what every number means, and what to do with it.

use askama::Template;
use chaffinch_report::Report;

use super::shared::{Link, crumbs, render};
use crate::frame::Frame;

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
