//! The cut-off of a report.
//!
//! Pairs are named by their expect value. A class that is too small for expect values, and a report with a cut-off in
//! bits, name them by suspicion. Wherever expect values are known, lists show them.

use crate::model::{Pair, Report, Translations};

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
        Self { unit, value, shown: if report.has_expect() { Unit::Expect } else { Unit::Suspicion } }
    }

    /// Returns the cut-off of pairs in different languages.
    pub const fn from_translations(found: &Translations) -> Self {
        Self { unit: Unit::Expect, value: found.cutoff_expect, shown: Unit::Expect }
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
