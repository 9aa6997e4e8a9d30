//! `SimHash`: on which side of random hyperplanes a weighted vector lies (Charikar 2002). Pure arithmetic.

use crate::Key;
use crate::mixer::{mix, rehash};

/// Random hyperplanes through the origin of the space that has a dimension for every feature there may be.
///
/// A hyperplane's normal has a coordinate for each feature, made of a hash of both when it is needed. The angle is
/// estimated without bias where coordinates are Gaussian. These are nearly so (a binomial one, smoothed), and are whole
/// numbers, so that sums are exact and the same on every machine, in whatever order the features come.
#[derive(Debug, Clone)]
pub(super) struct Hyperplanes {
    normals: Vec<u64>,
}

impl Hyperplanes {
    pub(super) fn new(length: usize, key: &Key) -> Self {
        let mut draw = key.draw("SimHash hyperplanes");
        Self { normals: (0..length).map(|_| draw.next()).collect() }
    }

    /// One bit for each hyperplane, 64 to a word: whether the dot product is at least 0. None without features.
    pub(super) fn sides(&self, features: impl Iterator<Item = (u64, i32)>) -> Vec<u64> {
        let mut products = vec![0_i128; self.normals.len()];
        let mut any = false;
        for (feature, weight) in features {
            any = true;
            let feature = rehash(feature);
            for (product, normal) in products.iter_mut().zip(&self.normals) {
                // At most 2^21 * 2^31, so that no number of features that fits into memory overflows.
                *product += i128::from(coordinate(*normal, feature) * i64::from(weight));
            }
        }
        if !any {
            return Vec::new();
        }
        let bits = |products: &[i128]| {
            (0..).zip(products).fold(0, |word, (bit, product)| word | u64::from(*product >= 0) << bit)
        };
        products.chunks(64).map(bits).collect()
    }
}

/// A normal's coordinate for a feature: the number of ones among 32 random bits, less its mean, in steps of 2^16, plus
/// a uniform number of half a step to either side.
#[inline]
fn coordinate(normal: u64, feature: u64) -> i64 {
    let random = mix(normal ^ feature);
    let binomial = i64::from((random as u32).count_ones()) - 16;
    let uniform = i64::from((random >> 48) as u16) - (1 << 15);
    (binomial << 16) + uniform
}
