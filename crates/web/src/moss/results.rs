//! Derives the content of the result pages from a report.

use chaffinch_moss::protocol::{ConcatenatedFiles, Passage, Row, is_directory, shown};
use chaffinch_pages::{Locale, found_list};
use chaffinch_report::{FileText, FoundCounts, LeftOut, Pair, Region, Report, Sources, Submission};
use chaffinch_storage::{self as storage, MossJob, Status};

/// The revision that is shown. It is always the first, so that all pages a reader fetches come from the same report.
pub(super) const REVISION: u32 = 1;

/// Returns the pairs of the list, in its order: those of uploaded submissions that are worth a row, most matched tokens
/// first. Pairs with earlier submissions appear only in the full report.
pub(super) fn listed<'r>(report: &'r Report, job: &MossJob) -> impl Iterator<Item = &'r Pair> {
    report.by_matched_tokens().into_iter().take(job.show as usize)
}

/// Returns the rows of the list.
pub(super) fn rows(report: &Report, job: &MossJob) -> Vec<Row> {
    let row = |pair: &Pair| Some(Row { sides: sides(report, pair)?, lines: pair.matched_lines });
    listed(report, job).filter_map(row).collect()
}

/// Returns names and percentages of both sides. A percentage is matched tokens of all tokens, including those of
/// starter code, and it is rounded down.
pub(super) fn sides(report: &Report, pair: &Pair) -> Option<[(String, u8); 2]> {
    let left = report.submission(pair.id.left)?;
    let right = report.submission(pair.id.right)?;
    let right_matched = (pair.right_share * f64::from(right.counted_tokens)).round() as u32;
    Some([
        (shown(&left.name), percent(pair.matched_tokens, left.tokens)),
        (shown(&right.name), percent(right_matched, right.tokens)),
    ])
}

fn percent(part: u32, whole: u32) -> u8 {
    (u64::from(part) * 100).checked_div(whole.into()).unwrap_or(0).min(100) as u8
}

/// Returns the files that were skipped, each with its reason.
pub(super) fn errors(report: &Report) -> Vec<String> {
    let line = |skipped: &chaffinch_report::Skipped| match &skipped.submission {
        Some(submission) => format!("{}: {}: {}", shown(submission), skipped.path, skipped.reason),
        None => format!("{}: {}", skipped.path, skipped.reason),
    };
    report.skipped.iter().map(line).collect()
}

/// Returns why there is no report.
pub(super) fn failure(status: &Status) -> Vec<String> {
    match status {
        Status::Failed { reason } => storage::failure_lines(reason),
        _ => vec!["The analysis was stopped.".to_owned()],
    }
}

/// Returns what only the full report lists, in a sentence. Empty if it is nothing.
pub(super) fn found_elsewhere(report: &Report) -> String {
    let found = FoundCounts { pairs: 0, beyond_chance: None, ..FoundCounts::new(report) };
    let list = found_list(Locale::english(), &found);
    list.map(|list| format!("In the full report: {}.", list.plain())).unwrap_or_default()
}

/// Returns what the option `-m` left out, in sentences. Empty if it is nothing.
pub(super) fn left_out(report: &Report, job: &MossJob) -> String {
    let Some(LeftOut { passages, pairs, submissions }) = report.left_out else { return String::new() };
    if passages == 0 {
        return String::new();
    }
    let limit = job.max_matches;
    let sent = if job.directory { "directories" } else { "files" };
    let of_passages = match passages {
        1 => format!("1 passage is in more than {limit} {sent} and is ignored (option -m {limit})."),
        n => format!("{n} passages are in more than {limit} {sent} and are ignored (option -m {limit})."),
    };
    let of_pairs = match pairs {
        0 => return of_passages,
        1 => format!("1 pair of {sent} has almost nothing else in common, so it is not listed."),
        n => format!(
            "{n} pairs among {submissions} {sent} have almost nothing else in common, so they are not listed."
        ),
    };
    format!("{of_passages} {of_pairs} These may be copies. Repeat the job with a higher -m to see them.")
}

/// Returns the files of a submission in the order in which they arrived, as indexes into its files.
fn arrived(submission: &Submission, job: &MossJob) -> Vec<usize> {
    let all = 0..submission.files.len();
    let Some(order) = job.order.get(&MossJob::key(&submission.name)) else { return all.collect() };
    let mut files: Vec<usize> = order.iter().map(|&at| at as usize).filter(|at| all.contains(at)).collect();
    // Files that are in the report but not in the order come last. They come from an archive among the files.
    files.extend(all.filter(|at| !order.contains(&(*at as u32))));
    files
}

/// Joins all files of a submission into one text. The `first_lines` of the result are in the order of
/// [`Submission::files`].
pub(super) fn source(submission: &Submission, texts: &Sources<'_>, job: &MossJob) -> ConcatenatedFiles {
    let order = arrived(submission, job);
    let named = is_directory(&submission.name) || submission.files.len() > 1;
    let files = order.iter().map(|&at| {
        let file = &submission.files[at];
        (file.path.as_str(), texts.text(submission.id, file.file).map_or("", FileText::as_str))
    });
    let source = ConcatenatedFiles::new(files, named);
    let mut first_lines = vec![1; submission.files.len()];
    for (&at, &line) in order.iter().zip(&source.first_lines) {
        first_lines[at] = line;
    }
    ConcatenatedFiles { first_lines, ..source }
}

/// Returns the passages of a pair, largest first, with their lines in the joined texts.
pub(super) fn passages(
    pair: &Pair,
    submissions: [&Submission; 2],
    sources: &[ConcatenatedFiles; 2],
) -> Vec<Passage> {
    let lines = |side: usize, region: &Region| {
        let at = submissions[side].files.iter().position(|file| file.file == region.file).unwrap_or(0);
        let before = sources[side].first_lines.get(at).map_or(0, |&first| first - 1);
        (before + region.start_line, before + region.end_line)
    };
    let mut matches: Vec<_> = pair.matches.iter().flatten().collect();
    matches.sort_by_key(|found| std::cmp::Reverse(found.tokens));
    let passage = |found: &chaffinch_report::Match| Passage {
        lines: [lines(0, &found.left), lines(1, &found.right)],
        percent: [0, 1].map(|side| percent(found.tokens, submissions[side].tokens)),
    };
    Passage::apart(matches.into_iter().map(passage).collect())
}
