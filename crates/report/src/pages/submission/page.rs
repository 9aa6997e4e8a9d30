//! A submission: all of its code, every passage it shares, with whom, and how many have it.

use std::ops::Range;

use askama::Template;

use super::passages::{Sharer, Told, Whereabouts, lines_of, shared_by_file, stretches};
use crate::code::{Column, Shown};
use crate::code::{Costs, parts};
use crate::code::{Passage, colour};
use crate::frame::Frame;
use crate::locale::{Locale, Message};
use crate::model::PairId;
use crate::model::{File, Mask, Pair, Report, Submission};
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
const NAMED: usize = 12;
/// What the code of a part and what is said of its passages may cost, in bytes of HTML; its pairs come on top.
const BUDGET: u64 = 700_000;
/// A row of the list of passages and its mark on the map.
const LISTED: u64 = 900;
/// Another submission in such a row.
const SHARER: u64 = 300;
/// Passages on the map: the first; more would be less than a pixel high each.
const MAPPED: usize = 400;

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
    sharers: &'a [Sharer],
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
    told: Vec<Told>,
    /// Every listed pair with this submission, best first.
    pairs: Vec<&'a Pair>,
    /// How many of them were read for their matches.
    read: usize,
}

/// The pairs that [`SubmissionLayout::new`] wants with their matches, best first.
pub fn pairs_of(report: &Report, id: u32) -> Vec<PairId> {
    let mut before = 0;
    with(report, id)
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

fn with(report: &Report, id: u32) -> impl Iterator<Item = &Pair> {
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
        whereabouts: &Whereabouts,
    ) -> Option<Self> {
        let submission = report.submission(id)?;
        let mut shared = shared_by_file(id, pairs);
        let mut told = Vec::new();
        let mut files = Vec::new();
        for file in &submission.files {
            let shared = shared.remove(&file.file).unwrap_or_default();
            let lines = lines_of(&shared);
            let mut passages = Vec::new();
            for stretch in stretches(&shared) {
                let said = Told::new(frame, &shared, &stretch, &lines, whereabouts, id);
                let number = told.len() as u32 + 1;
                passages.push(Passage {
                    start: stretch.bytes.start,
                    end: stretch.bytes.end,
                    number,
                    id: format!("p-{number}"),
                    href: format!("#s-{number}"),
                    label: frame.words.say("submission-passage-go").number("number", number).plain(),
                    layer: said.layer,
                    stretches: Vec::new(),
                });
                told.push(said);
            }
            let text = sources.text(id, file.file).ok_or_else(|| sources.why_missing(submission));
            files.push((file, passages, text));
        }
        let aside = |passage: &Passage| {
            let sharers = &told[passage.number as usize - 1].sharers;
            let names = sharers.iter().take(NAMED).map(|sharer| SHARER + 6 * sharer.name.len() as u64);
            LISTED + names.sum::<u64>()
        };
        let column = Column::new(files, aside);
        let parts = parts([column.costs(), Costs::none()], &[], BUDGET);
        let parts = parts.into_iter().map(|[slots, _]| slots).collect();
        Some(Self { submission, column, parts, told, pairs: with(report, id).collect(), read: pairs.len() })
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
        passage_count: layout.told.len(),
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
    shown: &Shown<'l, '_>,
) -> FileView<'l> {
    let body = shown.html();
    let passages = shown.passages();
    let row = |passage: &Passage| {
        let told = &layout.told[passage.number as usize - 1];
        let (least, most) = (*told.groups.start(), *told.groups.end());
        PassageRow {
            number: passage.number,
            colour: passage.colour(),
            lines: lines_at(words, told.lines.clone()),
            spread: match report.groups {
                Some(all) if least < most => words
                    .say("pair-in-groups-between")
                    .number("least", least)
                    .number("groups", most)
                    .number("all", all),
                all => in_groups(words, most, all),
            },
            archived: told.archived,
            sharers: &told.sharers[..told.sharers.len().min(NAMED)],
            more: told.sharers.len().saturating_sub(NAMED),
        }
    };
    FileView {
        file: shown.sheet.file,
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
    let passages = layout.column.sheets.iter().flat_map(|sheet| &sheet.passages);
    Bytes {
        shared: percent(passages.map(|passage| u64::from(passage.end - passage.start)).sum()),
        boilerplate: percent(masked(Mask::Boilerplate)),
        common: percent(masked(Mask::Common)),
    }
}

/// Passages on the map, the wider the more others have them.
fn marks(frame: &Frame, layout: &SubmissionLayout, here: usize) -> Vec<Mark> {
    let most = layout.told.iter().map(|told| told.sharers.len()).max().unwrap_or(1).max(1) as f64;
    let scale = 1000.0 / layout.column.slots().max(1) as f64;
    let passages = layout
        .column
        .sheets
        .iter()
        .flat_map(|sheet| sheet.passages.iter().map(move |passage| (sheet, passage)));
    passages
        .take(MAPPED)
        .map(|(sheet, passage)| {
            let told = &layout.told[passage.number as usize - 1];
            let slots = sheet.slot(passage.start)..sheet.slot(passage.end.saturating_sub(1)) + 1;
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
                width: 20.0 + 80.0 * told.sharers.len() as f64 / most,
                href: format!("{page}#p-{}", passage.number),
                title: frame
                    .words
                    .say("submission-passage-lines")
                    .number("number", passage.number)
                    .text("lines", lines(told.lines.clone()))
                    .plain(),
            }
        })
        .collect()
}
