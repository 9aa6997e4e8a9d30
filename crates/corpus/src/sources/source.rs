//! A source of documents, and how it is cut into pieces.

use std::fs;
use std::path::{Path, PathBuf};

use super::names::changed_at;
use super::piece::Piece;
use super::{folder, lines, zipped};
use crate::canonical::Format;
use crate::error::{Result, reading};

/// A source of documents.
#[derive(Debug, Clone)]
pub struct DocumentSource {
    path: PathBuf,
    kind: SourceKind,
    /// Format of texts that do not name one; `None` if their names decide.
    format: Option<Format>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SourceKind {
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
    /// Creates a source from a path: a folder, `.zip`, `.jsonl` or `.ndjson` (also with `.gz` or `.zst`), or otherwise
    /// a single document.
    pub fn new(path: &Path) -> Result<Self> {
        let name = path.to_string_lossy().to_ascii_lowercase();
        let bare = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
        let is_folder = fs::metadata(path).map_err(reading(path))?.is_dir();
        let kind = match bare.rsplit('.').next() {
            _ if is_folder => SourceKind::Folder,
            Some("zip") if bare == name => SourceKind::Zip,
            Some("jsonl" | "ndjson") => SourceKind::Lines,
            _ => SourceKind::File,
        };
        Ok(Self { path: path.to_owned(), kind, format: None })
    }

    /// Creates a source of JSON Lines from standard input. It can be read only once, so it is only for sketching.
    pub fn standard_input() -> Self {
        Self { path: PathBuf::from("-"), kind: SourceKind::Input, format: None }
    }

    /// Creates a source of one document from standard input. It can be read only once.
    pub fn standard_input_text() -> Self {
        Self { path: PathBuf::from("-"), kind: SourceKind::Text, format: None }
    }

    /// Returns the same source, with documents read in this format, if there is one, whatever their names suggest.
    #[must_use]
    pub fn read_as(self, format: Option<Format>) -> Self {
        Self { format, ..self }
    }

    /// Returns whether the source can be read only once.
    pub fn is_standard_input(&self) -> bool {
        matches!(self.kind, SourceKind::Input | SourceKind::Text)
    }

    /// Returns the format of texts that do not name one.
    pub(crate) fn format(&self) -> Option<Format> {
        self.format
    }

    /// Returns the path as it was given.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns a digest that shows whether the source has changed. It covers the paths, sizes and times of all files,
    /// but not their contents.
    pub(crate) fn digest(&self) -> Result<blake3::Hash> {
        let mut hasher = blake3::Hasher::new();
        let mut add = |path: &Path, metadata: &fs::Metadata| {
            let path = path.as_os_str().as_encoded_bytes();
            hasher.update(&(path.len() as u64).to_le_bytes()).update(path);
            hasher.update(&metadata.len().to_le_bytes());
            hasher.update(&changed_at(metadata).to_le_bytes());
        };
        match self.kind {
            SourceKind::Folder => folder::walk(&self.path, &mut |path| {
                // A file that was just removed changes the digest, as it is missing.
                if let Ok(metadata) = fs::symlink_metadata(path) {
                    add(path, &metadata);
                }
                Ok(())
            })?,
            SourceKind::Input | SourceKind::Text => {}
            SourceKind::Zip | SourceKind::Lines | SourceKind::File => {
                add(&self.path, &fs::metadata(&self.path).map_err(reading(&self.path))?);
            }
        }
        Ok(hasher.finalize())
    }

    /// Cuts the source into pieces, in order. `give` may wait, and stops the cutting with an error.
    pub(crate) fn cut(&self, give: &mut dyn FnMut(Piece) -> Result<()>) -> Result<()> {
        match self.kind {
            SourceKind::Folder => folder::cut(&self.path, give),
            SourceKind::File => give(Piece::Files(vec![self.path.clone()])),
            SourceKind::Text => give(Piece::Input),
            SourceKind::Zip => zipped::cut(&self.path, give),
            SourceKind::Lines | SourceKind::Input => {
                lines::cut(&self.path, self.kind == SourceKind::Input, give)
            }
        }
    }
}
