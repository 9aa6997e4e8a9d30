//! Is anything unusual: the figures, and what they come to in plain words.
//!
//! Two things are looked at: how many pairs reach the cut-off, against how many chance would leave there, and how many
//! stand out from what this class's own tail would bring about. "Nothing unusual" is said only where neither is the
//! case and no submissions are copies of each other.

use crate::locale::{Locale, Message};
use crate::model::Report;
use crate::pages::shared::has_staff;

/// What the overview says of the class as a whole.
#[derive(Debug, PartialEq)]
pub(in crate::pages) struct Verdict {
    pub(in crate::pages) kind: VerdictKind,
    /// Judged pairs at or above the cut-off.
    pub(in crate::pages) above: u64,
    /// More than [`Verdict::above`] may be, since not all pairs are listed.
    pub(in crate::pages) or_more: bool,
    /// Pairs of the class itself that stand out from it.
    pub(in crate::pages) outliers: u64,
    /// Innocent pairs to expect at or above the cut-off.
    pub(in crate::pages) expected: Option<f64>,
}

/// What it comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pages) enum VerdictKind {
    /// No two submissions are long enough to be compared.
    NothingToJudge,
    /// Nothing reaches the cut-off, stands out or is a copy.
    Nothing,
    /// Nothing reaches the cut-off or stands out, but some submissions are copies of each other all the same.
    CopiesOnly,
    /// Nothing reaches the cut-off, but some pairs stand out.
    OutliersOnly,
    /// Pairs reach the cut-off, and no more than chance accounts for.
    LikeChance,
    /// Pairs reach the cut-off.
    Unusual,
}

impl Verdict {
    pub(in crate::pages) fn of(report: &Report, cutoff: f64) -> Self {
        let judged = || report.pairs.iter().filter(|pair| !pair.too_short && !has_staff(report, pair));
        let above = judged().filter(|pair| cutoff <= pair.suspicion).count() as u64;
        let chance = report.distribution.as_ref().and_then(|distribution| distribution.chance);
        let is_own = |id: u32| report.submission(id).is_some_and(|submission| submission.archive.is_none());
        let stands_out = chance.map_or(f64::INFINITY, |chance| chance.stands_out);
        let outliers = judged()
            .filter(|pair| stands_out <= pair.suspicion && is_own(pair.id.left) && is_own(pair.id.right))
            .count() as u64;
        let long =
            report.submissions.iter().filter(|submission| !submission.too_short && !submission.staff).count();
        let expected = chance.map(|chance| chance.expected(cutoff));
        // Three times the spread of a count that is left to chance.
        let like_chance = expected.is_some_and(|mean| above as f64 <= mean + 3.0 * mean.sqrt());
        Self {
            kind: match () {
                () if long < 2 => VerdictKind::NothingToJudge,
                () if above == 0 && 0 < outliers => VerdictKind::OutliersOnly,
                () if above == 0 && report.duplicates.is_empty() => VerdictKind::Nothing,
                () if above == 0 => VerdictKind::CopiesOnly,
                () if like_chance && outliers == 0 => VerdictKind::LikeChance,
                () => VerdictKind::Unusual,
            },
            above,
            or_more: above == report.pairs.len() as u64 && above < report.verified_pairs,
            outliers,
            expected,
        }
    }

    /// Whether [`Verdict::above`] is all of them, as messages choose by it.
    pub(in crate::pages) fn known(&self) -> &'static str {
        if self.or_more { "least" } else { "exactly" }
    }

    /// `12`, `250 or more`.
    pub(in crate::pages) fn above(&self, words: Locale) -> Message {
        words.say(if self.or_more { "count-or-more" } else { "count" }).number("count", self.above)
    }

    /// What is expected, as roughly as it is known.
    pub(in crate::pages) fn expected(&self, words: Locale) -> Option<Message> {
        self.expected.map(|number| roughly(words, number))
    }
}

/// A number that is known roughly.
pub(in crate::pages) fn roughly(words: Locale, number: f64) -> Message {
    let (key, shown) = match number {
        _ if number < 0.05 => ("about-fewer", "0.1".to_owned()),
        _ if number < 0.95 => ("about", format!("{number:.1}")),
        _ if number < 20.0 => ("about", format!("{number:.0}")),
        _ => ("about", format!("{:.0}0", number / 10.0)),
    };
    words.say(key).figure("number", shown)
}
