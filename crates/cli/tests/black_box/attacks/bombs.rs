//! Harmful archives, written by hand where no library would write them. Each is as large as the attack needs and is
//! quick to make.

use std::io::Write as _;

use flate2::write::DeflateEncoder;
use flate2::{Compress, Compression, FlushCompress};

/// An entry of a zip that is written by hand.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) name: Vec<u8>,
    /// 0: stored, 8: deflated.
    pub(super) method: u16,
    pub(super) flags: u16,
    /// Size as the headers state it.
    pub(super) size: u64,
    /// Unix mode in the central directory.
    pub(super) mode: u32,
    /// CRC-32 of the content.
    pub(super) crc: u32,
    pub(super) data: Vec<u8>,
}

impl Entry {
    pub(super) fn stored(name: impl Into<Vec<u8>>, data: &[u8]) -> Self {
        let (name, size) = (name.into(), data.len() as u64);
        Self { name, method: 0, flags: 0, size, mode: 0o100_644, crc: crc(data), data: data.to_vec() }
    }

    /// Returns an entry as usual programs write it.
    pub(super) fn shrunk(name: impl Into<Vec<u8>>, content: &[u8]) -> Self {
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
        deflate.write_all(content).unwrap();
        let data = deflate.finish().unwrap();
        Self { method: 8, data, ..Self::stored(name, content) }
    }

    /// Sets a wrong checksum. No reader gets so far that it matters.
    fn deflated(name: impl Into<Vec<u8>>, data: Vec<u8>, size: u64) -> Self {
        Self { name: name.into(), method: 8, flags: 0, size, mode: 0o100_644, crc: 0, data }
    }
}

fn put(bytes: &mut Vec<u8>, numbers: &[(u64, usize)]) {
    for &(number, width) in numbers {
        bytes.extend(&number.to_le_bytes()[..width]);
    }
}

pub(super) fn crc(data: &[u8]) -> u32 {
    let mut sum = flate2::Crc::new();
    sum.update(data);
    sum.sum()
}

/// Returns the local header of an entry. Large sizes are in the zip64 form.
pub(super) fn local(entry: &Entry, compressed: u64) -> Vec<u8> {
    let wide = wide(entry, compressed);
    let mut bytes = b"PK\x03\x04".to_vec();
    let shown = |size: u64| if wide { u64::from(u32::MAX) } else { size };
    put(
        &mut bytes,
        &[(45, 2), (entry.flags.into(), 2), (entry.method.into(), 2), (0, 4), (entry.crc.into(), 4)],
    );
    put(&mut bytes, &[(shown(compressed), 4), (shown(entry.size), 4), (entry.name.len() as u64, 2)]);
    put(&mut bytes, &[(if wide { 20 } else { 0 }, 2)]);
    bytes.extend(&entry.name);
    if wide {
        put(&mut bytes, &[(1, 2), (16, 2), (entry.size, 8), (compressed, 8)]);
    }
    bytes
}

fn wide(entry: &Entry, compressed: u64) -> bool {
    u64::from(u32::MAX) <= entry.size.max(compressed)
}

/// Returns the row of an entry in the central directory.
fn row(entry: &Entry, compressed: u64, at: u64) -> Vec<u8> {
    let wide = wide(entry, compressed);
    let shown = |size: u64| if wide { u64::from(u32::MAX) } else { size };
    let mut bytes = b"PK\x01\x02".to_vec();
    put(
        &mut bytes,
        &[
            (0x032d, 2),
            (45, 2),
            (entry.flags.into(), 2),
            (entry.method.into(), 2),
            (0, 4),
            (entry.crc.into(), 4),
        ],
    );
    put(&mut bytes, &[(shown(compressed), 4), (shown(entry.size), 4), (entry.name.len() as u64, 2)]);
    put(&mut bytes, &[(if wide { 20 } else { 0 }, 2), (0, 2), (0, 2), (0, 2)]);
    put(&mut bytes, &[(u64::from(entry.mode) << 16, 4), (at, 4)]);
    bytes.extend(&entry.name);
    if wide {
        put(&mut bytes, &[(1, 2), (16, 2), (entry.size, 8), (compressed, 8)]);
    }
    bytes
}

/// Returns a zip of entries and a central directory of these rows.
fn ended(bytes: Vec<u8>, rows: &[Vec<u8>]) -> Vec<u8> {
    let directory = directory_of(rows, bytes.len() as u64);
    [bytes, directory].concat()
}

/// Returns the central directory of one entry, the first, at this offset.
pub(super) fn directory(entry: &Entry, compressed: u64, at: usize) -> Vec<u8> {
    directory_of(&[row(entry, compressed, 0)], at as u64)
}

/// Appends the end of the directory, in the zip64 form if there are too many rows.
fn directory_of(rows: &[Vec<u8>], at: u64) -> Vec<u8> {
    let (mut bytes, count) = (rows.concat(), rows.len() as u64);
    let size = bytes.len() as u64;
    if u64::from(u16::MAX) <= count {
        let end = at + size;
        bytes.extend(b"PK\x06\x06");
        put(
            &mut bytes,
            &[(44, 8), (45, 2), (45, 2), (0, 4), (0, 4), (count, 8), (count, 8), (size, 8), (at, 8)],
        );
        bytes.extend(b"PK\x06\x07");
        put(&mut bytes, &[(0, 4), (end, 8), (1, 4)]);
    }
    let shown = count.min(u16::MAX.into());
    bytes.extend(b"PK\x05\x06");
    put(&mut bytes, &[(0, 2), (0, 2), (shown, 2), (shown, 2), (size, 4), (at, 4), (0, 2)]);
    bytes
}

/// Returns a zip of these entries, one after the other.
pub(super) fn zip(entries: &[Entry]) -> Vec<u8> {
    let (mut bytes, mut rows) = (Vec::new(), Vec::with_capacity(entries.len()));
    for entry in entries {
        let compressed = entry.data.len() as u64;
        rows.push(row(entry, compressed, bytes.len() as u64));
        bytes.extend(local(entry, compressed));
        bytes.extend(&entry.data);
    }
    ended(bytes, &rows)
}

/// Returns a class of two small programs and these entries.
pub(super) fn class(more: impl IntoIterator<Item = Entry>) -> Vec<u8> {
    let mut entries = vec![Entry::stored("a/main.c", b"int a;"), Entry::stored("b/main.c", b"int b;")];
    entries.extend(more);
    zip(&entries)
}

/// Returns a deflate stream of this many zeros.
pub(super) fn zeros(bytes: u64) -> Vec<u8> {
    const PIECE: usize = 16 << 20;
    let mut stream = repeated(&vec![0; PIECE], usize::try_from(bytes.div_ceil(PIECE as u64)).unwrap());
    // An empty last block.
    stream.extend([1, 0, 0, 0xff, 0xff]);
    stream
}

/// Returns the beginning of a deflate stream of this many such pieces without holding them in memory. Full flushes make
/// the compressed pieces independent of each other.
fn repeated(piece: &[u8], times: usize) -> Vec<u8> {
    let mut compress = Compress::new(Compression::best(), false);
    let mut deflated = Vec::with_capacity(64 << 10);
    let status = compress.compress_vec(piece, &mut deflated, FlushCompress::Full);
    assert!(status.is_ok() && compress.total_in() == piece.len() as u64);
    deflated.repeat(times)
}

/// The first bytes of a gzip.
const GZIP: &[u8] = b"\x1f\x8b\x08\0\0\0\0\0\0\xff";

/// Returns the same pieces in a gzip, after these bytes.
pub(super) fn gzip_of_zeros(first: &[u8], bytes: u64) -> Vec<u8> {
    [GZIP, &repeated(first, usize::from(!first.is_empty())), &zeros(bytes)].concat()
}

/// Returns a zip with one file of zeros.
pub(super) fn zip_of_zeros(bytes: u64) -> Vec<u8> {
    class([Entry::deflated("c/zeros.c", zeros(bytes), bytes)])
}

/// Returns the header of a tar entry that states this size.
pub(super) fn tar_header(name: &str, size: u64, kind: tar::EntryType) -> Vec<u8> {
    let mut header = tar::Header::new_gnu();
    header.set_path(name).unwrap();
    header.set_size(size);
    header.set_mode(0o644);
    header.set_entry_type(kind);
    header.set_cksum();
    header.as_bytes().to_vec()
}

/// Returns a zip in which every row of the directory refers to the same entry (Fifield 2019, full overlap).
pub(super) fn full_overlap(files: usize, bytes: u64) -> Vec<u8> {
    let kernel = Entry::deflated("0.c", zeros(bytes), bytes);
    let compressed = kernel.data.len() as u64;
    let rows: Vec<_> = (0..files)
        .map(|at| row(&Entry { name: format!("{at}.c").into_bytes(), ..kernel.clone() }, compressed, 0))
        .collect();
    ended([local(&kernel, compressed), kernel.data].concat(), &rows)
}

/// Returns a zip in which every entry quotes the headers of all later entries in stored blocks, and then inflates the
/// one kernel (Fifield 2019, quoted overlap). Names agree, and every header is correct.
pub(super) fn quoted_overlap(files: usize, bytes: u64) -> Vec<u8> {
    let kernel = zeros(bytes);
    let (mut size, mut compressed) = (bytes, kernel.len() as u64);
    let mut pieces = vec![kernel];
    let mut entries = Vec::new();
    for at in (0..files).rev() {
        let entry = Entry::deflated(format!("{at:05}.c"), Vec::new(), size);
        let header = local(&entry, compressed);
        entries.push((entry, compressed, header.len() as u64));
        size += header.len() as u64;
        compressed += header.len() as u64 + 5;
        pieces.push(header.clone());
        if at != 0 {
            // A stored block that holds the header which follows.
            let length = header.len() as u16;
            pieces.push([&[0][..], &length.to_le_bytes(), &(!length).to_le_bytes()].concat());
        }
    }
    entries.reverse();
    pieces.reverse();
    let mut at = 0;
    let mut rows = Vec::new();
    for (entry, compressed, header) in &entries {
        rows.push(row(entry, *compressed, at));
        at += header + 5;
    }
    ended(pieces.concat(), &rows)
}

/// Returns a zip of sixteen zips, each of which contains sixteen zips, and so on. The innermost ones contain zeros
/// (42.zip).
pub(super) fn forty_two(layers: usize, bytes: u64) -> Vec<u8> {
    let mut inner = zip(&[Entry::deflated("0.c", zeros(bytes), bytes)]);
    for _ in 0..layers {
        let layer = Entry::shrunk("", &inner);
        let entry = |at| Entry { name: format!("lib {at}.zip").into_bytes(), ..layer.clone() };
        inner = zip(&(0..16).map(entry).collect::<Vec<_>>());
    }
    inner
}

/// Returns archives nested to this depth.
pub(super) fn nested(depth: usize) -> Vec<u8> {
    let mut inner = class([]);
    for _ in 0..depth {
        inner = class([Entry::stored("c/inner.zip", &inner)]);
    }
    inner
}

/// Returns a zip of empty entries, each with its own headers.
pub(super) fn empty_entries(entries: usize) -> Vec<u8> {
    let (mut bytes, mut rows) = (Vec::new(), Vec::with_capacity(entries));
    for at in 0..entries {
        let entry = Entry::stored(format!("{at:07}"), b"");
        rows.push(row(&entry, 0, bytes.len() as u64));
        bytes.extend(local(&entry, 0));
    }
    ended(bytes, &rows)
}

/// Returns a tar.gz of the same number of empty entries, whose headers are all equal.
pub(super) fn empty_entries_in_tar(entries: usize) -> Vec<u8> {
    let headers = tar_header("a.c", 0, tar::EntryType::Regular).repeat(1_000);
    [GZIP, &repeated(&headers, entries.div_ceil(1_000))].concat()
}

/// Returns words that never repeat. Their size in bytes is small, but every few bytes are a token.
pub(super) fn words(bytes: usize, seed: u64) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed);
    // Characters that begin a comment or a string are left out, because they would hide the rest.
    let marks = b"+-%&|^<>=!~?:;,.(){}[]abcdwxyz01";
    let mark = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        marks[(state >> 33) as usize % marks.len()]
    };
    (0..bytes).map(mark).collect()
}

/// Returns a class of such words, with other words in each submission.
pub(super) fn many_tokens(submissions: u64, bytes: usize) -> Vec<u8> {
    let entry = |at| Entry::stored(format!("s{at}/main.c"), &words(bytes, at));
    zip(&(1..=submissions).map(entry).collect::<Vec<_>>())
}
