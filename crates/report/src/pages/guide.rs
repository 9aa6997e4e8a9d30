//! How to read a report: what every number means, what to do with it, and what not.

use askama::Template;

use super::shared::{Link, crumbs, rendered};
use crate::frame::Frame;
use crate::model::Report;

/// A number and the sentence that explains it, wherever it stands.
#[derive(Debug, Clone, Copy)]
pub(in crate::pages) struct Explained {
    /// Part of an id.
    pub(in crate::pages) key: &'static str,
    /// Key of what it is called.
    pub(in crate::pages) name: &'static str,
    /// Key of what it means.
    pub(in crate::pages) sentence: &'static str,
}

const fn explained(key: &'static str, name: &'static str, sentence: &'static str) -> Explained {
    Explained { key, name, sentence }
}

/// What the lists of pairs, cases and submissions count.
pub(in crate::pages) const NUMBERS: [Explained; 16] = [
    explained("rank", "figure-rank", "number-rank-why"),
    explained("suspicion", "figure-suspicion", "number-suspicion-why"),
    explained("words", "number-words", "number-words-why"),
    explained("share", "number-share", "number-share-why"),
    explained("longest", "figure-longest", "number-longest-why"),
    explained("matches", "number-matches", "number-matches-why"),
    explained("lines", "number-lines", "number-lines-why"),
    explained("similarity", "number-similarity", "number-similarity-why"),
    explained("size", "submissions", "number-size-why"),
    explained("cutoff", "cutoff", "number-cutoff-why"),
    explained("expected", "number-expected", "number-expected-why"),
    explained("stands-out", "number-stands-out", "number-stands-out-why"),
    explained("tokens", "submission-tokens", "number-tokens-why"),
    explained("counted", "number-counted", "number-counted-why"),
    explained("compared", "number-compared", "number-compared-why"),
    explained("left-out", "skipped", "number-left-out-why"),
];

#[derive(Template)]
#[template(path = "report/guide.html")]
struct Guide<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    numbers: &'static [Explained],
    too_short: u32,
    overview: String,
    /// Where they stand on it.
    settings: String,
    report: &'a Report,
}

/// How to read this report.
pub fn guide(frame: &Frame, report: &Report) -> String {
    let title = frame.words.say("guide").plain();
    rendered(&Guide {
        frame: frame.titled(format!("{title} · {}", report.title)),
        crumbs: crumbs(frame, report, &title),
        numbers: &NUMBERS,
        too_short: report.settings.too_short,
        overview: frame.place.overview(1),
        settings: format!("{}#settings", frame.place.overview(1)),
        report,
    })
}
