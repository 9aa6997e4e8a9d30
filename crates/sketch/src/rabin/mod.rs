//! Rabin fingerprints of sliding windows (Rabin 1981; Broder 1997, sections 4.1 and 4.3). Pure arithmetic.
//!
//! A shingle is a string of bits, read as a polynomial over Z2. To get its fingerprint, l zeros are appended and the
//! remainder modulo an irreducible polynomial of degree l is taken. The zeros make strings that differ in their last
//! letter differ in all bits. Two different strings collide at most with the probability [`collision_bound`], even if
//! an adversary who does not know the polynomial chooses them.
//!
//! All operations are linear over Z2, so each step is a few look-ups in tables of 256 entries.

mod linear;
mod polynomial;

use linear::{LinearMap, random_bijection};
use polynomial::{power_of_x, random_irreducible};

use crate::Key;
use chaffinch_fingerprint::Rolling;

/// Bytes of a token.
const WIDTH: usize = 8;

/// Cuts and pads a word as in the paper: a word longer than 8 bytes is cut into several pieces, and a shorter piece is
/// padded with zeros. Appends the pieces, which are the tokens of Rabin fingerprints, to `out`. An empty word has none.
pub fn cut_word(word: &[u8], out: &mut Vec<u64>) {
    out.extend(word.chunks(WIDTH).map(|piece| {
        let mut padded = [0; WIDTH];
        padded[..piece.len()].copy_from_slice(piece);
        u64::from_be_bytes(padded)
    }));
}

/// Returns the largest probability that two different strings of at most `string_bits` bits have the same fingerprint
/// of `bits` bits: `n / 2^(l-1)`. A shingle of w tokens is a string of `64 * w` bits.
pub fn collision_bound(string_bits: u64, bits: u32) -> f64 {
    string_bits as f64 / 2f64.powi(bits.cast_signed() - 1)
}

/// The fingerprints of windows of w tokens, and a permutation of them.
#[derive(Debug, Clone)]
pub(crate) struct Rabin {
    /// `raw * x^64`: moves the window on by a token.
    shift: LinearMap,
    /// `token * x^l`: adds the entering token, with the zeros appended.
    entering: LinearMap,
    /// `token * x^(64 w + l)`: removes a token that leaves, w tokens later.
    leaving: LinearMap,
    /// A random invertible matrix. The offset is added to its product, so that the fingerprint 0 does not always map to
    /// 0.
    permutation: LinearMap,
    offset: u64,
}

impl Rabin {
    /// Creates fingerprints of `bits` bits, 8 to 63, for windows of `w` tokens.
    pub(crate) fn new(w: usize, bits: u32, key: &Key) -> Self {
        assert!((8..=63).contains(&bits), "Rabin fingerprints have 8 to 63 bits, not {bits}");
        let modulus = random_irreducible(bits, &mut key.draw("Rabin polynomial"));
        // The product with a fixed power of x, given by the images of the single bits 1, x, x^2, ...
        let times_x_to = |power: u64, input_bits: u32| {
            LinearMap::new(input_bits, |bit| power_of_x(power + u64::from(bit), modulus))
        };
        let (token_bits, zeros) = (u64::BITS, u64::from(bits));
        let mut draw = key.draw("Rabin permutation");
        let permutation = random_bijection(bits, &mut draw);
        Self {
            shift: times_x_to(64, bits),
            entering: times_x_to(zeros, token_bits),
            leaving: times_x_to(64 * w as u64 + zeros, token_bits),
            permutation,
            offset: draw.next_number() >> (u64::BITS - bits),
        }
    }
}

impl Rolling for Rabin {
    fn whole(&self, window: &[u64]) -> u64 {
        window.iter().fold(0, |raw, token| self.shift.apply(raw) ^ self.entering.apply(*token))
    }

    #[inline]
    fn step(&self, raw: u64, leaving: u64, entering: u64) -> u64 {
        self.shift.apply(raw) ^ self.entering.apply(entering) ^ self.leaving.apply(leaving)
    }

    #[inline]
    fn finish(&self, raw: u64) -> u64 {
        self.permutation.apply(raw) ^ self.offset
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::polynomial::tests::remainder;
    use super::*;

    /// The definition: the string's bits with l zeros appended, divided by the polynomial bit by bit.
    fn by_definition(window: &[u64], bits: u32, key: &Key) -> u64 {
        let modulus = random_irreducible(bits, &mut key.draw("Rabin polynomial"));
        let string = window.iter().flat_map(|token| (0..64).rev().map(move |bit| token >> bit & 1 == 1));
        remainder(string.chain(std::iter::repeat_n(false, bits as usize)), modulus)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn sliding_is_division(tokens in vec(any::<u64>(), 1..20), w in 1_usize..6, bits in 8_u32..=63, seed: u64) {
            let key = Key::from_seed(seed);
            let rabin = Rabin::new(w, bits, &key);
            prop_assume!(tokens.len() >= w);
            let mut raw = rabin.whole(&tokens[..w]);
            prop_assert_eq!(raw, by_definition(&tokens[..w], bits, &key));
            for (window, leaving) in tokens.windows(w).skip(1).zip(&tokens) {
                raw = rabin.step(raw, *leaving, window[w - 1]);
                prop_assert_eq!(raw, by_definition(window, bits, &key));
            }
        }
    }

    #[test]
    fn the_permutation_is_one() {
        for seed in 0..5 {
            let rabin = Rabin::new(3, 10, &Key::from_seed(seed));
            let mut images: Vec<u64> = (0..1 << 10).map(|raw| rabin.finish(raw)).collect();
            images.sort_unstable();
            assert!(images.iter().copied().eq(0..1 << 10));
        }
    }

    /// Two strings that were chosen beforehand collide only for few polynomials.
    #[test]
    fn collisions_stay_under_their_bound() {
        let (left, right) = ([1, 2, 3], [1, 2, 0x8000_0000_0000_0003]);
        let bits = 14;
        let keys = 1000;
        let collisions = (0..keys)
            .filter(|seed| {
                by_definition(&left, bits, &Key::from_seed(*seed))
                    == by_definition(&right, bits, &Key::from_seed(*seed))
            })
            .count();
        assert!(collisions as f64 / keys as f64 <= collision_bound(64 * 3, bits));
    }

    #[test]
    fn words_are_cut_and_padded() {
        let mut pieces = Vec::new();
        for word in ["", "rose", "characters"] {
            cut_word(word.as_bytes(), &mut pieces);
        }
        let expected = [*b"rose\0\0\0\0", *b"characte", *b"rs\0\0\0\0\0\0"].map(u64::from_be_bytes);
        assert_eq!(pieces, expected);
    }

    /// The polynomial and the permutation of the public key must never change.
    #[test]
    fn pinned_fingerprints() {
        let rabin = Rabin::new(2, 40, &Key::PUBLIC);
        let [rose, is] = [*b"rose\0\0\0\0", *b"is\0\0\0\0\0\0"].map(u64::from_be_bytes);
        assert_eq!(rabin.finish(rabin.whole(&[rose, is])), 369_281_275_282);
        assert_eq!(rabin.finish(rabin.whole(&[is, rose])), 599_651_021_535);
    }
}
