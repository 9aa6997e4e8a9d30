//! The page of a submission: all of its code. Each passage that it shares is marked with those who share it and their
//! number.

mod passages;

use std::ops::Range;

use askama::Template;
use chaffinch_report::{Cutoff, File, Mask, Pair, PairId, Report, Sources, Submission, Unit};

use crate::code::{Column, Passage, ShownFile, SlotCosts, colour, divide};
use crate::figures::{self, in_groups, lines, lines_at};
use crate::frame::Frame;
use crate::locale::{Locale, Message};
use crate::rows::{Link, NamedSubmission, PairRow, crumbs, missing_text, page_of, pager, pages_for, render};
use passages::{PassageSummary, lines_of, own_comments, shared_by_file, stretches};

pub use passages::MatchParts;

/// Number of pairs whose matches the page of a submission shows, strongest first.
pub const SUBMISSION_PAIRS: usize = 50;
/// Limit of matches: no further pair is read after this many. Reading them is the slowest part of such a page, about 30
/// ms.
const SUBMISSION_MATCHES: u64 = 10_000;
/// Pairs listed on one part.
const PAIRS_A_PART: usize = 100;
/// Other submissions named per passage, those with most of it first.
const MAX_NAMED: usize = 12;
/// Limit of the code of a part and the texts about its passages, in bytes of HTML. Its pairs are not included.
const MAX_PART_BYTES: u64 = 700_000;
/// Size of a row in the list of passages, with its mark on the map, in bytes of HTML.
const LIST_ROW_BYTES: u64 = 900;
/// Size of another submission in such a row, in bytes of HTML.
const SHARER_BYTES: u64 = 300;
/// Largest number of passages on the map. More would be less than a pixel high each.
const MAX_MARKS: usize = 400;

#[derive(Template)]
#[template(path = "report/submission.html")]
struct SubmissionPage<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    named: NamedSubmission,
    submission: &'a Submission,
    unit: Unit,
    parts: Vec<Link>,
    pairs: Vec<PairRow<'a>>,
    pair_count: usize,
    /// Number of pairs whose passages are not shown.
    unread: usize,
    passage_count: usize,
    bytes: ByteShares,
    files: Vec<FileView<'a>>,
    marks: Vec<Mark>,
    /// `y` and height of the part shown, if there are several.
    here: Option<(f64, f64)>,
    report: &'a Report,
}

/// Shares of the code's bytes, in percent.
struct ByteShares {
    shared: String,
    boilerplate: String,
    common: String,
    /// `None` if students wrote all of it.
    vendored: Option<String>,
}

struct FileView<'a> {
    file: &'a File,
    begins: bool,
    /// First and last line here, if that is not the whole file.
    lines: Option<String>,
    rows: Vec<PassageRow<'a>>,
    /// The code, or the key of the reason why there is none.
    body: Result<String, &'static str>,
    /// Without code: its passages.
    places: &'a [Passage],
}

struct PassageRow<'a> {
    passage: &'a Passage,
    summary: &'a PassageSummary,
    lines: Message,
    spread: Message,
}

/// A passage on the map.
struct Mark {
    colour: u32,
    y: f64,
    height: f64,
    width: f64,
    href: String,
    title: String,
}

/// A submission, divided into parts.
#[derive(Debug)]
pub struct SubmissionLayout<'a> {
    submission: &'a Submission,
    column: Column<'a>,
    parts: Vec<Range<usize>>,
    /// A summary of each passage, by its number.
    summaries: Vec<PassageSummary>,
    /// Every listed pair with this submission, best first.
    pairs: Vec<&'a Pair>,
    /// Number of pairs whose matches were read.
    read: usize,
}

/// Returns the pairs that [`SubmissionLayout::new`] needs with their matches, best first.
pub fn pairs_of(report: &Report, id: u32) -> Vec<PairId> {
    let mut before = 0;
    pairs_with(report, id)
        .filter_map(|pair| Some((pair.id, pair.match_count?)))
        .take(SUBMISSION_PAIRS)
        .take_while(|&(_, matches)| {
            let room = before < SUBMISSION_MATCHES;
            before += u64::from(matches);
            room
        })
        .map(|(id, _)| id)
        .collect()
}

fn pairs_with(report: &Report, id: u32) -> impl Iterator<Item = &Pair> {
    report.pairs.iter().filter(move |pair| pair.id.left == id || pair.id.right == id)
}

impl<'a> SubmissionLayout<'a> {
    /// Lays out a submission. `pairs` are those of [`pairs_of`] with their matches. Returns `None` if the report has no
    /// such submission.
    pub fn new(
        frame: &Frame,
        report: &'a Report,
        id: u32,
        pairs: &[&Pair],
        sources: &'a Sources,
        match_parts: &MatchParts,
    ) -> Option<Self> {
        let submission = report.submission(id)?;
        let mut shared = shared_by_file(id, pairs);
        let mut summaries = Vec::new();
        let mut files = Vec::new();
        for file in &submission.files {
            let shared = shared.remove(&file.file).unwrap_or_default();
            let lines = lines_of(&shared);
            let mut passages = Vec::new();
            for stretch in stretches(&shared) {
                let summary = PassageSummary::new(frame, &shared, &stretch, &lines, match_parts, id);
                let number = summaries.len() as u32 + 1;
                passages.push(Passage {
                    start: stretch.bytes.start,
                    end: stretch.bytes.end,
                    number,
                    id: format!("p-{number}"),
                    href: format!("#s-{number}"),
                    label: frame.words.say("submission-passage-go").number("number", number).plain(),
                    layer: summary.layer,
                    own_comments: own_comments(&shared, &stretch),
                    ..Passage::default()
                });
                summaries.push(summary);
            }
            let text = sources.text(id, file.file).ok_or_else(|| missing_text(sources, submission));
            files.push((file, passages, text));
        }
        let aside = |passage: &Passage| {
            let sharers = &summaries[passage.number as usize - 1].sharers;
            let names =
                sharers.iter().take(MAX_NAMED).map(|sharer| SHARER_BYTES + 6 * sharer.name.len() as u64);
            LIST_ROW_BYTES + names.sum::<u64>()
        };
        let column = Column::new(files, aside);
        let parts = divide([column.costs(), SlotCosts::none()], &[], MAX_PART_BYTES);
        let parts = parts.into_iter().map(|[slots, _]| slots).collect();
        Some(Self {
            submission,
            column,
            parts,
            summaries,
            pairs: pairs_with(report, id).collect(),
            read: pairs.len(),
        })
    }

    /// Returns the number of parts, at least 1: those of its code or of its list of pairs, whichever are more.
    pub fn parts(&self) -> usize {
        self.parts.len().max(pages_for(self.pairs.len(), PAIRS_A_PART))
    }
}

/// Returns a part, from 1, of the page of a submission; `None` if there is no such part.
pub fn submission(frame: &Frame, report: &Report, layout: &SubmissionLayout, part: usize) -> Option<String> {
    let at = part.checked_sub(1).filter(|_| part <= layout.parts())?;
    let submission = layout.submission;
    let slots = layout.parts.get(at).cloned().unwrap_or_default();
    let marks = marks(frame, layout, part);
    let cutoff = Cutoff::from_report(report);
    let scale = 1000.0 / layout.column.slots().max(1) as f64;
    Some(render(&SubmissionPage {
        frame: frame.titled(format!("{} · {}", submission.name, report.title)),
        crumbs: crumbs(frame, report, &submission.name),
        named: NamedSubmission::new(frame, submission),
        submission,
        unit: cutoff.shown,
        parts: pager(layout.parts(), part, |part| frame.place.submission_part(submission.id, part)),
        pairs: page_of(&layout.pairs, part, PAIRS_A_PART)
            .iter()
            .map(|pair| PairRow::new(&frame.place, pair, cutoff))
            .collect(),
        pair_count: layout.pairs.len(),
        unread: layout.pairs.len().saturating_sub(layout.read),
        passage_count: layout.summaries.len(),
        bytes: bytes(layout),
        files: layout
            .column
            .shown(&slots)
            .map(|shown| file_view(frame.words, report, layout, &shown))
            .collect(),
        marks,
        here: (layout.parts.len() > 1)
            .then(|| (slots.start as f64 * scale, (slots.end - slots.start) as f64 * scale)),
        report,
    }))
}

fn file_view<'l>(
    words: Locale,
    report: &Report,
    layout: &'l SubmissionLayout,
    shown: &ShownFile<'l, '_>,
) -> FileView<'l> {
    let body = shown.html();
    let passages = shown.passages();
    let row = |passage: &'l Passage| {
        let summary = &layout.summaries[passage.number as usize - 1];
        let (least, most) = (*summary.groups.start(), *summary.groups.end());
        PassageRow {
            passage,
            summary,
            lines: lines_at(words, summary.lines.clone()),
            spread: if least < most {
                words
                    .say("pair-in-groups-between")
                    .number("least", least)
                    .number("groups", most)
                    .number("all", report.groups)
            } else {
                in_groups(words, most, report.groups)
            },
        }
    };
    FileView {
        file: shown.column_file.file,
        begins: shown.begins,
        lines: shown.lines().map(|(first, last)| lines(first..=last)),
        rows: passages.iter().map(row).collect(),
        places: if body.is_err() { passages } else { &[] },
        body,
    }
}

/// Returns the shares of code that others have, and that does not count.
fn bytes(layout: &SubmissionLayout) -> ByteShares {
    let all: u64 = layout.submission.files.iter().map(|file| u64::from(file.bytes)).sum();
    let percent = |bytes: u64| figures::percent(if all == 0 { 0.0 } else { bytes as f64 / all as f64 });
    let masked = |wanted: &[Mask]| {
        let rows = layout.submission.files.iter().flat_map(|file| &file.masked);
        rows.filter(|row| wanted.contains(&row.2)).map(|row| u64::from(row.1 - row.0)).sum()
    };
    let passages = layout.column.files.iter().flat_map(|column_file| &column_file.passages);
    ByteShares {
        shared: percent(passages.map(|passage| u64::from(passage.end - passage.start)).sum()),
        boilerplate: percent(masked(&[Mask::Boilerplate])),
        common: percent(masked(&[Mask::Common, Mask::Elsewhere])),
        vendored: (layout.submission.files.iter().any(|file| file.provenance.is_some()))
            .then(|| percent(masked(&[Mask::Vendored, Mask::Generated]))),
    }
}

/// Returns the passages on the map. The more submissions have a passage, the wider it is.
fn marks(frame: &Frame, layout: &SubmissionLayout, here: usize) -> Vec<Mark> {
    let most = layout.summaries.iter().map(|summary| summary.sharers.len()).max().unwrap_or(1).max(1) as f64;
    let scale = 1000.0 / layout.column.slots().max(1) as f64;
    let passages = layout
        .column
        .files
        .iter()
        .flat_map(|column_file| column_file.passages.iter().map(move |passage| (column_file, passage)));
    passages
        .take(MAX_MARKS)
        .map(|(column_file, passage)| {
            let summary = &layout.summaries[passage.number as usize - 1];
            let slots = column_file.slot(passage.start)..column_file.slot(passage.end.saturating_sub(1)) + 1;
            let part = layout.parts.partition_point(|part| part.end <= slots.start) + 1;
            let page = if part == here {
                String::new()
            } else {
                frame.place.submission_part(layout.submission.id, part)
            };
            Mark {
                colour: colour(passage.number),
                y: slots.start as f64 * scale,
                height: (slots.len() as f64 * scale).max(2.0),
                width: 20.0 + 80.0 * summary.sharers.len() as f64 / most,
                href: format!("{page}#p-{}", passage.number),
                title: frame
                    .words
                    .say("submission-passage-lines")
                    .number("number", passage.number)
                    .text("lines", lines(summary.lines.clone()))
                    .plain(),
            }
        })
        .collect()
}
