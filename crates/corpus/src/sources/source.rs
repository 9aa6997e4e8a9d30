//! One source of documents, and how it is cut into pieces. Reads only.

use std::fs;
use std::path::{Path, PathBuf};

use super::names::changed_at;
use super::piece::Piece;
use super::{folder, lines, zipped};
use crate::canonical::Format;
use crate::error::{Result, reading};

/// One source.
#[derive(Debug, Clone)]
pub struct DocumentSource {
    path: PathBuf,
    kind: SourceKind,
    /// How texts are read of which nothing else is said; by their names where there is none.
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
    /// What the path names: a folder, `.zip`, `.jsonl` or `.ndjson` (also with `.gz` or `.zst`), or else one document.
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

    /// JSON Lines from standard input, which cannot be read twice: for sketching only.
    pub fn standard_input() -> Self {
        Self { path: PathBuf::from("-"), kind: SourceKind::Input, format: None }
    }

    /// One document from standard input, which cannot be read twice.
    pub fn standard_input_text() -> Self {
        Self { path: PathBuf::from("-"), kind: SourceKind::Text, format: None }
    }

    /// The same, with documents read in this format, whatever their names speak for.
    #[must_use]
    pub fn read_as(self, format: Format) -> Self {
        Self { format: Some(format), ..self }
    }

    /// Whether it can be read once only.
    pub fn is_standard_input(&self) -> bool {
        matches!(self.kind, SourceKind::Input | SourceKind::Text)
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
            SourceKind::Folder => folder::walk(&self.path, &mut |path| {
                // One that is gone again changes the digest by its absence.
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

    /// Cuts the source into work, in order; `give` may wait, and says when to stop.
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
