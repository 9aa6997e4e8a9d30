//! Why a run ends without a result. What is wrong with a single document is no error: it becomes its state.

use std::io;
use std::path::{Path, PathBuf};

use chaffinch_fingerprint::KeyId;

use crate::limits::MAX_DOCUMENTS;

/// Why a run ended. Nothing it had begun to write stands under a name that a reader would take for a result.
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
    /// A source is not what it was when the run began.
    #[error("{} changed while it was read; run again when nothing writes to it", path.display())]
    Changed {
        /// The file or folder.
        path: PathBuf,
    },
    /// A zip that cannot be opened.
    #[error("{} is not a readable zip archive", path.display())]
    Zip {
        /// The archive.
        path: PathBuf,
        /// The archive's reason.
        source: zip::result::ZipError,
    },
    /// A zip bomb.
    #[error("entries of {} overlap, which never happens in a normal archive", path.display())]
    Overlap {
        /// The archive.
        path: PathBuf,
    },
    /// The bound is too low for this many documents.
    #[error("{documents} documents need at least {least} bytes of memory, and --memory allows {allowed}")]
    Memory {
        /// How many there are.
        documents: u64,
        /// The least bound that would do.
        least: u64,
        /// The bound.
        allowed: u64,
    },
    /// More documents than have a number.
    #[error("more than {} documents, the limit of one corpus", MAX_DOCUMENTS)]
    TooMany,
    /// More names in one folder than are held in memory.
    #[error("{} contains more than {limit} entries, the limit of a folder; pass them as JSON Lines instead", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The limit.
        limit: usize,
    },
    /// The work directory belongs to another run.
    #[error("{} contains a run with other {what}; choose another --work-dir, or remove it", path.display())]
    OtherRun {
        /// The work directory.
        path: PathBuf,
        /// Parameters, or sources.
        what: &'static str,
    },
    /// The work directory holds no finished run.
    #[error("{} contains no finished run; make one with `chaffinch corpus cluster --work-dir`", path.display())]
    NoRun {
        /// The work directory.
        path: PathBuf,
    },
    /// The work directory is somebody's folder.
    #[error("{} is not empty and not a work directory; choose another --work-dir", path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// The work directory's files are not as they were left.
    #[error("{} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
    /// Another process works in the work directory.
    #[error("another process is using {}", path.display())]
    Busy {
        /// The work directory.
        path: PathBuf,
    },
    /// Texts, feature sets and sketches of several kinds do not meet.
    #[error("{document:?} has {found}, but {first:?} has {expected}; they cannot be compared")]
    Mixed {
        /// The one that differs.
        document: String,
        /// What it brings.
        found: String,
        /// An earlier one.
        first: String,
        /// What that brings.
        expected: String,
    },
    /// Sketches are made under a key that was not given.
    #[error(
        "the sketches of this run were made with key {named}, but key {given} was given (the public key is {})",
        KeyId::PUBLIC
    )]
    Key {
        /// Which one is named.
        named: KeyId,
        /// Which one was given.
        given: KeyId,
    },
    /// A threshold below what was kept of the pairs.
    #[error(
        "pairs below {floor} were not kept; a threshold of {threshold} needs a new run with a lower --floor"
    )]
    Floor {
        /// The least resemblance or containment of pairs kept.
        floor: f64,
        /// What was asked for.
        threshold: f64,
    },
    /// A sample of which containment cannot be told, or a ladder with too large a unit.
    #[error("a run cannot use the sample {sample}; use mod:M, or ladder:N:mod:M where N is at most 127")]
    Sample {
        /// What was asked for.
        sample: String,
    },
    /// What a fast run cannot do.
    #[error("a run with --fast does not support {what}; cluster without --fast")]
    Fast {
        /// What was asked for.
        what: &'static str,
    },
    /// No clusters were kept, or documents have come since.
    #[error(
        "{} has no clusters of its current documents; make them with `chaffinch corpus recluster --work-dir`",
        path.display()
    )]
    NoClusters {
        /// The work directory.
        path: PathBuf,
    },
    /// A name that no document has.
    #[error("no document of the corpus is named {name:?}")]
    NoDocument {
        /// What was asked for.
        name: String,
    },
    /// A number that is not that of a cluster.
    #[error("there is no cluster {cluster}; a cluster has the number of its first document, counted from 1")]
    NoCluster {
        /// What was asked for.
        cluster: u32,
    },
    /// A ranked list that is too long.
    #[error("the list has more than {limit} bytes, the limit")]
    List {
        /// The limit.
        limit: u64,
    },
    /// A line of a ranked list that was folded before.
    #[error("line {line} of the list already has a member \"folded\"")]
    Folded {
        /// Its number, counted from 1.
        line: u64,
    },
    /// A document whose text is not where it was said to be.
    #[error("none of the given sources contains {name:?} as it was read, in at most {limit} bytes")]
    NoText {
        /// Its name.
        name: String,
        /// The limit.
        limit: usize,
    },
    /// One document was asked for.
    #[error("{} contains {documents} documents; give a source with exactly one", path.display())]
    NotOne {
        /// The source.
        path: PathBuf,
        /// How many it holds.
        documents: u64,
    },
    /// More sweeps than are compared.
    #[error("more than {limit} sweeps, the limit; use longer periods")]
    Sweeps {
        /// The limit.
        limit: usize,
    },
    /// More documents than the greedy way is for.
    #[error("greedy clustering supports at most {limit} different documents; there are {documents}")]
    Greedy {
        /// The limit.
        limit: u32,
        /// How many there are.
        documents: u64,
    },
}

/// What the crate's functions return.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of reading with the path it happened at.
pub(crate) fn reading(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
    |source| Error::Read { path: path.to_owned(), source }
}

/// An error of writing with the path it happened at.
pub(crate) fn writing(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
    |source| Error::Write { path: path.to_owned(), source }
}
