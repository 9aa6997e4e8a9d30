//! Submissions and files of a report, reference answers, and the list of what was not analysed. Most lines of that list are
//! about one file. Some are about many, and some about none.

use std::collections::BTreeSet;

pub use chaffinch_submission::{
    ArchiveLabel as Archive, ReferenceKind, ReferenceLabel as Reference, Skipped,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ids::SubmissionId;
use super::reference::WrittenReference;
use super::settings::Mask;

/// A submission: the files of one author.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportSubmission)]
pub struct Submission {
    /// Number of the submission, from 1. Where names are hidden, its code, such as `K7`.
    #[serde(with = "super::ids")]
    #[schema(value_type = super::ids::WrittenId)]
    pub id: u32,
    /// Name, unique in the report.
    pub name: String,
    /// Archive of an earlier submission, or origin of a reference answer; null: part of the batch.
    #[schema(value_type = Option<WrittenArchive>)]
    pub archive: Option<Archive>,
    /// Author, if the upload contains it.
    pub author: Option<String>,
    /// Attempt, if the upload contains it.
    pub attempt: Option<u32>,
    /// RFC 3339 time, if the upload contains it.
    pub submitted_at: Option<String>,
    /// Number of all tokens.
    pub tokens: u32,
    /// Number of tokens that are neither boilerplate nor common.
    pub counted_tokens: u32,
    /// Whether it has fewer counted tokens than the limit `settings.too_short`.
    pub too_short: bool,
    /// Files, by path.
    pub files: Vec<File>,
    /// Team: its place in `settings.review.teams`, from 1; absent if it is in no team.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
    /// Whether it belongs to staff: it is compared with all submissions and never counted. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub staff: bool,
    /// Whether its author was erased: it has a pseudonym, and its files were deleted. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
}

// The form of an `Archive` in the JSON.
/// The archive of an earlier submission, or the origin of a reference answer.
#[derive(ToSchema)]
#[schema(as = ReportArchive)]
pub struct WrittenArchive {
    /// Name of the archive; `reference` for a reference answer.
    pub name: String,
    /// Year of the archive; null: unknown.
    pub year: Option<i32>,
    /// Origin of a reference answer; null: an earlier submission.
    pub reference: Option<WrittenReference>,
}

/// An analysed file. Offsets are bytes of its decoded text, end excluded; lines count from 1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportFile)]
pub struct File {
    /// Number of the file in the submission, from 0.
    pub file: u32,
    /// Path relative to the submission.
    pub path: String,
    /// Language in which it was read.
    pub language: String,
    /// Encoding from which it was decoded.
    pub encoding: String,
    /// BLAKE3 of the bytes as uploaded, in hexadecimal; empty if the file was removed. Where names are hidden, a keyed hash
    /// of it, which equal files of the report have in common.
    pub digest: String,
    /// Size of the decoded text, in bytes.
    pub bytes: u32,
    /// Number of lines.
    pub lines: u32,
    /// Number of tokens.
    pub tokens: u32,
    /// Ranges that are ignored: `[start, end, reason]`, ascending and disjoint.
    pub masked: Vec<(u32, u32, Mask)>,
    /// Warnings about decoding and parsing.
    pub notes: Vec<String>,
    /// Set if no student wrote the file, as far as name and content tell; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
    /// Start of each code cell of a notebook; null: not a notebook.
    pub cells: Option<Vec<u32>>,
    /// What the author handed in before, which is shown and counts: `[start, end, place in settings.own_work.sources, from
    /// 0]`, ascending. Absent if there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handed_in_before: Vec<(u32, u32, u32)>,
}

impl File {
    /// Returns whether it is ignored because no student wrote it.
    pub fn is_ignored(&self) -> bool {
        self.masked.iter().any(|(_, _, mask)| matches!(mask, Mask::Vendored | Mask::Generated))
    }
}

/// Where a file is from that no student wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportProvenance)]
#[serde(rename_all = "lowercase")]
pub enum Provenance {
    /// A library, a build wrapper, a licence text, or another file that somebody published.
    Vendored,
    /// A tool wrote it.
    Generated,
}

impl Submission {
    /// The id as pages write it.
    pub const fn written_id(&self) -> SubmissionId {
        SubmissionId(self.id)
    }

    /// The origin of a reference answer; `None` if it is a submission.
    pub fn reference(&self) -> Option<&Reference> {
        self.archive.as_ref()?.reference.as_ref()
    }

    /// Whether it is part of the upload, as a submission or as a reference answer, and not of an archive.
    pub fn is_uploaded(&self) -> bool {
        self.archive
            .as_ref()
            .is_none_or(|archive| archive.reference.is_some() && archive.name == Reference::ARCHIVE)
    }
}

/// What both sides of a pair have from the same reference answer. It is not counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportReferenceShare)]
pub struct ReferenceShare {
    /// Name of the reference answer.
    pub reference: String,
    /// Number of tokens of one side. A token that several reference answers have is in one of these numbers.
    pub tokens: u32,
}

// The form of `Skipped` in the JSON.
/// A file that was not analysed.
#[derive(ToSchema)]
#[schema(as = ReportSkipped)]
pub struct WrittenSkipped {
    /// Submission to which it would have belonged, if known.
    pub submission: Option<String>,
    /// Path of the file.
    pub path: String,
    /// Why it was not analysed.
    pub reason: String,
}

/// Path of a line about a submission as a whole.
const WHOLE: &str = ".";

/// Returns whether the line is about an option that matched nothing.
pub(super) fn is_unmatched_option(line: &Skipped) -> bool {
    line.submission.is_none() && line.reason.ends_with("; it has no effect")
}

/// Returns whether the line says how the upload was read, where it could be read in another way.
pub(super) fn is_structure_note(line: &Skipped) -> bool {
    line.reason.starts_with("structure: ")
}

/// Returns whether the line is about a file that a learning platform added to what was handed in.
pub(super) fn is_of_platform(line: &Skipped) -> bool {
    line.reason == "the platform's own record of submissions; not compared"
}

/// Returns the number at the end of the last line about files of one kind, of which only the first have lines of their own:
/// `(61 more)`.
fn more(line: &Skipped) -> Option<u64> {
    let (_, number) = line.reason.strip_suffix(" more)")?.rsplit_once('(')?;
    number.parse().ok()
}

/// Returns how many files and folders these lines are about. Those that a platform added do not count.
pub(super) fn count_files(skipped: &[Skipped]) -> u64 {
    let with_files: BTreeSet<&str> = skipped
        .iter()
        .filter(|line| line.path != WHOLE)
        .filter_map(|line| line.submission.as_deref())
        .collect();
    let is_said_by_its_files = |line: &Skipped| {
        line.path == WHOLE && line.submission.as_deref().is_some_and(|name| with_files.contains(name))
    };
    let is_no_file = |line: &Skipped| {
        is_unmatched_option(line)
            || is_structure_note(line)
            || is_of_platform(line)
            || is_said_by_its_files(line)
    };
    let count = |line: &Skipped| more(line).unwrap_or_else(|| u64::from(!is_no_file(line)));
    skipped.iter().map(count).sum()
}
