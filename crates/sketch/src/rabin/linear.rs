//! Linear maps of words over Z2, by tables. Pure arithmetic.

use crate::key::Draw;

/// A linear map. The image of a word is the sum (exclusive or) of the images of its bytes.
#[derive(Debug, Clone)]
pub(super) struct LinearMap {
    tables: Vec<[u64; 256]>,
}

impl LinearMap {
    /// Creates the map for words of this many bits that takes bit number i to `image(i)`.
    pub(super) fn new(input_bits: u32, image: impl Fn(u32) -> u64) -> Self {
        let images: Vec<u64> = (0..input_bits).map(image).collect();
        let tables = images.chunks(8).map(|images| {
            let mut table = [0; 256];
            for byte in 1..256_usize {
                let lowest = byte.trailing_zeros() as usize;
                // Bits beyond the word's length have no meaning, but their byte may still be looked up.
                table[byte] = table[byte & (byte - 1)] ^ images.get(lowest).copied().unwrap_or(0);
            }
            table
        });
        Self { tables: tables.collect() }
    }

    #[inline]
    pub(super) fn apply(&self, word: u64) -> u64 {
        self.tables
            .iter()
            .zip(word.to_le_bytes())
            .fold(0, |sum, (table, byte)| sum ^ table[usize::from(byte)])
    }
}

/// Draws a uniformly random invertible matrix of `bits` rows and columns. Some 29 % of all matrices are invertible.
pub(super) fn random_bijection(bits: u32, draw: &mut Draw) -> LinearMap {
    loop {
        let columns: Vec<u64> = (0..bits).map(|_| draw.next_number() >> (u64::BITS - bits)).collect();
        if are_independent(&columns) {
            return LinearMap::new(bits, |bit| columns[bit as usize]);
        }
    }
}

/// Returns whether no sum of some of the columns is 0, by elimination.
fn are_independent(columns: &[u64]) -> bool {
    // For each leading bit, the reduced column that has it.
    let mut basis = [0; u64::BITS as usize];
    for column in columns {
        let mut rest = *column;
        while rest > 0 && basis[rest.ilog2() as usize] > 0 {
            rest ^= basis[rest.ilog2() as usize];
        }
        if rest == 0 {
            return false;
        }
        basis[rest.ilog2() as usize] = rest;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Key;

    #[test]
    fn is_the_sum_of_the_images_of_bits() {
        let mut draw = Key::from_seed(1).draw("test");
        let images: Vec<u64> = (0..13).map(|_| draw.next_number()).collect();
        let map = LinearMap::new(13, |bit| images[bit as usize]);
        for word in 0..1_u64 << 13 {
            let sum = (0..13).filter(|bit| word >> bit & 1 == 1).fold(0, |sum, bit| sum ^ images[bit]);
            assert_eq!(map.apply(word), sum);
        }
    }

    #[test]
    fn dependent_columns_are_found() {
        assert!(are_independent(&[0b001, 0b011, 0b111]));
        assert!(!are_independent(&[0b101, 0b011, 0b110]));
        assert!(!are_independent(&[0b1, 0]));
    }
}
