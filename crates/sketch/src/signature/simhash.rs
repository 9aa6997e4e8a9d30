//! `SimHash`: on which side of random hyperplanes a weighted vector lies (Charikar 2002). Pure arithmetic.

use crate::Key;
use chaffinch_fingerprint::{mix, rehash};

/// Random hyperplanes through the origin of the space that has a dimension for every feature there may be.
///
/// A hyperplane's normal has a coordinate for each feature, made of a hash of both when it is needed. The angle is
/// estimated without bias where coordinates are Gaussian. These are nearly so (sums of eight uniform numbers), and are
/// whole, so that dot products are exact and the same on every machine, in whatever order the features come.
#[derive(Debug, Clone)]
pub(super) struct Hyperplanes {
    normals: Vec<u64>,
}

impl Hyperplanes {
    pub(super) fn new(length: usize, key: &Key) -> Self {
        let mut draw = key.draw("SimHash hyperplanes");
        Self { normals: (0..length).map(|_| draw.next_number()).collect() }
    }

    /// One bit for each hyperplane, 64 to a word: whether the dot product is at least 0. None without features. A sum
    /// that would leave 64 bits (two million features of the largest weight, all on one side) stays at their end.
    pub(super) fn sides(&self, features: impl Iterator<Item = (u64, i32)>) -> Vec<u64> {
        let mut products = vec![0_i64; self.normals.len()];
        let mut any = false;
        for (feature, weight) in features {
            any = true;
            let feature = rehash(feature);
            for (product, normal) in products.iter_mut().zip(&self.normals) {
                *product = product.saturating_add(coordinate(*normal, feature) * i64::from(weight));
            }
        }
        if !any {
            return Vec::new();
        }
        let bits = |products: &[i64]| {
            (0..).zip(products).fold(0, |word, (bit, product)| word | u64::from(*product >= 0) << bit)
        };
        products.chunks(64).map(bits).collect()
    }
}

/// A normal's coordinate for a feature: the sum of eight random bytes, less its mean; twice that, to be whole.
#[inline]
fn coordinate(normal: u64, feature: u64) -> i64 {
    const EVERY_OTHER_BYTE: u64 = 0x00ff_00ff_00ff_00ff;
    let random = mix(normal ^ feature);
    let pairs = (random & EVERY_OTHER_BYTE) + (random >> 8 & EVERY_OTHER_BYTE);
    // The topmost lane of the product is the sum of all four.
    let sum = pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48;
    2 * sum.cast_signed() - 8 * 255
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean 0, the deviation and the share of large ones of a normal distribution: 8 (2^16 - 1) / 12 * 2^2 is its
    /// variance.
    #[test]
    fn coordinates_are_nearly_gaussian() {
        let n = 200_000;
        let coordinates: Vec<f64> = (0..n).map(|feature| coordinate(7, rehash(feature)) as f64).collect();
        let mean = coordinates.iter().sum::<f64>() / n as f64;
        let deviation = (coordinates.iter().map(|value| value * value).sum::<f64>() / n as f64).sqrt();
        let expected = (8.0 * 65_535.0 / 12.0 * 4.0_f64).sqrt();
        assert!(mean.abs() < 4.0 * expected / (n as f64).sqrt(), "{mean}");
        assert!((deviation / expected - 1.0).abs() < 0.01, "{deviation} of {expected}");
        let beyond =
            coordinates.iter().filter(|value| value.abs() > 2.0 * expected).count() as f64 / n as f64;
        assert!((0.043..0.048).contains(&beyond), "{beyond} beyond two deviations, 0.0455 of a normal one");
    }

    #[test]
    fn the_sum_is_that_of_the_bytes() {
        for feature in (0..1000).map(rehash) {
            let bytes = mix(9 ^ feature).to_le_bytes();
            let sum: i64 = bytes.iter().map(|byte| i64::from(*byte)).sum();
            assert_eq!(coordinate(9, feature), 2 * sum - 2040);
        }
    }
}
