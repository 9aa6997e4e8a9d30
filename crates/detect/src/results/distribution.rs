//! Result values of the distribution of suspicion and of expect values.

use crate::results::chance::Chance;

/// The distribution of suspicion over the pairs of a class, without archived submissions and those too short to judge.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// Number of submissions that were included.
    pub submissions: u32,
    /// Number of their pairs, compared or not.
    pub pairs: u64,
    /// Compared pairs by suspicion, ascending without a gap from 0.
    pub bars: Vec<Bar>,
    /// Compared pairs by expect value, weakest first; empty bars if there are no expect values.
    pub by_expect: Vec<ExpectBar>,
    /// `None` if the class is too small for an estimate.
    pub chance: Option<Chance>,
}

/// Pairs whose suspicion lies between two edges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    /// The lowest suspicion in the bar.
    pub from: f64,
    /// The upper edge, excluded; `None` for the last bar.
    pub to: Option<f64>,
    /// Number of pairs.
    pub pairs: u64,
    /// Number of submissions whose strongest pair is in the bar.
    pub strongest: u32,
}

/// Pairs whose expect value lies between two edges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExpectBar {
    /// The upper edge, included; the number of pairs expected at or below it.
    pub to: f64,
    /// The lower edge, excluded; 0 for the last bar. `to - from` pairs are expected in the bar.
    pub from: f64,
    /// Number of pairs.
    pub pairs: u64,
}
