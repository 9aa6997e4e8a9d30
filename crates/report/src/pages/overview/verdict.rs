//! Decides whether anything is unusual, from two figures.
//!
//! The first is the number of pairs that reach the cut-off, compared with the number that chance explains. The second
//! is the number of pairs that stand out from the upper tail of this class. "Nothing unusual" requires that neither is
//! unusual and that no submissions are copies of each other.

use crate::locale::{Locale, Message};
use crate::model::Report;
use crate::pages::shared::has_staff;

/// What the overview says about the class as a whole.
#[derive(Debug, PartialEq)]
pub(in crate::pages) struct Verdict {
    pub(in crate::pages) kind: VerdictKind,
    /// Judged pairs at or above the cut-off.
    pub(in crate::pages) above: u64,
    /// Whether there may be more than [`Verdict::above`], because not all pairs are listed.
    pub(in crate::pages) or_more: bool,
    /// Pairs of the class itself that stand out from it.
    pub(in crate::pages) outliers: u64,
    /// Expected number of innocent pairs at or above the cut-off.
    pub(in crate::pages) expected: Option<f64>,
}

/// Kind of verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pages) enum VerdictKind {
    /// No two submissions are long enough to be compared.
    NothingToJudge,
    /// No pair reaches the cut-off or stands out, and there are no copies.
    Nothing,
    /// No pair reaches the cut-off or stands out, but some submissions are copies of each other.
    CopiesOnly,
    /// No pair reaches the cut-off, but some stand out.
    OutliersOnly,
    /// Pairs reach the cut-off, but chance explains as many.
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
        // Three standard deviations of a count that is left to chance.
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

    /// Returns whether [`Verdict::above`] is exact, as the word by which messages select a form.
    pub(in crate::pages) fn known(&self) -> &'static str {
        if self.or_more { "least" } else { "exactly" }
    }

    /// Returns `12` or `250 or more`.
    pub(in crate::pages) fn above(&self, words: Locale) -> Message {
        words.say(if self.or_more { "count-or-more" } else { "count" }).number("count", self.above)
    }

    /// Returns the expected number, as roughly as it is known.
    pub(in crate::pages) fn expected(&self, words: Locale) -> Option<Message> {
        self.expected.map(|number| roughly(words, number))
    }
}

/// Returns a number that is only roughly known.
pub(in crate::pages) fn roughly(words: Locale, number: f64) -> Message {
    let (key, shown) = match number {
        _ if number < 0.05 => ("about-fewer", "0.1".to_owned()),
        _ if number < 0.95 => ("about", format!("{number:.1}")),
        _ if number < 20.0 => ("about", format!("{number:.0}")),
        _ => ("about", format!("{:.0}0", number / 10.0)),
    };
    words.say(key).figure("number", shown)
}
