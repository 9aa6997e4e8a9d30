//! Where documents come from: folders, zips, JSON Lines (`.gz` and `.zst` by ending) and single files. Reads only.
//!
//! A source is cut into [`Work`], of which each part is read by whichever thread is free; the order of documents is that
//! of the sources, in a folder that of paths. Links and what is neither file nor folder are passed over.

mod folder;
mod harvest;
mod lines;
mod record;
mod recycled;
mod stored;
mod texts;
mod work;
mod zipped;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

pub(crate) use harvest::{Harvest, Material, mixed};
pub use lines::MAX_LINE_LENGTH;
pub(crate) use record::Name;
pub(crate) use work::{Harvester, Work};

use crate::canonical::Format;
use crate::error::{Result, reading};

/// One source.
#[derive(Debug, Clone)]
pub struct DocumentSource {
    path: PathBuf,
    kind: Kind,
    /// How texts are read of which nothing else is said; by their names where there is none.
    format: Option<Format>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Folder,
    Zip,
    Lines,
    File,
    /// JSON Lines from standard input.
    Input,
    /// One document from standard input.
    Text,
}

impl DocumentSource {
    /// What the path names: a folder, `.zip`, `.jsonl` or `.ndjson` (also with `.gz` or `.zst`), or else one document.
    pub fn new(path: &Path) -> Result<Self> {
        let name = path.to_string_lossy().to_ascii_lowercase();
        let bare = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
        let is_folder = fs::metadata(path).map_err(reading(path))?.is_dir();
        let kind = match bare.rsplit('.').next() {
            _ if is_folder => Kind::Folder,
            Some("zip") if bare == name => Kind::Zip,
            Some("jsonl" | "ndjson") => Kind::Lines,
            _ => Kind::File,
        };
        Ok(Self { path: path.to_owned(), kind, format: None })
    }

    /// JSON Lines from standard input, which cannot be read twice: for sketching only.
    pub fn standard_input() -> Self {
        Self { path: PathBuf::from("-"), kind: Kind::Input, format: None }
    }

    /// One document from standard input, which cannot be read twice.
    pub fn standard_input_text() -> Self {
        Self { path: PathBuf::from("-"), kind: Kind::Text, format: None }
    }

    /// The same, with documents read in this format, whatever their names speak for.
    #[must_use]
    pub fn read_as(self, format: Format) -> Self {
        Self { format: Some(format), ..self }
    }

    /// Whether it can be read once only.
    pub fn is_standard_input(&self) -> bool {
        matches!(self.kind, Kind::Input | Kind::Text)
    }

    /// How texts are read of which nothing else is said.
    pub(crate) fn format(&self) -> Option<Format> {
        self.format
    }

    /// The path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What tells whether the source has changed: paths, sizes and times of all its files, not their content.
    pub(crate) fn digest(&self) -> Result<blake3::Hash> {
        let mut hasher = blake3::Hasher::new();
        let mut add = |path: &Path, metadata: &fs::Metadata| {
            let path = path.as_os_str().as_encoded_bytes();
            hasher.update(&(path.len() as u64).to_le_bytes()).update(path);
            hasher.update(&metadata.len().to_le_bytes());
            hasher.update(&changed_at(metadata).to_le_bytes());
        };
        match self.kind {
            Kind::Folder => folder::walk(&self.path, &mut |path| {
                // One that is gone again changes the digest by its absence.
                if let Ok(metadata) = fs::symlink_metadata(path) {
                    add(path, &metadata);
                }
                Ok(())
            })?,
            Kind::Input | Kind::Text => {}
            Kind::Zip | Kind::Lines | Kind::File => {
                add(&self.path, &fs::metadata(&self.path).map_err(reading(&self.path))?);
            }
        }
        Ok(hasher.finalize())
    }

    /// Cuts the source into work, in order; `give` may wait, and says when to stop.
    pub(crate) fn cut(&self, give: &mut dyn FnMut(Work) -> Result<()>) -> Result<()> {
        match self.kind {
            Kind::Folder => folder::cut(&self.path, give),
            Kind::File => give(Work::Files(vec![self.path.clone()])),
            Kind::Text => give(Work::Input),
            Kind::Zip => zipped::cut(&self.path, give),
            Kind::Lines | Kind::Input => lines::cut(&self.path, self.kind == Kind::Input, give),
        }
    }
}

/// Nanoseconds since 1970 of the last change.
fn changed_at(metadata: &fs::Metadata) -> i128 {
    let modified = metadata.modified().unwrap_or(UNIX_EPOCH);
    match modified.duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_nanos().cast_signed(),
        Err(before) => -before.duration().as_nanos().cast_signed(),
    }
}

/// Seconds since 1970 of the last change.
fn date(metadata: &fs::Metadata) -> i64 {
    (changed_at(metadata) / 1_000_000_000) as i64
}

/// A name as it is shown: bytes that are not UTF-8 as `\xNN`.
pub(crate) fn shown(name: &[u8]) -> String {
    let mut shown = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        shown.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(shown, "\\x{byte:02x}");
        }
    }
    shown
}
