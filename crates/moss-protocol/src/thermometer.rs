//! The little pictures that show a percentage, as GIF.

/// Of the picture, its border included.
const WIDTH: u16 = 52;
const HEIGHT: u16 = 10;

/// White, black, and the five colours of passages; the eighth is not used.
const PALETTE: [[u8; 3]; 8] =
    [[0xFF; 3], [0; 3], [0xFF, 0, 0], [0, 0xFF, 0], [0, 0, 0xFF], [0, 0xFF, 0xFF], [0xFF, 0, 0xFF], [0; 3]];
/// Bits of a colour's number.
const BITS: u8 = 3;

/// A bar of which so many percent are filled. `None`: there is no such colour (0 to 4) or percentage (0 to 100).
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
    // A table of 2^BITS colours.
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

/// The pixels as LZW codes that are all of one length: the table is cleared before it would ask for longer ones. Bigger
/// than need be, and still half a kilobyte.
fn codes(pixels: &[u8]) -> Vec<u8> {
    const CLEAR: u32 = 1 << BITS;
    const END: u32 = CLEAR + 1;
    /// Pixels after which the table is cleared.
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
    // Whatever is left of the last byte.
    put(0);
    put(0);
    bytes
}
