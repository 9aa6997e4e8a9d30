//! What the overview says first: how many pairs of the class, and with earlier submissions, chance does not explain.

use crate::locale::{Locale, Message};
use crate::model::{Pair, Report};
use crate::pages::shared::{Cutoff, Level, Unit, has_staff};

/// What the overview says about the class as a whole.
#[derive(Debug, PartialEq)]
pub(in crate::pages) struct Verdict {
    pub(in crate::pages) kind: VerdictKind,
    /// Judged pairs of the class that reach the cut-off.
    pub(in crate::pages) above: u64,
    /// Whether there may be more than [`Verdict::above`], because not all pairs are listed.
    pub(in crate::pages) or_more: bool,
    /// Of these pairs, those beyond chance.
    pub(in crate::pages) beyond: u64,
    /// Judged pairs with earlier submissions that reach the cut-off.
    pub(in crate::pages) earlier: u64,
    /// Number of pairs of the class that chance alone lets reach the cut-off; `None` if it is not known.
    pub(in crate::pages) expected: Option<f64>,
}

/// Kind of verdict on the class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pages) enum VerdictKind {
    /// No two submissions are long enough to be compared.
    NothingToJudge,
    /// No pair reaches the cut-off, and there are no copies.
    Nothing,
    /// No pair reaches the cut-off, but some submissions are copies of each other.
    CopiesOnly,
    /// Pairs reach the cut-off, but chance explains as many.
    LikeChance,
    /// Pairs reach the cut-off.
    Unusual,
}

impl Verdict {
    pub(in crate::pages) fn of(report: &Report, cutoff: Cutoff) -> Self {
        let reaching = |pair: &&Pair| cutoff.is_reached_by(pair) && !has_staff(report, pair);
        let is_own = |id: u32| report.submission(id).is_some_and(|submission| submission.archive.is_none());
        let (own, earlier): (Vec<&Pair>, Vec<&Pair>) = report
            .pairs
            .iter()
            .filter(reaching)
            .partition(|pair| is_own(pair.id.left) && is_own(pair.id.right));
        let above = own.len() as u64;
        let is_beyond = |pair: &&&Pair| Level::of(pair, cutoff) == Level::BeyondChance;
        let beyond = own.iter().filter(is_beyond).count() as u64;
        let long =
            report.submissions.iter().filter(|submission| !submission.too_short && !submission.staff).count();
        let pairs = report.distribution.as_ref().map_or(0, |distribution| distribution.pairs);
        let expected = (cutoff.unit == Unit::Expect).then(|| cutoff.value.min(pairs as f64));
        // Three standard deviations of a count that is left to chance.
        let like_chance = expected.is_some_and(|mean| above as f64 <= mean + 3.0 * mean.sqrt());
        Self {
            kind: match () {
                () if long < 2 => VerdictKind::NothingToJudge,
                () if above == 0 && report.duplicates.is_empty() => VerdictKind::Nothing,
                () if above == 0 => VerdictKind::CopiesOnly,
                () if like_chance && beyond == 0 => VerdictKind::LikeChance,
                () => VerdictKind::Unusual,
            },
            above,
            or_more: above + earlier.len() as u64 == report.pairs.len() as u64
                && (report.pairs.len() as u64) < report.verified_pairs,
            beyond,
            earlier: earlier.len() as u64,
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
