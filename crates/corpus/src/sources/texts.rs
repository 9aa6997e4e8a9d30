//! Reads documents of a source again, by name.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::lines;
use super::names::{numbered, shown, within};
use super::piece::Piece;
use super::record::parsed;
use super::source::DocumentSource;
use crate::canonical::Format;
use crate::error::{Error, Result};
use crate::limits::MAX_PARSED_BYTES;

/// A document that was read again.
pub(crate) struct Text<'a> {
    pub(crate) name: &'a str,
    pub(crate) format: Format,
    /// `None` if it is larger than [`MAX_PARSED_BYTES`] or could not be read.
    pub(crate) bytes: Option<Vec<u8>>,
}

impl DocumentSource {
    /// Reads the documents whose names are wanted, in order, until `each` returns `false`.
    pub(crate) fn texts(
        &self,
        wanted: &dyn Fn(&str) -> bool,
        each: &mut dyn FnMut(Text) -> Result<bool>,
    ) -> Result<()> {
        let mut outcome = Ok(true);
        let cut = self.cut(&mut |work| {
            let mut give = |name: &str, format: Option<Format>, read: &mut dyn FnMut() -> Option<Vec<u8>>| {
                if matches!(outcome, Ok(true)) && wanted(name) {
                    let format = format.or(self.format()).unwrap_or_else(|| Format::from_name(name));
                    outcome = each(Text { name, format, bytes: read() });
                }
            };
            texts(work, &mut give);
            // Any error ends the cutting.
            if matches!(outcome, Ok(true)) { Ok(()) } else { Err(Error::TooMany) }
        });
        match outcome {
            Ok(true) => cut,
            Ok(false) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

type Give<'a> = &'a mut dyn FnMut(&str, Option<Format>, &mut dyn FnMut() -> Option<Vec<u8>>);

fn texts(work: Piece, give: Give) {
    match work {
        Piece::Files(paths) => {
            for path in paths {
                give(&shown(path.as_os_str().as_encoded_bytes()), None, &mut || file(&path));
            }
        }
        Piece::Entries { path, archive, entries } => {
            let mut archive = (*archive).clone();
            for at in entries {
                let Ok(mut entry) = archive.by_index(at) else { continue };
                let name = within(&path, entry.name_raw());
                give(&name, None, &mut || bounded(&mut entry).ok().flatten());
            }
        }
        Piece::Lines { source, line, bytes } => {
            for (line, text) in (line..).zip(bytes.split(|&byte| byte == b'\n')) {
                let Ok(record) = parsed(text) else { continue };
                let name = record.name(|| numbered(&source, line));
                let format = record.format.as_deref().and_then(Format::from_word);
                if let Some(text) = &record.text {
                    let text = text.as_bytes();
                    give(&name, format, &mut || (text.len() <= MAX_PARSED_BYTES).then(|| text.to_vec()));
                }
            }
        }
        Piece::LongLine { .. } | Piece::Input => {}
    }
}

fn file(path: &Path) -> Option<Vec<u8>> {
    let file = File::open(path).ok()?;
    bounded(&mut lines::decompressed(path, &file).ok()?).ok().flatten()
}

fn bounded(from: &mut dyn Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    from.take(MAX_PARSED_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() <= MAX_PARSED_BYTES).then_some(bytes))
}
