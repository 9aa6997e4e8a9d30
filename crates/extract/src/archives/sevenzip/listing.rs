//! Checks the size of the list of contents of a 7z archive before it is unpacked.
//!
//! Attack: a list of a few bytes that unpacks to gigabytes, is encrypted, or is compressed by a coder that needs
//! gigabytes. 7-Zip writes lists plain or with one LZMA coder. Everything else is refused.

use std::io::{Read, SeekFrom};

use sevenz_rust2::EncoderMethod;

use crate::archives::ArchiveSource;
use crate::limits::{DICTIONARY, Flaw, LISTING, Trouble};

const SIGNATURE: &[u8] = b"7z\xbc\xaf\x27\x1c";
/// Size of the start header, in bytes.
const START: usize = 32;

const END: u8 = 0x00;
const HEADER: u8 = 0x01;
const PACK: u8 = 0x06;
const UNPACK: u8 = 0x07;
const SIZES: u8 = 0x09;
const DIGESTS: u8 = 0x0A;
const FOLDER: u8 = 0x0B;
const UNPACKED_SIZES: u8 = 0x0C;
const ENCODED: u8 = 0x17;

/// Checks the list. Returns `false` if the archive is empty and has no list.
pub(super) fn check(source: &mut dyn ArchiveSource, name: &str) -> Result<bool, Trouble> {
    let trouble = |error| Trouble::new(error, name);
    let mut start = Vec::new();
    source.seek(SeekFrom::Start(0)).map_err(trouble)?;
    source.take(START as u64).read_to_end(&mut start).map_err(trouble)?;
    if !start.starts_with(SIGNATURE) {
        return Err(Flaw::NotAnArchive { kind: "7z".into() }.into());
    }
    let number = |at: usize| {
        let bytes = start.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
        bytes.map(u64::from_le_bytes).ok_or_else(|| damaged("incomplete"))
    };
    let (offset, size) = (number(12)?, number(20)?);
    // Attack: if the checksum and the position of the list are missing, readers search for the list at every byte.
    if start[8..12] == [0; 4] {
        return Err(damaged("the archive was never finished").into());
    }
    if size == 0 {
        return Ok(false);
    }
    if size > LISTING {
        return Err(Flaw::Listing { limit: LISTING }.into());
    }
    let at = (START as u64).checked_add(offset).ok_or_else(|| damaged("incomplete"))?;
    source.seek(SeekFrom::Start(at)).map_err(trouble)?;
    let mut list = Vec::new();
    source.take(size).read_to_end(&mut list).map_err(trouble)?;
    let encoded = match list.first() {
        Some(&HEADER) => return Ok(true),
        Some(&ENCODED) => encoded(&list[1..]),
        _ => None,
    };
    encoded.ok_or_else(|| damaged("its list of contents is damaged"))??;
    Ok(true)
}

fn damaged(detail: &str) -> Flaw {
    Flaw::damaged(&detail)
}

/// Reads the description of a compressed list. Returns `None` if it is not in a form that 7-Zip writes.
fn encoded(bytes: &[u8]) -> Option<Result<(), Flaw>> {
    let mut bytes = Bytes(bytes);
    bytes.is(PACK)?;
    bytes.number()?;
    bytes.is(1)?;
    bytes.is(SIZES)?;
    bytes.number()?;
    match bytes.byte()? {
        END => {}
        DIGESTS => {
            bytes.is(1)?;
            bytes.skip(4)?;
            bytes.is(END)?;
        }
        _ => return None,
    }
    bytes.is(UNPACK)?;
    bytes.is(FOLDER)?;
    // One folder, which is described here.
    bytes.is(1)?;
    bytes.is(0)?;
    let coders = bytes.byte()?;
    let flags = bytes.byte()?;
    let method = bytes.skip(usize::from(flags & 0xf))?;
    if method == EncoderMethod::ID_AES256_SHA256 {
        return Some(Err(Flaw::Encrypted));
    }
    let properties = match flags & 0xf0 {
        0 => &[][..],
        0x20 => {
            let length = bytes.byte()?;
            bytes.skip(usize::from(length))?
        }
        _ => return None,
    };
    if coders != 1 {
        // If 7-Zip encrypts a list, it compresses the list first.
        let encrypted = bytes.0.windows(4).any(|window| window == EncoderMethod::ID_AES256_SHA256);
        return encrypted.then_some(Err(Flaw::Encrypted));
    }
    if method == EncoderMethod::ID_LZMA {
        let dictionary = properties.get(1..5)?.try_into().ok().map(u32::from_le_bytes)?;
        if u64::from(dictionary) > DICTIONARY {
            return Some(Err(Flaw::Dictionary { limit: DICTIONARY }));
        }
    } else if method != EncoderMethod::ID_COPY && method != EncoderMethod::ID_LZMA2 {
        return None;
    }
    bytes.is(UNPACKED_SIZES)?;
    let size = bytes.number()?;
    Some(if size > LISTING { Err(Flaw::Listing { limit: LISTING }) } else { Ok(()) })
}

struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn skip(&mut self, count: usize) -> Option<&'a [u8]> {
        let (skipped, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(skipped)
    }

    fn byte(&mut self) -> Option<u8> {
        self.skip(1).map(|bytes| bytes[0])
    }

    fn is(&mut self, expected: u8) -> Option<()> {
        (self.byte()? == expected).then_some(())
    }

    /// Reads a number. The leading ones of the first byte count the bytes that follow, low bytes first. The other bits
    /// of the first byte are the highest bits.
    fn number(&mut self) -> Option<u64> {
        let first = self.byte()?;
        let more = first.leading_ones() as usize;
        let mut value = 0_u64;
        for (place, &byte) in self.skip(more)?.iter().enumerate() {
            value |= u64::from(byte) << (8 * place);
        }
        let top = u64::from(first) & ((0x80_u64 >> more).saturating_sub(1));
        if more < 8 { Some(value | (top << (8 * more))) } else { Some(value) }
    }
}
