//! Result value: the model of what chance leaves in a class.

/// What people who worked alone would show: how many of their pairs have at least a strength (`scoring::strength`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// Number of submissions the estimate is based on. Linked submissions count as one.
    pub submissions: u32,
    /// Strength at which the tail begins.
    pub from: f64,
    /// Rate at which pairs decrease from there on, per unit of strength.
    pub rate: f64,
    /// Share of all pairs that are in the tail.
    pub share: f64,
}

impl Chance {
    /// Returns how many of `pairs` pairs of people who worked alone have at least this strength: fewer than `pairs`.
    #[must_use]
    pub fn expected(&self, strength: f64, pairs: f64) -> f64 {
        let odds = self.share * (self.rate * (self.from - strength)).exp();
        if odds.is_finite() { pairs * odds / (1.0 + odds) } else { pairs }
    }
}
