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

mod columns;
mod damage;
mod read;
mod write;

#[cfg(test)]
mod tests;

use crate::{FileRecord, LineTable, Passage, Scheme, TokenStream, TokenizedFile};

pub use damage::{Damaged, NameOf, VERSION};
pub(crate) use read::Reader;
pub(crate) use write::Writer;

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
    let mut writer = Writer::with_room(64 + 4 * stream.tokens());
    writer.byte(VERSION);
    record_to(&mut writer, record);
    stream_to(&mut writer, &stream.read());
    writer.into_bytes()
}

/// Reads a packed file.
pub fn unpack(bytes: &[u8], names: &dyn NameResolver) -> Result<TokenizedFile, Damaged> {
    let mut reader = Reader::new(bytes);
    match reader.byte()? {
        VERSION => {}
        found => return Err(Damaged::Version { found }),
    }
    let record = record_from(&mut reader, names)?;
    let stream = stream_from(&mut reader, names, record.lines.bytes())?;
    reader.end()?;
    Ok(TokenizedFile { record, stream: stream.into() })
}

fn record_to(writer: &mut Writer, record: &FileRecord) {
    let FileRecord { path, encoding, cells, digest, bytes, lines, notes } = record;
    writer.text(path);
    writer.text(encoding);
    writer.byte(u8::from(cells.is_some()));
    if let Some(cells) = cells {
        writer.rising(cells);
    }
    writer.bytes(digest);
    writer.number(*bytes);
    writer.number(lines.bytes());
    writer.rising(lines.starts());
    writer.texts(notes);
}

fn record_from(reader: &mut Reader<'_>, names: &dyn NameResolver) -> Result<FileRecord, Damaged> {
    let path = reader.text()?;
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
    Ok(FileRecord { path, encoding, cells, digest, bytes, lines, notes })
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
    columns_to(writer, stream);
}

/// Writes what a stream has of each token, comment and passage.
pub(crate) fn columns_to(writer: &mut Writer, stream: &TokenStream) {
    let TokenStream { values, texts, spans, comments, statements, forms, lines, .. } = stream;
    writer.tokens(values, texts, spans);
    writer.spans(comments);
    writer.rising(statements);
    writer.passages(forms);
    writer.passages(lines);
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
    columns_from(reader, of_text, StreamHead { language, scheme, lexical, notes })
}

/// What a stream has besides its columns.
pub(crate) struct StreamHead {
    pub(crate) language: &'static str,
    pub(crate) scheme: Scheme,
    pub(crate) lexical: u128,
    pub(crate) notes: Vec<String>,
}

/// Reads what [`columns_to`] wrote. `of_text` is the size of the text.
pub(crate) fn columns_from(
    reader: &mut Reader<'_>,
    of_text: u32,
    head: StreamHead,
) -> Result<TokenStream, Damaged> {
    let (values, texts, spans) = reader.tokens()?;
    let comments = reader.spans()?;
    if [spans.last(), comments.last()].into_iter().flatten().any(|last| of_text < last.end) {
        return Err(Damaged::Impossible { what: "spans" });
    }
    let tokens = values.len() as u32;
    let statements = reader.rising()?;
    let rise = statements.is_sorted_by(|a, b| a < b);
    let begin = statements.first() == (0 < tokens).then_some(&0);
    if !rise || !begin || statements.last().is_some_and(|&last| tokens <= last) {
        return Err(Damaged::Impossible { what: "statements" });
    }
    let mut passages = || {
        let passages = reader.passages()?;
        let inside =
            |passage: &Passage| passage.tokens.start < passage.tokens.end && passage.tokens.end <= tokens;
        let in_order = passages.is_sorted_by_key(|passage| passage.tokens.start);
        if in_order && passages.iter().all(inside) {
            Ok(passages)
        } else {
            Err(Damaged::Impossible { what: "passages" })
        }
    };
    let (forms, lines) = (passages()?, passages()?);
    let StreamHead { language, scheme, lexical, notes } = head;
    Ok(TokenStream {
        language,
        scheme,
        values,
        spans,
        texts,
        comments,
        statements,
        forms,
        lines,
        lexical,
        notes,
    })
}
