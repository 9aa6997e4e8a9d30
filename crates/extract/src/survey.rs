//! What a request holds, before anything is compared: what the preview of an upload shows. Values, and what is counted
//! from them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use chaffinch_submission::{Digest, Skipped, SourceFile};

use serde::{Deserialize, Serialize};

use crate::Suggestion;

/// Looks at a text; extraction knows no languages.
pub type Look<'a> = &'a dyn Fn(&SourceFile) -> Looked;

/// What a [`Look`] says of a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Looked {
    /// Name of its language.
    pub language: &'static str,
    /// As [`SurveyedFile::parsing`].
    pub parsing: Vec<String>,
}

/// What [`crate::extract`] would give, without the texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Survey {
    /// In the order of [`crate::Batch::submissions`].
    pub submissions: Vec<Surveyed>,
    /// Files handed out.
    pub boilerplate: usize,
    /// As [`crate::Batch::skipped`].
    #[serde(with = "skipped")]
    pub skipped: Vec<Skipped>,
    /// Pieces of junk set aside.
    pub set_aside: u64,
    /// What was recognised; as [`crate::Batch::layouts`].
    pub layouts: Vec<String>,
}

/// One submission in a [`Survey`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Surveyed {
    /// As [`chaffinch_submission::Submission::name`].
    pub name: String,
    /// The archive it comes from, if it is an earlier one.
    pub archive: Option<String>,
    /// As [`chaffinch_submission::Submission::author`].
    pub author: Option<String>,
    /// As [`chaffinch_submission::Submission::attempt`].
    pub attempt: Option<u32>,
    /// As [`chaffinch_submission::Submission::submitted_at`].
    pub submitted_at: Option<String>,
    /// What its name suggests.
    pub suggestion: Option<Suggestion>,
    /// Files to analyse.
    pub files: Vec<SurveyedFile>,
}

/// One file in a [`Survey`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurveyedFile {
    /// As [`SourceFile::path`].
    pub path: String,
    /// As [`SourceFile::encoding`].
    pub encoding: Cow<'static, str>,
    /// As [`SourceFile::digest`].
    pub digest: Digest,
    /// As [`SourceFile::notes`].
    pub notes: Vec<String>,
    /// Size as uploaded.
    pub bytes: u64,
    /// As [`Looked::language`].
    pub language: Cow<'static, str>,
    /// What parsing the text will say of it, as far as the caller's [`Look`] knows.
    pub parsing: Vec<String>,
}

/// A file that so many have alike that it was probably handed out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedFile {
    /// As [`SourceFile::digest`].
    pub digest: Digest,
    /// Where the first of them has it.
    pub path: String,
    /// Authors who have it.
    pub authors: usize,
}

/// The list of what was skipped, between processes.
mod skipped {
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Skipped;

    pub(super) fn serialize<S: Serializer>(list: &[Skipped], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(list.iter().map(|line| (&line.submission, &line.path, &line.reason)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Skipped>, D::Error> {
        let lines = Vec::<(Option<String>, String, String)>::deserialize(deserializer)?;
        let line = |(submission, path, reason)| Skipped { submission, path, reason };
        Ok(lines.into_iter().map(line).collect())
    }
}

/// Authors without whom nothing is called shared: of two, one may have it from the other.
const LEAST_SHARED: usize = 3;

impl Survey {
    /// The submissions of the class, without earlier ones.
    pub fn class(&self) -> impl Iterator<Item = &Surveyed> {
        self.submissions.iter().filter(|submission| submission.archive.is_none())
    }

    /// Files that at least half of the authors have, byte for byte, those that most have first. Empty ones say nothing.
    pub fn shared_files(&self) -> Vec<SharedFile> {
        let mut owners = BTreeMap::<Digest, (&str, BTreeSet<&str>)>::new();
        let mut authors = BTreeSet::new();
        for submission in self.class() {
            let author = submission.author.as_deref().unwrap_or(&submission.name);
            for file in submission.files.iter().filter(|file| 0 < file.bytes) {
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

    /// How many files of the class are in each language, most first.
    pub fn languages(&self) -> Vec<(&str, usize)> {
        self.counted(|file| &file.language)
    }

    /// How many files of the class are in each encoding, most first.
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
