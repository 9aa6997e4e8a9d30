//! Packs a tokenized file into bytes that are stored until it is compared again: compact, versioned, and checked on
//! reading.
//!
//! The bytes are not compressed, but they compress well: values of different kinds are stored apart, one column after
//! the other, and columns hold differences that are mostly 0. Tokens are numbers in a table of *words*, the distinct
//! (value, text, length) of a file, since equal texts have equal lengths. Numbers are LEB128. Hashes and digests are
//! stored as they are, in little-endian order.
//!
//! Reading trusts nothing. For any bytes, [`unpack`] returns either an error or a file that holds every invariant of
//! [`TokenStream`] and [`FileRecord`]. Its memory is proportional to the number of bytes. It does not check that two
//! files that should be equal are equal.
//!
//! Names that are static in the program (of languages, families and encodings) come from the caller: [`NameResolver`].

mod format;
pub(crate) mod read;
pub(crate) mod write;

use crate::{FileRecord, LineTable, Provenance, Scheme, TokenStream, TokenizedFile};
use format::{WITHOUT_IGNORED, WITHOUT_PROVENANCE};
use read::Reader;
use write::Writer;

pub use format::{Damaged, NameOf, VERSION};

/// Looks up names that are static in the program.
pub trait NameResolver {
    /// Returns the language of this canonical name.
    fn language(&self, name: &str) -> Option<&'static str>;

    /// Returns the language family of this name.
    fn family(&self, name: &str) -> Option<&'static str>;

    /// Returns the encoding of this WHATWG name.
    fn encoding(&self, name: &str) -> Option<&'static str>;
}

/// Packs a file, which must hold its invariants.
pub fn pack(file: &TokenizedFile) -> Vec<u8> {
    let TokenizedFile { record, stream } = file;
    let mut writer = Writer { bytes: Vec::with_capacity(64 + 4 * stream.tokens()) };
    writer.byte(VERSION);
    record_to(&mut writer, record);
    stream_to(&mut writer, &stream.read());
    writer.byte(match record.provenance {
        None => 0,
        Some(Provenance::Vendored) => 1,
        Some(Provenance::Generated) => 2,
    });
    writer.bytes
}

/// Reads a packed file of this version or the two before.
pub fn unpack(bytes: &[u8], names: &dyn NameResolver) -> Result<TokenizedFile, Damaged> {
    let mut reader = Reader { rest: bytes };
    let version = reader.byte()?;
    if !matches!(version, WITHOUT_IGNORED | WITHOUT_PROVENANCE | VERSION) {
        return Err(Damaged::Version { found: version });
    }
    let mut record = record_from(&mut reader, names)?;
    let mut stream = stream_from(&mut reader, names, record.lines.bytes)?;
    if version == WITHOUT_IGNORED {
        stream.lexical = 0;
    }
    record.provenance = match if version < VERSION { 0 } else { reader.byte()? } {
        0 => None,
        1 => Some(Provenance::Vendored),
        2 => Some(Provenance::Generated),
        _ => return Err(Damaged::Impossible { what: "provenance" }),
    };
    if reader.rest.is_empty() {
        Ok(TokenizedFile { record, stream: stream.into() })
    } else {
        Err(Damaged::Torn)
    }
}

fn record_to(writer: &mut Writer, record: &FileRecord) {
    let FileRecord { path, encoding, cells, digest, bytes, lines, notes, provenance: _ } = record;
    writer.text(path);
    writer.text(encoding);
    writer.byte(u8::from(cells.is_some()));
    if let Some(cells) = cells {
        writer.rising(cells);
    }
    writer.bytes(digest);
    writer.number(*bytes);
    writer.number(lines.bytes);
    writer.rising(&lines.starts);
    writer.texts(notes);
}

fn record_from(reader: &mut Reader<'_>, names: &dyn NameResolver) -> Result<FileRecord, Damaged> {
    let path = reader.str()?.to_owned();
    let encoding = reader.name(NameOf::Encoding, |name| names.encoding(name))?;
    let cells = if reader.flag()? { Some(reader.rising()?) } else { None };
    let digest = reader.array()?;
    let bytes = reader.number()?;
    let of_text = reader.number()?;
    let starts = reader.rising()?;
    let lines = LineTable::from_starts(starts, of_text).ok_or(Damaged::Impossible { what: "lines" })?;
    if cells.iter().flatten().last().is_some_and(|&last| of_text < last) {
        return Err(Damaged::Impossible { what: "cells" });
    }
    let notes = reader.texts()?;
    Ok(FileRecord { path, encoding, cells, digest, bytes, lines, notes, provenance: None })
}

fn stream_to(writer: &mut Writer, stream: &TokenStream) {
    let TokenStream { language, scheme, lexical, notes, .. } = stream;
    let Scheme { family, normalizer, k, w } = *scheme;
    writer.text(language);
    writer.text(family);
    for number in [normalizer, k, w] {
        writer.number(u32::from(number));
    }
    writer.bytes(&lexical.to_le_bytes());
    writer.texts(notes);
    writer.columns(stream);
}

fn stream_from(
    reader: &mut Reader<'_>,
    names: &dyn NameResolver,
    of_text: u32,
) -> Result<TokenStream, Damaged> {
    let language = reader.name(NameOf::Language, |name| names.language(name))?;
    let family = reader.name(NameOf::Family, |name| names.family(name))?;
    let scheme = Scheme { family, normalizer: reader.short()?, k: reader.short()?, w: reader.short()? };
    if scheme.k == 0 || scheme.w == 0 || scheme.k.checked_add(scheme.w).is_none() {
        return Err(Damaged::Impossible { what: "scheme" });
    }
    let lexical = u128::from_le_bytes(reader.array()?);
    let notes = reader.texts()?;
    reader.columns(of_text, language, scheme, lexical, notes)
}

#[cfg(test)]
mod tests;
