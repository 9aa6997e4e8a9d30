//! Turns submissions into a report: tokenizes, compares and writes the report. There is no I/O and no clock. The same
//! input and options give the same report for any number of threads. `chaffinch compare` runs the whole pipeline, and
//! each child process runs one half of it.

use std::sync::atomic::{AtomicU64, Ordering};

use chaffinch_detect::term::{TaskPair, TaskPairs};
use chaffinch_detect::{Analysis, Options};
use chaffinch_evidence::Reading;
use chaffinch_extract::unheard_people;
use chaffinch_normalize::{Choice, tokenize};
use chaffinch_report::{Report, ReportHeading};
use chaffinch_storage::NewSubmission;
use chaffinch_submission::{
    Batch, FileRecord, LazyStream, LineTable, Progress, Skipped, SourceFile, Submission, TokenStream,
    TokenizedFile, TokenizedSubmission,
};
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

use super::author_names::make_authors_unique;
use super::elsewhere::{self, FoundElsewhere};
use super::named_work::{self, NamedWork};
use super::new_submission::new_submission;
use super::parse_memory::ParseMemory;
use super::translations;
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
        named_work::of_folder(title, &submissions, files)
    };
    let [background, own_work] =
        [background, own_work].map(|named| NamedWork::Read(named.into_iter().map(read).collect()));
    let class = submissions.iter().zip(&ids).filter(|(submission, _)| submission.archive.is_none());
    let class: Vec<NewSubmission> =
        class.map(|(submission, &number)| new_submission(number, submission)).collect();
    let known = named_work::elsewhere(&class, background, own_work);
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
    let names = names.map(String::as_str).collect();
    let mut skipped = skipped.clone();
    skipped.extend(unheard_people(&options.staff, &options.teams, &names));
    skipped.sort();
    let translations =
        translations.then(|| translations::find(submissions, &analysis, &file_readings, &known, options));
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

/// Size of all texts of a class from which on its token streams are packed. The streams of a smaller class have less than
/// 200 MB, and are compared faster as they are.
const LARGE_CLASS_BYTES: usize = 24 << 20;

/// The same for streams that were packed, of which a token has some four bytes and its text six.
pub(super) const LARGE_CLASS_STREAMS: u64 = 16 << 20;

/// Tokenizes every file once. `tokenize` gets the position of the file among all files; starter code comes last. The
/// work is divided by file, because sizes differ by orders of magnitude and a submission may have one file or a
/// hundred.
pub(crate) fn tokenize_files(
    submissions: &[Submission],
    boilerplate: &[SourceFile],
    tokenize: impl Fn(usize, &SourceFile) -> TokenStream + Sync,
    progress: &dyn Progress,
) -> (Vec<TokenizedSubmission>, Vec<TokenizedFile>) {
    let files: Vec<&SourceFile> =
        submissions.iter().flat_map(|submission| &submission.files).chain(boilerplate).collect();
    let (done, total, memory) = (AtomicU64::new(0), files.len() as u64, ParseMemory::new());
    let is_large = LARGE_CLASS_BYTES < files.iter().map(|file| file.text.len()).sum();
    progress.report("reading", 0, total);
    let mut files: Vec<TokenizedFile> = files
        .into_par_iter()
        .enumerate()
        .map(|(position, file)| {
            let _permit = memory.acquire(file.text.len());
            let stream = tokenize(position, file);
            let stream = if is_large { LazyStream::pack(&stream) } else { stream.into() };
            let file = TokenizedFile { record: record(file), stream };
            progress.report("reading", done.fetch_add(1, Ordering::Relaxed) + 1, total);
            file
        })
        .collect();
    let boilerplate = files.split_off(files.len() - boilerplate.len());
    let mut files = files.into_iter();
    let tokenized = submissions
        .iter()
        .map(|submission| TokenizedSubmission {
            header: submission.header.clone(),
            archive: submission.archive.clone(),
            files: files.by_ref().take(submission.files.len()).collect(),
        })
        .collect();
    (tokenized, boilerplate)
}

fn record(file: &SourceFile) -> FileRecord {
    FileRecord {
        path: file.path.clone(),
        encoding: file.encoding,
        cells: file.notebook.as_ref().map(|notebook| notebook.cells.clone()),
        digest: file.digest,
        bytes: file.text.len() as u32,
        lines: LineTable::new(&file.text),
        notes: file.notes.clone(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use chaffinch_submission::SubmissionHeader;

    use super::*;

    fn file(path: &str, text: String) -> SourceFile {
        SourceFile { notes: vec!["a note".into()], ..SourceFile::plain(path, text) }
    }

    /// Submissions of zero to three files. Every third submission is a copy of its neighbour.
    fn batch() -> Batch {
        // Normalization removes names and numbers, so the programs differ in their operators.
        let line = |seed: usize, line: usize| {
            let operator =
                |at: usize| ["+", "-", "*", "/", "%", "&", "|"][(seed * 131 + line * 17 + at * at) / 5 % 7];
            format!("int f{line}(int a) {{ return a {} g(a) {} {line}; }}\n", operator(1), operator(7))
        };
        let text = |seed: usize| (0..30).map(|at| line(seed, at)).collect::<Vec<_>>().concat();
        let submission = |number: usize| Submission {
            header: SubmissionHeader::named(format!("s{number:02}")),
            archive: None,
            files: (0..number % 4)
                .map(|at| file(&format!("{at}.c"), text(number - number % 3 + at)))
                .collect(),
        };
        Batch {
            submissions: (0..20).map(submission).collect(),
            boilerplate: vec![file("handout.c", text(500))],
            skipped: vec![Skipped { submission: None, path: "a.class".into(), reason: "not text".into() }],
            layouts: Vec::new(),
        }
    }

    fn compare(threads: usize, progress: &dyn Progress) -> Outcome {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let comparison =
            Comparison { title: "Sheet 1", revision: 1, options: Options::DEFAULT, translations: true };
        pool.install(|| run(batch(), [Vec::new(), Vec::new()], Choice::Auto, &comparison, progress))
    }

    #[test]
    fn the_report_lists_every_file_and_does_not_depend_on_threads() {
        let outcome = compare(1, &());
        assert_eq!(outcome, compare(4, &()));
        let Outcome { report, submissions, .. } = outcome;
        assert_eq!(submissions, batch().submissions);
        for (reported, given) in report.submissions.iter().zip(&submissions) {
            let paths = |files: Vec<&str>| (given.header.name.clone(), files.join(" "));
            assert_eq!(
                (
                    reported.name.clone(),
                    reported.files.iter().map(|file| file.path.as_str()).collect::<Vec<_>>().join(" ")
                ),
                paths(given.files.iter().map(|file| file.path.as_str()).collect()),
            );
            assert!(reported.files.iter().all(|file| file.lines == 30 && file.notes[0] == "a note"));
        }
        assert_eq!((report.boilerplate.files, report.skipped.len()), (1, 1));
        assert!(!report.pairs.is_empty());
    }

    struct RecordedProgress(Mutex<Vec<(&'static str, u64, u64)>>);

    impl Progress for RecordedProgress {
        fn report(&self, stage: &'static str, done: u64, total: u64) {
            self.0.lock().unwrap().push((stage, done, total));
        }
    }

    #[test]
    fn stages_come_in_order_and_reading_counts_files() {
        let recorded = RecordedProgress(Mutex::default());
        compare(2, &recorded);
        let recorded = recorded.0.into_inner().unwrap();
        let mut stages: Vec<_> = recorded.iter().map(|line| line.0).collect();
        stages.dedup();
        assert_eq!(stages, ["reading", "screening", "verifying", "listing", "reporting"]);
        let files =
            batch().submissions.iter().map(|submission| submission.files.len()).sum::<usize>() as u64 + 1;
        assert!(recorded.contains(&("reading", files, files)));
    }
}
