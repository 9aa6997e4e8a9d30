//! Defines submitted files and submissions: after unpacking and decoding, and when they are ready to be compared.

use crate::{LazyStream, LineTable, ReferenceLabel};

/// The BLAKE3 hash of a file's bytes as they were uploaded.
pub type Digest = [u8; 32];

/// A decoded file of one author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// The path relative to the submission, with `/` between parts. Bytes that are not UTF-8 appear as `\xNN`.
    pub path: String,
    /// The text in UTF-8, without a byte order mark and with its original line ends.
    pub text: String,
    /// The encoding of the original bytes, by its WHATWG name (`UTF-8`, `windows-1252`, `UTF-16LE`), or `UTF-32LE` and `UTF-32BE`.
    pub encoding: &'static str,
    /// Set if the text is the code of a notebook, or its prose.
    pub notebook: Option<Notebook>,
    /// The digest of the bytes as uploaded.
    pub digest: Digest,
    /// Notes for readers of the report, in full sentences ("3 undecodable bytes were replaced").
    pub notes: Vec<String>,
    /// Set if nobody in the class wrote it.
    pub provenance: Option<Provenance>,
}

/// Where a file is from that no student wrote, in the terms of GitHub's Linguist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Provenance {
    /// A library, or another file that others published: a build wrapper, a licence text.
    Vendored,
    /// A tool wrote it: a compiler of grammars, an object-relational mapper, a designer of forms.
    Generated,
}

impl SourceFile {
    /// Creates a file that was not uploaded: plain UTF-8, no notes, a digest of zeros.
    pub fn plain(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            text: text.into(),
            encoding: "UTF-8",
            notebook: None,
            digest: [0; 32],
            notes: Vec::new(),
            provenance: None,
        }
    }
}

/// The parts of a notebook other than its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notebook {
    /// The first byte of each code cell in the text, ascending. Cells are joined by a line feed.
    pub cells: Vec<u32>,
    /// The language of the cells, as the notebook names it; [`Notebook::PROSE`] for Markdown and raw cells.
    pub language: Option<String>,
}

impl Notebook {
    /// The language of cells that are not code.
    pub const PROSE: &str = "text";
}

/// What is known of a submission apart from its files.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SubmissionHeader {
    /// The name, unique in its batch or archive. The order of names decides every tie.
    pub name: String,
    /// The author, if the upload's layout names one.
    pub author: Option<String>,
    /// The number or user name by which the platform distinguishes authors of the same name, if the layout has it. See
    /// [`crate::authors`].
    pub person: Option<String>,
    /// The number of the attempt, if the upload's layout has it.
    pub attempt: Option<u32>,
    /// The submission time (RFC 3339), if the upload's layout has it.
    pub submitted_at: Option<String>,
}

impl SubmissionHeader {
    /// Returns the header of a submission of which only the name is known.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

/// The files of one author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Name, author, attempt and time.
    pub header: SubmissionHeader,
    /// Set for earlier submissions and reference answers, which are compared against but not with each other.
    pub archive: Option<ArchiveLabel>,
    /// The files, sorted by path.
    pub files: Vec<SourceFile>,
}

/// The origin of a submission that is not of the class.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct ArchiveLabel {
    /// The name of the archive; that of reference answers of an upload is [`ReferenceLabel::ARCHIVE`], which no archive
    /// has.
    pub name: String,
    /// The year of the archive, if known.
    pub year: Option<i32>,
    /// Set if it is a reference answer and not an earlier submission.
    pub reference: Option<ReferenceLabel>,
}

/// A file that is listed but not analysed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub struct Skipped {
    /// The submission that the file belongs to, if known.
    pub submission: Option<String>,
    /// The path relative to that submission, or to the upload.
    pub path: String,
    /// The reason, with the limit and its value if a limit was exceeded.
    pub reason: String,
}

/// The input of one comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// The submissions, sorted by name (bytes). Those of archives follow, also sorted by name, and then the reference
    /// answers, sorted in the same way.
    pub submissions: Vec<Submission>,
    /// Starter code, which never counts.
    pub boilerplate: Vec<SourceFile>,
    /// The skipped files, sorted.
    pub skipped: Vec<Skipped>,
    /// The learning platforms whose exports were recognized, by their short names (`moodle`), sorted.
    pub layouts: Vec<String>,
}

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
    /// The provenance, see [`crate::SourceFile::provenance`].
    pub provenance: Option<Provenance>,
}

impl From<&SourceFile> for FileRecord {
    fn from(file: &SourceFile) -> Self {
        Self {
            path: file.path.clone(),
            encoding: file.encoding,
            cells: file.notebook.as_ref().map(|notebook| notebook.cells.clone()),
            digest: file.digest,
            bytes: file.text.len() as u32,
            lines: LineTable::new(&file.text),
            notes: file.notes.clone(),
            provenance: file.provenance,
        }
    }
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
