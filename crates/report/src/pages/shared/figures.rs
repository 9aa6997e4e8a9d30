//! Numbers as text: suspicion, shares, lines, groups.

use std::ops::RangeInclusive;

use crate::locale::{Locale, Message};
use crate::model::Pair;

/// A share of one side, without and with boilerplate and common code.
#[derive(Debug, Clone)]
pub(crate) struct Share {
    pub(crate) counted: String,
    pub(crate) raw: String,
    /// Value for sorting.
    pub(in crate::pages) value: f64,
}

impl Share {
    pub(crate) fn new(counted: f64, raw: f64) -> Self {
        Self { counted: percent(counted), raw: percent(raw), value: counted }
    }
}

/// Level of suspicion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pages) enum Scale {
    TooShort,
    Below,
    Near,
    Above,
    FarAbove,
}

impl Scale {
    /// Part of the cut-off from which a pair is near it.
    const NEAR: f64 = 0.7;
    /// Multiple of the cut-off from which a pair is far above it.
    const FAR: f64 = 3.0;

    pub(in crate::pages) fn of(pair: &Pair, cutoff: f64) -> Self {
        if pair.too_short { Self::TooShort } else { Self::at(pair.suspicion, cutoff) }
    }

    /// Returns the level of a pair that is long enough to judge.
    pub(in crate::pages) fn at(suspicion: f64, cutoff: f64) -> Self {
        match suspicion {
            suspicion if suspicion >= Self::FAR * cutoff => Self::FarAbove,
            suspicion if suspicion >= cutoff => Self::Above,
            suspicion if suspicion >= Self::NEAR * cutoff => Self::Near,
            _ => Self::Below,
        }
    }

    /// Returns the message key of its name.
    pub(in crate::pages) fn words(self) -> &'static str {
        match self {
            Self::TooShort => "scale-too-short",
            Self::Below => "scale-below",
            Self::Near => "scale-near",
            Self::Above => "scale-above",
            Self::FarAbove => "scale-far-above",
        }
    }

    pub(in crate::pages) fn is_strong(self) -> bool {
        matches!(self, Self::Above | Self::FarAbove)
    }
}

pub(crate) fn suspicion(value: f64) -> String {
    if value > 0.0 && value < 0.05 { "< 0.1".to_owned() } else { format!("{value:.1}") }
}

/// Returns a number from the settings with at most one decimal.
pub(in crate::pages) fn plain(value: f64) -> String {
    ((value * 10.0).round() / 10.0).to_string()
}

/// Returns a whole percentage that never rounds to nothing or to everything.
pub(crate) fn percent(share: f64) -> String {
    match (share * 100.0).round() {
        _ if share <= 0.0 => "0 %".to_owned(),
        0.0 => "< 1 %".to_owned(),
        100.0 if share < 1.0 => "> 99 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// Returns `line 10` or `lines 10–52`.
pub(in crate::pages) fn lines_at(words: Locale, range: RangeInclusive<u32>) -> Message {
    words.say("lines-at").number("count", range.end() - range.start() + 1).text("lines", lines(range))
}

/// Returns `10` or `10–52`.
pub(crate) fn lines(range: RangeInclusive<u32>) -> String {
    match range.into_inner() {
        (start, end) if start == end => start.to_string(),
        (start, end) => format!("{start}–{end}"),
    }
}

/// Returns in how many groups something occurs: `in 2 of 180 groups`.
pub(in crate::pages) fn in_groups(words: Locale, groups: u32, of: Option<u32>) -> Message {
    match of {
        Some(of) => words.say("pair-in-groups").number("groups", groups).number("all", of),
        None => words.say("pair-in-groups-only").number("groups", groups),
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn percents_never_claim_nothing_or_everything() {
        let shown = [0.0, 0.0001, 0.004, 0.005, 0.5, 0.994, 0.9951, 0.9999, 1.0].map(percent);
        assert_eq!(shown, ["0 %", "< 1 %", "< 1 %", "1 %", "50 %", "99 %", "> 99 %", "> 99 %", "100 %"]);
    }
}
