//! Errors that end a run without a result. A problem with a single document is not an error: it becomes the document's
//! state.

use std::io;
use std::path::{Path, PathBuf};

use chaffinch_sketch::KeyId;

use crate::limits::MAX_DOCUMENTS;

/// Why a run ended. Unfinished output never has the name of a finished result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A source, or a file of the work directory, cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The disk is full, or the place cannot be written to.
    #[error("cannot write {}", path.display())]
    Write {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A source changed after the run began.
    #[error("{} changed while it was read; run again when nothing writes to it", path.display())]
    Changed {
        /// The file or folder.
        path: PathBuf,
    },
    /// A zip archive cannot be opened.
    #[error("{} is not a readable zip archive", path.display())]
    Zip {
        /// The archive.
        path: PathBuf,
        /// The archive reader's reason.
        source: zip::result::ZipError,
    },
    /// Entries of a zip archive overlap, as those of a zip bomb do.
    #[error("entries of {} overlap, which never happens in a normal archive", path.display())]
    Overlap {
        /// The archive.
        path: PathBuf,
    },
    /// The memory limit is too low for the number of documents.
    #[error("{documents} documents need at least {least} bytes of memory, and --memory allows {allowed}")]
    Memory {
        /// Number of documents.
        documents: u64,
        /// The lowest limit that suffices, in bytes.
        least: u64,
        /// The limit that was given, in bytes.
        allowed: u64,
    },
    /// There are more than [`MAX_DOCUMENTS`] documents.
    #[error("more than {} documents, the limit of one corpus", MAX_DOCUMENTS)]
    TooMany,
    /// A folder has more entries than are held in memory.
    #[error("{} contains more than {limit} entries, the limit of a folder; pass them as JSON Lines instead", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The largest number of entries.
        limit: usize,
    },
    /// The work directory contains a run with another format, other settings or other sources.
    #[error("{} contains a run with other {what}; choose another --work-dir, or remove it", path.display())]
    OtherRun {
        /// The work directory.
        path: PathBuf,
        /// What differs: the format, the settings or the sources.
        what: &'static str,
    },
    /// The work directory contains no finished run.
    #[error("{} contains no finished run; make one with `chaffinch corpus cluster --work-dir`", path.display())]
    NoRun {
        /// The work directory.
        path: PathBuf,
    },
    /// The folder has other contents than those of a work directory.
    #[error("{} is not empty and not a work directory; choose another --work-dir", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// A file of the work directory is damaged.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Another process uses the work directory.
    #[error("another process is using {}", path.display())]
    Busy {
        /// The work directory.
        path: PathBuf,
    },
    /// The documents differ in kind (text, features or sketch) or parameters, so they cannot be compared.
    #[error("{document:?} has {found}, but {first:?} has {expected}; they cannot be compared")]
    Mixed {
        /// The document that differs.
        document: String,
        /// Its kind and parameters.
        found: String,
        /// The document before it.
        first: String,
        /// The kind and parameters of that document.
        expected: String,
    },
    /// The sketches were made with another key than the one given.
    #[error(
        "the sketches of this run were made with key {named}, but key {given} was given (the public key is {})",
        KeyId::PUBLIC
    )]
    Key {
        /// The key of the sketches.
        named: KeyId,
        /// The key that was given.
        given: KeyId,
    },
    /// The threshold is below the floor of the pairs that were kept.
    #[error(
        "pairs below {floor} were not kept; a threshold of {threshold} needs a new run with a lower --floor"
    )]
    Floor {
        /// The lowest resemblance or containment of the pairs that were kept.
        floor: f64,
        /// The threshold that was requested.
        threshold: f64,
    },
    /// Containment cannot be estimated from this sample, or the unit of its ladder is too large.
    #[error("a run cannot use the sample {sample}; use mod:M, or ladder:N:mod:M where N is at most 127")]
    Sample {
        /// The sample that was requested.
        sample: String,
    },
    /// A run with `--fast` does not support this operation.
    #[error("a run with --fast does not support {what}; cluster without --fast")]
    Fast {
        /// The operation that was requested.
        what: &'static str,
    },
    /// There are no stored clusters, or documents were added after they were made.
    #[error(
        "{} has no clusters of its current documents; make them with `chaffinch corpus recluster --work-dir`",
        path.display()
    )]
    NoClusters {
        /// The work directory.
        path: PathBuf,
    },
    /// No document has this name.
    #[error("no document of the corpus is named {name:?}")]
    NoDocument {
        /// The name that was requested.
        name: String,
    },
    /// No cluster has this number.
    #[error("there is no cluster {cluster}; a cluster has the number of its first document, counted from 1")]
    NoCluster {
        /// The number that was requested.
        cluster: u32,
    },
    /// A ranked list is too long.
    #[error("the list has more than {limit} bytes, the limit")]
    List {
        /// The largest size in bytes.
        limit: u64,
    },
    /// A line of a ranked list has a member `folded` already.
    #[error("line {line} of the list already has a member \"folded\"")]
    Folded {
        /// The line number, counted from 1.
        line: u64,
    },
    /// No given source contains the document's text as it was read.
    #[error("none of the given sources contains {name:?} as it was read, in at most {limit} bytes")]
    NoText {
        /// The name of the document.
        name: String,
        /// The largest size of a text, in bytes.
        limit: usize,
    },
    /// The source must contain exactly one document, and does not.
    #[error("{} contains {documents} documents; give a source with exactly one", path.display())]
    NotOne {
        /// The source.
        path: PathBuf,
        /// Number of documents it contains.
        documents: u64,
    },
    /// There are more sweeps than can be compared.
    #[error("more than {limit} sweeps, the limit; use longer periods")]
    Sweeps {
        /// The largest number of sweeps.
        limit: usize,
    },
    /// There are too many different documents for greedy clustering.
    #[error("greedy clustering supports at most {limit} different documents; there are {documents}")]
    Greedy {
        /// The largest number of documents.
        limit: u32,
        /// Number of different documents.
        documents: u64,
    },
}

/// Result of this crate's functions.
pub type Result<T> = std::result::Result<T, Error>;

/// Converts an I/O error of reading `path`.
pub(crate) fn reading(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
    |source| Error::Read { path: path.to_owned(), source }
}

/// Converts an I/O error of writing `path`.
pub(crate) fn writing(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
    |source| Error::Write { path: path.to_owned(), source }
}
