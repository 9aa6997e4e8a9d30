//! One column of a page: the files of a submission, in some order, as slots that can be divided over pages.
//!
//! A slot is a file's heading, a row of its text or, where there is no text, one of its passages.

use std::collections::BTreeMap;
use std::iter::{once, repeat_n};
use std::ops::Range;

use chaffinch_normalize::Class;
use chaffinch_submission::Span;

use super::html::Code;
use super::parts::Costs;
use super::passage::Passage;
use crate::model::File;
use crate::source::Text;
use crate::source::{Row, Rows};

/// A file's heading with its details, in bytes of HTML.
const HEADING: u64 = 900;
/// A passage without text.
const PLACE: u64 = 400;

/// Submissions with texts of up to this size, some 2,500 lines, are parsed for their colours: in 15 ms at most. Longer ones
/// are scanned, from their beginning, so that a comment that began on an earlier part is known as one.
const PARSED: usize = 64 << 10;
/// Bytes of a column that have colours. What the scanner holds of a text while it reads may be thirty times its size.
const COLOURED: usize = 2 << 20;

/// The files of a column.
#[derive(Debug)]
pub(crate) struct Column<'a> {
    pub(crate) sheets: Vec<Sheet<'a>>,
    /// Places of the sheets, by the number of their file.
    places: BTreeMap<u32, usize>,
    /// What a page says elsewhere about the passages that begin in a slot, in bytes.
    asides: BTreeMap<usize, u64>,
}

/// One file of a column.
#[derive(Debug)]
pub(crate) struct Sheet<'a> {
    pub(crate) file: &'a File,
    /// In the order of the text, disjoint.
    pub(crate) passages: Vec<Passage>,
    /// The text, or the key of why there is none.
    pub(crate) text: Result<&'a Text<'a>, &'static str>,
    /// Its colours.
    classes: &'a [(Span, Class)],
    /// Its slots, the heading first.
    pub(crate) slots: Range<usize>,
}

/// What a page shows of a file.
#[derive(Debug)]
pub(crate) struct Shown<'c, 'a> {
    pub(crate) sheet: &'c Sheet<'a>,
    /// The page has its heading; otherwise the file began on an earlier one.
    pub(crate) begins: bool,
    /// Indexes of rows or, without text, of passages.
    body: Range<usize>,
}

impl<'a> Column<'a> {
    /// Puts files with their passages and texts below each other. `aside` is what a page says about a passage
    /// elsewhere, in bytes.
    pub(crate) fn new(
        files: impl IntoIterator<Item = (&'a File, Vec<Passage>, Result<&'a Text<'a>, &'static str>)>,
        aside: impl Fn(&Passage) -> u64,
    ) -> Self {
        let files: Vec<_> = files.into_iter().collect();
        let bytes: usize =
            files.iter().filter_map(|(.., text)| text.ok()).map(|text| text.as_str().len()).sum();
        let scanned = PARSED < bytes;
        let mut asides: BTreeMap<usize, u64> = BTreeMap::new();
        let (mut sheets, mut first, mut coloured) = (Vec::new(), 0, 0);
        for (file, passages, text) in files {
            let body = text.map_or(passages.len(), |text| text.rows().count());
            let slots = first..first + 1 + body;
            first = slots.end;
            let classes = match text {
                Ok(text) if coloured + text.as_str().len() <= COLOURED => {
                    coloured += text.as_str().len();
                    text.classes(&file.language, scanned)
                }
                _ => &[],
            };
            let sheet = Sheet { file, passages, text, classes, slots };
            for passage in &sheet.passages {
                *asides.entry(sheet.slot(passage.start)).or_default() += aside(passage);
            }
            sheets.push(sheet);
        }
        let places = sheets.iter().enumerate().map(|(at, sheet)| (sheet.file.file, at)).collect();
        Self { sheets, places, asides }
    }

    /// A column without files.
    pub(crate) fn empty() -> Self {
        Self::new([], |_| 0)
    }

    /// Number of slots.
    pub(crate) fn slots(&self) -> usize {
        self.sheets.last().map_or(0, |sheet| sheet.slots.end)
    }

    /// What the slots cost, in bytes of HTML.
    pub(crate) fn costs(&self) -> Costs<'_> {
        let aside = |slot: usize| self.asides.get(&slot).copied().unwrap_or_default();
        let costs = self.sheets.iter().flat_map(Sheet::costs).enumerate();
        Costs::new(self.slots(), costs.map(move |(slot, cost)| cost + aside(slot)))
    }

    /// The slot that holds a byte of a file, counted from the column's top.
    pub(crate) fn slot(&self, file: u32, byte: u32) -> Option<usize> {
        self.places.get(&file).map(|&at| self.sheets[at].slot(byte))
    }

    /// What a page with these slots shows, file by file.
    pub(crate) fn shown(&self, slots: &Range<usize>) -> impl Iterator<Item = Shown<'_, 'a>> {
        let slots = slots.clone();
        let first = self.sheets.partition_point(|sheet| sheet.slots.end <= slots.start);
        self.sheets[first..].iter().take_while(move |sheet| sheet.slots.start < slots.end).map(move |sheet| {
            let body = sheet.slots.start + 1..sheet.slots.end;
            let within = |slot: usize| slot.clamp(body.start, body.end) - body.start;
            Shown {
                sheet,
                begins: slots.start <= sheet.slots.start,
                body: within(slots.start)..within(slots.end),
            }
        })
    }
}

impl<'a> Sheet<'a> {
    /// The slot that holds a byte.
    pub(crate) fn slot(&self, byte: u32) -> usize {
        let at = match self.rows() {
            None => self.passages.partition_point(|passage| passage.end <= byte),
            Some(rows) => rows.row_of(byte),
        };
        (self.slots.start + 1 + at).min(self.slots.end.saturating_sub(1)).max(self.slots.start)
    }

    /// The rows of its text. None where there is no text, or an empty one.
    fn rows(&self) -> Option<Rows<'a>> {
        self.text.ok().map(Text::rows).filter(|rows| rows.count() > 0)
    }

    /// What each of its slots costs. The rows among them are found and forgotten one by one.
    fn costs(&self) -> impl Iterator<Item = u64> {
        let notes = self.file.notes.iter().map(|note| 60 + note.len() as u64);
        let places = if self.text.is_err() { self.passages.len() } else { 0 };
        let code = self.text.ok().map(|text| self.code(text));
        let rows = code.into_iter().flat_map(|code| code.rows.starting_at(0).map(move |row| code.cost(&row)));
        once(HEADING + notes.sum::<u64>()).chain(rows).chain(repeat_n(PLACE, places))
    }

    fn code(&self, text: &'a Text<'a>) -> Code<'_> {
        Code { rows: text.rows(), classes: self.classes, masked: &self.file.masked, passages: &self.passages }
    }
}

impl<'c> Shown<'c, '_> {
    /// The code, or the key of why there is none.
    pub(crate) fn html(&self) -> Result<String, &'static str> {
        self.sheet.text.map(|text| {
            let code = self.sheet.code(text);
            let rows: Vec<Row> = code.rows.starting_at(self.body.start).take(self.body.len()).collect();
            code.html(&rows)
        })
    }

    /// Passages that begin here.
    pub(crate) fn passages(&self) -> &'c [Passage] {
        let passages = &self.sheet.passages;
        if self.sheet.rows().is_none() {
            return passages.get(self.body.clone()).unwrap_or_default();
        }
        let Some((first, last)) = self.ends() else { return &[] };
        let before = |byte: u32| passages.partition_point(|passage| passage.start < byte);
        &passages[before(first.start)..before(last.end)]
    }

    /// First and last line shown; None where that is all of it.
    pub(crate) fn lines(&self) -> Option<(u32, u32)> {
        let (first, last) = self.ends()?;
        (self.body.len() < self.sheet.rows()?.count()).then_some((first.line, last.line))
    }

    /// First and last row shown.
    fn ends(&self) -> Option<(Row, Row)> {
        let rows = self.sheet.rows()?;
        let Range { start, end } = self.body;
        if start == end {
            return None;
        }
        Some((rows.starting_at(start).next()?, rows.starting_at(end - 1).next()?))
    }
}
