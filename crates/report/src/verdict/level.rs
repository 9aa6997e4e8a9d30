//! The cut-off of a report and the level of a pair. There is one scale, and this is the only place that decides.
//!
//! Pairs are named by their expect value. A class that is too small for expect values, and a report with a cut-off in
//! bits, name them by suspicion. Wherever expect values are known, lists show them.

use crate::model::{Pair, Report, Translations};

/// How unlikely a pair is by chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Level {
    /// A side is too short to judge.
    TooShort,
    /// Chance alone would leave more than [`Cutoff::unlikely`] pairs as strong. Without an expect value: below the cut-off,
    /// which does not show that the pair is usual.
    Coincidence,
    /// Chance alone would leave at most [`Cutoff::unlikely`] pairs as strong.
    Unlikely,
    /// Chance alone would leave a pair as strong in one of a hundred classes.
    #[strum(serialize = "beyond")]
    BeyondChance,
    /// Weaker, but the texts of both sides are equal.
    SameText,
    /// Weaker, but both sides are versions of one program.
    Versions,
    /// No expect value, or a larger one, and at or above the cut-off that somebody chose.
    Above,
    /// In different languages in a class without expect values, and more similar than unrelated pairs are.
    StandsOut,
}

impl Level {
    /// Largest expect value of [`Level::Unlikely`] in every class.
    const UNLIKELY: f64 = 1.0;
    const BEYOND_CHANCE: f64 = 0.01;

    /// Returns the level of a pair at a cut-off.
    pub fn new(pair: &Pair, cutoff: Cutoff) -> Self {
        let level = Self::at(pair.expect, pair.suspicion, cutoff);
        match level {
            _ if pair.too_short => Self::TooShort,
            Self::Coincidence if pair.named && pair.has_same_text() => Self::SameText,
            Self::Coincidence if pair.named && pair.finding.is_some() => Self::Versions,
            Self::Coincidence if pair.named && pair.expect.is_some() => Self::Above,
            _ => level,
        }
    }

    /// Returns the level of a pair of any list, at the report's own cut-off.
    pub fn in_report(report: &Report, pair: &Pair) -> Self {
        match &report.translations {
            Some(found) if pair.languages.is_some() => Self::from_translation(found, pair),
            _ => Self::new(pair, Cutoff::from_report(report)),
        }
    }

    /// Returns the level of a pair in different languages.
    pub fn from_translation(found: &Translations, pair: &Pair) -> Self {
        match pair.expect {
            None if found.names(pair) => Self::StandsOut,
            _ => Self::new(pair, Cutoff::from_translations(found)),
        }
    }

    /// Returns the level of a pair that can be judged, or of a case by its strongest pair.
    pub fn at(expect: Option<f64>, suspicion: f64, cutoff: Cutoff) -> Self {
        match expect {
            Some(expect) if expect <= Self::BEYOND_CHANCE => Self::BeyondChance,
            Some(expect) if expect <= cutoff.unlikely => Self::Unlikely,
            None if cutoff.reaches(None, suspicion) => Self::Above,
            _ => Self::Coincidence,
        }
    }

    /// Returns the name, such as `too-short`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns whether a pair of this level is one that was found.
    pub fn is_strong(self) -> bool {
        !matches!(self, Self::TooShort | Self::Coincidence)
    }
}

/// The number that decides which pairs are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Unit {
    /// Expect value: smaller is stronger.
    Expect,
    /// Suspicion in bits: larger is stronger.
    Suspicion,
}

/// A cut-off. Pairs that reach it are named.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cutoff {
    /// Unit of the value.
    pub unit: Unit,
    /// The number that a pair must reach.
    pub value: f64,
    /// The number that lists show of each pair.
    pub shown: Unit,
    /// Largest expect value of pairs that are unlikely by chance: 1, or more in a class in which the default names so many
    /// that few of them are expected.
    pub unlikely: f64,
}

impl Unit {
    /// Returns the strength that a number of this unit stands for: larger is stronger.
    pub fn score(self, value: f64) -> f64 {
        match self {
            Self::Expect => -value.max(1e-99).log10(),
            Self::Suspicion => value.max(1e-9).log2(),
        }
    }

    /// Returns the name: `expect` or `suspicion`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the strength of a pair; that of the weakest, if its number is not known.
    pub fn strength(self, expect: Option<f64>, suspicion: f64) -> f64 {
        self.score(match self {
            Self::Expect => expect.unwrap_or(f64::INFINITY),
            Self::Suspicion => suspicion,
        })
    }
}

impl Cutoff {
    /// Returns the report's own cut-off.
    pub fn from_report(report: &Report) -> Self {
        let settings = &report.settings;
        let (unit, value) = match settings.cutoff_expect {
            Some(pairs) => (Unit::Expect, pairs),
            None => (Unit::Suspicion, settings.cutoff),
        };
        let by_rate = settings.cutoff_expect.filter(|_| settings.cutoff_rate.is_some());
        Self {
            unit,
            value,
            shown: if report.has_expect() { Unit::Expect } else { Unit::Suspicion },
            unlikely: by_rate.map_or(Level::UNLIKELY, |pairs| pairs.max(Level::UNLIKELY)),
        }
    }

    /// Returns the cut-off of pairs in different languages.
    pub const fn from_translations(found: &Translations) -> Self {
        Self {
            unit: Unit::Expect,
            value: found.cutoff_expect,
            shown: Unit::Expect,
            unlikely: Level::UNLIKELY,
        }
    }

    /// Returns whether a pair that can be judged reaches the cut-off.
    pub fn reaches(self, expect: Option<f64>, suspicion: f64) -> bool {
        self.score() <= self.unit.strength(expect, suspicion)
    }

    /// Returns whether a pair can be judged and reaches the cut-off.
    pub fn is_reached_by(self, pair: &Pair) -> bool {
        !pair.too_short && self.reaches(pair.expect, pair.suspicion)
    }

    /// Returns the strength of a pair at the cut-off.
    pub fn score(self) -> f64 {
        self.unit.score(self.value)
    }
}
