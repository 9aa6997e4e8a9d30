//! Result values of the distribution of suspicion, and of the estimate of what is expected by chance.

/// How suspicion is spread over the pairs of a class: archived submissions and those too short to judge left out.
#[derive(Debug, Clone, PartialEq)]
pub struct Distribution {
    /// Submissions that took part.
    pub submissions: u32,
    /// Pairs of them, compared or not.
    pub pairs: u64,
    /// Compared pairs by suspicion, ascending without a gap from 0.
    pub bars: Vec<Bar>,
    /// None where the class is too small to say.
    pub chance: Option<Chance>,
}

/// Pairs whose suspicion lies between two edges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    /// The lowest suspicion in it.
    pub from: f64,
    /// One past the highest; the last bar has none.
    pub to: Option<f64>,
    /// Pairs.
    pub pairs: u64,
    /// Submissions whose strongest pair is in it.
    pub strongest: u32,
}

/// Pairs that people who worked alone are expected to have, by suspicion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chance {
    /// Submissions the estimate rests on: of those that are linked, one.
    pub submissions: u32,
    /// Where the tail begins, in bits.
    pub from: f64,
    /// Innocent pairs of the whole class from there on.
    pub pairs: f64,
    /// How fast they become fewer, a unit of the cube root of bits.
    pub rate: f64,
    /// From this suspicion on a pair stands out from its class.
    pub stands_out: f64,
}

impl Chance {
    /// Innocent pairs to expect at or above a suspicion. Below the tail: those of the tail.
    #[must_use]
    pub fn expected(&self, suspicion: f64) -> f64 {
        let beyond = (suspicion.cbrt() - self.from.cbrt()).max(0.0);
        self.pairs * (-self.rate * beyond).exp()
    }

    /// The suspicion above which that many innocent pairs are expected.
    pub(crate) fn level(&self, expected: f64) -> f64 {
        let beyond = (self.pairs / expected).ln().max(0.0) / self.rate;
        (self.from.cbrt() + beyond).powi(3)
    }
}
