//! Reads 7z archives, entry by entry and block by block.
//!
//! The library decodes the list of contents and sets up the coders of each block before any byte can be counted. Both
//! are therefore checked here first ([`listing`]).

use std::io;
use std::io::{Read, SeekFrom};

use sevenz_rust2::{Archive, ArchiveEntry, Block, BlockDecoder, Coder, EncoderMethod, Error, Password};

use crate::archives::decompress::{Given, Owing, Paying};
use crate::archives::{A_LINK, ArchiveSource, EntrySink, OpenArchive, of_mode};
use crate::input::tree::{Folder, Node};
use crate::limits::{DICTIONARY, Flaw, Metered, Trouble};

mod listing;

/// Windows attribute of an entry that stands for something elsewhere.
const REPARSE_POINT: u32 = 0x400;
/// Attribute that says that the upper half of the attributes is a Unix mode.
const UNIX_MODE: u32 = 0x8000;

/// Coders that do not compress: they produce as many bytes as they read.
const FILTERS: [&[u8]; 11] = [
    EncoderMethod::ID_COPY,
    EncoderMethod::ID_DELTA,
    EncoderMethod::ID_BCJ_X86,
    EncoderMethod::ID_BCJ2,
    EncoderMethod::ID_BCJ_PPC,
    EncoderMethod::ID_BCJ_IA64,
    EncoderMethod::ID_BCJ_ARM,
    EncoderMethod::ID_BCJ_ARM64,
    EncoderMethod::ID_BCJ_ARM_THUMB,
    EncoderMethod::ID_BCJ_SPARC,
    EncoderMethod::ID_BCJ_RISCV,
];

/// Reads all entries.
pub(crate) fn read(source: &mut dyn ArchiveSource, open: &mut OpenArchive<'_>) -> Result<(), Trouble> {
    let name = open.archive;
    if !listing::check(source, name)? {
        return Ok(());
    }
    source.seek(SeekFrom::Start(0)).map_err(|error| Trouble::new(error, name))?;
    let given = Given::default();
    let mut source = Owing::new(source, &given);
    let password = Password::empty();
    let archive = Archive::read(&mut source, &password).map_err(|error| trouble_of(error, name))?;
    open.sink.budget().count_entries(archive.files.len() as u64, name)?;
    for entry in archive.files.iter().filter(|entry| !entry.has_stream && !entry.is_anti_item) {
        put(entry, &mut Paying::new(&mut io::empty(), &given), open)?;
    }
    for (number, block) in archive.blocks.iter().enumerate() {
        let decoder = BlockDecoder::new(1, number, &archive, &password, &mut source);
        if let Some(reason) = unreadable(block) {
            for entry in decoder.entries() {
                skip(entry, &reason, open)?;
            }
            continue;
        }
        let mut done = 0;
        let mut stopped = None;
        let mut broken = None;
        let ended = decoder.for_each_entries(&mut |entry: &ArchiveEntry, content: &mut dyn Read| {
            done += 1;
            let mut content = Paying::new(content, &given);
            match put(entry, &mut content, open) {
                // An entry that is complete but has a wrong checksum does not affect the entries after it.
                Ok(()) if content.failed.is_none() || content.bytes == entry.size => Ok(true),
                Ok(()) => {
                    broken = content.failed;
                    Ok(false)
                }
                Err(trouble) => {
                    stopped = Some(trouble);
                    Ok(false)
                }
            }
        });
        if let Some(trouble) = stopped {
            return Err(trouble);
        }
        let flaw = match (broken, ended) {
            (Some(detail), _) => Some(Flaw::damaged(&detail)),
            (None, Ok(_)) => None,
            (None, Err(error)) => Some(trouble_of(error, name).flaw()?),
        };
        if let Some(flaw) = flaw {
            let entries = BlockDecoder::new(1, number, &archive, &password, &mut source);
            for entry in entries.entries().iter().skip(done) {
                skip(entry, &flaw.to_string(), open)?;
            }
        }
    }
    Ok(())
}

/// Reads an entry and puts it at its path.
fn put(
    entry: &ArchiveEntry,
    content: &mut Paying<&mut dyn Read>,
    open: &mut OpenArchive<'_>,
) -> Result<(), Trouble> {
    let sink = open.sink;
    let Some(path) = sink.admit(entry.name.as_bytes(), open)? else {
        return pass(content, sink, open.archive);
    };
    let at = open.at(&path);
    let unix = entry.windows_attributes & UNIX_MODE != 0;
    let mode = if unix { entry.windows_attributes >> 16 } else { 0 };
    let node = if entry.is_directory {
        Node::Folder(Folder::default())
    } else if entry.windows_attributes & REPARSE_POINT != 0 {
        Node::Other(A_LINK.to_owned())
    } else if let Some(node) = of_mode(mode) {
        node
    } else {
        let mut metered = Metered::new(&mut *content, sink.budget(), &at);
        sink.entry(&mut metered, entry.size, &at)?
    };
    pass(content, sink, &at)?;
    sink.place(&path, node, open)
}

/// Reads the rest of an entry. Attack: the rest of a huge entry must be unpacked to reach the next one, so it is
/// counted.
fn pass(content: &mut dyn Read, sink: &dyn EntrySink, at: &str) -> Result<(), Trouble> {
    match io::copy(&mut Metered::new(content, sink.budget(), at), &mut io::sink()) {
        Ok(_) => Ok(()),
        // A flaw is reported for the next entry.
        Err(error) => Ok(Trouble::new(error, at).flaw().map(drop)?),
    }
}

/// Lists an entry that is not read.
fn skip(entry: &ArchiveEntry, reason: &str, open: &mut OpenArchive<'_>) -> Result<(), Trouble> {
    let sink = open.sink;
    match sink.admit(entry.name.as_bytes(), open)? {
        Some(path) => sink.place(&path, Node::File(Err(reason.to_owned())), open),
        None => Ok(()),
    }
}

/// Returns why the entries of a block are not unpacked, if they are not.
fn unreadable(block: &Block) -> Option<String> {
    let encrypted = |coder: &Coder| coder.encoder_method_id() == EncoderMethod::ID_AES256_SHA256;
    if block.coders.iter().any(encrypted) {
        return Some("encrypted".to_owned());
    }
    // Attack: what one compressor passes to the next is not counted. Filters produce as many bytes as they read. The
    // filter with four streams (BCJ2) is used with three compressors of the LZMA family, which never read much without
    // producing anything.
    let methods: Vec<&[u8]> = block.coders.iter().map(Coder::encoder_method_id).collect();
    let mut compressors = methods.iter().filter(|method| !FILTERS.contains(method));
    let of_four_ways = methods.contains(&EncoderMethod::ID_BCJ2)
        && compressors
            .clone()
            .all(|&method| [EncoderMethod::ID_LZMA, EncoderMethod::ID_LZMA2].contains(&method));
    if compressors.nth(1).is_some() && !of_four_ways {
        return Some("compressed more than once, which is not supported".to_owned());
    }
    // Attack: a chain of coders, each with a dictionary of its own.
    let wanted: u64 = block.coders.iter().map(dictionary).sum();
    (wanted > DICTIONARY).then(|| Flaw::Dictionary { limit: DICTIONARY }.to_string())
}

/// Returns the number of bytes that a coder may hold in memory.
fn dictionary(coder: &Coder) -> u64 {
    let properties = coder.properties();
    let number = || {
        let bytes = properties.get(1..5).and_then(|bytes| bytes.try_into().ok()).unwrap_or_default();
        u64::from(u32::from_le_bytes(bytes))
    };
    match coder.encoder_method_id() {
        EncoderMethod::ID_LZMA | EncoderMethod::ID_PPMD => number(),
        EncoderMethod::ID_LZMA2 => match properties.first() {
            Some(&bits @ 0..40) => u64::from(2 | (bits & 1)) << (bits / 2 + 11),
            _ => u64::MAX >> 8,
        },
        _ => 0,
    }
}

fn trouble_of(error: Error, at: &str) -> Trouble {
    let detail: String = match error {
        Error::Io(error, _) | Error::MaybeBadPassword(error) => return Trouble::new(error, at),
        Error::PasswordRequired => return Flaw::Encrypted.into(),
        Error::Other(words) | Error::Unsupported(words) => words.into_owned(),
        Error::ChecksumVerificationFailed | Error::NextHeaderCrcMismatch => {
            "a checksum does not match".to_owned()
        }
        Error::UnsupportedCompressionMethod(method) => {
            format!("compressed with {method}, which is not supported")
        }
        _ => "its list of contents is damaged".to_owned(),
    };
    Flaw::damaged(&detail).into()
}
