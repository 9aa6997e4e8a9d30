//! Defines files and submissions that are ready to be compared, with the few facts about a file that are kept.

use crate::{ArchiveLabel, Digest, LazyStream, LineTable, SubmissionHeader};

/// A file without its text: enough to compare it and to compute line numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRecord {
    /// The path, see [`crate::SourceFile::path`].
    pub path: String,
    /// The encoding, see [`crate::SourceFile::encoding`].
    pub encoding: &'static str,
    /// The positions of code cells, see [`crate::Notebook::cells`].
    pub cells: Option<Vec<u32>>,
    /// The digest, see [`crate::SourceFile::digest`]. Zeros if only normalized data may be kept.
    pub digest: Digest,
    /// The size of the decoded text in bytes.
    pub bytes: u32,
    /// The positions of its lines. Spans and cells use the same byte offsets. They are offsets in the decoded text,
    /// unless only normalized data may be kept.
    pub lines: LineTable,
    /// The notes, see [`crate::SourceFile::notes`].
    pub notes: Vec<String>,
}

/// A file that is ready to be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenizedFile {
    /// The file's properties.
    pub record: FileRecord,
    /// The file's tokens.
    pub stream: LazyStream,
}

/// A submission that is ready to be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenizedSubmission {
    /// Name, author, attempt and time.
    pub header: SubmissionHeader,
    /// Set for earlier submissions and reference answers.
    pub archive: Option<ArchiveLabel>,
    /// The files, sorted by path.
    pub files: Vec<TokenizedFile>,
}
