//! Statistics of hashes and selections: coverage, gaps, uniformity, frequencies, fitted lines. Pure functions.

use std::collections::BTreeMap;

use chaffinch_fingerprint::Fingerprint;

/// Returns the maximal runs of hashes that a selection left out, as (position of the first, length), in ascending
/// order.
pub(super) fn unselected_runs(
    selected: &[Fingerprint],
    n_hashes: usize,
) -> impl Iterator<Item = (usize, usize)> {
    let starts = std::iter::once(0).chain(selected.iter().map(|f| f.position as usize + 1));
    let ends = selected.iter().map(|f| f.position as usize).chain(std::iter::once(n_hashes));
    starts.zip(ends).filter(|(start, end)| start < end).map(|(start, end)| (start, end - start))
}

/// What a selection kept of a set of documents, and where it kept nothing.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Coverage {
    /// Number of hashes before the selection.
    pub(super) hashes: u64,
    /// Number of selected hashes.
    pub(super) selected: u64,
    /// The longest run of hashes of one document without a selected one.
    pub(super) longest_run: usize,
    /// Number of windows of w hashes, which are the runs of t = w + k - 1 tokens.
    pub(super) windows: u64,
    /// Number of windows without a selected hash.
    pub(super) missed: u64,
}

impl Coverage {
    /// Adds a document. If its longest run without a selected hash is the longest so far, returns the beginning of the
    /// run.
    pub(super) fn add(&mut self, selected: &[Fingerprint], n_hashes: usize, w: usize) -> Option<usize> {
        self.hashes += n_hashes as u64;
        self.selected += selected.len() as u64;
        self.windows += (n_hashes + 1).saturating_sub(w) as u64;
        let mut longest_start = None;
        for (start, length) in unselected_runs(selected, n_hashes) {
            self.missed += (length + 1).saturating_sub(w) as u64;
            if length > self.longest_run {
                self.longest_run = length;
                longest_start = Some(start);
            }
        }
        longest_start
    }

    /// Returns the number of selected hashes divided by the number of hashes.
    pub(super) fn density(&self) -> f64 {
        self.selected as f64 / self.hashes as f64
    }

    /// Returns the number of windows without a selected hash divided by the number of windows.
    pub(super) fn missed_share(&self) -> f64 {
        self.missed as f64 / self.windows as f64
    }
}

/// Returns how far the byte of `hashes` that begins at bit `shift` is from uniform: chi-square over its 256 values,
/// standardized (mean 0 and deviation 1 if it is uniform).
pub(super) fn byte_uniformity(hashes: impl Iterator<Item = u64>, shift: u32) -> f64 {
    const VALUES: usize = 256;
    let mut occurrences = [0_u64; VALUES];
    for hash in hashes {
        occurrences[(hash >> shift) as usize % VALUES] += 1;
    }
    let expected = occurrences.iter().sum::<u64>() as f64 / VALUES as f64;
    let chi_square: f64 = occurrences.iter().map(|n| (*n as f64 - expected).powi(2) / expected).sum();
    let degrees = (VALUES - 1) as f64;
    (chi_square - degrees) / (2.0 * degrees).sqrt()
}

/// How many different hashes occur how often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frequencies {
    /// Number of hashes for each frequency: the plateaus of the rank-frequency plot.
    plateaus: BTreeMap<u64, u64>,
}

impl Frequencies {
    pub(super) fn of(mut hashes: Vec<u64>) -> Self {
        hashes.sort_unstable();
        let mut plateaus = BTreeMap::new();
        for equal in hashes.chunk_by(|a, b| a == b) {
            *plateaus.entry(equal.len() as u64).or_insert(0) += 1;
        }
        Self { plateaus }
    }

    /// Returns the number of different hashes.
    pub(super) fn distinct(&self) -> u64 {
        self.plateaus.values().sum()
    }

    /// Returns the frequency of the most frequent hash.
    pub(super) fn highest(&self) -> u64 {
        self.plateaus.last_key_value().map_or(0, |(frequency, _)| *frequency)
    }

    /// Returns the share of the different hashes whose number of occurrences is in the given range.
    pub(super) fn share_occurring(&self, times: std::ops::RangeInclusive<u64>) -> f64 {
        let within: u64 = self.plateaus.range(times).map(|(_, n)| n).sum();
        within as f64 / self.distinct() as f64
    }

    /// Returns the frequencies of the plateaus that interrupt the fall of the curve: those longer than `factor` times
    /// each of the `reach` ordinary plateaus below them.
    ///
    /// A text that is repeated as a whole gives all its k-grams one frequency. The paper removed such a plateau, which
    /// was found by eye, and calls the rest *cleaned*.
    pub(super) fn outlying_plateaus(&self, factor: u64, reach: usize) -> Vec<u64> {
        let mut ordinary = Vec::new();
        let mut outlying = Vec::new();
        for (frequency, length) in &self.plateaus {
            let longest_below = ordinary.iter().rev().take(reach).max();
            if longest_below.is_some_and(|below| *length > factor * below) {
                outlying.push(*frequency);
            } else {
                ordinary.push(*length);
            }
        }
        outlying
    }

    /// Returns the frequencies without some plateaus.
    pub(super) fn without(&self, frequencies: &[u64]) -> Self {
        let mut plateaus = self.plateaus.clone();
        plateaus.retain(|frequency, _| !frequencies.contains(frequency));
        Self { plateaus }
    }

    /// Returns the ends of the plateaus as (rank, frequency), the most frequent first. Every plateau has two ends, and
    /// one of a single rank gives the same end twice. All points have the same weight, so long plateaus would otherwise
    /// count double.
    pub(super) fn plateau_ends(&self) -> Vec<(f64, f64)> {
        let mut ends = Vec::new();
        let mut rank = 0;
        for (frequency, length) in self.plateaus.iter().rev() {
            ends.push(((rank + 1) as f64, *frequency as f64));
            rank += length;
            ends.push((rank as f64, *frequency as f64));
        }
        ends
    }
}

/// A straight line fitted by least squares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Line {
    /// Change of y per x.
    pub(super) slope: f64,
    /// Value of y at x = 0.
    pub(super) intercept: f64,
    /// Share of the variance of y that the line explains.
    pub(super) r_squared: f64,
}

/// Returns the line through the logarithms (base 10) of points, or `None` if it is not determined.
pub(super) fn log_log_line(points: &[(f64, f64)]) -> Option<Line> {
    let logarithms: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.log10(), y.log10())).collect();
    let n = logarithms.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logarithms.iter().map(of).sum::<f64>() / n;
    let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
    let products =
        |of: fn(f64, f64) -> f64| -> f64 { logarithms.iter().map(|(x, y)| of(x - mean_x, y - mean_y)).sum() };
    let (xx, xy, yy) = (products(|x, _| x * x), products(|x, y| x * y), products(|_, y| y * y));
    (xx > 0.0 && yy > 0.0).then(|| {
        let slope = xy / xx;
        Line { slope, intercept: mean_y - slope * mean_x, r_squared: xy * xy / (xx * yy) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(positions: &[u32]) -> Vec<Fingerprint> {
        positions.iter().map(|position| Fingerprint { hash: 0, position: *position }).collect()
    }

    #[test]
    fn runs_between_selected_positions() {
        let runs = |positions: &[u32], n| unselected_runs(&at(positions), n).collect::<Vec<_>>();
        assert_eq!(runs(&[], 5), [(0, 5)]);
        assert_eq!(runs(&[], 0), []);
        assert_eq!(runs(&[0, 1, 4], 7), [(2, 2), (5, 2)]);
        assert_eq!(runs(&[2, 6], 7), [(0, 2), (3, 3)]);
    }

    proptest! {
        /// Compares coverage with an examination of every window.
        #[test]
        fn missed_windows_are_counted(chosen in proptest::collection::vec(any::<bool>(), 1..60), w in 1_usize..10) {
            let positions: Vec<u32> = (0..).zip(&chosen).filter(|(_, chosen)| **chosen).map(|(at, _)| at).collect();
            let mut coverage = Coverage::default();
            let longest = coverage.add(&at(&positions), chosen.len(), w);
            prop_assert_eq!(coverage.windows as usize, chosen.windows(w).count());
            let missed = chosen.windows(w).filter(|window| !window.contains(&true)).count();
            prop_assert_eq!(coverage.missed as usize, missed);
            prop_assert_eq!(coverage.selected as usize, positions.len());
            if let Some(start) = longest {
                prop_assert!(chosen[start..start + coverage.longest_run].iter().all(|chosen| !chosen));
            }
        }

        #[test]
        fn a_power_law_is_recovered(slope in -3.0_f64..-0.1, scale in 0.1_f64..100.0) {
            let points: Vec<(f64, f64)> =
                (1..50).map(|x| (f64::from(x), scale * f64::from(x).powf(slope))).collect();
            let line = log_log_line(&points).expect("many different points");
            prop_assert!((line.slope - slope).abs() < 1e-9);
            prop_assert!((line.intercept - scale.log10()).abs() < 1e-9);
            prop_assert!(line.r_squared > 1.0 - 1e-9);
        }
    }

    #[test]
    fn a_line_needs_two_ranks() {
        assert_eq!(log_log_line(&[]), None);
        assert_eq!(log_log_line(&[(3.0, 2.0), (3.0, 2.0)]), None);
    }

    #[test]
    fn uniformity() {
        let spread = byte_uniformity((0..256_000).map(|n| n % 256), 0);
        assert!((spread + 255.0 / 510.0_f64.sqrt()).abs() < 1e-9, "all values equally often: {spread}");
        assert!(byte_uniformity((0..256_000).map(|n| n % 128), 0) > 1000.0);
        let mut generator = crate::random::SplitMix64::seeded(5);
        let random = byte_uniformity((0..256_000).map(|_| generator.next()), 56);
        assert!(random.abs() < 4.0, "{random}");
    }

    #[test]
    fn frequencies_and_plateaus() {
        // 9 occurs four times; 7 and 8 twice; 1, 2 and 3 once.
        let frequencies = Frequencies::of(vec![9, 7, 8, 1, 9, 7, 2, 8, 9, 3, 9]);
        assert_eq!((frequencies.distinct(), frequencies.highest()), (6, 4));
        assert!((frequencies.share_occurring(1..=1) - 0.5).abs() < 1e-12);
        assert!((frequencies.share_occurring(2..=4) - 0.5).abs() < 1e-12);
        assert_eq!(
            frequencies.plateau_ends(),
            [(1.0, 4.0), (1.0, 4.0), (2.0, 2.0), (3.0, 2.0), (4.0, 1.0), (6.0, 1.0)]
        );
    }

    #[test]
    fn plateaus_that_break_the_fall_are_outlying() {
        let frequencies =
            Frequencies { plateaus: BTreeMap::from([(1, 100), (2, 40), (3, 20), (7, 300), (8, 5), (9, 6)]) };
        assert_eq!(frequencies.outlying_plateaus(2, 2), [7]);
        assert_eq!(frequencies.without(&[7, 70]).distinct(), 171);
    }
}
