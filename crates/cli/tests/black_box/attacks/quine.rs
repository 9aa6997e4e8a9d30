//! Builds a zip whose only entry is the zip itself, with correct sizes and checksum. Unpacking it repeatedly never
//! ends.
//!
//! The method is that of R. Cox, "Zip files all the way down" (2010): a deflate stream of literal and repeat
//! instructions that writes the header before it, itself, and the directory after it. `literal(n)` and `repeat(n)`
//! below are these instructions. The comments between them say how far the output is ahead.

use super::bombs::{Entry, crc, directory, local};

const NAME: &str = "r.zip";
/// The size of a repeat instruction in bytes.
const REPEAT: usize = 10;

/// Returns the beginning of a stored block of `n` bytes. It has 5 bytes.
fn literal(n: usize) -> Vec<u8> {
    let n = u16::try_from(n).unwrap();
    [&[0][..], &n.to_le_bytes(), &(!n).to_le_bytes()].concat()
}

/// The bits of a deflate stream, lowest bit of each byte first.
#[derive(Default)]
struct Bits(Vec<bool>);

impl Bits {
    fn number(&mut self, value: usize, width: u32) {
        self.0.extend((0..width).map(|bit| value >> bit & 1 == 1));
    }

    /// Appends a Huffman code, whose highest bit comes first.
    fn code(&mut self, value: usize, width: u32) {
        self.0.extend((0..width).rev().map(|bit| value >> bit & 1 == 1));
    }

    /// Appends a copy of `length` bytes from `distance` bytes before, by the fixed codes (RFC 1951, 3.2.5 and 3.2.6).
    fn copy(&mut self, length: usize, distance: usize) {
        let (code, extra, rest) = class(length - 3, 2);
        match 257 + code {
            code @ ..280 => self.code(code - 256, 7),
            code => self.code(code - 280 + 0b1100_0000, 8),
        }
        self.number(rest, extra);
        let (code, extra, rest) = class(distance - 1, 1);
        self.code(code, 5);
        self.number(rest, extra);
    }

    fn bytes(&self) -> Vec<u8> {
        let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
        self.0.chunks(8).map(byte).collect()
    }
}

/// Returns the code of a value, and the width and value of its extra bits. Each width has `1 << log` codes.
fn class(value: usize, log: u32) -> (usize, u32, usize) {
    let extra = (value.checked_ilog2().unwrap_or(0)).saturating_sub(log);
    let base = value >> extra;
    ((extra as usize) * (1 << log) + base, extra, value - (base << extra))
}

/// Returns an instruction that writes the last `n` bytes again.
fn repeat(n: usize, last: bool) -> Vec<u8> {
    let splits = std::iter::once(vec![n]).chain((3..n - 2).map(|first| vec![first, n - first]));
    for (lengths, empty) in splits.flat_map(|lengths| (0..3).map(move |empty| (lengths.clone(), empty))) {
        let mut bits = Bits::default();
        bits.number(0b010, 3);
        for length in lengths {
            bits.copy(length, n);
        }
        bits.code(0, 7);
        // Adds empty blocks until the instruction has its size.
        for _ in 0..empty {
            bits.number(0b010, 3);
            bits.code(0, 7);
        }
        bits.number(usize::from(last), 3);
        let instruction = [bits.bytes(), vec![0, 0, 0xff, 0xff]].concat();
        if instruction.len() == REPEAT {
            return instruction;
        }
    }
    panic!("no way to repeat {n} bytes in {REPEAT}");
}

/// Returns the stream between a header and a directory.
fn stream(header: &[u8], directory: &[u8]) -> Vec<u8> {
    let (of_header, of_all) = (repeat(header.len() + 5, false), repeat(30, false));
    let of_directory = repeat(directory.len() + REPEAT, true);
    let [l0, l10, l15, l20, l30] = [0, 10, 15, 20, 30].map(literal);
    let first = literal(header.len() + 5);
    let tail = literal(directory.len() + REPEAT);
    [
        // After this, only the repeat instruction itself is left to be written.
        &first,
        header,
        &first,
        &of_header,
        // Each of these adds five bytes to that.
        &l10,
        &of_header,
        &l15,
        &l10,
        &of_header,
        &l20,
        &l15,
        &l10,
        &of_header,
        &l30,
        &l20,
        &l15,
        &l10,
        &of_header,
        &l30,
        // Writes the repeat instruction itself.
        &of_all,
        &l30,
        &of_all,
        &l30,
        &of_all,
        &l30,
        // The output is one instruction ahead.
        &of_all,
        &l30,
        &of_all,
        &l0,
        &l0,
        &l0,
        &tail,
        // The output is four instructions ahead.
        &of_all,
        &l0,
        &l0,
        &l0,
        &tail,
        &of_directory,
        directory,
        // The output is ahead by the directory, which follows.
        &of_directory,
    ]
    .concat()
}

/// Returns the file with this checksum in its headers.
fn with_checksum(checksum: u32, stream_bytes: usize, all_bytes: u64) -> Vec<u8> {
    let entry = Entry { method: 8, size: all_bytes, crc: checksum, ..Entry::stored(NAME, b"") };
    let header = local(&entry, stream_bytes as u64);
    let directory = directory(&entry, stream_bytes as u64, header.len() + stream_bytes);
    let stream = stream(&header, &directory);
    [header, stream, directory].concat()
}

/// Returns the archive.
pub(super) fn quine() -> Vec<u8> {
    let header = local(&Entry::stored(NAME, b""), 0);
    let rows = directory(&Entry::stored(NAME, b""), 0, 0);
    let stream_bytes = stream(&header, &rows).len();
    let all_bytes = (header.len() + stream_bytes + rows.len()) as u64;
    // The checksum of the file is a linear function of the checksum written in it. This solves for the value that
    // equals its own result.
    let of = |checksum| crc(&with_checksum(checksum, stream_bytes, all_bytes));
    let constant = of(0);
    let mut rows: Vec<u64> = (0..32)
        .map(|bit| {
            let coefficients = (0..32).fold(0, |row: u64, column| {
                let changes = (of(1 << column) ^ constant) >> bit & 1;
                row | u64::from(changes ^ u32::from(column == bit)) << column
            });
            coefficients | u64::from(constant >> bit & 1) << 32
        })
        .collect();
    for column in 0..32 {
        let pivot = (column..32).find(|&row| rows[row] >> column & 1 == 1).expect("a name with a solution");
        rows.swap(column, pivot);
        let pivot = rows[column];
        for (at, row) in rows.iter_mut().enumerate() {
            if at != column && *row >> column & 1 == 1 {
                *row ^= pivot;
            }
        }
    }
    let checksum = rows.iter().enumerate().fold(0, |sum, (bit, row)| sum | ((row >> 32 & 1) as u32) << bit);
    let quine = with_checksum(checksum, stream_bytes, all_bytes);
    assert_eq!(crc(&quine), checksum);
    quine
}

#[test]
fn it_unpacks_to_itself() {
    let quine = quine();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(&quine)).unwrap();
    let mut inside = Vec::new();
    std::io::Read::read_to_end(&mut archive.by_name(NAME).unwrap(), &mut inside).unwrap();
    assert_eq!(inside, quine);
}
