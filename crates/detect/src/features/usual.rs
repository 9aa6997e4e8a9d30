//! What submissions share with others by chance, in one view.
//!
//! The bits that a submission shares with another one on average follow from how many have each of its features, without
//! comparing any pair.

use crate::features::evidence::Evidence;

/// What each submission shares with others by chance.
pub(crate) struct Usual {
    /// For each submission, its bits.
    whole: Vec<f64>,
    /// For each submission, the bits that it shares with another one on average.
    shared: Vec<f64>,
    /// The bits of a typical submission.
    median: f64,
}

impl Usual {
    /// `whole` and `shared` have a number for each submission. A typical one has the median of bits of `typical`.
    pub(crate) fn new(whole: Vec<f64>, shared: Vec<f64>, typical: &[u32]) -> Self {
        let mut sorted: Vec<f64> = typical.iter().map(|&submission| whole[submission as usize]).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let median = sorted.get(sorted.len() / 2).copied().unwrap_or(0.0);
        Self { whole, shared, median }
    }

    /// Returns `factor` times what a submission shares with a typical other one.
    pub(crate) fn with_typical(&self, submission: u32, factor: f64) -> Evidence {
        let at = submission as usize;
        Evidence { shared: factor * self.shared[at], left: self.whole[at], right: self.median }
    }

    /// Returns `factor` times what two submissions of these sizes share, at most all of the smaller one. What one
    /// shares is taken to be proportional to the size of the other; the two sides say different things, and the result
    /// is their geometric mean.
    pub(crate) fn of_pair(&self, left: u32, right: u32, factor: f64) -> Evidence {
        let of = |submission: u32| (self.whole[submission as usize], self.shared[submission as usize]);
        let ((left, of_left), (right, of_right)) = (of(left), of(right));
        let shared = if self.median > 0.0 {
            factor * (of_left * right * of_right * left).sqrt() / self.median
        } else {
            0.0
        };
        Evidence { shared: shared.min(left.min(right)), left, right }
    }

    /// Returns the number of submissions.
    pub(crate) fn submissions(&self) -> u32 {
        self.whole.len() as u32
    }
}
