//! How to read a report: what every number means, what to do with it, and what not.

use askama::Template;

use super::{Link, crumbs, rendered};
use crate::frame::Frame;
use crate::model::Report;

/// A number and the sentence that explains it, wherever it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Explained {
    /// Part of an id.
    pub(super) key: &'static str,
    pub(super) name: &'static str,
    pub(super) sentence: &'static str,
}

const fn explained(key: &'static str, name: &'static str, sentence: &'static str) -> Explained {
    Explained { key, name, sentence }
}

/// What the lists of pairs, cases and submissions count.
pub(super) const NUMBERS: [Explained; 16] = [
    explained(
        "rank",
        "Rank",
        "The place of the pair in the order of suspicion; pairs too short to judge come last.",
    ),
    explained(
        "suspicion",
        "Suspicion",
        "How much unusual code the two sides share, in bits: what few others have counts more, and all of it counts less the smaller a part of the two programs it is. It decides the order and what forms a case; it is not a probability.",
    ),
    explained(
        "words",
        "In words",
        "Where the suspicion lies: near the cut-off is from 0.7 of it, far above it is three times the cut-off.",
    ),
    explained(
        "share",
        "Shared",
        "The part of this side's tokens that lies in a match, after boilerplate and common code are taken out of both sides; the small figure is the same with nothing taken out.",
    ),
    explained(
        "longest",
        "Longest match",
        "Tokens of the longest passage that is equal token by token, boilerplate and common code apart; names, numbers, strings, comments and layout play no part.",
    ),
    explained(
        "matches",
        "Matches",
        "Into how many passages the shared code falls; many short ones say less than one long one.",
    ),
    explained("lines", "Lines", "Lines of the left side that hold some of the shared code."),
    explained(
        "similarity",
        "Mean similarity",
        "The part of both sides together that lies in matches, as the mean of the pairs that hold the case together.",
    ),
    explained(
        "size",
        "Submissions",
        "How many submissions are linked, directly or through others; two of them need not share anything with each other.",
    ),
    explained(
        "cutoff",
        "Cut-off",
        "The suspicion from which on pairs are gathered into cases. It hides nothing, and it is no limit of what is allowed.",
    ),
    explained(
        "expected",
        "Pairs to expect by chance",
        "How many pairs of people who worked alone would reach the cut-off in a class like this one, estimated from how its other pairs fall off; right to within a factor of about two.",
    ),
    explained(
        "stands-out",
        "Stands out",
        "A suspicion that chance alone reaches in fewer than one in twenty classes like this one.",
    ),
    explained(
        "tokens",
        "Tokens",
        "Words and signs of the code as a compiler would see them, without comments and layout.",
    ),
    explained("counted", "Tokens that count", "Tokens that are neither boilerplate nor common code."),
    explained(
        "compared",
        "Pairs compared",
        "Pairs that share enough rare code to be compared token by token; all others share less.",
    ),
    explained("left-out", "Not analysed", "Files that took no part in the comparison, each with its reason."),
];

#[derive(Template)]
#[template(path = "report/guide.html")]
struct Guide<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    numbers: &'static [Explained],
    too_short: u32,
    overview: String,
    report: &'a Report,
}

/// How to read this report.
pub fn guide(frame: &Frame, report: &Report) -> String {
    rendered(&Guide {
        frame: frame.titled(format!("How to read this report · {}", report.title)),
        crumbs: crumbs(frame, report, "How to read this report"),
        numbers: &NUMBERS,
        too_short: report.settings.too_short,
        overview: frame.place.overview(1),
        report,
    })
}
