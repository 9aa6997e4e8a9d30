//! What ids of l bits do to measures (Broder 1997, section 4.1). Pure arithmetic.

/// How many different ids of `bits` bits a random function gives `shingles` different shingles, on average:
/// `2^l (1 - (1 - 2^-l)^n)`.
pub fn expected_ids(shingles: u64, bits: u32) -> f64 {
    let all = 2f64.powi(bits.cast_signed());
    // By logarithms that keep small differences from 1.
    -all * (shingles as f64 * (-1.0 / all).ln_1p()).exp_m1()
}

/// How far the resemblance of ids of `bits` bits may be from that of shingles: with more than 99.9 % probability
/// less than `|S(A) u S(B)| / 2^(l-11)`, given the size of that union.
pub fn resemblance_error(union: u64, bits: u32) -> f64 {
    union as f64 / 2f64.powi(bits.cast_signed() - 11)
}
