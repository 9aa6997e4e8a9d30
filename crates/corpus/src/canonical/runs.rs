//! Finds runs of ones among bytes, 64 bytes at a time. Branches only where a run begins or ends.

/// Calls `each` with the begin and end of every run of ones. The number of bytes is a multiple of 64.
#[inline]
pub(super) fn runs(within: &[u8], mut each: impl FnMut(usize, usize)) {
    // The begin of a run that continues in the next block.
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

/// Packs 64 bytes of 0 or 1 into bits. The first byte becomes the lowest bit.
#[inline]
fn bits(bytes: &[u8; 64]) -> u64 {
    let gather = |eight: &[u8; 8]| {
        // Moves the bit of each byte to its own position in the top byte.
        u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    bytes.as_chunks::<8>().0.iter().enumerate().fold(0, |all, (at, eight)| all | gather(eight) << (8 * at))
}
