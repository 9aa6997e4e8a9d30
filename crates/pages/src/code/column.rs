//! One column of a page: the files of a submission, in some order, as slots that can be divided over pages.
//!
//! A slot is the heading of a file, a row of its text or, without a text, one of its passages. The sizes of slots in bytes
//! of HTML are upper bounds, known before anything is written. Their constants are the longest forms of what `html`
//! writes. A test compares the bounds with real sizes.

use std::collections::BTreeMap;
use std::iter::{once, repeat_n};
use std::ops::Range;

use chaffinch_normalize::Class;
use chaffinch_report::{File, FileText, Row, Rows};
use chaffinch_submission::Span;

use super::html::CodeView;
use super::parts::SlotCosts;
use super::passage::Passage;
use crate::escape::is_deceptive;

/// Size of a file's heading with its details, in bytes of HTML.
const HEADING_BYTES: u64 = 900;
/// Size of a passage without text, in bytes of HTML.
const PASSAGE_BYTES: u64 = 400;

/// Size in bytes up to which the texts of a submission are parsed for highlighting: about 2,500 lines in at most 15 ms.
/// Larger ones are scanned from their beginning, so that a comment that began in an earlier part is recognised.
const MAX_PARSED_BYTES: usize = 64 << 10;
/// Bytes of a column that are highlighted. While the scanner reads a text, it may need thirty times its size.
const MAX_COLOURED_BYTES: usize = 2 << 20;

/// The files of a column.
#[derive(Debug, Default)]
pub(crate) struct Column<'a> {
    pub(crate) files: Vec<ColumnFile<'a>>,
    /// Index in `files` by file number.
    places: BTreeMap<u32, usize>,
    /// Size of what the page says elsewhere about the passages that begin in a slot, in bytes.
    asides: BTreeMap<usize, u64>,
}

/// A file of a column.
#[derive(Debug)]
pub(crate) struct ColumnFile<'a> {
    pub(crate) file: &'a File,
    /// Its passages in the order of the text, disjoint.
    pub(crate) passages: Vec<Passage>,
    /// Its text, or the key of the reason why there is none.
    pub(crate) text: Result<&'a FileText<'a>, &'static str>,
    /// Classes for highlighting.
    classes: &'a [(Span, Class)],
    /// Its slots. The first is the heading.
    pub(crate) slots: Range<usize>,
}

/// The part of a file that a page shows.
#[derive(Debug)]
pub(crate) struct ShownFile<'c, 'a> {
    pub(crate) column_file: &'c ColumnFile<'a>,
    /// Whether the page has its heading. Otherwise the file began on an earlier page.
    pub(crate) begins: bool,
    /// Indexes of rows or, without a text, of passages.
    body: Range<usize>,
}

impl<'a> Column<'a> {
    /// Makes a column of files with their passages and texts. `aside` is the size of what the page says elsewhere about
    /// a passage, in bytes.
    pub(crate) fn new(
        files: impl IntoIterator<Item = (&'a File, Vec<Passage>, Result<&'a FileText<'a>, &'static str>)>,
        aside: impl Fn(&Passage) -> u64,
    ) -> Self {
        let files: Vec<_> = files.into_iter().collect();
        let bytes: usize =
            files.iter().filter_map(|(.., text)| text.ok()).map(|text| text.as_str().len()).sum();
        let scanned = MAX_PARSED_BYTES < bytes;
        let mut asides: BTreeMap<usize, u64> = BTreeMap::new();
        let (mut column_files, mut first, mut coloured) = (Vec::new(), 0, 0);
        for (file, passages, text) in files {
            let body = text.map_or(passages.len(), |text| text.rows().count());
            let slots = first..first + 1 + body;
            first = slots.end;
            let classes = match text {
                Ok(text) if coloured + text.as_str().len() <= MAX_COLOURED_BYTES => {
                    coloured += text.as_str().len();
                    text.classes(&file.language, scanned)
                }
                _ => &[],
            };
            let column_file = ColumnFile { file, passages, text, classes, slots };
            for passage in &column_file.passages {
                *asides.entry(column_file.slot(passage.start)).or_default() += aside(passage);
            }
            column_files.push(column_file);
        }
        let places =
            column_files.iter().enumerate().map(|(at, column_file)| (column_file.file.file, at)).collect();
        Self { files: column_files, places, asides }
    }

    /// Returns the number of slots.
    pub(crate) fn slots(&self) -> usize {
        self.files.last().map_or(0, |column_file| column_file.slots.end)
    }

    /// Returns the sizes of the slots, in bytes of HTML.
    pub(crate) fn costs(&self) -> SlotCosts<'_> {
        let aside = |slot: usize| self.asides.get(&slot).copied().unwrap_or_default();
        let costs = self.files.iter().flat_map(ColumnFile::costs).enumerate();
        SlotCosts::new(self.slots(), costs.map(move |(slot, cost)| cost + aside(slot)))
    }

    /// Returns the slot that contains a byte of a file, counted from the top of the column.
    pub(crate) fn slot(&self, file: u32, byte: u32) -> Option<usize> {
        self.places.get(&file).map(|&at| self.files[at].slot(byte))
    }

    /// Returns what a page with these slots shows, file by file.
    pub(crate) fn shown(&self, slots: &Range<usize>) -> impl Iterator<Item = ShownFile<'_, 'a>> {
        let slots = slots.clone();
        let first = self.files.partition_point(|column_file| column_file.slots.end <= slots.start);
        self.files[first..].iter().take_while(move |column_file| column_file.slots.start < slots.end).map(
            move |column_file| {
                let body = column_file.slots.start + 1..column_file.slots.end;
                let within = |slot: usize| slot.clamp(body.start, body.end) - body.start;
                ShownFile {
                    column_file,
                    begins: slots.start <= column_file.slots.start,
                    body: within(slots.start)..within(slots.end),
                }
            },
        )
    }
}

impl<'a> ColumnFile<'a> {
    /// Returns the slot that contains a byte.
    pub(crate) fn slot(&self, byte: u32) -> usize {
        let at = match self.rows() {
            None => self.passages.partition_point(|passage| passage.end <= byte),
            Some(rows) => rows.row_of(byte),
        };
        (self.slots.start + 1 + at).min(self.slots.end.saturating_sub(1)).max(self.slots.start)
    }

    /// Returns the rows of its text; `None` if the text is missing or empty.
    fn rows(&self) -> Option<Rows<'a>> {
        self.text.ok().map(FileText::rows).filter(|rows| rows.count() > 0)
    }

    /// Returns the size of each of its slots. Rows are found one by one and not stored.
    fn costs(&self) -> impl Iterator<Item = u64> {
        let notes = self.file.notes.iter().map(|note| 60 + note.len() as u64);
        let places = if self.text.is_err() { self.passages.len() } else { 0 };
        let code = self.text.ok().map(|text| self.code(text));
        let rows = code.into_iter().flat_map(|code| code.rows.starting_at(0).map(move |row| code.cost(&row)));
        once(HEADING_BYTES + notes.sum::<u64>()).chain(rows).chain(repeat_n(PASSAGE_BYTES, places))
    }

    fn code(&self, text: &'a FileText<'a>) -> CodeView<'_> {
        CodeView {
            rows: text.rows(),
            classes: self.classes,
            masked: &self.file.masked,
            passages: &self.passages,
        }
    }
}

impl<'c> ShownFile<'c, '_> {
    /// Returns the code as HTML, or the key of the reason why there is none.
    pub(crate) fn html(&self) -> Result<String, &'static str> {
        self.column_file.text.map(|text| {
            let code = self.column_file.code(text);
            let rows: Vec<Row> = code.rows.starting_at(self.body.start).take(self.body.len()).collect();
            code.html(&rows)
        })
    }

    /// Returns the passages that begin here.
    pub(crate) fn passages(&self) -> &'c [Passage] {
        let passages = &self.column_file.passages;
        if self.column_file.rows().is_none() {
            return passages.get(self.body.clone()).unwrap_or_default();
        }
        let Some((first, last)) = self.ends() else { return &[] };
        let before = |byte: u32| passages.partition_point(|passage| passage.start < byte);
        &passages[before(first.start)..before(last.end)]
    }

    /// Returns the first and the last line shown; `None` if the whole file is shown.
    pub(crate) fn lines(&self) -> Option<(u32, u32)> {
        let (first, last) = self.ends()?;
        (self.body.len() < self.column_file.rows()?.count()).then_some((first.line, last.line))
    }

    /// Returns the first and the last row shown.
    fn ends(&self) -> Option<(Row, Row)> {
        let rows = self.column_file.rows()?;
        let Range { start, end } = self.body;
        if start == end {
            return None;
        }
        Some((rows.starting_at(start).next()?, rows.starting_at(end - 1).next()?))
    }
}

/// Element of the row.
const ROW_BYTES: usize = 90;
/// Elements of one segment: a passage or a mask within a row.
const SEGMENT_BYTES: usize = 145;
/// Element of a highlighted word.
const CLASS_BYTES: usize = 18;
/// Element of a word that differs, and those of the text before and after it in the same highlighted word.
const DIFFERING_BYTES: usize = 2 * CLASS_BYTES + 4;
/// Number in the margin, with a link to the other side on another page.
const BADGE_BYTES: usize = 340;
/// Mark of a deceptive character, which has at least one byte.
const CONTROL_BYTES: usize = 46;

impl CodeView<'_> {
    /// Returns an upper bound of a row's size.
    pub(crate) fn cost(&self, row: &Row) -> u64 {
        let passages = &self.passages[self.passages.partition_point(|passage| passage.end <= row.start)..];
        let masks = &self.masked[self.masked.partition_point(|mask| mask.1 <= row.start)..];
        let inside = |at: u32| usize::from(row.start < at && at < row.end);
        let mut cuts = 0;
        let (mut badges, mut differing) = (0, 0);
        for passage in passages.iter().take_while(|passage| passage.start < row.end) {
            badges += 1;
            let from = passage.stretches.partition_point(|stretch| stretch.end <= row.start);
            let stretches = passage.stretches[from..].iter().take_while(|stretch| stretch.start < row.end);
            cuts += inside(passage.start) + inside(passage.end);
            cuts += stretches.map(|stretch| inside(stretch.start) + inside(stretch.end)).sum::<usize>();
            let from = passage.own_comments.partition_point(|comment| comment.1 <= row.start);
            let comments = passage.own_comments[from..].iter().take_while(|comment| comment.0 < row.end);
            cuts += comments.map(|comment| inside(comment.0) + inside(comment.1)).sum::<usize>();
            let from = passage.differing.partition_point(|word| word.1 <= row.start);
            differing += passage.differing[from..].iter().take_while(|word| word.0 < row.end).count();
        }
        for mask in masks.iter().take_while(|mask| mask.0 < row.end) {
            cuts += inside(mask.0) + inside(mask.1);
        }
        let touched = usize::from(passages.first().is_some_and(|passage| passage.start < row.end))
            + usize::from(masks.first().is_some_and(|mask| mask.0 < row.end));
        let segments = if touched == 0 { 0 } else { cuts + 1 };
        let text = self.slice(row.start..row.end);
        let classes = &self.classes[self.classes.partition_point(|(span, _)| span.end <= row.start)..];
        let coloured = classes.iter().take_while(|(span, _)| span.start < row.end).count() * CLASS_BYTES;
        (ROW_BYTES
            + badges * BADGE_BYTES
            + segments * (SEGMENT_BYTES + CLASS_BYTES)
            + differing * DIFFERING_BYTES
            + text_cost(text)
            + coloured) as u64
    }
}

/// Returns the size of a text as HTML.
pub(crate) fn text_cost(text: &str) -> usize {
    let cost = |character: char| match character {
        '"' | '<' | '>' | '&' => 6,
        _ if is_deceptive(character) => CONTROL_BYTES,
        _ => character.len_utf8(),
    };
    text.chars().map(cost).sum()
}

/// Returns the size of the elements around all words of a text. Whatever is highlighted or marked begins with a word, a
/// quote, or the beginning of a comment in the middle of a line. A comment to the end of the line occurs once per row,
/// and the row's own constant has room for it.
pub(crate) fn class_markup_cost(text: &str) -> usize {
    let mut cost = 0;
    let mut in_word = false;
    for character in text.chars() {
        let letter = character.is_alphanumeric() || character == '_';
        cost += match character {
            '"' | '\'' | '`' | '#' | '@' | '{' => CLASS_BYTES,
            '/' | '*' => CLASS_BYTES / 2,
            _ if letter && !in_word => CLASS_BYTES,
            _ => 0,
        };
        in_word = letter;
    }
    cost
}
