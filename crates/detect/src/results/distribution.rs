//! Result values of the distribution of suspicion, and of the estimate of what is expected by chance.

/// The distribution of suspicion over the pairs of a class, without archived submissions and those too short to judge.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// Number of submissions that were included.
    pub submissions: u32,
    /// Number of their pairs, compared or not.
    pub pairs: u64,
    /// Compared pairs by suspicion, ascending without a gap from 0.
    pub bars: Vec<Bar>,
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

/// The number of pairs expected by chance among people who worked alone, by suspicion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// Number of submissions the estimate is based on. Linked submissions count as one.
    pub submissions: u32,
    /// Suspicion at which the tail begins, in bits.
    pub from: f64,
    /// Expected innocent pairs of the whole class from there on.
    pub pairs: f64,
    /// Rate at which they decrease, per unit of the cube root of bits.
    pub rate: f64,
    /// From this suspicion on, a pair stands out from its class.
    pub stands_out: f64,
}

impl Chance {
    /// Returns the number of innocent pairs expected at or above a suspicion. Below the tail, returns that of the tail.
    #[must_use]
    pub fn expected(&self, suspicion: f64) -> f64 {
        let beyond = (suspicion.cbrt() - self.from.cbrt()).max(0.0);
        self.pairs * (-self.rate * beyond).exp()
    }

    /// Returns the suspicion above which this many innocent pairs are expected.
    pub(crate) fn level(&self, expected: f64) -> f64 {
        let beyond = (self.pairs / expected).ln().max(0.0) / self.rate;
        (self.from.cbrt() + beyond).powi(3)
    }
}
