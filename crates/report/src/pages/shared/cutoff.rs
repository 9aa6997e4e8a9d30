//! The cut-off of a report, and the level of a pair in words.
//!
//! Pairs are named by their expect value. A class that is too small for expect values, an older report, and one with a
//! cut-off in bits name them by suspicion. Wherever expect values are known, lists show them.

use super::figures::{expect, plain};
use crate::locale::{Locale, Message};
use crate::model::{Pair, Report, Translations};

/// The number that decides which pairs are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub(in crate::pages) enum Unit {
    /// Expect value: smaller is stronger.
    Expect,
    /// Suspicion in bits: larger is stronger.
    Suspicion,
}

/// A cut-off. Pairs that reach it are named.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::pages) struct Cutoff {
    pub(in crate::pages) unit: Unit,
    pub(in crate::pages) value: f64,
    /// The number that lists show of each pair.
    pub(in crate::pages) shown: Unit,
}

impl Unit {
    /// Returns the strength that a number of this unit stands for: larger is stronger.
    pub(in crate::pages) fn score(self, value: f64) -> f64 {
        match self {
            Self::Expect => -value.max(1e-99).log10(),
            Self::Suspicion => value.max(1e-9).log2(),
        }
    }

    /// Returns the name for scripts.
    pub(in crate::pages) fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the message key of the number.
    pub(in crate::pages) fn figure(self) -> &'static str {
        match self {
            Self::Expect => "figure-expect",
            Self::Suspicion => "figure-suspicion",
        }
    }

    /// Returns the strength of a pair; that of the weakest, if its number is not known.
    pub(in crate::pages) fn strength(self, expect: Option<f64>, suspicion: f64) -> f64 {
        self.score(match self {
            Self::Expect => expect.unwrap_or(f64::INFINITY),
            Self::Suspicion => suspicion,
        })
    }
}

impl Cutoff {
    /// Returns the report's own cut-off.
    pub(in crate::pages) fn from_report(report: &Report) -> Self {
        let settings = &report.settings;
        let (unit, value) = match settings.cutoff_expect {
            Some(pairs) => (Unit::Expect, pairs),
            None => (Unit::Suspicion, settings.cutoff),
        };
        Self { unit, value, shown: if report.has_expect() { Unit::Expect } else { Unit::Suspicion } }
    }

    /// Returns the cut-off of pairs in different languages.
    pub(in crate::pages) const fn of_translations(found: &Translations) -> Self {
        Self { unit: Unit::Expect, value: found.cutoff_expect, shown: Unit::Expect }
    }

    /// Returns whether a pair that can be judged reaches the cut-off.
    pub(in crate::pages) fn reaches(self, expect: Option<f64>, suspicion: f64) -> bool {
        self.score() <= self.unit.strength(expect, suspicion)
    }

    /// Returns whether a pair can be judged and reaches the cut-off.
    pub(in crate::pages) fn is_reached_by(self, pair: &Pair) -> bool {
        !pair.too_short && self.reaches(pair.expect, pair.suspicion)
    }

    /// Returns the strength of a pair at the cut-off.
    pub(in crate::pages) fn score(self) -> f64 {
        self.unit.score(self.value)
    }

    /// Returns `1 pair expected by chance` or `suspicion 15`.
    pub(in crate::pages) fn named(self, words: Locale) -> Message {
        match self.unit {
            Unit::Expect => words.say("cutoff-expect").figure("pairs", expect(self.value)),
            Unit::Suspicion => words.say("cutoff-suspicion").figure("bits", plain(self.value)),
        }
    }
}

/// Returns the report's own cut-off in words.
pub(crate) fn named_cutoff(report: &Report, words: Locale) -> Message {
    Cutoff::from_report(report).named(words)
}

/// Returns the message key of a pair's level, and the class by which style sheets mark it.
pub(crate) fn level(report: &Report, pair: &Pair) -> (&'static str, &'static str) {
    let level = Level::in_report(report, pair);
    (level.words(), level.class())
}

/// What a pair is called. There is one scale of words, and this is the only place that decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pages) enum Level {
    TooShort,
    /// Chance alone would leave more than [`Level::UNLIKELY`] pairs as strong. Without an expect value: below the cut-off,
    /// which does not show that the pair is usual.
    Coincidence,
    /// Chance alone would leave at most [`Level::UNLIKELY`] pairs as strong.
    Unlikely,
    /// Chance alone would leave a pair as strong in one of a hundred classes.
    BeyondChance,
    /// No expect value, and at or above the cut-off.
    Above,
    /// In different languages in a class without expect values, and more similar than unrelated pairs are.
    StandsOut,
}

impl Level {
    /// Largest expect value of this level.
    pub(in crate::pages) const UNLIKELY: f64 = 1.0;
    const BEYOND_CHANCE: f64 = 0.01;

    pub(in crate::pages) fn new(pair: &Pair, cutoff: Cutoff) -> Self {
        if pair.too_short { Self::TooShort } else { Self::at(pair.expect, pair.suspicion, cutoff) }
    }

    /// Returns the level of a pair of any list, at the report's own cut-off.
    pub(in crate::pages) fn in_report(report: &Report, pair: &Pair) -> Self {
        match &report.translations {
            Some(found) if pair.languages.is_some() => Self::of_translation(found, pair),
            _ => Self::new(pair, Cutoff::from_report(report)),
        }
    }

    /// Returns the level of a pair in different languages.
    pub(in crate::pages) fn of_translation(found: &Translations, pair: &Pair) -> Self {
        match pair.expect {
            None if found.names(pair) => Self::StandsOut,
            _ => Self::new(pair, Cutoff::of_translations(found)),
        }
    }

    /// Returns the level of a pair that can be judged, or of a case by its strongest pair.
    pub(in crate::pages) fn at(expect: Option<f64>, suspicion: f64, cutoff: Cutoff) -> Self {
        match expect {
            Some(expect) if expect <= Self::BEYOND_CHANCE => Self::BeyondChance,
            Some(expect) if expect <= Self::UNLIKELY => Self::Unlikely,
            None if cutoff.reaches(None, suspicion) => Self::Above,
            _ => Self::Coincidence,
        }
    }

    /// Returns the message key of its name.
    pub(in crate::pages) fn words(self) -> &'static str {
        match self {
            Self::TooShort => "level-too-short",
            Self::Coincidence => "level-coincidence",
            Self::Unlikely => "level-unlikely",
            Self::BeyondChance => "level-beyond",
            Self::Above => "level-above",
            Self::StandsOut => "level-stands-out",
        }
    }

    /// Returns the class of style sheets by which it is marked.
    pub(in crate::pages) fn class(self) -> &'static str {
        match self {
            Self::BeyondChance => "beyond",
            Self::Unlikely | Self::Above | Self::StandsOut => "unlikely",
            Self::TooShort | Self::Coincidence => "weak",
        }
    }

    pub(in crate::pages) fn is_strong(self) -> bool {
        matches!(self, Self::Unlikely | Self::BeyondChance | Self::Above | Self::StandsOut)
    }
}
