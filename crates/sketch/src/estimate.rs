//! Estimates of a share from a sample: its value, the size of the sample, and the interval it lies in. Pure arithmetic.

use std::cmp::Ordering;

use crate::binomial;

/// `shared` of `of`: a resemblance or a containment, exact or estimated from a sample of `of` shingles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Share {
    /// Number of shingles that both sides have.
    pub shared: u64,
    /// Number of shingles in the sample, or in the whole; never 0.
    of: u64,
}

impl Share {
    /// Creates the share `shared` of `of`; `None` if `of` is 0, as nothing is known then.
    ///
    /// # Panics
    ///
    /// If `shared` is larger than `of`.
    pub fn new(shared: u64, of: u64) -> Option<Self> {
        assert!(shared <= of, "a part is at most the whole");
        (of > 0).then_some(Self { shared, of })
    }

    /// Returns the size of the sample, or of the whole.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Returns the share as a number between 0 and 1.
    pub fn value(self) -> f64 {
        self.shared as f64 / self.of as f64
    }

    /// Returns whether the share is at least `threshold`, without rounding errors at simple thresholds such as 0.5.
    pub fn is_at_least(self, threshold: f64) -> bool {
        self.shared as f64 >= threshold * self.of as f64
    }
}

/// An estimate of a resemblance or a containment from a pair of sketches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Estimate {
    /// The sample is empty, so nothing is known. This is neither 0 nor 1.
    Unknown,
    /// The share of the sampled shingles that both have. It is unbiased, given the size of the sample.
    Sampled(Share),
}

impl Estimate {
    /// Creates an estimate from counts in a sample.
    pub fn new(shared: u64, sample: u64) -> Self {
        Share::new(shared, sample).map_or(Self::Unknown, Self::Sampled)
    }

    /// Returns the estimated value, unless unknown.
    pub fn value(self) -> Option<f64> {
        self.share().map(Share::value)
    }

    /// Returns the counts, unless unknown.
    pub fn share(self) -> Option<Share> {
        match self {
            Self::Unknown => None,
            Self::Sampled(share) => Some(share),
        }
    }

    /// Returns the number of shingles in the sample.
    pub fn sample(self) -> u64 {
        self.share().map_or(0, Share::of)
    }

    /// Returns the interval in which the share of all shingles lies with at least this confidence (such as 0.95): the
    /// exact binomial interval of Clopper and Pearson. From 0 to 1 if the estimate is unknown.
    ///
    /// Shingles are sampled without replacement. So the binomial distribution, which the paper also uses, is on the
    /// safe side.
    ///
    /// # Panics
    ///
    /// Unless the confidence is between 0 and 1, both excluded.
    pub fn interval(self, confidence: f64) -> Interval {
        assert!(0.0 < confidence && confidence < 1.0, "a confidence lies between 0 and 1");
        match self {
            Self::Unknown => Interval { low: 0.0, high: 1.0 },
            Self::Sampled(share) => {
                let (low, high) = binomial::interval(share.shared, share.of, (1.0 - confidence) / 2.0);
                Interval { low, high }
            }
        }
    }
}

/// An interval from `low` to `high`, both between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lowest share in the interval.
    pub low: f64,
    /// The highest share in the interval.
    pub high: f64,
}

impl Interval {
    /// Returns whether a share lies in the interval.
    pub fn contains(self, share: f64) -> bool {
        self.low <= share && share <= self.high
    }
}

/// What two sorted sets have in common. Every measure follows from it. Counts of whole shingle sets give exact values;
/// counts of samples (`MOD_m` with one modulus) give estimates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Overlap {
    /// Number of elements in both sets.
    pub shared: u64,
    /// Number of elements in the left set.
    pub left: u64,
    /// Number of elements in the right set.
    pub right: u64,
}

impl Overlap {
    /// Compares two sets, each sorted and without duplicates, in `O(|left| + |right|)`.
    pub fn of<T: Ord>(left: &[T], right: &[T]) -> Self {
        Self { shared: shared(left, right), left: left.len() as u64, right: right.len() as u64 }
    }

    /// Returns `|left n right| / |left u right|`; `None` if both sets are empty.
    pub fn resemblance(self) -> Option<Share> {
        Share::new(self.shared, self.left + self.right - self.shared)
    }

    /// Returns `|left n right| / |left|`, how much of the left set the right one contains; `None` if the left set is
    /// empty.
    pub fn containment_of_left(self) -> Option<Share> {
        Share::new(self.shared, self.left)
    }

    /// Returns `|left n right| / |right|`; `None` if the right set is empty.
    pub fn containment_of_right(self) -> Option<Share> {
        Share::new(self.shared, self.right)
    }
}

/// Returns the number of elements that two sorted sets share.
fn shared<T: Ord>(mut left: &[T], mut right: &[T]) -> u64 {
    let mut shared = 0;
    while let ([l, left_rest @ ..], [r, right_rest @ ..]) = (left, right) {
        match l.cmp(r) {
            Ordering::Less => left = left_rest,
            Ordering::Greater => right = right_rest,
            Ordering::Equal => {
                shared += 1;
                (left, right) = (left_rest, right_rest);
            }
        }
    }
    shared
}
