//! The binomial distribution for estimates: the paper's accuracy and an exact interval. Pure arithmetic.

use std::ops::RangeInclusive;

/// Number of bisection steps, enough for the last bit of a number between 0 and 1.
const STEPS: u32 = 52;

/// Terms below this share of the largest one are ignored.
const NEGLIGIBLE: f64 = 1e-18;

/// Returns `P(low <= K <= high)` for the number K of successes in `n` trials, each with probability `p`.
///
/// Naive equivalent: the sum of `C(n,k) p^k (1-p)^(n-k)`. Terms are computed relative to the largest one and decrease
/// on both sides of it. So no factorial is needed, and about `sqrt(n)` terms suffice.
pub(crate) fn probability(n: u64, p: f64, range: RangeInclusive<u64>) -> f64 {
    if p <= 0.0 || p >= 1.0 {
        let certain = if p <= 0.0 { 0 } else { n };
        return f64::from(u8::from(range.contains(&certain)));
    }
    let mode = ((n as f64 + 1.0) * p).floor().min(n as f64) as u64;
    let odds = p / (1.0 - p);
    let (mut all, mut inside) = (0.0, 0.0);
    let mut add = |k: u64, term: f64| {
        all += term;
        if range.contains(&k) {
            inside += term;
        }
        term > NEGLIGIBLE
    };
    let (mut k, mut term) = (mode, 1.0);
    while add(k, term) && k < n {
        term *= (n - k) as f64 / (k + 1) as f64 * odds;
        k += 1;
    }
    (k, term) = (mode, 1.0);
    while k > 0 {
        term *= k as f64 / (n - k + 1) as f64 / odds;
        k -= 1;
        if !add(k, term) {
            break;
        }
    }
    inside / all
}

/// Returns the interval of Clopper and Pearson (1934) for `successes` of `n`: the shares for which neither so many nor
/// so few successes have a probability of at most `tail`.
pub(crate) fn interval(successes: u64, n: u64, tail: f64) -> (f64, f64) {
    let low = if successes == 0 { 0.0 } else { boundary(|p| probability(n, p, successes..=n) < tail) };
    let high = if successes == n { 1.0 } else { boundary(|p| probability(n, p, 0..=successes) >= tail) };
    (low, high)
}

/// Returns the point where `below`, which is true at 0 and false at 1, changes.
fn boundary(below: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..STEPS {
        let middle = f64::midpoint(low, high);
        if below(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// Returns the paper's accuracy: the probability that the estimate of a resemblance (or containment) from `samples`
/// shingles is within `error` of it, `sum over s(r-e) <= k <= s(r+e) of C(s,k) r^k (1-r)^(s-k)` (Broder 1997, section
/// 4.2).
///
/// # Panics
///
/// Unless the resemblance is between 0 and 1.
pub fn accuracy(samples: u64, resemblance: f64, error: f64) -> f64 {
    assert!((0.0..=1.0).contains(&resemblance), "a resemblance lies between 0 and 1");
    let s = samples as f64;
    // A bound within a rounding error of an integer counts as that integer.
    let low = (s * (resemblance - error) - 1e-9).ceil().max(0.0) as u64;
    let high = (s * (resemblance + error) + 1e-9).floor().min(s) as u64;
    if high < low { 0.0 } else { probability(samples, resemblance, low..=high) }
}
