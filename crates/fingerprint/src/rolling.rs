//! The interface of hashes of a sliding window.

/// A hash of w consecutive tokens that can be computed from the hash of the window before.
pub trait Rolling {
    /// Returns the raw hash of a whole window.
    fn whole(&self, window: &[u64]) -> u64;

    /// Returns the raw hash of the next window: its oldest token leaves, another one enters.
    fn step(&self, raw: u64, leaving: u64, entering: u64) -> u64;

    /// Returns the final hash of a raw one.
    fn finish(&self, raw: u64) -> u64;
}

/// Moves a window: as each token of `entering` enters, the one of `leaving` at the same index leaves. The rest of the
/// longer slice is ignored. Passes the hashes to `each`.
#[inline]
pub fn slide(
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
