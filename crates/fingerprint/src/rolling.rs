//! What hashes of a sliding window have in common. Pure.

/// A hash of w consecutive tokens that follows from that of the window before.
pub(crate) trait Rolling {
    /// The raw hash of a whole window.
    fn whole(&self, window: &[u64]) -> u64;

    /// The raw hash of the next window: its oldest token leaves, another one enters.
    fn step(&self, raw: u64, leaving: u64, entering: u64) -> u64;

    /// The hash as it is used, of a raw one.
    fn finish(&self, raw: u64) -> u64;
}

/// Slides a window on: as each token of `entering` comes in, the one of `leaving` at the same index goes out (of the
/// longer of the two, the rest is left alone). `each` gets the hashes.
#[inline]
pub(crate) fn slide(
    hash: &impl Rolling,
    raw: &mut u64,
    leaving: &[u64],
    entering: &[u64],
    mut each: impl FnMut(u64),
) {
    for (entering, leaving) in entering.iter().zip(leaving) {
        *raw = hash.step(*raw, *leaving, *entering);
        each(hash.finish(*raw));
    }
}
