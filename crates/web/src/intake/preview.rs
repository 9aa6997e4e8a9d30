//! Describes the content of an upload, in the form that drafts store and that pages and the API show.

use std::collections::BTreeMap;

use chaffinch_extract::{self as extract, Suggestion, Survey, hex, unmatched_people};
use chaffinch_storage::{AnalysisOptions, DraftWish, Packed};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{Result, WebError};

/// What was found in an upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct Preview {
    /// Learning platforms whose exports were recognized: `moodle`, `canvas`, `blackboard`, `gradescope`,
    /// `github-classroom`, `dodona`, `nbgrader`, `otter-grader`, `git`. Use `layout=children` or `layout=whole` to read
    /// the upload differently.
    pub(crate) layouts: Vec<String>,
    /// Submissions that would be compared, by name.
    pub(crate) submissions: Vec<PreviewSubmission>,
    /// Number of starter code files.
    pub(crate) boilerplate: usize,
    /// Files that at least half of the authors have, byte for byte. They are probably starter code.
    pub(crate) shared: Vec<PreviewShared>,
    /// Number of files in each language, largest first.
    pub(crate) languages: Vec<PreviewCount>,
    /// Number of files in each encoding, largest first.
    pub(crate) encodings: Vec<PreviewCount>,
    /// Files that would not be analysed, and why.
    pub(crate) skipped: Vec<PreviewSkipped>,
}

/// A submission of an upload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PreviewSubmission {
    /// Name, unique in the upload.
    pub(crate) name: String,
    /// Author, if the upload contains it.
    pub(crate) author: Option<String>,
    /// Attempt, if the upload contains it.
    pub(crate) attempt: Option<u32>,
    /// RFC 3339 time, if the upload contains it.
    pub(crate) submitted_at: Option<String>,
    /// What the name suggests: `staff` or `handed-out`. It has no effect by itself.
    pub(crate) suggestion: Option<String>,
    /// Files, by path.
    pub(crate) files: Vec<PreviewFile>,
}

/// A file that would be analysed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PreviewFile {
    /// Path relative to the submission.
    pub(crate) path: String,
    /// Name of the language.
    pub(crate) language: String,
    /// WHATWG name of the encoding in which it was read.
    pub(crate) encoding: String,
    /// Size as uploaded.
    pub(crate) bytes: u64,
    /// BLAKE3 of the bytes, hexadecimal. `digest:` followed by this value selects the file in `encodings` and `handed_out`.
    pub(crate) digest: String,
    /// Warnings about decoding.
    pub(crate) notes: Vec<String>,
    /// Warnings about parsing that the report will contain: syntax errors, or why the file is not parsed. They are known
    /// only for the first 32 MiB of text.
    #[serde(default)]
    pub(crate) parsing: Vec<String>,
}

/// A file that many authors have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PreviewShared {
    /// Path in the first submission that has the file.
    pub(crate) path: String,
    /// BLAKE3 of the bytes, hexadecimal.
    pub(crate) digest: String,
    /// Number of authors who have the file.
    pub(crate) authors: usize,
}

/// A number of files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PreviewCount {
    /// What the files have in common.
    pub(crate) name: String,
    /// Number of files.
    pub(crate) files: usize,
}

/// A file that would not be analysed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) struct PreviewSkipped {
    /// Submission of the file, if it is in one.
    pub(crate) submission: Option<String>,
    /// Path relative to the submission, or to the upload.
    pub(crate) path: String,
    /// Why it would not be analysed.
    pub(crate) reason: String,
}

impl Preview {
    /// Describes a surveyed upload. It also lists the people whom the options name but who are not in the upload.
    pub(crate) fn seen(survey: &Survey, options: &AnalysisOptions) -> Self {
        let names = survey
            .submissions
            .iter()
            .flat_map(|one| [Some(&one.header.name), one.header.author.as_ref()])
            .flatten();
        let unmatched = unmatched_people(&options.staff, &options.teams, names.map(String::as_str));
        let counts = |counts: Vec<(&str, usize)>| {
            counts.into_iter().map(|(name, files)| PreviewCount { name: name.to_owned(), files }).collect()
        };
        Self {
            layouts: survey.layouts.clone(),
            submissions: survey.class().map(PreviewSubmission::from).collect(),
            boilerplate: survey.boilerplate,
            shared: survey
                .shared_files()
                .into_iter()
                .map(|file| PreviewShared {
                    path: file.path,
                    digest: hex(&file.digest),
                    authors: file.authors,
                })
                .collect(),
            languages: counts(survey.languages()),
            encodings: counts(survey.encodings()),
            skipped: survey
                .skipped
                .iter()
                .chain(&unmatched)
                .map(|file| PreviewSkipped {
                    submission: file.submission.clone(),
                    path: file.path.clone(),
                    reason: file.reason.clone(),
                })
                .collect(),
        }
    }
}

impl From<&extract::Surveyed> for PreviewSubmission {
    fn from(submission: &extract::Surveyed) -> Self {
        let file = |file: &extract::SurveyedFile| PreviewFile {
            path: file.path.clone(),
            language: file.language.clone().into_owned(),
            encoding: file.encoding.clone().into_owned(),
            bytes: file.bytes,
            digest: hex(&file.digest),
            notes: file.notes.clone(),
            parsing: file.parsing.clone(),
        };
        Self {
            name: submission.header.name.clone(),
            author: submission.header.author.clone(),
            attempt: submission.header.attempt,
            submitted_at: submission.header.submitted_at.clone(),
            suggestion: submission.suggestion.map(|suggestion| {
                match suggestion {
                    Suggestion::Staff => "staff",
                    Suggestion::HandedOut => "handed-out",
                }
                .to_owned()
            }),
            files: submission.files.iter().map(file).collect(),
        }
    }
}

impl Preview {
    /// Packs the preview for a draft.
    pub(crate) fn packed(&self) -> Packed {
        Packed::pack(&serde_json::to_vec(self).expect("texts and numbers"))
    }

    /// Returns the preview that a draft stores.
    pub(crate) fn new(wish: &DraftWish) -> Result<Self> {
        let json = wish.preview.unpack().map_err(WebError::internal)?;
        serde_json::from_slice(&json).map_err(WebError::internal)
    }

    /// Lists all files with their submissions. Files that were not read as plain UTF-8 come first, sorted by encoding,
    /// so that a user can correct them. The same bytes in several submissions are one entry.
    pub(crate) fn encoded(&self) -> Vec<Encoded<'_>> {
        let mut files = BTreeMap::<&str, Encoded<'_>>::new();
        for submission in &self.submissions {
            for file in &submission.files {
                let known = files.entry(&file.digest);
                known.and_modify(|known| known.further += 1).or_insert(Encoded {
                    submission: &submission.name,
                    file,
                    further: 0,
                });
            }
        }
        let mut files: Vec<Encoded<'_>> = files.into_values().collect();
        let place = |one: &Encoded<'_>| (!one.is_doubtful(), one.file.encoding.clone(), one.place());
        files.sort_by_cached_key(place);
        files
    }
}

/// A file whose encoding may be wrong.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Encoded<'a> {
    /// The first submission that has the file.
    pub(crate) submission: &'a str,
    /// The file in that submission.
    pub(crate) file: &'a PreviewFile,
    /// The number of other places with the same bytes.
    pub(crate) further: usize,
}

impl Encoded<'_> {
    /// Returns whether the file was not read as plain UTF-8.
    pub(crate) fn is_doubtful(&self) -> bool {
        self.file.encoding != "UTF-8" || !self.file.notes.is_empty()
    }

    /// Returns the submission and the path of the file.
    pub(crate) fn place(&self) -> String {
        format!("{}: {}", self.submission, self.file.path)
    }
}
