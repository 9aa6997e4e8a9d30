//! Runs of ones among bytes, 64 at a time. Pure, and no branch but for what it finds.

/// Calls `each` with the begin and end of every run of ones, of which there are 64 to a block.
#[inline]
pub(super) fn runs(within: &[u8], mut each: impl FnMut(usize, usize)) {
    // Where a run began that goes on beyond its block.
    let mut open = None;
    for (block, bytes) in within.as_chunks::<64>().0.iter().enumerate() {
        let base = block * 64;
        let bits = bits(bytes);
        let before = bits << 1 | u64::from(open.is_some());
        let (mut starts, mut ends) = (bits & !before, !bits & before);
        if let Some(start) = open {
            if ends == 0 {
                continue;
            }
            each(start, base + ends.trailing_zeros() as usize);
            ends &= ends - 1;
            open = None;
        }
        while ends != 0 {
            each(base + starts.trailing_zeros() as usize, base + ends.trailing_zeros() as usize);
            starts &= starts - 1;
            ends &= ends - 1;
        }
        if starts != 0 {
            open = Some(base + starts.trailing_zeros() as usize);
        }
    }
    if let Some(start) = open {
        each(start, within.len());
    }
}

/// 64 bytes of 0 or 1 as bits, the first the lowest.
#[inline]
fn bits(bytes: &[u8; 64]) -> u64 {
    let gather = |eight: &[u8; 8]| {
        // Each byte's bit is moved to the top byte, to a place of its own.
        u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    bytes.as_chunks::<8>().0.iter().enumerate().fold(0, |all, (at, eight)| all | gather(eight) << (8 * at))
}
