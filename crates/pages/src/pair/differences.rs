//! The second view of a pair: line by line, with marked differences. It is for near-identical pairs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use askama::Template;
use chaffinch_report::{File, FileText, Match, Pair, Report, Side, Sources, Submission};

use super::heading::{languages, views, why};
use crate::code::diff::{self, Pairing};
use crate::code::{SlotCosts, class_markup_cost, divide, text_cost};
use crate::escape::push_text;
use crate::figures::{PairFigures, lines};
use crate::frame::{Frame, PairView, Review};
use crate::locale::{Locale, Message};
use crate::review::ListPlace;
use crate::rows::{Link, NamedSubmission, crumbs, missing_text, pager, render};
use crate::view::View;

/// Equal lines shown before and after a difference.
const CONTEXT_LINES: usize = 3;
/// Limit of lines that are compared, both sides counted. Each takes some hundred bytes of memory.
const MAX_LINES: u32 = 400_000;
/// Bytes that are shown of a line.
const MAX_LINE_BYTES: usize = 2_000;
/// Limit of a part's size, in bytes of HTML.
const MAX_PART_BYTES: u64 = 850_000;
/// Size of a row's elements, in bytes of HTML.
const ROW_BYTES: u64 = 300;
/// Size of a file's heading, in bytes of HTML.
const HEADING_BYTES: u64 = 1_200;

#[derive(Template)]
#[template(path = "report/differences.html")]
struct DifferencesPage<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    around: ListPlace,
    pair: &'a Pair,
    figures: PairFigures,
    /// Languages of both sides, if they differ.
    languages: Option<(&'a str, &'a str)>,
    /// Sentences that say why the pair has its score.
    why: Vec<Message>,
    views: Vec<Link>,
    /// The lines of both sides stand in one table.
    swaps: bool,
    parts: Vec<Link>,
    named: [NamedSubmission; 2],
    counts: DifferenceCounts,
    files: Vec<FilePage<'a>>,
    /// Files without a counterpart, by side.
    alone: [Vec<&'a File>; 2],
    /// Key of the reason why a text is missing.
    why_missing: Option<&'static str>,
    /// Address of this page, to which forms return.
    back: String,
}

/// Number of lines of each kind, in all compared files.
#[derive(Clone, Copy, Default)]
struct DifferenceCounts {
    same: usize,
    changed: usize,
    left: usize,
    right: usize,
}

struct FilePage<'a> {
    left: &'a File,
    right: &'a File,
    number: usize,
    html: String,
}

/// The rows of two files that are shown next to each other.
struct FileComparison<'a> {
    left: (&'a File, Vec<&'a str>),
    right: (&'a File, Vec<&'a str>),
    rows: Vec<DifferenceRow>,
}

/// Content of a row.
enum DifferenceRow {
    Heading,
    Lines(Pairing),
    /// Equal lines that are not shown: those of the left and of the right side.
    Fold(Range<usize>, Range<usize>),
}

/// The pages of a pair's differences.
pub struct Differences<'a> {
    files: Vec<FileComparison<'a>>,
    alone: [Vec<&'a File>; 2],
    counts: DifferenceCounts,
    /// Slots of the rows of all files, part by part.
    parts: Vec<Range<usize>>,
    /// Key of the reason why a text is missing.
    why_missing: Option<&'static str>,
}

impl<'a> Differences<'a> {
    /// Compares the files of a pair. Returns `None` if the report does not list both of its submissions.
    pub fn new(report: &'a Report, pair: &Pair, sources: &'a Sources) -> Option<Self> {
        let (left, right) = report.sides(pair.id)?;
        let pairs = counterparts(left, right, pair.matches.as_deref().unwrap_or_default());
        let mut files = Vec::new();
        let mut counts = DifferenceCounts::default();
        let (mut room, mut why_missing) = (MAX_LINES, None);
        for &(l, r) in &pairs {
            match (sources.text(left.id, l.file), sources.text(right.id, r.file)) {
                (Some(left), Some(right)) => {
                    match room.checked_sub(left.rows().line_count() + right.rows().line_count()) {
                        Some(rest) => {
                            room = rest;
                            files.push(compare_files((l, left), (r, right), &mut counts));
                        }
                        None => why_missing = Some("differences-too-long"),
                    }
                }
                (None, _) => why_missing = Some(missing_text(sources, left)),
                (_, None) => why_missing = Some(missing_text(sources, right)),
            }
        }
        let alone = |submission: &'a Submission, paired: BTreeSet<u32>| -> Vec<&'a File> {
            submission.files.iter().filter(|file| !paired.contains(&file.file)).collect()
        };
        let slots = files.iter().map(|file| file.rows.len()).sum();
        let costs = files.iter().flat_map(|file| file.rows.iter().map(|row| file.cost(row)));
        let parts = divide([SlotCosts::new(slots, costs), SlotCosts::none()], &[], MAX_PART_BYTES);
        Some(Self {
            alone: [
                alone(left, pairs.iter().map(|(file, _)| file.file).collect()),
                alone(right, pairs.iter().map(|(_, file)| file.file).collect()),
            ],
            files,
            counts,
            parts: parts.into_iter().map(|[part, _]| part).collect(),
            why_missing,
        })
    }
}

impl Differences<'_> {
    /// Returns the number of parts, at least 1.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }
}

/// Returns a part, from 1, of the differences of a pair; `list` is the list from which it was opened. `None` if the report does not list both of its submissions, or
/// if there is no such part.
pub fn differences(
    frame: &Frame,
    report: &Report,
    list: &View,
    pair: &Pair,
    found: &Differences,
    part: usize,
) -> Option<String> {
    let (left, right) = report.sides(pair.id)?;
    let slots = found.parts.get(part.checked_sub(1)?)?;
    let named = |key| frame.words.say(key).text("left", &pair.left).text("right", &pair.right).plain();
    let title = named("pair-title");
    let mut first = 0;
    let mut files = Vec::new();
    for (file, number) in found.files.iter().zip(1..) {
        let rows = slots.start.max(first) - first..slots.end.clamp(first, first + file.rows.len()) - first;
        if rows.start < rows.end {
            let html = file.html(&rows, frame.words);
            files.push(FilePage { left: file.left.0, right: file.right.0, number, html });
        }
        first += file.rows.len();
    }
    Some(render(&DifferencesPage {
        frame: frame.titled(format!("{} · {}", named("pair-title-differences"), report.title)),
        crumbs: crumbs(frame, report, &title),
        around: ListPlace::new(frame, report, list, pair),
        pair,
        figures: PairFigures::new(report, pair),
        languages: languages(pair),
        why: why(frame.words, report, pair),
        views: views(frame, pair, true, PairView::Differences),
        swaps: false,
        parts: pager(found.parts(), part, |part| frame.place.pair_part(pair.id, PairView::Differences, part)),
        named: [NamedSubmission::new(frame, left), NamedSubmission::new(frame, right)],
        counts: found.counts,
        files,
        alone: found.alone.clone(),
        why_missing: found.why_missing,
        back: frame.place.pair_part(pair.id, PairView::Differences, part),
    }))
}

/// Pairs the files: first those that share most, each once, then those with the same path.
fn counterparts<'a>(
    left: &'a Submission,
    right: &'a Submission,
    matches: &[Match],
) -> Vec<(&'a File, &'a File)> {
    let mut shared: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    for found in matches {
        *shared.entry((found.left.file, found.right.file)).or_default() += found.tokens;
    }
    let paths: BTreeMap<&str, u32> = right.files.iter().map(|file| (file.path.as_str(), file.file)).collect();
    for file in &left.files {
        if let Some(&same) = paths.get(file.path.as_str()) {
            shared.entry((file.file, same)).or_default();
        }
    }
    let mut shared: Vec<((u32, u32), u32)> = shared.into_iter().collect();
    shared.sort_by_key(|&(files, tokens)| (Reverse(tokens), files));
    let mut taken = Side::BOTH.map(|_| BTreeSet::new());
    shared.retain(|&((l, r), _)| {
        let free = !taken[0].contains(&l) && !taken[1].contains(&r);
        if free {
            taken[0].insert(l);
            taken[1].insert(r);
        }
        free
    });
    shared.sort_unstable();
    let file = |submission: &'a Submission, at: u32| submission.files.get(at as usize);
    shared.into_iter().filter_map(|((l, r), _)| Some((file(left, l)?, file(right, r)?))).collect()
}

fn compare_files<'a>(
    (left_file, left): (&'a File, &'a FileText),
    (right_file, right): (&'a File, &'a FileText),
    counts: &mut DifferenceCounts,
) -> FileComparison<'a> {
    let (left, right) = (text_lines(left), text_lines(right));
    let pairings = diff::lines(&left, &right);
    for pairing in &pairings {
        match pairing {
            Pairing::Same(..) => counts.same += 1,
            Pairing::Changed(..) => counts.changed += 1,
            Pairing::Left(_) => counts.left += 1,
            Pairing::Right(_) => counts.right += 1,
        }
    }
    let mut rows = vec![DifferenceRow::Heading];
    rows.extend(fold_equal_lines(&pairings));
    FileComparison { left: (left_file, left), right: (right_file, right), rows }
}

/// Returns the lines of a text without line ends.
fn text_lines<'a>(text: &'a FileText) -> Vec<&'a str> {
    let lines = text.rows().lines_from(1);
    let line = |bytes: Range<u32>| &text.as_str()[bytes.start as usize..bytes.end as usize];
    lines.map(|(_, bytes)| line(bytes).trim_end_matches(['\r', '\n'])).collect()
}

/// Hides the middle of long sequences of equal lines. The lines next to a difference stay.
fn fold_equal_lines(pairings: &[Pairing]) -> Vec<DifferenceRow> {
    let mut rows = Vec::new();
    let is_same = |pairing: &Pairing| matches!(pairing, Pairing::Same(..));
    let mut at = 0;
    for run in pairings.chunk_by(|one, next| is_same(one) == is_same(next)) {
        let before = if at == 0 { 0 } else { CONTEXT_LINES };
        let behind = if at + run.len() == pairings.len() { 0 } else { CONTEXT_LINES };
        at += run.len();
        let hidden = before..run.len().saturating_sub(behind).max(before);
        match (run.get(hidden.start), run.get(hidden.end.saturating_sub(1))) {
            // Hiding a single line would save nothing.
            (Some(&Pairing::Same(l, r)), Some(&Pairing::Same(l_last, r_last))) if hidden.len() > 1 => {
                rows.extend(run[..hidden.start].iter().copied().map(DifferenceRow::Lines));
                rows.push(DifferenceRow::Fold(l..l_last + 1, r..r_last + 1));
                rows.extend(run[hidden.end..].iter().copied().map(DifferenceRow::Lines));
            }
            _ => rows.extend(run.iter().copied().map(DifferenceRow::Lines)),
        }
    }
    rows
}

const WRITTEN: &str = "writing to a String cannot fail";

impl FileComparison<'_> {
    fn cost(&self, row: &DifferenceRow) -> u64 {
        let text = |line: &str| {
            let line = shorten(line).0;
            (text_cost(line) + class_markup_cost(line)) as u64
        };
        match *row {
            DifferenceRow::Heading => {
                HEADING_BYTES + 12 * (self.left.0.path.len() + self.right.0.path.len()) as u64
            }
            DifferenceRow::Fold(..) => ROW_BYTES,
            DifferenceRow::Lines(Pairing::Same(l, r) | Pairing::Changed(l, r)) => {
                ROW_BYTES + text(self.left.1[l]) + text(self.right.1[r])
            }
            DifferenceRow::Lines(Pairing::Left(l)) => ROW_BYTES + text(self.left.1[l]),
            DifferenceRow::Lines(Pairing::Right(r)) => ROW_BYTES + text(self.right.1[r]),
        }
    }

    /// Returns rows of the table as HTML.
    fn html(&self, rows: &Range<usize>, words: Locale) -> String {
        // Formatted once, because a page has thousands of lines.
        let [differs, one_side] =
            ["differences-differs", "differences-one-side"].map(|key| words.say(key).to_string());
        let mut html = String::new();
        for row in &self.rows[rows.clone()] {
            match row {
                DifferenceRow::Heading => {}
                DifferenceRow::Fold(left, right) => {
                    let numbers = |side: &Range<usize>| lines(side.start as u32 + 1..=side.end as u32);
                    write!(
                        html,
                        "<tr class=\"fold\"><td colspan=\"5\">{}</td></tr>",
                        words
                            .say("differences-same")
                            .text("left", numbers(left))
                            .text("right", numbers(right))
                    )
                    .expect(WRITTEN);
                }
                DifferenceRow::Lines(pairing) => {
                    self.push_lines(&mut html, *pairing, words, [&differs, &one_side]);
                }
            }
        }
        html
    }

    fn push_lines(&self, html: &mut String, pairing: Pairing, words: Locale, [differs, one_side]: [&str; 2]) {
        let (left, right) = (&self.left.1, &self.right.1);
        let (class, sign, l, r, differing) = match pairing {
            Pairing::Same(l, r) => ("same", "", Some(l), Some(r), Default::default()),
            Pairing::Changed(l, r) => {
                let differing = diff::differing_ranges(shorten(left[l]).0, shorten(right[r]).0);
                ("changed", "≠", Some(l), Some(r), differing)
            }
            Pairing::Left(l) => ("left-only", "◂", Some(l), None, Default::default()),
            Pairing::Right(r) => ("right-only", "▸", None, Some(r), Default::default()),
        };
        write!(html, "<tr class=\"{class}\">").expect(WRITTEN);
        push_cell(html, l.map(|at| (at, left[at])), &differing[0], words);
        html.push_str("<td class=\"sign\">");
        if !sign.is_empty() {
            let label = if class == "changed" { differs } else { one_side };
            write!(html, "<span aria-label=\"{label}\" role=\"img\">{sign}</span>").expect(WRITTEN);
        }
        html.push_str("</td>");
        push_cell(html, r.map(|at| (at, right[at])), &differing[1], words);
        html.push_str("</tr>\n");
    }
}

/// Appends the number and the text of a line, with marked differences.
fn push_cell(html: &mut String, line: Option<(usize, &str)>, differing: &[Range<usize>], words: Locale) {
    let Some((at, line)) = line else {
        html.push_str("<td class=\"number\"></td><td class=\"none\"></td>");
        return;
    };
    write!(html, "<td class=\"number\">{}</td><td><code translate=\"no\">", at + 1).expect(WRITTEN);
    let (text, more) = shorten(line);
    let mut next = 0;
    for range in differing {
        push_text(html, &text[next..range.start]);
        html.push_str("<mark>");
        push_text(html, &text[range.clone()]);
        html.push_str("</mark>");
        next = range.end;
    }
    push_text(html, &text[next..]);
    html.push_str("</code>");
    if more > 0 {
        let more = words.say("differences-more").number("count", more);
        write!(html, " <small>{more}</small>").expect(WRITTEN);
    }
    html.push_str("</td>");
}

/// Returns the part of a line that is shown, and the number of bytes that are not.
fn shorten(line: &str) -> (&str, usize) {
    let (shown, rest) = line.split_at(line.floor_char_boundary(MAX_LINE_BYTES));
    (shown, rest.len())
}
