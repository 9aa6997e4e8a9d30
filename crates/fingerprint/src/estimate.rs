//! What a sample says about a share: the value, how many it rests on, and how far it may be off. Pure arithmetic.

use std::cmp::Ordering;

use crate::binomial;

/// `shared` of `of`: a resemblance or a containment, exact or as seen in a sample of `of` shingles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Share {
    /// How many both sides have.
    pub shared: u64,
    /// Of how many; never 0.
    of: u64,
}

impl Share {
    /// `shared` of `of`; `None` where `of` is 0, because nothing can be said then.
    ///
    /// # Panics
    /// If more are shared than there are.
    pub fn new(shared: u64, of: u64) -> Option<Self> {
        assert!(shared <= of, "a part is at most the whole");
        (of > 0).then_some(Self { shared, of })
    }

    /// The size of the sample, or of the whole.
    pub fn of(self) -> u64 {
        self.of
    }

    /// Between 0 and 1.
    pub fn value(self) -> f64 {
        self.shared as f64 / self.of as f64
    }

    /// Whether the share is at least `threshold`, without rounding errors at simple thresholds such as 0.5.
    pub fn is_at_least(self, threshold: f64) -> bool {
        self.shared as f64 >= threshold * self.of as f64
    }
}

/// What a pair of sketches says about a resemblance or a containment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Estimate {
    /// Nothing: the sample is empty. Neither 0 nor 1.
    Unknown,
    /// The share of the sampled shingles that both have, an unbiased estimate given its size.
    Sampled(Share),
}

impl Estimate {
    /// From counts in a sample.
    pub fn new(shared: u64, sample: u64) -> Self {
        Share::new(shared, sample).map_or(Self::Unknown, Self::Sampled)
    }

    /// The estimate, unless unknown.
    pub fn value(self) -> Option<f64> {
        self.share().map(Share::value)
    }

    /// The counts, unless unknown.
    pub fn share(self) -> Option<Share> {
        match self {
            Self::Unknown => None,
            Self::Sampled(share) => Some(share),
        }
    }

    /// How many shingles the estimate rests on.
    pub fn sample(self) -> u64 {
        self.share().map_or(0, Share::of)
    }

    /// Where the share of all shingles lies, with at least this confidence (such as 0.95): the exact binomial
    /// interval of Clopper and Pearson. From 0 to 1 where the estimate is unknown.
    ///
    /// Sampled shingles are drawn without replacement, so that the binomial distribution, which the paper takes
    /// too, is on the safe side.
    ///
    /// # Panics
    /// Unless the confidence lies between 0 and 1, both excluded.
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

/// From `low` to `high`, both between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The least share that the sample does not speak against.
    pub low: f64,
    /// The largest one.
    pub high: f64,
}

impl Interval {
    /// Whether a share lies in it.
    pub fn contains(self, share: f64) -> bool {
        self.low <= share && share <= self.high
    }
}

/// What two sorted sets have in common, and from which every measure follows. Counts of whole shingle sets give
/// exact values; counts of samples (`MOD_m` at one modulus) give estimates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Overlap {
    /// Elements of both.
    pub shared: u64,
    /// Elements of the left set.
    pub left: u64,
    /// Elements of the right set.
    pub right: u64,
}

impl Overlap {
    /// Of two sets, each sorted and without duplicates: `O(|left| + |right|)`.
    pub fn of<T: Ord>(left: &[T], right: &[T]) -> Self {
        Self { shared: shared(left, right), left: left.len() as u64, right: right.len() as u64 }
    }

    /// `|left n right| / |left u right|`; `None` where both are empty.
    pub fn resemblance(self) -> Option<Share> {
        Share::new(self.shared, self.left + self.right - self.shared)
    }

    /// `|left n right| / |left|`, how much of the left one the right one contains; `None` where left is empty.
    pub fn containment_of_left(self) -> Option<Share> {
        Share::new(self.shared, self.left)
    }

    /// `|left n right| / |right|`; `None` where right is empty.
    pub fn containment_of_right(self) -> Option<Share> {
        Share::new(self.shared, self.right)
    }
}

/// How many elements two sorted sets share.
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
