//! Tests divisibility by a number known at run time, without a division. Pure arithmetic.

use std::num::NonZeroU64;

/// Recognizes the multiples of one number.
///
/// Naive equivalent: `value % m == 0`, with `m = 2^n * odd`. Multiplying by the inverse of `odd` modulo 2^64 maps its
/// multiples, and only those, to the numbers up to `u64::MAX / odd` (Granlund and Montgomery 1994). This takes one
/// multiplication; a division would take several times as long, in the innermost loop of sketching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Divisor {
    inverse: u64,
    most: u64,
    /// The bits that are 0 in every multiple of `2^n`.
    low: u64,
}

impl Divisor {
    pub(crate) fn new(m: NonZeroU64) -> Self {
        let n = m.trailing_zeros();
        let odd = m.get() >> n;
        // Newton's iteration: an odd number is its own inverse modulo 8, and each step doubles the number of correct
        // bits.
        let inverse = (0..5).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))));
        Self { inverse, most: u64::MAX / odd, low: (1 << n) - 1 }
    }

    /// Creates a divisor for `2^exponent`, where `exponent` is below 64.
    pub(crate) fn power_of_two(exponent: u32) -> Self {
        Self { inverse: 1, most: u64::MAX, low: (1 << exponent) - 1 }
    }

    #[inline]
    pub(crate) fn divides(self, value: u64) -> bool {
        value.wrapping_mul(self.inverse) <= self.most && value & self.low == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn powers_of_two() {
        for exponent in 0..u64::BITS {
            let m = NonZeroU64::new(1 << exponent).expect("a power of two");
            assert_eq!(Divisor::power_of_two(exponent), Divisor::new(m));
        }
    }

    proptest! {
        #[test]
        fn is_the_remainder(m in prop_oneof![1u64..100, any::<u64>()], value: u64, factor: u64) {
            let m = NonZeroU64::new(m.max(1)).expect("at least 1");
            let divisor = Divisor::new(m);
            let multiple = factor % (u64::MAX / m) * m.get();
            for value in [value, multiple, multiple.wrapping_add(1), multiple.wrapping_sub(1), 0, u64::MAX] {
                prop_assert_eq!(divisor.divides(value), value % m == 0);
            }
        }
    }
}
