//! Reads zip archives, entry by entry, in memory.

use std::collections::BTreeSet;
use std::io::Read;

use zip::read::{Config, ZipFileEntry};
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;
use zip::{CompressionMethod, System, ZipReadOptions};

use crate::archives::code_page::{self, NameEncoding};
use crate::archives::{ArchiveSource, OpenArchive, TYPE_MASK, of_mode};
use crate::input::tree::{Folder, Node};
use crate::limits::{Flaw, Metered, Trouble};

// The ordinary reader keeps every entry in a map by name. It uses memory before any limit applies, and duplicates are
// lost.

/// Size of a local header without its variable fields, in bytes.
const LOCAL_HEADER: u64 = 30;
/// File type of a folder in a Unix mode.
const FOLDER: u32 = 0o040_000;

/// Reads all entries.
pub(crate) fn read(source: &mut dyn ArchiveSource, open: &mut OpenArchive<'_>) -> Result<(), Trouble> {
    let (sink, name) = (open.sink, open.archive);
    let trouble = |error| trouble_of(error, name);
    let mut start = Vec::new();
    source.take(4).read_to_end(&mut start).map_err(|error| Trouble::new(error, name))?;
    let mut archive = ZipIterable::try_new(source, Config::default()).map_err(|error| match error {
        ZipError::InvalidArchive(_) if !start.starts_with(b"PK") => {
            Flaw::NotAnArchive { kind: "zip".into() }.into()
        }
        error => trouble(error),
    })?;
    sink.budget().count_entries(archive.len() as u64, name)?;

    // Attack: many entries that refer to the same compressed bytes inflate without nesting (Fifield 2019, "A better zip
    // bomb"). In real archives every entry has its own bytes.
    let mut extents = Vec::new();
    let mut foreign = BTreeSet::new();
    for entry in archive.files().map_err(trouble)? {
        let entry = entry.map_err(trouble)?;
        if let Some(raw) = foreign_name(&entry) {
            foreign.insert(raw.to_vec());
            // Attack: 100,000 long names, each of which is decoded in every encoding.
            if foreign.len() > MAX_GUESSED_FROM {
                foreign.pop_last();
            }
        }
        let size = LOCAL_HEADER.saturating_add(entry.compressed_size());
        extents.push((entry.header_start(), entry.header_start().saturating_add(size)));
    }
    extents.sort_unstable();
    if extents.windows(2).any(|pair| pair[0].1 > pair[1].0) {
        return Err(Flaw::Overlap.into());
    }

    let guessed = match sink.name_encoding() {
        None if !foreign.is_empty() => Some(code_page::guess(&foreign.iter().map(Vec::as_slice))),
        _ => None,
    };
    let files = archive.files().map_err(trouble)?;
    while let Some(entry) = files.next() {
        let entry = entry.map_err(trouble)?;
        let raw = name_of(&entry, guessed);
        let Some(path) = sink.admit(&raw, open)? else { continue };
        let mode = entry.unix_mode().unwrap_or(0);
        let node = if raw.ends_with(b"/") || raw.ends_with(b"\\") || mode & TYPE_MASK == FOLDER {
            Node::Folder(Folder::default())
        } else if let Some(node) = of_mode(mode) {
            node
        } else if entry.encrypted() {
            Node::File(Err("encrypted".to_owned()))
        } else if let Some(method) = unsupported(entry.compression()) {
            Node::File(Err(format!("compressed with {method}, which is not supported")))
        } else {
            let at = open.at(&path);
            let declared = entry.size();
            match entry.with_reader(files.reader_mut(), ZipReadOptions::default()) {
                Ok(content) => sink.entry(&mut Metered::new(content, sink.budget(), &at), declared, &at)?,
                Err(error) => Node::File(Err(trouble_of(error, &at).flaw()?.to_string())),
            }
        };
        sink.place(&path, node, open)?;
    }
    Ok(())
}

/// Number of names from which the encoding is guessed.
const MAX_GUESSED_FROM: usize = 1000;

/// Returns the name of an entry if it is not UTF-8, whether flagged as such or not, and DOS or Windows made the archive.
/// Such programs write names in the encoding of their country.
fn foreign_name<'a>(entry: &'a ZipFileEntry<'_>) -> Option<&'a [u8]> {
    let raw = entry.name_raw();
    (str::from_utf8(raw).is_err() && matches!(entry.system(), System::Dos | System::WindowsNTFS))
        .then_some(raw)
}

/// Returns the name of an entry. If its encoding is unknown, the bytes are shown. (The library has already replaced a name
/// by its Info-ZIP Unicode name, if there is one.)
fn name_of(entry: &ZipFileEntry<'_>, guessed: Option<NameEncoding>) -> Vec<u8> {
    let decoded = guessed.and_then(|encoding| encoding.decode(foreign_name(entry)?));
    decoded.map_or_else(|| entry.name_raw().to_vec(), String::into_bytes)
}

/// Returns the name of a compression method that is not supported.
fn unsupported(method: CompressionMethod) -> Option<String> {
    #[expect(deprecated, reason = "the only way to ask for the number of a method that has no variant")]
    match method {
        CompressionMethod::Stored
        | CompressionMethod::Deflated
        | CompressionMethod::Deflate64
        | CompressionMethod::Bzip2
        // The memory used grows with what is unpacked, which is counted, whatever dictionary is announced.
        | CompressionMethod::Lzma
        // The library refuses windows of more than 128 MiB.
        | CompressionMethod::Zstd => None,
        CompressionMethod::Unsupported(number) => {
            Some(format!("{} (method {number})", CompressionMethod::name_from_u16(number)))
        }
        method => Some(method.to_string()),
    }
}

fn trouble_of(error: ZipError, at: &str) -> Trouble {
    match error {
        ZipError::Io(error) => Trouble::new(error, at),
        ZipError::InvalidArchive(detail) => Flaw::damaged(&detail).into(),
        error => Flaw::damaged(&error).into(),
    }
}
