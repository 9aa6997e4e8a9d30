//! What was handed in, after unpacking and decoding.

/// BLAKE3 of a file's bytes as they were uploaded.
pub type Digest = [u8; 32];

/// One file of one author, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Path relative to the submission, `/` between parts; bytes that are not UTF-8 appear as `\xNN`.
    pub path: String,
    /// The text in UTF-8, without a byte order mark, line ends untouched.
    pub text: String,
    /// Encoding the bytes were decoded from, by its WHATWG name (`UTF-8`, `windows-1252`, `UTF-16LE`).
    pub encoding: &'static str,
    /// Set if the text is a notebook's code.
    pub notebook: Option<Notebook>,
    /// Digest of the bytes as uploaded.
    pub digest: Digest,
    /// What a reader should know, in whole words ("3 undecodable bytes were replaced").
    pub notes: Vec<String>,
}

impl SourceFile {
    /// A text that nobody uploaded: plain UTF-8, no notes, a digest of zeros.
    pub fn plain(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            text: text.into(),
            encoding: "UTF-8",
            notebook: None,
            digest: [0; 32],
            notes: Vec::new(),
        }
    }
}

/// What remains of a notebook beside its code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notebook {
    /// Where each code cell begins in the text, in bytes, ascending. Cells are joined by a line feed.
    pub cells: Vec<u32>,
    /// The language of the cells, in the notebook's words.
    pub language: Option<String>,
}

/// One author's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// Unique in its batch.
    pub name: String,
    /// Set for earlier submissions, which are compared against but not with each other.
    pub archive: Option<ArchiveLabel>,
    /// The author, where the upload's layout tells.
    pub author: Option<String>,
    /// The number or user name by which the platform tells the author from others of the name, where the layout tells;
    /// see [`crate::authors`].
    pub person: Option<String>,
    /// The attempt's number, where the upload's layout tells.
    pub attempt: Option<u32>,
    /// Time of handing in (RFC 3339), where the upload's layout tells.
    pub submitted_at: Option<String>,
    /// Sorted by path.
    pub files: Vec<SourceFile>,
}

/// Where an earlier submission comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveLabel {
    /// The archive's name.
    pub name: String,
    /// Its year, where known.
    pub year: Option<i32>,
}

/// A file that is listed but not analysed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Skipped {
    /// The submission it would have belonged to, if that much is known.
    pub submission: Option<String>,
    /// Path relative to that submission (or to the upload).
    pub path: String,
    /// Why, with the limit and its value where one was passed.
    pub reason: String,
}

/// Everything that one comparison is about.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// Sorted by name (bytes); those of archives follow, also sorted by name.
    pub submissions: Vec<Submission>,
    /// Material handed out; never counted.
    pub boilerplate: Vec<SourceFile>,
    /// Sorted.
    pub skipped: Vec<Skipped>,
    /// The learning platforms whose exports were recognised, in their words (`moodle`), sorted.
    pub layouts: Vec<String>,
}
