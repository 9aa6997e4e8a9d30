//! Readers of archives, one for each format: what they read from, and where they put the entries. A reader knows its
//! format and nothing else: the sink checks names, counts, opens inner archives and decodes files.

pub(crate) mod code_page;
pub(crate) mod decompress;
pub(crate) mod jar;
pub(crate) mod sevenzip;
pub(crate) mod tarball;
pub(crate) mod zipped;

use std::io::{Read, Seek};

use crate::archives::code_page::NameEncoding;
use crate::input::tree::{Folder, Node};
use crate::limits::{Budget, Flaw, Trouble};

/// The source of an archive: a file, or the bytes of an inner archive.
pub(crate) trait ArchiveSource: Read + Seek {}
impl<T: Read + Seek> ArchiveSource for T {}

/// Reasons used for entries on disk and in archives.
pub(crate) const A_LINK: &str = "a link; links are not followed";
pub(crate) const NOT_REGULAR: &str = "not a regular file";

/// File types in a Unix mode.
const TYPE_MASK: u32 = 0o170_000;
const REGULAR: u32 = 0o100_000;
const LINK: u32 = 0o120_000;

/// Returns what an entry is that is no folder, by its Unix mode, which is 0 if it is unknown; `None` for a file, which must
/// be read.
///
/// Attack: a link to a file of this machine, or to a folder through which later entries write.
fn of_mode(mode: u32) -> Option<Node> {
    match mode & TYPE_MASK {
        0 | REGULAR => None,
        LINK => Some(Node::Other(A_LINK.to_owned())),
        _ => Some(Node::Other(NOT_REGULAR.to_owned())),
    }
}

/// The archive that is being read, and where its entries go.
pub(crate) struct OpenArchive<'a> {
    pub(crate) sink: &'a dyn EntrySink,
    /// Path of the archive, for messages.
    pub(crate) archive: &'a str,
    /// Whether the user named the archive. Its flaws then refuse the request.
    pub(crate) given: bool,
    /// What is wrong with the first path that was left out.
    pub(crate) odd_path: Option<Flaw>,
    /// The folder into which the entries are put.
    pub(crate) into: Folder,
}

impl<'a> OpenArchive<'a> {
    /// Creates an archive inside another one, of which nothing has been read.
    pub(crate) fn new(sink: &'a dyn EntrySink, archive: &'a str) -> Self {
        Self { sink, archive, given: false, odd_path: None, into: Folder::default() }
    }

    /// Returns a path as messages show it.
    pub(crate) fn at(&self, path: &[String]) -> String {
        format!("{}/{}", self.archive, path.join("/"))
    }
}

/// Takes the entries of an archive.
pub(crate) trait EntrySink {
    /// Returns the counters of what has been read.
    fn budget(&self) -> &Budget<'_>;

    /// Returns the encoding of names that are not UTF-8, if the user named it. [`Self::admit`] uses it.
    fn name_encoding(&self) -> Option<NameEncoding>;

    /// Checks the name of an entry in an archive. Returns `None` if there is nothing to read: junk, the root of the
    /// archive, or an odd path, which is listed.
    fn admit(&self, raw: &[u8], open: &mut OpenArchive<'_>) -> Result<Option<Vec<String>>, Trouble>;

    /// Reads an entry of an archive from a metered reader. If the entry is an archive, it is opened.
    fn entry(&self, content: &mut dyn Read, declared: u64, at: &str) -> Result<Node, Trouble>;

    /// Puts an entry of an archive at its path.
    fn place(&self, path: &[String], node: Node, open: &mut OpenArchive<'_>) -> Result<(), Trouble>;
}
