//! The 64-bit value of a word or a feature. Stored sketches depend on it, so it must never change.

/// Digits of the golden ratio and of the square root of 2. They are odd and have no pattern.
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0x6a09_e667_f3bc_c909];

/// Returns the value of the word at `start..end`. The text must have 16 more bytes after it.
///
/// Words of up to 16 bytes, which nearly all are, take one multiplication and no branch.
#[inline]
pub(super) fn value(text: &[u8], start: usize, end: usize) -> u64 {
    let mut at = start;
    let mut seed = FACTORS[1] ^ (end - start) as u64;
    while end - at > 16 {
        let [left, right] = sixteen(text, at);
        seed = fold(left ^ FACTORS[0], right ^ seed);
        at += 16;
    }
    let [left, right] = sixteen(text, at);
    let [left_kept, right_kept] = KEPT[end - at];
    fold((left & left_kept) ^ FACTORS[0], (right & right_kept) ^ seed)
}

/// Reads 16 bytes as two numbers.
#[inline]
fn sixteen(text: &[u8], at: usize) -> [u64; 2] {
    let bytes = text[at..].first_chunk::<16>().expect("there are zeros behind the text");
    let both = u128::from_le_bytes(*bytes);
    [both as u64, (both >> 64) as u64]
}

/// Masks of the first 0 to 16 of 16 bytes.
const KEPT: [[u64; 2]; 17] = {
    let mut kept = [[0, 0]; 17];
    let mut bytes = 1;
    while bytes <= 16 {
        let both = u128::MAX >> (128 - 8 * bytes);
        kept[bytes] = [both as u64, (both >> 64) as u64];
        bytes += 1;
    }
    kept
};

/// Returns the value of a feature: a string that is one word, whatever it contains.
pub(crate) fn feature(bytes: &[u8]) -> u64 {
    let mut text = bytes.to_vec();
    text.resize(bytes.len() + 16, 0);
    // Features are compared as they are, so their values are hashed once more, as shingles are.
    chaffinch_fingerprint::hash_kgram(&[value(&text, 0, bytes.len().max(1))])
}

/// Folds a product of 128 bits into 64, so that every bit of both factors affects every bit of the result.
#[inline]
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    product as u64 ^ (product >> 64) as u64
}
