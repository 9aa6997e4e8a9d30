//! The level of a pair. There is one scale, and this is the only place that decides.

use super::cutoff::Cutoff;
use crate::model::{Pair, Report, Translations};

/// How unlikely a pair is by chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Level {
    /// A side is too short to judge.
    TooShort,
    /// Chance alone would leave more than [`Level::UNLIKELY`] pairs as strong. Without an expect value: below the cut-off,
    /// which does not show that the pair is usual.
    Coincidence,
    /// Chance alone would leave at most [`Level::UNLIKELY`] pairs as strong.
    Unlikely,
    /// Chance alone would leave a pair as strong in one of a hundred classes.
    #[strum(serialize = "beyond")]
    BeyondChance,
    /// No expect value, and at or above the cut-off.
    Above,
    /// In different languages in a class without expect values, and more similar than unrelated pairs are.
    StandsOut,
}

impl Level {
    /// Largest expect value of this level.
    pub const UNLIKELY: f64 = 1.0;
    const BEYOND_CHANCE: f64 = 0.01;

    /// Returns the level of a pair at a cut-off.
    pub fn new(pair: &Pair, cutoff: Cutoff) -> Self {
        if pair.too_short { Self::TooShort } else { Self::at(pair.expect, pair.suspicion, cutoff) }
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
            Some(expect) if expect <= Self::UNLIKELY => Self::Unlikely,
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
