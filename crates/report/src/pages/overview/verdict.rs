//! What the overview says first: how many pairs of the class, and with earlier submissions, chance does not explain.

use crate::locale::{Locale, Message};
use crate::model::{Pair, Report};
use crate::pages::shared::{Cutoff, Level, Unit, has_staff, is_of_class};

/// What the overview says about the class as a whole, and about the class and earlier work.
#[derive(Debug, PartialEq)]
pub(in crate::pages) struct Verdict {
    pub(in crate::pages) kind: VerdictKind,
    /// Whether the levels of this class follow from expect values, or from a cut-off in bits.
    pub(in crate::pages) unit: Unit,
    /// Pairs of the class.
    pub(in crate::pages) own: Named,
    /// Pairs with earlier submissions.
    pub(in crate::pages) earlier: Named,
    /// Whether there may be more pairs than these, because not all pairs are listed.
    pub(in crate::pages) or_more: bool,
    /// Number of pairs of the class that chance alone leaves at this level; `None` if it is not known.
    pub(in crate::pages) expected: Option<f64>,
}

/// Pairs with a strong level, by level. They agree with the badges in the list of pairs.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(in crate::pages) struct Named {
    /// Beyond chance.
    pub(in crate::pages) beyond: u64,
    /// The others: unlikely by chance, or at or above a cut-off in bits.
    pub(in crate::pages) others: u64,
}

/// Kind of verdict on the class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pages) enum VerdictKind {
    /// No two submissions are long enough to be compared.
    NothingToJudge,
    /// No pair has a strong level, and there are no copies.
    Nothing,
    /// No pair has a strong level, but some submissions are copies of each other.
    CopiesOnly,
    /// Pairs are unlikely by chance, but chance explains as many.
    LikeChance,
    /// Pairs have a strong level.
    Unusual,
}

impl Named {
    fn of<'a>(pairs: impl Iterator<Item = &'a Pair>, cutoff: Cutoff) -> Self {
        pairs.fold(Self::default(), |mut named, pair| {
            match Level::of(pair, cutoff) {
                Level::BeyondChance => named.beyond += 1,
                level if level.is_strong() => named.others += 1,
                _ => {}
            }
            named
        })
    }

    pub(in crate::pages) fn total(self) -> u64 {
        self.beyond + self.others
    }

    /// Returns which levels occur, as the word by which messages select a form.
    fn shape(self) -> &'static str {
        match (self.beyond, self.others) {
            (0, _) => "others",
            (_, 0) => "beyond",
            _ => "both",
        }
    }
}

impl Verdict {
    pub(in crate::pages) fn of(report: &Report, cutoff: Cutoff) -> Self {
        let (own, earlier): (Vec<&Pair>, Vec<&Pair>) = report
            .pairs
            .iter()
            .filter(|pair| !has_staff(report, pair))
            .partition(|pair| is_of_class(report, pair));
        // A reviewer's cut-off in bits does not change what pairs with expect values are called.
        let unit =
            if report.pairs.iter().any(|pair| pair.expect.is_some()) { Unit::Expect } else { cutoff.unit };
        let own = Named::of(own.into_iter(), cutoff);
        let earlier = Named::of(earlier.into_iter(), cutoff);
        let long =
            report.submissions.iter().filter(|submission| !submission.too_short && !submission.staff).count();
        let pairs = report.distribution.as_ref().map_or(0, |distribution| distribution.pairs);
        let expected = (unit == Unit::Expect).then(|| Level::UNLIKELY.min(pairs as f64));
        // Three standard deviations of a count that is left to chance.
        let like_chance = expected.is_some_and(|mean| own.total() as f64 <= mean + 3.0 * mean.sqrt());
        Self {
            kind: match () {
                () if long < 2 => VerdictKind::NothingToJudge,
                () if own.total() == 0 && report.duplicates.is_empty() => VerdictKind::Nothing,
                () if own.total() == 0 => VerdictKind::CopiesOnly,
                () if like_chance && own.beyond == 0 => VerdictKind::LikeChance,
                () => VerdictKind::Unusual,
            },
            unit,
            own,
            earlier,
            or_more: own.total() + earlier.total() == report.pairs.len() as u64
                && (report.pairs.len() as u64) < report.verified_pairs,
            expected,
        }
    }

    /// Returns how many pairs of the class have a strong level.
    pub(in crate::pages) fn own_pairs(&self, words: Locale) -> Message {
        self.named(words, self.own, "verdict-own", "verdict-own-above")
    }

    /// Returns how many pairs with earlier submissions have a strong level.
    pub(in crate::pages) fn earlier_pairs(&self, words: Locale) -> Message {
        self.named(words, self.earlier, "verdict-earlier", "verdict-earlier-above")
    }

    fn named(&self, words: Locale, named: Named, levels: &'static str, above: &'static str) -> Message {
        let known = if self.or_more { "least" } else { "exactly" };
        match self.unit {
            Unit::Suspicion => words.say(above).choice("known", known).number("count", named.total()),
            Unit::Expect => words
                .say(levels)
                .choice("shape", named.shape())
                .choice("known", known)
                .number("beyond", named.beyond)
                .number("others", named.others),
        }
    }

    /// Returns the expected number, as roughly as it is known.
    pub(in crate::pages) fn expected(&self, words: Locale) -> Option<Message> {
        self.expected.map(|number| roughly(words, number))
    }
}

/// What reaches a cut-off that a reader tries: judged pairs of the class.
#[derive(Debug, PartialEq)]
pub(in crate::pages) struct Reaching {
    /// Number of pairs.
    pub(in crate::pages) pairs: u64,
    /// Whether there may be more, because not all pairs are listed.
    pub(in crate::pages) or_more: bool,
    /// Whether the report lists fewer pairs than were compared token by token.
    pub(in crate::pages) truncated: bool,
    /// Number of pairs that chance alone lets reach it; `None` if it is not known.
    pub(in crate::pages) expected: Option<f64>,
}

impl Reaching {
    pub(in crate::pages) fn of(report: &Report, cutoff: Cutoff) -> Self {
        let reaching: Vec<&Pair> = report
            .pairs
            .iter()
            .filter(|pair| cutoff.is_reached_by(pair) && !has_staff(report, pair))
            .collect();
        let truncated = (report.pairs.len() as u64) < report.verified_pairs;
        let all = report.distribution.as_ref().map_or(0, |distribution| distribution.pairs);
        Self {
            pairs: reaching.iter().filter(|pair| is_of_class(report, pair)).count() as u64,
            or_more: reaching.len() == report.pairs.len() && truncated,
            truncated,
            expected: (cutoff.unit == Unit::Expect).then(|| cutoff.value.min(all as f64)),
        }
    }

    /// Returns `12` or `250 or more`.
    pub(in crate::pages) fn pairs(&self, words: Locale) -> Message {
        words.say(if self.or_more { "count-or-more" } else { "count" }).number("count", self.pairs)
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
