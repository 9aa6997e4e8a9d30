//! What a request contains, before anything is compared: the data of an upload preview, and upload hints that match
//! nothing. They have no effect and are listed, so that the uploader notices. Values, and what is computed from them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use chaffinch_submission::{Digest, Skipped, SourceFile, SubmissionHeader, composed};
use serde::{Deserialize, Serialize};

use crate::layout;

/// Reason given for a platform's own records.
pub(crate) const RECORD: &str = "the platform's own record of submissions; not compared";

/// A function that examines a text. Extraction itself knows no languages.
pub type Look<'a> = &'a dyn Fn(&SourceFile) -> Looked;

/// The result of a [`Look`] at a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Looked {
    /// Name of the language.
    pub language: &'static str,
    /// See [`SurveyedFile::parsing`].
    pub parsing: Vec<String>,
}

/// The result of [`crate::extract`] without the texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Survey {
    /// Submissions in the order of [`crate::Batch::submissions`].
    pub submissions: Vec<Surveyed>,
    /// Number of files of starter code.
    pub boilerplate: usize,
    /// See [`crate::Batch::skipped`].
    pub skipped: Vec<Skipped>,
    /// Number of junk files and folders that were left out. They are among the skipped files.
    pub set_aside: u64,
    /// The platform exports that were recognised. See [`crate::Batch::layouts`].
    pub layouts: Vec<String>,
}

/// One submission in a [`Survey`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Surveyed {
    /// Name, author, attempt and time.
    pub header: SubmissionHeader,
    /// The archive that it comes from, for an earlier submission.
    pub archive: Option<String>,
    /// The kind and the source of a reference answer (`KIND:SOURCE`).
    pub reference: Option<String>,
    /// What its name suggests.
    pub suggestion: Option<Suggestion>,
    /// The files to analyse.
    pub files: Vec<SurveyedFile>,
}

/// What a name suggests about a submission. It is only a suggestion, because a student may have any name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Suggestion {
    /// Work of staff, not of a student.
    Staff,
    /// Starter code, which belongs to no student.
    HandedOut,
}

/// One file in a [`Survey`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurveyedFile {
    /// See [`SourceFile::path`].
    pub path: String,
    /// See [`SourceFile::encoding`].
    pub encoding: Cow<'static, str>,
    /// See [`SourceFile::digest`].
    pub digest: Digest,
    /// See [`SourceFile::notes`].
    pub notes: Vec<String>,
    /// Size as uploaded.
    pub bytes: u64,
    /// See [`Looked::language`].
    pub language: Cow<'static, str>,
    /// The warnings that parsing gives, as far as the caller's [`Look`] finds them.
    pub parsing: Vec<String>,
}

/// A file that many submissions have in common, so that it is probably starter code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedFile {
    /// See [`SourceFile::digest`].
    pub digest: Digest,
    /// Path of the file in the first of these submissions.
    pub path: String,
    /// Number of authors who have it.
    pub authors: usize,
}

/// Smallest number of authors who must have a file before it counts as shared. Of two authors, one may have copied it.
const LEAST_SHARED: usize = 3;

impl Survey {
    /// Returns the submissions of the class, without earlier ones.
    pub fn class(&self) -> impl Iterator<Item = &Surveyed> {
        self.submissions.iter().filter(|submission| submission.archive.is_none())
    }

    /// Returns the files that at least half of the authors have, byte for byte, the most frequent first. Empty files
    /// are left out.
    pub fn shared_files(&self) -> Vec<SharedFile> {
        let mut owners = BTreeMap::<Digest, (&str, BTreeSet<&str>)>::new();
        let mut authors = BTreeSet::new();
        for submission in self.class() {
            let author = submission.header.author.as_deref().unwrap_or(&submission.header.name);
            for file in submission.files.iter().filter(|file| file.bytes > 0) {
                owners.entry(file.digest).or_insert((&file.path, BTreeSet::new())).1.insert(author);
            }
            authors.insert(author);
        }
        let is_shared = |having: usize| LEAST_SHARED <= having && authors.len() <= having * 2;
        let mut shared: Vec<SharedFile> = owners
            .into_iter()
            .filter(|(_, (_, having))| is_shared(having.len()))
            .map(|(digest, (path, having))| SharedFile {
                digest,
                path: path.to_owned(),
                authors: having.len(),
            })
            .collect();
        shared.sort_by(|a, b| (b.authors, &a.path).cmp(&(a.authors, &b.path)));
        shared
    }

    /// Returns the languages of the class with their numbers of files, the most frequent first.
    pub fn languages(&self) -> Vec<(&str, usize)> {
        self.counted(|file| &file.language)
    }

    /// Returns the encodings of the class with their numbers of files, the most frequent first.
    pub fn encodings(&self) -> Vec<(&str, usize)> {
        self.counted(|file| &file.encoding)
    }

    fn counted(&self, of: fn(&SurveyedFile) -> &str) -> Vec<(&str, usize)> {
        let mut counts = BTreeMap::new();
        for file in self.class().flat_map(|submission| &submission.files) {
            *counts.entry(of(file)).or_default() += 1;
        }
        let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        counts
    }
}

/// The kinds of hints that may accompany an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadHint {
    /// The encoding of files.
    Encoding,
    /// A submission or file is starter code.
    HandedOut,
    /// A submission is ignored.
    Ignored,
    /// A person is staff.
    Staff,
    /// Persons worked as a team.
    Team,
}

impl UploadHint {
    /// The hints that only reading the upload can check.
    pub const OF_FILES: [Self; 3] = [Self::Encoding, Self::HandedOut, Self::Ignored];
    /// The hints that depend on all persons who are compared.
    pub const OF_PEOPLE: [Self; 2] = [Self::Staff, Self::Team];

    fn reason(self) -> &'static str {
        match self {
            Self::Encoding => "rule of `encodings` that matches no file; it has no effect",
            Self::HandedOut => "named in `handed_out`, but no submission or file matches; it has no effect",
            Self::Ignored => "named in `ignored`, but no submission matches; it has no effect",
            Self::Staff => "named in `staff`, but no submission or author has this name; it has no effect",
            Self::Team => "named in `teams`, but no submission or author has this name; it has no effect",
        }
    }

    /// Returns the line of the list that reports the unmatched hint.
    pub fn unmatched(self, name: &str) -> Skipped {
        Skipped { submission: None, path: name.to_owned(), reason: self.reason().to_owned() }
    }
}

/// Returns whether a line of the list reports an unmatched hint of one of these kinds.
pub fn is_unmatched(line: &Skipped, hints: &[UploadHint]) -> bool {
    line.submission.is_none() && hints.iter().any(|hint| line.reason == hint.reason())
}

/// Returns whether a line of the list is about a file that a learning platform added to what was handed in.
pub fn is_platform_file(line: &Skipped) -> bool {
    line.reason == RECORD
}

/// Returns whether a line of the list says how the upload was read, where it could be read in another way.
pub fn is_structure_note(line: &Skipped) -> bool {
    line.reason.starts_with(layout::STRUCTURE)
}

/// Returns a line for each name of staff and teams that matches none of the `names` of submissions and authors, sorted.
pub fn unmatched_people<'a>(
    staff: &[String],
    teams: &[Vec<String>],
    names: impl Iterator<Item = &'a str>,
) -> Vec<Skipped> {
    let names: BTreeSet<Cow<'_, str>> = names.map(composed).collect();
    let unmatched =
        |hint: UploadHint, name: &String| (!names.contains(&composed(name))).then(|| hint.unmatched(name));
    let staff = staff.iter().filter_map(|name| unmatched(UploadHint::Staff, name));
    let teams = teams.iter().flatten().filter_map(|name| unmatched(UploadHint::Team, name));
    staff.chain(teams).collect::<BTreeSet<_>>().into_iter().collect()
}
