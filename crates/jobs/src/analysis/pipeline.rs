//! Turns submissions into a report: tokenizes, compares and writes the report. There is no I/O and no clock. The same
//! input and options give the same report for any number of threads. `chaffinch compare` runs the whole pipeline, and
//! each child process runs one half of it.

use chaffinch_detect::term::{TaskPair, TaskPairs};
use chaffinch_detect::{Analysis, Options};
use chaffinch_extract::unmatched_people;
use chaffinch_normalize::{Choice, tokenize};
use chaffinch_report::{Report, ReportHeading};
use chaffinch_storage::NewSubmission;
use chaffinch_submission::{
    Batch, LazyStream, Progress, Reading, Skipped, SourceFile, Submission, TokenStream, TokenizedFile,
    TokenizedSubmission,
};
use chaffinch_translation::{TranslationOptions, TranslationSubmission, Translations};
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use super::elsewhere::{self, FoundElsewhere, NamedWork};
use super::submissions::{make_authors_unique, new_submission, tokenize_files};
use crate::index::postings;
use crate::task_folder::PackedFile;

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The report.
    pub report: Report,
    /// The submissions with their texts, numbered from 1 in this order.
    pub submissions: Vec<Submission>,
    /// All judged pairs, listed or not.
    pub judged: TaskPairs,
}

/// How a batch is compared.
#[derive(Debug, Clone)]
pub struct Comparison<'a> {
    /// Title of the report.
    pub title: &'a str,
    /// Number of the report in its batch, from 1.
    pub revision: u32,
    /// Options of the comparison.
    pub options: Options,
    /// Whether copies that were translated into another language are looked for as well.
    pub translations: bool,
}

/// Work elsewhere that somebody named: for each source its name and its submissions.
pub type NamedFolders = Vec<(String, Vec<Submission>)>;

/// Compares a batch. Passages that are common in `background` do not count, nor those that both sides of a pair have in
/// `own_work`. Reports these stages to `progress`: `reading` (counted in files), those of [`chaffinch_detect::analyse`],
/// and `reporting`.
pub fn run(
    batch: Batch,
    [background, own_work]: [NamedFolders; 2],
    choice: Choice,
    comparison: &Comparison<'_>,
    progress: &dyn Progress,
) -> Outcome {
    let Batch { mut submissions, boilerplate, skipped, layouts } = batch;
    make_authors_unique(submissions.iter_mut().map(|one| &mut one.header));
    let tokenize = |_, file: &SourceFile| tokenize(file, choice);
    let (tokenized, starter_code) = tokenize_files(&submissions, &boilerplate, tokenize, progress);
    let ids: Vec<u32> = (1..).take(tokenized.len()).collect();
    let read = |(title, submissions): (String, Vec<Submission>)| {
        let (tokenized, _) = tokenize_files(&submissions, &[], tokenize, &());
        let file = |file: &TokenizedFile| postings::packed(&file.stream.read());
        let files: Vec<Vec<PackedFile>> =
            tokenized.par_iter().map(|one| one.files.iter().map(file).collect()).collect();
        elsewhere::of_folder(title, &submissions, files)
    };
    let [background, own_work] =
        [background, own_work].map(|named| NamedWork::Read(named.into_iter().map(read).collect()));
    let class = submissions.iter().zip(&ids).filter(|(submission, _)| submission.archive.is_none());
    let class: Vec<NewSubmission> =
        class.map(|(submission, &number)| new_submission(number, submission)).collect();
    let known = elsewhere::elsewhere(&class, background, own_work);
    let material = Material {
        elsewhere: elsewhere::find(&tokenized, &ids, known),
        ids,
        submissions: tokenized,
        texts: submissions.iter().map(|submission| texts(&submission.files)).collect(),
        starter_code: starter_code.into_iter().map(|file| file.stream.into()).collect(),
        starter_code_texts: texts(&boilerplate),
        skipped,
        layouts,
    };
    let (report, judged) = compare(&material, comparison, progress);
    Outcome { report, submissions, judged }
}

/// What is compared, after it was read.
pub(crate) struct Material<Text> {
    /// The submissions of the class, ordered by name, then the earlier ones, also ordered by name, then the reference
    /// answers.
    pub(crate) submissions: Vec<TokenizedSubmission>,
    /// Their numbers in the report.
    pub(crate) ids: Vec<u32>,
    /// The texts of their files. A text that was not kept is empty.
    pub(crate) texts: Vec<Vec<Text>>,
    /// The starter code.
    pub(crate) starter_code: Vec<TokenStream>,
    /// The texts of the starter code.
    pub(crate) starter_code_texts: Vec<Text>,
    /// What of the submissions was handed in elsewhere.
    pub(crate) elsewhere: FoundElsewhere,
    /// Files that are listed but not analysed, sorted.
    pub(crate) skipped: Vec<Skipped>,
    /// See [`Batch::layouts`].
    pub(crate) layouts: Vec<String>,
}

/// Compares what was read.
pub(crate) fn compare<Text: AsRef<str>>(
    material: &Material<Text>,
    comparison: &Comparison<'_>,
    progress: &dyn Progress,
) -> (Report, TaskPairs) {
    let &Comparison { title, revision, ref options, translations } = comparison;
    let Material { submissions, ids, texts, starter_code, starter_code_texts, elsewhere, skipped, layouts } =
        material;
    let analysis =
        chaffinch_detect::analyse(submissions, starter_code, &elsewhere.passages, options, progress);
    progress.report("reporting", 0, 1);
    let file_readings: Vec<Vec<Reading>> = submissions
        .iter()
        .zip(texts)
        .map(|(submission, texts)| readings(texts, submission.files.iter().map(|file| &file.stream)))
        .collect();
    let marked_templates = chaffinch_detect::template_streams(submissions, &analysis.settings.templates);
    let marked = marked_templates.into_iter().map(|(template, stream)| {
        let texts = &texts[template.submission as usize];
        (texts.get(template.file as usize).map_or("", AsRef::as_ref), stream.into())
    });
    let known: Vec<(&str, LazyStream)> = (starter_code_texts.iter().map(AsRef::as_ref))
        .zip(starter_code.iter().cloned().map(LazyStream::from))
        .chain(marked)
        .collect();
    let known: Vec<Reading> = known.iter().map(|(text, stream)| Reading { text, stream }).collect();
    let evidence = chaffinch_evidence::find(&analysis, &file_readings, ids, &known);
    let names =
        submissions.iter().flat_map(|one| [Some(&one.header.name), one.header.author.as_ref()]).flatten();
    let mut skipped = skipped.clone();
    skipped.extend(unmatched_people(&options.staff, &options.teams, names.map(String::as_str)));
    skipped.sort();
    let translations =
        translations.then(|| find_translations(submissions, &analysis, &file_readings, &known, options));
    let heading = ReportHeading {
        title,
        revision,
        ids,
        skipped: &skipped,
        layouts,
        translations: translations.as_ref(),
        background: elsewhere.background.clone(),
        own_work: elsewhere.own_work.clone(),
        handed_in_before: &elsewhere.passages.own,
    };
    let report = chaffinch_report::build(&analysis, submissions, evidence, heading);
    progress.report("reporting", 1, 1);
    (report, judged_pairs(&analysis, submissions, ids))
}

/// Returns the judged pairs of the class by the numbers of its submissions.
fn judged_pairs(analysis: &Analysis, submissions: &[TokenizedSubmission], ids: &[u32]) -> TaskPairs {
    let of_class = submissions.iter().zip(ids).zip(&analysis.submissions);
    let of_class =
        of_class.filter(|((submission, _), figures)| submission.archive.is_none() && !figures.staff);
    let digest = |submission: &TokenizedSubmission| {
        let mut digests: Vec<[u8; 32]> = submission.files.iter().map(|file| file.record.digest).collect();
        digests.sort_unstable();
        let mut digest = [0; 8];
        digest.copy_from_slice(&Sha256::digest(digests.as_flattened())[..8]);
        u64::from_le_bytes(digest)
    };
    let pair = |&(left, right, expect): &(u32, u32, f64)| {
        let [one, other] = [left, right].map(|at| ids[at as usize]);
        TaskPair { left: one.min(other), right: one.max(other), expect }
    };
    TaskPairs {
        among: analysis.judged.among,
        submissions: of_class.map(|((submission, &id), _)| (id, digest(submission))).collect(),
        pairs: analysis.judged.pairs.iter().map(pair).collect(),
    }
}

fn texts(files: &[SourceFile]) -> Vec<&str> {
    files.iter().map(|file| file.text.as_str()).collect()
}

/// Combines texts with their tokens.
fn readings<'a, Text: AsRef<str>>(
    texts: &'a [Text],
    streams: impl Iterator<Item = &'a LazyStream>,
) -> Vec<Reading<'a>> {
    texts.iter().zip(streams).map(|(text, stream)| Reading { text: text.as_ref(), stream }).collect()
}

/// Number of pairs that are listed with the passages that correspond, best first.
const WITH_PASSAGES: usize = 50;

/// Compares the submissions that are in different languages. The parameters are those of the ordinary comparison, in the
/// same order. Staff's submissions and reference answers are compared with those of students, like earlier ones.
fn find_translations(
    submissions: &[TokenizedSubmission],
    analysis: &Analysis,
    readings: &[Vec<Reading<'_>>],
    starter_code: &[Reading<'_>],
    options: &Options,
) -> Translations {
    let translated: Vec<TranslationSubmission<'_>> = submissions
        .iter()
        .zip(&analysis.submissions)
        .zip(readings)
        .map(|((submission, figures), readings)| TranslationSubmission {
            files: readings.clone(),
            is_archived: submission.archive.is_some() || figures.staff,
            team: figures.team,
        })
        .collect();
    let limits = TranslationOptions {
        max_pairs: options.max_pairs,
        pairs_with_passages: options.pairs_with_matches.min(WITH_PASSAGES),
    };
    chaffinch_translation::find(&translated, starter_code, limits)
}

#[cfg(test)]
mod tests;
