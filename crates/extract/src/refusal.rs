//! Why a request is not taken, in words for the person who sent it and codes for their scripts.

use std::borrow::Cow;
use std::fmt::Display;
use std::io;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::limits::DICTIONARY;
use crate::{BadRule, name, streams};

/// Why a whole request is refused. All but [`Refusal::Io`] are about what was sent.
#[derive(Debug, Error, Serialize, Deserialize)]
pub enum Refusal {
    /// A path that was given is not there.
    #[error("{name}: there is no such file or folder")]
    Missing {
        /// As given.
        name: String,
    },
    /// The machine failed to read what is there: our trouble, not the sender's.
    #[error("{name} cannot be read")]
    #[serde(skip)]
    Io {
        /// The input, or the place inside it.
        name: String,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// Too many files, folders and links.
    #[error("more than {limit} entries (the limit for one request); counting stopped at {at}")]
    TooManyEntries {
        /// [`crate::Limits::entries`].
        limit: u64,
        /// Where counting stopped.
        at: String,
    },
    /// Too many bytes after unpacking.
    #[error("more than {limit} bytes after unpacking (the limit for one request); reading stopped at {at}")]
    TotalSize {
        /// [`crate::Limits::total_bytes`].
        limit: u64,
        /// Where reading stopped.
        at: String,
    },
    /// An archive that inflates far beyond what program text does.
    #[error(
        "{archive} ({bytes} bytes) unpacks to more than {limit} times its size (the limit); reading \
         stopped at {at}"
    )]
    Ratio {
        /// [`crate::Limits::ratio`].
        limit: u64,
        /// The archive.
        archive: String,
        /// Its size.
        bytes: u64,
        /// Where reading stopped.
        at: String,
    },
    /// Paths of too many bytes.
    #[error(
        "paths of more than {limit} bytes together (the limit for one request); counting stopped at {at}"
    )]
    LongPaths {
        /// [`crate::PATHS`].
        limit: u64,
        /// Where counting stopped.
        at: String,
    },
    /// An archive that was given cannot be taken as it is.
    #[error("{name}: {flaw}")]
    Archive {
        /// As given.
        name: String,
        /// What is wrong with it.
        flaw: Flaw,
    },
    /// Too many submissions.
    #[error("{found} submissions, more than {limit} (the limit for one request)")]
    TooManySubmissions {
        /// How many there are, earlier ones counted.
        found: usize,
        /// [`crate::Limits::submissions`].
        limit: usize,
    },
    /// A rule that cannot be one.
    #[error(transparent)]
    Rule(#[from] BadRule),
    /// Nothing to compare.
    #[error(
        "{} with a readable file; {found} found. This is what was sent:\n{tree}",
        if *least < 2 { "at least one submission is needed" } else { "a comparison needs at least two submissions" }
    )]
    TooFewSubmissions {
        /// Submissions with at least one file to analyse.
        found: usize,
        /// How many there must be, earlier ones counted.
        least: usize,
        /// What was found, indented, at most a screenful.
        tree: String,
    },
}

impl Refusal {
    /// A word for scripts that never changes.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "not-found",
            Self::Io { .. } => "io",
            Self::TooManyEntries { .. } => "too-many-entries",
            Self::TotalSize { .. } => "total-size",
            Self::Ratio { .. } => "ratio",
            Self::LongPaths { .. } => "path-too-long",
            Self::TooManySubmissions { .. } => "too-many-submissions",
            Self::Rule(_) => "invalid-field",
            Self::Archive { flaw, .. } => flaw.code(),
            Self::TooFewSubmissions { .. } => "too-few-submissions",
        }
    }

    /// Why an inner archive that went beyond its limits is listed. `None`: it is not the archive that is to blame.
    pub(crate) fn of_inner(&self) -> Option<String> {
        let share = "(the limit for one archive inside an upload)";
        let what = match self {
            Self::TooManyEntries { limit, .. } => format!("has more than {limit} entries {share}"),
            Self::TotalSize { limit, .. } => format!("unpacks to more than {limit} bytes {share}"),
            Self::LongPaths { limit, .. } => format!("has paths of more than {limit} bytes together {share}"),
            Self::Ratio { limit, bytes, .. } => {
                format!("unpacks to more than {limit} times its size of {bytes} bytes (the limit)")
            }
            _ => return None,
        };
        Some(format!("the archive {what}; nothing in it is compared"))
    }

    /// Whether the sender can do something about it; otherwise the fault is ours.
    pub fn is_about_the_request(&self) -> bool {
        !matches!(self, Self::Io { .. })
    }
}

/// What is wrong with one archive. Of an archive that was given it refuses the request; of one found inside,
/// it is listed and the rest is read.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum Flaw {
    /// The name promises an archive, the bytes are none.
    #[error("not a {kind} archive, whatever its name says")]
    NotAnArchive {
        /// What the name says it is.
        kind: Cow<'static, str>,
    },
    /// An archive in a format that is not opened.
    #[error(
        "an archive of a kind that is not opened ({kind}); zip, 7z and tar (plain, gz, xz, bz2, zst) are"
    )]
    Unsupported {
        /// The format.
        kind: Cow<'static, str>,
    },
    /// It begins well but cannot be read to the end.
    #[error("the archive is damaged or cut short ({detail})")]
    Damaged {
        /// What the reader stumbled over.
        detail: String,
    },
    /// It asks for a password.
    #[error("the archive is encrypted; send it without a password")]
    Encrypted,
    /// Its compression asks for more memory than one archive gets.
    #[error("unpacking the archive takes a dictionary of more than {limit} bytes (the limit)")]
    Dictionary {
        /// [`crate::DICTIONARY`].
        limit: u64,
    },
    /// Its list of contents is too long to be held in memory.
    #[error(
        "the archive's list of contents has more than {limit} bytes (the limit for 7z); a zip may have more"
    )]
    Listing {
        /// [`crate::LISTING`].
        limit: u64,
    },
    /// Entries that share bytes: the way to build a bomb without layers.
    #[error("entries of the archive overlap, as no ordinary archive's do")]
    Overlap,
    /// A path that leads out of the archive.
    #[error("unsafe path `{path}`: {why}")]
    UnsafePath {
        /// The path, escaped.
        path: String,
        /// What makes it unsafe.
        why: Cow<'static, str>,
    },
    /// A path that is too long.
    #[error("path of {bytes} bytes (the limit is {limit}): `{path}`")]
    LongPath {
        /// Its beginning, escaped.
        path: String,
        /// Its length.
        bytes: usize,
        /// [`crate::Limits::path_bytes`].
        limit: usize,
    },
    /// A path of too many parts.
    #[error("path of {parts} parts (the limit is {limit}): `{path}`")]
    DeepPath {
        /// Its beginning, escaped.
        path: String,
        /// Its parts.
        parts: usize,
        /// [`crate::Limits::path_depth`].
        limit: usize,
    },
}

impl Flaw {
    /// Bytes that a reader could make nothing of.
    pub(crate) fn damaged(error: &dyn Display) -> Self {
        // Readers quote names in their errors, as raw as they stand in the archive.
        Self::Damaged { detail: name::beginning(error.to_string().as_bytes()) }
    }

    /// As [`Refusal::code`].
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotAnArchive { .. } => "not-an-archive",
            Self::Unsupported { .. } => "unsupported-archive",
            Self::Damaged { .. } => "damaged-archive",
            Self::Encrypted => "encrypted-archive",
            Self::Dictionary { .. } => "dictionary",
            Self::Listing { .. } => "listing-too-long",
            Self::Overlap => "overlapping-entries",
            Self::UnsafePath { .. } => "unsafe-path",
            Self::LongPath { .. } => "path-too-long",
            Self::DeepPath { .. } => "path-too-deep",
        }
    }
}

/// How reading one archive or file can end before its end.
pub(crate) enum Trouble {
    /// The whole request is off.
    Refused(Refusal),
    /// Only this archive or file is.
    Flawed(Flaw),
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Flaw> for Trouble {
    fn from(flaw: Flaw) -> Self {
        Self::Flawed(flaw)
    }
}

impl Trouble {
    /// Sorts an error that came out of a reader: a limit of ours, a fault of the machine, or bad bytes.
    pub(crate) fn of(error: io::Error, at: &str) -> Self {
        // Attack: a place that no file can have, to which the system refuses to go. The bytes said it, not the machine.
        let asked_wrongly = error.kind() == io::ErrorKind::InvalidInput;
        if error.raw_os_error().is_some() && !asked_wrongly {
            return Refusal::Io { name: at.to_owned(), source: error }.into();
        }
        match error.downcast::<Refusal>() {
            Ok(refusal) => refusal.into(),
            Err(error) if streams::wants_memory(&error) => Flaw::Dictionary { limit: DICTIONARY }.into(),
            Err(error) => Flaw::damaged(&error).into(),
        }
    }
}
