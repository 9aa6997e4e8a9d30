//! A submission: all of its code, every passage it shares, with whom, and how many have it.

use std::ops::Range;

use askama::Template;

use super::passages::{MatchParts, PassageSummary, SharingSubmission, lines_of, shared_by_file, stretches};
use crate::code::{Column, Passage, ShownFile, SlotCosts, colour, divide};
use crate::frame::Frame;
use crate::locale::{Locale, Message};
use crate::model::{File, Mask, Pair, PairId, Report, Submission};
use crate::pages::shared::{
    self, Link, Named, PairRow, crumbs, in_groups, lines, lines_at, page_of, pager, pages_for, rendered,
};
use crate::source::Sources;

/// Pairs whose matches the page of a submission shows: its strongest.
pub const SUBMISSION_PAIRS: usize = 50;
/// No further pair is read once those before have so many matches: reading them is what such a page takes longest for,
/// some 30 ms.
const SUBMISSION_MATCHES: u64 = 10_000;
/// Pairs listed on one part.
const PAIRS_A_PART: usize = 100;
/// Others named a passage, those with most of it.
const MAX_NAMED: usize = 12;
/// What the code of a part and what is said of its passages may cost, in bytes of HTML; its pairs come on top.
const MAX_PART_BYTES: u64 = 700_000;
/// A row of the list of passages and its mark on the map.
const LIST_ROW_BYTES: u64 = 900;
/// Another submission in such a row.
const SHARER_BYTES: u64 = 300;
/// Passages on the map: the first; more would be less than a pixel high each.
const MAX_MARKS: usize = 400;

#[derive(Template)]
#[template(path = "report/submission.html")]
struct SubmissionPage<'a> {
    frame: Frame,
    crumbs: Vec<Link>,
    named: Named,
    submission: &'a Submission,
    parts: Vec<Link>,
    pairs: Vec<PairRow>,
    pair_count: usize,
    /// Pairs whose passages are not shown.
    unread: usize,
    passage_count: usize,
    bytes: Bytes,
    files: Vec<FileView<'a>>,
    marks: Vec<Mark>,
    /// `y` and height of the part shown, where there are several.
    here: Option<(f64, f64)>,
    boilerplate_shown: bool,
    common_limit: u32,
}

/// How much of the code is what, in per cent of its bytes.
struct Bytes {
    shared: String,
    boilerplate: String,
    common: String,
}

struct FileView<'a> {
    file: &'a File,
    begins: bool,
    /// First and last line here, where that is not all.
    lines: Option<String>,
    rows: Vec<PassageRow<'a>>,
    /// The code, or why there is none.
    body: Result<String, &'static str>,
    /// Without code: numbers of its passages.
    places: &'a [Passage],
}

struct PassageRow<'a> {
    number: u32,
    colour: u32,
    lines: Message,
    spread: Message,
    archived: u32,
    sharers: &'a [SharingSubmission],
    more: usize,
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
    /// What is said of each passage, by its number.
    summaries: Vec<PassageSummary>,
    /// Every listed pair with this submission, best first.
    pairs: Vec<&'a Pair>,
    /// How many of them were read for their matches.
    read: usize,
}

/// The pairs that [`SubmissionLayout::new`] wants with their matches, best first.
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
    /// Lays out a submission; `pairs` are those of [`pairs_of`] with their matches. None where the report has no such
    /// submission.
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
                    stretches: Vec::new(),
                });
                summaries.push(summary);
            }
            let text = sources.text(id, file.file).ok_or_else(|| sources.why_missing(submission));
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

    /// Number of parts, 1 at least: of its code or of its list of pairs, whichever has more.
    pub fn parts(&self) -> usize {
        self.parts.len().max(pages_for(self.pairs.len(), PAIRS_A_PART))
    }
}

/// One part, from 1, of the page of one submission. None where it has no such part.
pub fn submission(frame: &Frame, report: &Report, layout: &SubmissionLayout, part: usize) -> Option<String> {
    let at = part.checked_sub(1).filter(|_| part <= layout.parts())?;
    let submission = layout.submission;
    let slots = layout.parts.get(at).cloned().unwrap_or_default();
    let marks = marks(frame, layout, part);
    let scale = 1000.0 / layout.column.slots().max(1) as f64;
    Some(rendered(&SubmissionPage {
        frame: frame.titled(format!("{} · {}", submission.name, report.title)),
        crumbs: crumbs(frame, report, &submission.name),
        named: Named::new(frame, submission),
        submission,
        parts: pager(layout.parts(), part, |part| frame.place.submission_part(submission.id, part)),
        pairs: page_of(&layout.pairs, part, PAIRS_A_PART)
            .iter()
            .map(|pair| PairRow::new(&frame.place, report, pair))
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
        boilerplate_shown: report.boilerplate.files > 0,
        common_limit: report.settings.common,
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
    let row = |passage: &Passage| {
        let summary = &layout.summaries[passage.number as usize - 1];
        let (least, most) = (*summary.groups.start(), *summary.groups.end());
        PassageRow {
            number: passage.number,
            colour: passage.colour(),
            lines: lines_at(words, summary.lines.clone()),
            spread: match report.groups {
                Some(all) if least < most => words
                    .say("pair-in-groups-between")
                    .number("least", least)
                    .number("groups", most)
                    .number("all", all),
                all => in_groups(words, most, all),
            },
            archived: summary.archived,
            sharers: &summary.sharers[..summary.sharers.len().min(MAX_NAMED)],
            more: summary.sharers.len().saturating_sub(MAX_NAMED),
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

/// How much of the code others have, and how much of it does not count.
fn bytes(layout: &SubmissionLayout) -> Bytes {
    let all: u64 = layout.submission.files.iter().map(|file| u64::from(file.bytes)).sum();
    let percent = |bytes: u64| shared::percent(if all == 0 { 0.0 } else { bytes as f64 / all as f64 });
    let masked = |wanted: Mask| {
        let rows = layout.submission.files.iter().flat_map(|file| &file.masked);
        rows.filter(|row| row.2 == wanted).map(|row| u64::from(row.1 - row.0)).sum()
    };
    let passages = layout.column.column_files.iter().flat_map(|column_file| &column_file.passages);
    Bytes {
        shared: percent(passages.map(|passage| u64::from(passage.end - passage.start)).sum()),
        boilerplate: percent(masked(Mask::Boilerplate)),
        common: percent(masked(Mask::Common)),
    }
}

/// Passages on the map, the wider the more others have them.
fn marks(frame: &Frame, layout: &SubmissionLayout, here: usize) -> Vec<Mark> {
    let most = layout.summaries.iter().map(|summary| summary.sharers.len()).max().unwrap_or(1).max(1) as f64;
    let scale = 1000.0 / layout.column.slots().max(1) as f64;
    let passages = layout
        .column
        .column_files
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
