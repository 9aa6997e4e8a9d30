//! How to read a report: what every number means, and what to do with it.

use askama::Template;
use chaffinch_report::Report;

use super::shared::{Link, crumbs, render};
use crate::frame::Frame;

/// A number and the sentence that explains it wherever the number is shown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NumberExplanation {
    /// Part of the HTML id.
    pub(crate) key: &'static str,
    /// Message key of its name.
    pub(crate) name: &'static str,
    /// Message key of its explanation.
    pub(crate) sentence: &'static str,
}

impl NumberExplanation {
    const fn new(key: &'static str, name: &'static str, sentence: &'static str) -> Self {
        Self { key, name, sentence }
    }
}

/// The numbers in the lists of pairs, cases and submissions.
pub(crate) const NUMBERS: [NumberExplanation; 16] = [
    NumberExplanation::new("rank", "figure-rank", "number-rank-why"),
    NumberExplanation::new("expect", "figure-expect", "number-expect-why"),
    NumberExplanation::new("suspicion", "figure-suspicion", "number-suspicion-why"),
    NumberExplanation::new("words", "number-words", "number-words-why"),
    NumberExplanation::new("share", "number-share", "number-share-why"),
    NumberExplanation::new("longest", "figure-longest", "number-longest-why"),
    NumberExplanation::new("matches", "number-matches", "number-matches-why"),
    NumberExplanation::new("lines", "number-lines", "number-lines-why"),
    NumberExplanation::new("similarity", "number-similarity", "number-similarity-why"),
    NumberExplanation::new("size", "submissions", "number-size-why"),
    NumberExplanation::new("cutoff", "cutoff", "number-cutoff-why"),
    NumberExplanation::new("expected", "number-expected", "number-expected-why"),
    NumberExplanation::new("tokens", "submission-tokens", "number-tokens-why"),
    NumberExplanation::new("counted", "number-counted", "number-counted-why"),
    NumberExplanation::new("compared", "number-compared", "number-compared-why"),
    NumberExplanation::new("left-out", "skipped", "number-left-out-why"),
];

#[derive(Template)]
#[template(path = "report/guide.html")]
struct Guide<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    numbers: &'static [NumberExplanation],
    too_short: u32,
    overview: String,
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
        numbers: &NUMBERS,
        too_short: report.settings.too_short,
        overview: frame.place.overview(1),
        settings: format!("{}#settings", frame.place.overview(1)),
        report,
    })
}
