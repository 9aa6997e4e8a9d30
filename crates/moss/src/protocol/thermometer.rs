//! Draws the small bars that show a percentage, as GIF.

/// The size of the image in pixels, including its border.
const WIDTH: u16 = 52;
const HEIGHT: u16 = 10;

/// White, black, and the five colours of passages. The eighth entry is not used.
const PALETTE: [[u8; 3]; 8] =
    [[0xFF; 3], [0; 3], [0xFF, 0, 0], [0, 0xFF, 0], [0, 0, 0xFF], [0, 0xFF, 0xFF], [0xFF, 0, 0xFF], [0; 3]];
/// The number of bits of a palette index.
const BITS: u8 = 3;

/// Draws a bar that is filled to a percentage. Returns `None` if the colour is not 0 to 4 or the percentage is not 0 to
/// 100.
pub fn thermometer(colour: u8, percent: u8) -> Option<Vec<u8>> {
    if colour > 4 || percent > 100 {
        return None;
    }
    let filled = u16::from(percent) * (WIDTH - 2) / 100;
    let pixel = |x: u16, y: u16| match (x, y) {
        (0, _) | (_, 0) => 1,
        (x, y) if x == WIDTH - 1 || y == HEIGHT - 1 => 1,
        (x, _) if x <= filled => 2 + colour,
        _ => 0,
    };
    let pixels: Vec<u8> = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| pixel(x, y))).collect();
    let size = [WIDTH.to_le_bytes(), HEIGHT.to_le_bytes()].concat();

    let mut gif = b"GIF87a".to_vec();
    gif.extend_from_slice(&size);
    // A palette of 2^BITS colours.
    gif.extend_from_slice(&[0x80 | (BITS - 1), 0, 0]);
    gif.extend(PALETTE.iter().flatten());
    gif.extend_from_slice(b",\0\0\0\0");
    gif.extend_from_slice(&size);
    gif.extend_from_slice(&[0, BITS]);
    for block in codes(&pixels).chunks(255) {
        gif.push(block.len() as u8);
        gif.extend_from_slice(block);
    }
    gif.extend_from_slice(b"\0;");
    Some(gif)
}

/// Encodes the pixels as LZW codes of equal length: the table is cleared before longer codes are needed. The result is
/// larger than necessary, but still only half a kilobyte.
fn codes(pixels: &[u8]) -> Vec<u8> {
    const CLEAR: u32 = 1 << BITS;
    const END: u32 = CLEAR + 1;
    /// The number of pixels after which the table is cleared.
    const RUN: usize = (1 << BITS) - 2;
    let mut bytes = Vec::new();
    let (mut waiting, mut bits) = (0u32, 0u32);
    let mut put = |code: u32| {
        waiting |= code << bits;
        bits += u32::from(BITS) + 1;
        while bits >= 8 {
            bytes.push((waiting & 0xFF) as u8);
            waiting >>= 8;
            bits -= 8;
        }
    };
    for run in pixels.chunks(RUN) {
        put(CLEAR);
        for &pixel in run {
            put(pixel.into());
        }
    }
    put(END);
    // Flushes the remaining bits.
    put(0);
    put(0);
    bytes
}
