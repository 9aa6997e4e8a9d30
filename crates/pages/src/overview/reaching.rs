//! What reaches a cut-off that a reader tries, and numbers that are only roughly known.

use chaffinch_report::{Cutoff, Pair, Report, Unit, students_pairs};

use crate::locale::{Locale, Message};

/// The judged pairs that reach a cut-off. Clusters are made of all of them.
#[derive(Debug, PartialEq)]
pub(crate) struct Reaching {
    /// Number of pairs of the class.
    pub(crate) own: u64,
    /// Number of pairs with earlier submissions.
    pub(crate) earlier: u64,
    /// Whether there may be more, because not all pairs are listed.
    pub(crate) or_more: bool,
    /// Whether the report lists fewer pairs than were compared token by token.
    pub(crate) truncated: bool,
    /// Number of pairs of the class that chance alone lets reach it; `None` if it is not known.
    pub(crate) expected: Option<f64>,
}

impl Reaching {
    pub(crate) fn new(report: &Report, cutoff: Cutoff) -> Self {
        let (own, earlier): (Vec<&Pair>, Vec<&Pair>) = students_pairs(report)
            .filter(|pair| cutoff.is_reached_by(pair))
            .partition(|pair| report.is_of_class(pair));
        let truncated = report.is_truncated();
        Self {
            or_more: truncated && own.len() + earlier.len() == students_pairs(report).count(),
            own: own.len() as u64,
            earlier: earlier.len() as u64,
            truncated,
            expected: (cutoff.unit == Unit::Expect)
                .then(|| cutoff.value.min(report.distribution.pairs as f64)),
        }
    }

    /// Returns `12` or `250 or more`.
    pub(crate) fn count(&self, words: Locale, count: u64) -> Message {
        words.say(if self.or_more { "count-or-more" } else { "count" }).number("count", count)
    }

    /// Returns the expected number, as roughly as it is known.
    pub(crate) fn expected(&self, words: Locale) -> Option<Message> {
        self.expected.map(|number| roughly(words, number))
    }
}

/// Returns a number that is only roughly known.
pub(crate) fn roughly(words: Locale, number: f64) -> Message {
    let (key, shown) = match number {
        _ if number < 0.05 => ("about-fewer", "0.1".to_owned()),
        _ if number < 0.95 => ("about", format!("{number:.1}")),
        _ if number < 20.0 => ("about", format!("{number:.0}")),
        _ => ("about", format!("{:.0}0", number / 10.0)),
    };
    words.say(key).figure("number", shown)
}
