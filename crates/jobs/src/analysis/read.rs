//! The first half of an analysis: turns an upload into a class that is ready to be kept and compared.

use std::cell::Cell;
use std::io;
use std::path::Path;

use chaffinch_extract::{Input, Looked, Refusal, Request, Survey, extract};
use chaffinch_normalize::{Choice, language, tokenize, tokenize_scanned};
use chaffinch_storage::{AnalysisOptions, Document, NewIngest, Packed, PartKind};
use chaffinch_submission::{
    Batch, Progress, ReferenceLabel, SourceFile, Submission, TokenizedFile, TokenizedSubmission, packed,
};
use rayon::prelude::*;

use super::new_submission::{new_submission, reference_of};
use super::oversized;
use super::pipeline;
use crate::index::postings;
use crate::task_folder::journal::Journal;
use crate::task_folder::precautions::{Precautions, SCANNED_REASON};
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
    let (mut tokenized, starter_code) =
        pipeline::tokenize_files(&submissions, &boilerplate, tokenize, progress);
    oversized::remove_oversized(&mut submissions, &mut tokenized, &mut skipped, memory_bytes);
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
        ignored: options.ignored.iter().cloned().collect(),
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
