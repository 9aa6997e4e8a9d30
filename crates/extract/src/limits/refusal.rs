//! Reasons why a request is refused: text for the person who sent it, and codes for scripts.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::io;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::archives::decompress::wants_memory;
use crate::limits::DICTIONARY;
use crate::names;
use crate::text::BadRule;

/// Reason why a whole request is refused. All except [`Refusal::Io`] concern what was sent.
#[derive(Debug, Error, Serialize, Deserialize)]
pub enum Refusal {
    /// A given path does not exist.
    #[error("{name}: no such file or folder")]
    Missing {
        /// The name as given.
        name: String,
    },
    /// The machine failed to read existing data. The sender is not at fault.
    #[error("{name} cannot be read")]
    #[serde(skip)]
    Io {
        /// The input, or the place inside it.
        name: String,
        /// The error of the system.
        #[source]
        source: io::Error,
    },
    /// There are too many files, folders and links.
    #[error(
        "more than {limit} entries, the limit for one request (counting stopped at {at}); send fewer files, or ask the operator to raise the limit (entries)"
    )]
    TooManyEntries {
        /// [`crate::Limits::entries`].
        limit: u64,
        /// The place where counting stopped.
        at: String,
    },
    /// There are too many bytes after unpacking.
    #[error(
        "more than {limit} bytes after unpacking, the limit for one request (reading stopped at {at}); send fewer or smaller files, or ask the operator to raise the limit (expanded-bytes)"
    )]
    TotalSize {
        /// [`crate::Limits::total_bytes`].
        limit: u64,
        /// The place where reading stopped.
        at: String,
    },
    /// An archive unpacks to far more than program text does.
    #[error(
        "{archive} ({bytes} bytes) unpacks to more than {limit} times its size, the limit (reading \
         stopped at {at}); send only program text"
    )]
    Ratio {
        /// [`crate::Limits::ratio`].
        limit: u64,
        /// The archive.
        archive: String,
        /// Size of the archive, in bytes.
        bytes: u64,
        /// The place where reading stopped.
        at: String,
    },
    /// The paths have too many bytes.
    #[error(
        "paths of more than {limit} bytes together, the limit for one request (counting stopped at {at}); send fewer files or shorten their paths"
    )]
    LongPaths {
        /// [`crate::PATHS`].
        limit: u64,
        /// The place where counting stopped.
        at: String,
    },
    /// A given archive cannot be used as it is.
    #[error("{name}: {flaw}")]
    Archive {
        /// The name as given.
        name: String,
        /// What is wrong with the archive.
        flaw: Flaw,
    },
    /// There are too many submissions.
    #[error(
        "{found} submissions, more than {limit}, the limit for one request; send fewer submissions, or ask the operator to \
         raise the limit (submissions) to {found}"
    )]
    TooManySubmissions {
        /// Number of submissions, including earlier ones.
        found: usize,
        /// [`crate::Limits::submissions`].
        limit: usize,
    },
    /// The submissions belong to several assignments.
    #[error(
        "{found} assignments ({names}), and a comparison has one; send the folders of one assignment, for example \
         in the file that `zip -r one.zip submitted/*/ASSIGNMENT` writes"
    )]
    SeveralAssignments {
        /// Number of assignments.
        found: usize,
        /// The names of the first assignments.
        names: String,
    },
    /// A rule is not valid.
    #[error(transparent)]
    Rule(#[from] BadRule),
    /// There is nothing to compare.
    #[error(
        "{} with a readable file; {found} found. This is what was sent:\n{tree}",
        if *least < 2 { "at least one submission is needed" } else { "a comparison needs at least two submissions" }
    )]
    TooFewSubmissions {
        /// Number of submissions with at least one file to analyse.
        found: usize,
        /// Smallest number of submissions, including earlier ones.
        least: usize,
        /// The content of the upload as an indented tree, at most one screen long.
        tree: String,
    },
}

/// Number of assignments that [`Refusal::SeveralAssignments`] names.
const NAMED_ASSIGNMENTS: usize = 8;

impl Refusal {
    /// Names the first of several assignments.
    pub(crate) fn several_assignments(assignments: &BTreeSet<String>) -> Self {
        let mut named: Vec<String> =
            assignments.iter().take(NAMED_ASSIGNMENTS).map(|name| names::shortened(name)).collect();
        if NAMED_ASSIGNMENTS < assignments.len() {
            named.push("...".to_owned());
        }
        Self::SeveralAssignments { found: assignments.len(), names: named.join(", ") }
    }

    /// Returns a code for scripts. Codes never change.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "not-found",
            Self::Io { .. } => "io",
            Self::TooManyEntries { .. } => "too-many-entries",
            Self::TotalSize { .. } => "total-size",
            Self::Ratio { .. } => "ratio",
            Self::LongPaths { .. } => "path-too-long",
            Self::TooManySubmissions { .. } => "too-many-submissions",
            Self::SeveralAssignments { .. } => "several-assignments",
            Self::Rule(_) => "invalid-field",
            Self::Archive { flaw, .. } => flaw.code(),
            Self::TooFewSubmissions { .. } => "too-few-submissions",
        }
    }

    /// Returns why an inner archive that exceeded its limits is listed. Returns `None` if the archive is not the cause.
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

    /// Returns whether the sender can do something about it. Otherwise the service is at fault.
    pub fn is_about_the_request(&self) -> bool {
        !matches!(self, Self::Io { .. })
    }
}

/// What is wrong with one archive. If the archive was given, the request is refused. If it was found inside, it is
/// listed and the rest is read.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum Flaw {
    /// The name indicates an archive, but the bytes are not one.
    #[error("not a {kind} archive, although its name says so")]
    NotAnArchive {
        /// The kind of archive that the name indicates.
        kind: Cow<'static, str>,
    },
    /// An archive in a format that is not supported.
    #[error("this kind of archive is not supported ({kind}); use zip, 7z or tar (plain, gz, xz, bz2, zst)")]
    Unsupported {
        /// The format.
        kind: Cow<'static, str>,
    },
    /// The archive cannot be read to its end.
    #[error("the archive is damaged or incomplete ({detail})")]
    Damaged {
        /// The error of the reader.
        detail: String,
    },
    /// The archive needs a password.
    #[error("the archive is encrypted; send it without a password")]
    Encrypted,
    /// The compression needs more memory than one archive may use.
    #[error(
        "unpacking the archive needs a dictionary of more than {limit} bytes (the limit); use a lower compression level"
    )]
    Dictionary {
        /// [`crate::DICTIONARY`].
        limit: u64,
    },
    /// The list of contents is too long to be held in memory.
    #[error(
        "the archive's list of contents has more than {limit} bytes (the limit for 7z); use a zip archive, whose list may be larger"
    )]
    Listing {
        /// [`crate::LISTING`].
        limit: u64,
    },
    /// Entries share bytes, which is a way to build a bomb without layers.
    #[error("entries of the archive overlap, which never happens in a normal archive; pack it again")]
    Overlap,
    /// A path leads out of the archive.
    #[error("unsafe path `{path}`: {why}")]
    UnsafePath {
        /// The path, escaped.
        path: String,
        /// What makes it unsafe.
        why: Cow<'static, str>,
    },
    /// A path is too long.
    #[error("path of {bytes} bytes (the limit is {limit}): `{path}`")]
    LongPath {
        /// The beginning of the path, escaped.
        path: String,
        /// Length of the path.
        bytes: usize,
        /// [`crate::Limits::path_bytes`].
        limit: usize,
    },
    /// A path has too many components.
    #[error("path of {parts} parts (the limit is {limit}): `{path}`")]
    DeepPath {
        /// The beginning of the path, escaped.
        path: String,
        /// Number of components.
        parts: usize,
        /// [`crate::Limits::path_depth`].
        limit: usize,
    },
}

impl Flaw {
    /// Creates the flaw for bytes that a reader cannot interpret.
    pub(crate) fn damaged(error: &dyn Display) -> Self {
        // Readers quote names from the archive in their errors without escaping them.
        Self::Damaged { detail: names::beginning(error.to_string().as_bytes()) }
    }

    /// See [`Refusal::code`].
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

/// Why reading one archive or file ended early.
#[derive(Debug, Error)]
pub(crate) enum Trouble {
    /// The whole request is refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Only this archive or file is affected.
    #[error(transparent)]
    Flawed(#[from] Flaw),
}

impl Trouble {
    /// Returns the flaw, or the refusal as an error.
    pub(crate) fn flaw(self) -> Result<Flaw, Refusal> {
        match self {
            Self::Refused(refusal) => Err(refusal),
            Self::Flawed(flaw) => Ok(flaw),
        }
    }

    /// Classifies an error of a reader as a limit of ours, a fault of the machine, or bad bytes.
    pub(crate) fn new(error: io::Error, at: &str) -> Self {
        // Attack: a seek position that no file can have, which the system refuses. The bytes caused this error, not the
        // machine.
        let asked_wrongly = error.kind() == io::ErrorKind::InvalidInput;
        if error.raw_os_error().is_some() && !asked_wrongly {
            return Refusal::Io { name: at.to_owned(), source: error }.into();
        }
        match error.downcast::<Refusal>() {
            Ok(refusal) => refusal.into(),
            Err(error) if wants_memory(&error) => Flaw::Dictionary { limit: DICTIONARY }.into(),
            Err(error) => Flaw::damaged(&error).into(),
        }
    }
}
