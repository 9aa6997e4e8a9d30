//! What the paper proves about the share of hashes each selection keeps (its *density*), on independent uniform
//! hashes without ties. Pure arithmetic; `w` is the window in hashes, `p` the modulus, both at least 1.

/// Winnowing, robust or not: `2 / (w + 1)`.
pub fn winnowing(w: usize) -> f64 {
    2.0 / (w as f64 + 1.0)
}

/// No local algorithm with window `w` does better than this: `1.5 / (w + 1)`.
pub fn local_lower_bound(w: usize) -> f64 {
    1.5 / (w as f64 + 1.0)
}

/// `0 mod p`: `1 / p`.
pub fn zero_mod_p(p: u64) -> f64 {
    1.0 / p as f64
}

/// Safe `0 mod p`: good hashes and bad ones, `1/p + (1 - 1/p)^w`.
pub fn safe_zero_mod_p(w: usize, p: u64) -> f64 {
    zero_mod_p(p) + missed_window(w, p as f64)
}

/// The modulus that makes safe `0 mod p` sparsest, for large w: `w / ln w`.
pub fn safe_best_p(w: usize) -> f64 {
    w as f64 / (w as f64).ln()
}

/// Safe `0 mod p` at its best modulus, for large w: `(1 + ln w) / w`.
pub fn safe_best(w: usize) -> f64 {
    (1.0 + (w as f64).ln()) / w as f64
}

/// Probability that `0 mod p` selects nothing in a window of `w` hashes, and so misses a shared run of
/// `t = w + k - 1` tokens: `(1 - 1/p)^w`. At winnowing's density, `p = (w + 1) / 2`, it is
/// `(1 - 2/(w + 1))^w`: 13.5 % for large w. That p may lie between two integers.
pub fn missed_window(w: usize, p: f64) -> f64 {
    (1.0 - 1.0 / p).powf(w as f64)
}
