//! The first half of an analysis: turns an upload into a class that is ready to be kept and compared. Files that would use
//! the memory of a whole class are left out: tokens are counted before anything is compared, so one submission cannot end
//! the analysis of all. What is left out depends only on the upload and the limit.

use std::cell::Cell;
use std::io;
use std::path::Path;

use chaffinch_extract::{Input, Looked, Refusal, Request, Survey, extract};
use chaffinch_normalize::{Choice, language, tokenize, tokenize_scanned};
use chaffinch_storage::{AnalysisOptions, Document, NewIngest, Packed, PartKind};
use chaffinch_submission::{
    Batch, Progress, ReferenceLabel, Skipped, SourceFile, Submission, TokenizedFile, TokenizedSubmission,
    composed, packed,
};
use rayon::prelude::*;

use super::submissions::{new_submission, reference_of, tokenize_files};
use crate::index::postings;
use crate::task_folder::precautions::{Journal, Precautions, SCANNED_REASON};
use crate::task_folder::{self, Class, UploadTask};

/// Bytes of text that are parsed for a preview. This takes some seconds, unless files are unusually complex.
const MAX_PREVIEW_PARSED_BYTES: usize = 32 << 20;

/// Why an upload was not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    /// A reason for the uploader.
    #[error("{0}")]
    Refused(String),
    /// The fault of this system.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<Refusal> for ReadError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Io { source, .. } => Self::Io(source),
            refusal => Self::Refused(refusal.to_string()),
        }
    }
}

/// Extracts and reads the upload in a folder. The comparison may use `memory_bytes` of memory.
pub(crate) fn read(
    folder: &Path,
    upload: &UploadTask,
    precautions: &Precautions,
    memory_bytes: u64,
    progress: &dyn Progress,
) -> Result<Class, ReadError> {
    let choice = language_choice(&upload.options).map_err(ReadError::Refused)?;
    progress.report("extracting", 0, 0);
    let mut batch = extract(&request(folder, upload)?)?;
    let numbers = precautions.remove_left_out(&mut batch);
    let journal = Journal::begin(folder)?;
    let Batch { mut submissions, boilerplate, mut skipped, layouts } = batch;
    let tokenize = |position: usize, file: &SourceFile| {
        let number = numbers[position];
        journal.record(number, file, || {
            if precautions.scanned.contains(&number) {
                tokenize_scanned(file, choice, SCANNED_REASON)
            } else {
                tokenize(file, choice)
            }
        })
    };
    let (mut tokenized, starter_code) = tokenize_files(&submissions, &boilerplate, tokenize, progress);
    remove_oversized(&mut submissions, &mut tokenized, &mut skipped, memory_bytes);
    let ingest = ingest(&submissions, &tokenized, &boilerplate, &starter_code);
    Ok(Class { ingest, skipped, layouts, removed: Vec::new() })
}

/// Surveys the upload in a folder for a preview. With `parse`, files are parsed for warnings as well, up to
/// [`MAX_PREVIEW_PARSED_BYTES`].
pub(crate) fn survey(folder: &Path, upload: &UploadTask, parse: bool) -> Result<Survey, Refusal> {
    let left = Cell::new(if parse { MAX_PREVIEW_PARSED_BYTES } else { 0 });
    let choice = language_choice(&upload.options).unwrap_or(Choice::Auto);
    let look = |file: &SourceFile| {
        let is_parsed = file.text.len() <= left.get();
        left.set(left.get().saturating_sub(file.text.len()));
        Looked {
            language: Choice::Auto.language_of(file).name(),
            parsing: if is_parsed { tokenize(file, choice).notes } else { Vec::new() },
        }
    };
    chaffinch_extract::survey(&request(folder, upload)?, &look)
}

/// Returns how the language of each file is chosen. An error is a reason for the uploader.
fn language_choice(options: &AnalysisOptions) -> Result<Choice, String> {
    match options.language.as_deref() {
        None => Ok(Choice::Auto),
        Some(name) => match language(name) {
            Some(language) => Ok(Choice::Fixed(language)),
            None => Err(format!("There is no language named {name:?}.")),
        },
    }
}

fn request(folder: &Path, upload: &UploadTask) -> Result<Request, Refusal> {
    let UploadTask { options, parts, least, limits } = upload;
    let inputs = |wanted: PartKind| {
        let parts = parts.iter().enumerate().filter(|(_, part)| part.kind == wanted);
        parts
            .map(|(number, part)| Input {
                name: part.name.clone(),
                place: task_folder::part_path(folder, number),
            })
            .collect()
    };
    // The labels were checked when the upload was accepted.
    let labels: Vec<ReferenceLabel> =
        options.references.iter().map(|label| label.parse().unwrap_or_default()).collect();
    let mut request = Request {
        submissions: inputs(PartKind::Submissions),
        archives: Vec::new(),
        boilerplate: inputs(PartKind::Boilerplate),
        references: labels.into_iter().zip(inputs(PartKind::Reference)).collect(),
        layout: options.layout,
        data: options.language.is_some(),
        files_named: options.files_named,
        // The name was checked when the upload was accepted.
        name_encoding: options.name_encoding.as_deref().and_then(|name| name.parse().ok()),
        include: options.include.clone(),
        exclude: options.exclude.clone(),
        count_vendored: options.count_vendored,
        ignored: options.ignored.iter().map(|name| composed(name).into_owned()).collect(),
        limits: limits.clone(),
        least: *least,
        ..Request::default()
    };
    request.say(&options.encodings, &options.handed_out)?;
    Ok(request)
}

/// A file and its future place: the number of its submission (0: starter code) and its number there.
type NumberedFile<'a> = (u32, u32, &'a SourceFile, &'a TokenizedFile);

pub(crate) fn ingest(
    submissions: &[Submission],
    tokenized: &[TokenizedSubmission],
    boilerplate: &[SourceFile],
    starter_code: &[TokenizedFile],
) -> NewIngest {
    let class = submissions.iter().zip(tokenized).zip(1..).flat_map(|((submission, tokenized), number)| {
        number_files(number, &submission.files, &tokenized.files)
    });
    let files: Vec<NumberedFile> = number_files(0, boilerplate, starter_code).chain(class).collect();
    let is_reference = |number: u32| {
        let submission = number.checked_sub(1).and_then(|at| submissions.get(at as usize));
        submission.and_then(reference_of).is_some()
    };
    let documents: Vec<Document> =
        files.into_par_iter().map(|file| new_document(file, is_reference(file.0))).collect();
    let submissions =
        submissions.iter().zip(1..).map(|(submission, number)| new_submission(number, submission));
    let runs = postings::build_runs(&documents);
    NewIngest { submissions: submissions.collect(), documents, runs }
}

fn number_files<'a>(
    number: u32,
    sources: &'a [SourceFile],
    files: &'a [TokenizedFile],
) -> impl Iterator<Item = NumberedFile<'a>> {
    sources.iter().zip(files).zip(0..).map(move |((source, file), at)| (number, at, source, file))
}

/// Reference answers are not looked up, and nothing is found in them, so they have no fingerprints.
fn new_document((submission, file, source, tokenized): NumberedFile<'_>, is_reference: bool) -> Document {
    Document {
        submission,
        file,
        path: source.path.clone(),
        text: Some(Packed::pack(source.text.as_bytes())),
        stream: Packed::pack(&packed::pack(tokenized)),
        fingerprints: (!is_reference).then(|| postings::packed(&tokenized.stream.read())),
    }
}

/// Memory that comparing needs per token, in bytes, with everything that is kept of the token. Measured: 60 to 150.
const BYTES_PER_TOKEN: u64 = 160;

/// A submission can only be oversized if it has at least this many times the median size. If many submissions are
/// large, the class itself is large.
const MIN_MEDIAN_MULTIPLE: u64 = 4;

/// Removes the largest files from oversized submissions and lists them as skipped, if the class has more tokens than
/// fit into `memory_bytes`. Both slices hold the same files in the same order.
fn remove_oversized(
    submissions: &mut [Submission],
    tokenized: &mut [TokenizedSubmission],
    skipped: &mut Vec<Skipped>,
    memory_bytes: u64,
) {
    let max_tokens = memory_bytes / BYTES_PER_TOKEN;
    let sizes = tokenized.iter().map(|submission| submission.files.iter().map(tokens).sum()).collect();
    let Some(share) = fair_share(sizes, max_tokens) else { return };
    for (submission, tokenized) in submissions.iter_mut().zip(tokenized) {
        let mut size: u64 = tokenized.files.iter().map(tokens).sum();
        while share < size {
            // Among files of equal size, the first by path is removed.
            let largest = tokenized.files.iter().map(tokens).max().unwrap_or_default();
            let Some(at) = tokenized.files.iter().position(|file| tokens(file) == largest) else { break };
            let file = submission.files.remove(at);
            tokenized.files.remove(at);
            size -= largest;
            let reason = format!(
                "{largest} tokens; all submissions together have more than the {max_tokens} that fit into the memory of \
                 the analysis (job-memory), and this submission has more than its share of them"
            );
            skipped.push(Skipped {
                submission: Some(submission.header.name.clone()),
                path: file.path,
                reason,
            });
        }
    }
    skipped.sort();
}

fn tokens(file: &TokenizedFile) -> u64 {
    file.stream.tokens() as u64
}

/// Returns the number of tokens that each submission may have so that all fit together. Submissions below their share
/// leave the rest to larger ones (max-min fairness). Returns `None` if all fit, or if the large submissions are no
/// exceptions.
fn fair_share(mut sizes: Vec<u64>, max_tokens: u64) -> Option<u64> {
    sizes.sort_unstable();
    let median = *sizes.get(sizes.len() / 2)?;
    let mut left = max_tokens;
    for (before, &size) in sizes.iter().enumerate() {
        let share = left / (sizes.len() - before) as u64;
        if share < size {
            return (MIN_MEDIAN_MULTIPLE * median <= share).then_some(share);
        }
        left -= size;
    }
    None
}

#[cfg(test)]
mod tests {
    use chaffinch_normalize::{Choice, tokenize};
    use chaffinch_submission::{SourceFile, SubmissionHeader};

    use super::*;

    fn class(files: &[(&str, &[(&str, usize)])]) -> (Vec<Submission>, Vec<TokenizedSubmission>) {
        let submission = |&(name, files): &(&str, &[(&str, usize)])| Submission {
            header: SubmissionHeader::named(name),
            archive: None,
            files: files.iter().map(|&(path, words)| SourceFile::plain(path, "a ".repeat(words))).collect(),
        };
        let submissions: Vec<Submission> = files.iter().map(submission).collect();
        let (tokenized, _) = tokenize_files(&submissions, &[], |_, file| tokenize(file, Choice::Auto), &());
        (submissions, tokenized)
    }

    #[test]
    fn shares_are_fair() {
        assert_eq!(fair_share(vec![1, 2, 3], 6), None, "all fit");
        assert_eq!(fair_share(vec![1, 1, 1, 100], 13), Some(10));
        assert_eq!(fair_share(vec![1, 1, 1, 8, 100], 20), Some(9));
        assert_eq!(fair_share(vec![1, 1, 1, 50, 100], 23), Some(10));
        assert_eq!(fair_share(vec![10, 10, 10, 11], 40), None, "the class is large, not one of it");
        assert_eq!(fair_share(Vec::new(), 0), None);
    }

    #[test]
    fn the_largest_files_of_an_oversized_submission_are_left_out() {
        let (mut submissions, mut tokenized) = class(&[
            ("ann", &[("a.txt", 10)]),
            ("bob", &[("b.txt", 10), ("pad.txt", 1000), ("z.txt", 20)]),
            ("cid", &[("c.txt", 10)]),
        ]);
        let mut skipped = Vec::new();
        remove_oversized(&mut submissions, &mut tokenized, &mut skipped, 200 * BYTES_PER_TOKEN);
        let left: Vec<&str> = submissions[1].files.iter().map(|file| file.path.as_str()).collect();
        assert_eq!(left, ["b.txt", "z.txt"]);
        assert!(submissions.iter().zip(&tokenized).all(|(one, other)| one.files.len() == other.files.len()));
        assert_eq!((skipped.len(), skipped[0].submission.as_deref()), (1, Some("bob")));
        assert!(skipped[0].reason.starts_with("1000 tokens"), "{skipped:?}");
    }

    #[test]
    fn a_class_that_fits_stays_whole() {
        let (mut submissions, mut tokenized) =
            class(&[("ann", &[("a.txt", 10)]), ("bob", &[("b.txt", 900)])]);
        let mut skipped = Vec::new();
        remove_oversized(&mut submissions, &mut tokenized, &mut skipped, 1000 * BYTES_PER_TOKEN);
        assert_eq!((skipped.len(), submissions[1].files.len()), (0, 1));
    }
}
