//! One column of a page: the files of a submission, in some order, as slots that can be divided over pages.
//!
//! A slot is a file's heading, a row of its text or, where there is no text, one of its passages.

use std::collections::BTreeMap;
use std::ops::Range;

use chaffinch_normalize::Class;
use chaffinch_submission::Span;

use crate::code::Code;
use crate::model::File;
use crate::parts::Costs;
use crate::passage::Passage;
use crate::rows::{Row, row_of, rows};
use crate::sources::Text;

/// A file's heading with its details, in bytes of HTML.
const HEADING: u64 = 900;
/// A passage without text.
const PLACE: u64 = 400;

/// Submissions with texts of up to this size, some 2,500 lines, are parsed for their colours: in 15 ms at most. Longer ones
/// are scanned, from their beginning, so that a comment that began on an earlier part is known as one.
const PARSED: usize = 64 << 10;

/// The files of a column.
#[derive(Debug)]
pub(crate) struct Column<'a> {
    pub(crate) sheets: Vec<Sheet<'a>>,
    /// Places of the sheets, by the number of their file.
    places: BTreeMap<u32, usize>,
    pub(crate) costs: Costs,
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
    rows: Vec<Row>,
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
        let (mut sheets, mut costs) = (Vec::new(), Vec::new());
        for (file, passages, text) in files {
            let first = costs.len();
            costs.push(HEADING + file.notes.iter().map(|note| 60 + note.len() as u64).sum::<u64>());
            let rows = text.map_or_else(|_| Vec::new(), |text| rows(text.as_str(), text.lines()));
            let classes = text.map_or(&[][..], |text| text.classes(&file.language, scanned));
            match text {
                Ok(text) => costs.extend(code(file, text, classes, &passages).costs(&rows)),
                Err(_) => costs.extend(passages.iter().map(|_| PLACE)),
            }
            let slots = first..costs.len();
            let sheet = Sheet { file, passages, text, classes, rows, slots };
            for passage in &sheet.passages {
                costs[sheet.slot(passage.start)] += aside(passage);
            }
            sheets.push(sheet);
        }
        let places = sheets.iter().enumerate().map(|(at, sheet)| (sheet.file.file, at)).collect();
        Self { sheets, places, costs: Costs::new(costs) }
    }

    /// A column without files.
    pub(crate) fn empty() -> Self {
        Self::new([], |_| 0)
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

impl Sheet<'_> {
    /// The slot that holds a byte.
    pub(crate) fn slot(&self, byte: u32) -> usize {
        let at = match self.rows.as_slice() {
            [] => self.passages.partition_point(|passage| passage.end <= byte),
            rows => row_of(rows, byte),
        };
        (self.slots.start + 1 + at).min(self.slots.end.saturating_sub(1)).max(self.slots.start)
    }
}

impl<'c> Shown<'c, '_> {
    /// The code, or the key of why there is none.
    pub(crate) fn html(&self) -> Result<String, &'static str> {
        let sheet = self.sheet;
        sheet.text.map(|text| {
            let rows = &sheet.rows[self.body.clone()];
            if rows.is_empty() {
                return String::new();
            }
            code(sheet.file, text, sheet.classes, &sheet.passages).html(rows)
        })
    }

    /// Passages that begin here.
    pub(crate) fn passages(&self) -> &'c [Passage] {
        let sheet = self.sheet;
        if sheet.rows.is_empty() {
            return sheet.passages.get(self.body.clone()).unwrap_or_default();
        }
        let Some((first, last)) =
            sheet.rows[self.body.clone()].first().zip(sheet.rows[self.body.clone()].last())
        else {
            return &[];
        };
        let before = |byte: u32| sheet.passages.partition_point(|passage| passage.start < byte);
        &sheet.passages[before(first.start)..before(last.end)]
    }

    /// First and last line shown; None where that is all of it.
    pub(crate) fn lines(&self) -> Option<(u32, u32)> {
        let rows = &self.sheet.rows;
        let shown = &rows[if rows.is_empty() { 0..0 } else { self.body.clone() }];
        let (first, last) = shown.first().zip(shown.last())?;
        (shown.len() < rows.len()).then_some((first.line, last.line))
    }
}

fn code<'c>(
    file: &'c File,
    text: &'c Text<'_>,
    classes: &'c [(Span, Class)],
    passages: &'c [Passage],
) -> Code<'c> {
    Code { text: text.as_str(), lines: text.lines(), classes, masked: &file.masked, passages }
}
