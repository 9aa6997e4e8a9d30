//! One file as lines of HTML: colours of the language, numbered passages, masked code.
//!
//! A line is one element. Inside it, segments are cut at every boundary of a passage or a mask and carry byte
//! offsets (`data-start`, `data-end`, line ends included), so that the segments of a passage add up to exactly
//! the bytes the report names; colours of the language are cut at every boundary of a segment and stand inside
//! it. Elements are thus nested well whatever overlaps.

use std::fmt::Write as _;
use std::ops::Range;

use chaffinch_normalize::Class;
use chaffinch_submission::{LineTable, Span};

use crate::extent::extent;
use crate::model::Mask;
use crate::visible::push_text;

/// Colours that passages cycle through; `code.css` has one rule each.
pub(crate) const COLOURS: u32 = 12;
/// A passage's number is repeated in the margin after this many lines: about half a screen.
const BADGE_EVERY: u32 = 20;

/// A numbered range of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Passage {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Shown; also chooses the colour.
    pub(crate) number: u32,
    /// Fragment that links lead to.
    pub(crate) id: String,
    /// Where its number leads.
    pub(crate) href: String,
    /// What the link says to those who do not see it.
    pub(crate) label: String,
    /// What agrees of it, where that is not all: ascending, disjoint.
    pub(crate) parts: Vec<Part>,
}

/// Bytes of a passage that agree with the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// Word by word.
    pub(crate) exact: bool,
}

impl Passage {
    /// Index of its colour.
    pub(crate) fn colour(&self) -> u32 {
        colour(self.number)
    }

    /// How a byte of it agrees, as a class, and up to where the next ones do so.
    fn agrees(&self, at: u32) -> (&'static str, u32) {
        if self.parts.is_empty() {
            return ("", self.end);
        }
        match self.parts.get(self.parts.partition_point(|part| part.end <= at)) {
            Some(part) if part.start <= at => (if part.exact { "" } else { " rewritten" }, part.end),
            Some(part) => (" between", part.start),
            None => (" between", self.end),
        }
    }
}

/// Everything about a file's look.
#[derive(Debug)]
pub(crate) struct Code<'a> {
    pub(crate) text: &'a str,
    pub(crate) lines: &'a LineTable,
    /// Ascending, disjoint.
    pub(crate) classes: &'a [(Span, Class)],
    /// Ascending, disjoint.
    pub(crate) masked: &'a [(u32, u32, Mask)],
    /// Ascending, disjoint.
    pub(crate) passages: &'a [Passage],
}

impl Code<'_> {
    /// Lines (ranges from 1, end excluded) worth showing where there is room for `limit`.
    pub(crate) fn extent(&self, limit: u32) -> Vec<Range<u32>> {
        extent(self.lines, self.passages, limit)
    }

    /// The lines of `extent` as HTML, with a remark wherever lines are left out.
    pub(crate) fn html(&self, extent: &[Range<u32>]) -> String {
        // Measured on C: markup is about four times the text.
        let mut html = String::with_capacity(self.text.len() * 4);
        let mut cursor = Cursor::default();
        let mut next = 1;
        for range in extent {
            self.push_gap(&mut html, next..range.start);
            for line in range.clone() {
                self.push_line(&mut html, line, &mut cursor);
            }
            next = range.end;
        }
        self.push_gap(&mut html, next..self.lines.count() + 1);
        html
    }

    /// Lines left out; the numbers of passages that begin there stay reachable.
    fn push_gap(&self, html: &mut String, lines: Range<u32>) {
        if lines.is_empty() {
            return;
        }
        let (start, end) = (self.lines.start_of(lines.start), self.lines.start_of(lines.end));
        html.push_str("<span class=\"gap\">");
        for passage in self.passages.iter().filter(|passage| (start..end).contains(&passage.start)) {
            push_badge(html, passage, true);
        }
        write!(html, "lines {} to {} are not shown\n</span>", lines.start, lines.end - 1).expect(WRITTEN);
    }

    fn push_line(&self, html: &mut String, line: u32, cursor: &mut Cursor) {
        let (start, end) = (self.lines.start_of(line), self.lines.start_of(line + 1));
        write!(html, "<span class=\"line\" data-n=\"{line}\">").expect(WRITTEN);
        cursor.passage = skip(self.passages, cursor.passage, |passage| passage.end <= start);
        self.push_badges(html, line, start..end, cursor.passage);
        let mut at = start;
        while at < end {
            cursor.passage = skip(self.passages, cursor.passage, |passage| passage.end <= at);
            cursor.mask = skip(self.masked, cursor.mask, |mask| mask.1 <= at);
            let (passage, until_passage) =
                current(self.passages.get(cursor.passage), at, |p| (p.start, p.end));
            let (mask, until_mask) = current(self.masked.get(cursor.mask), at, |mask| (mask.0, mask.1));
            let until_part = passage.map_or(end, |passage| passage.agrees(at).1);
            let until = end.min(until_passage).min(until_mask).min(until_part);
            self.push_segment(html, at..until, passage, mask.map(|mask| mask.2), cursor);
            at = until;
        }
        html.push_str("\n</span>");
    }

    /// Numbers in the margin: of passages that begin in this line, and now and then of one that goes on.
    fn push_badges(&self, html: &mut String, line: u32, bytes: Range<u32>, from: usize) {
        let mut badges = self.passages[from..]
            .iter()
            .take_while(|passage| passage.start < bytes.end)
            .filter_map(|passage| {
                let begins = passage.start >= bytes.start;
                let since = line - self.lines.line_of(passage.start);
                (begins || since.is_multiple_of(BADGE_EVERY)).then_some((passage, begins))
            })
            .peekable();
        if badges.peek().is_none() {
            return;
        }
        html.push_str("<span class=\"margin\">");
        for (passage, begins) in badges {
            push_badge(html, passage, begins);
        }
        html.push_str("</span>");
    }

    fn push_segment(
        &self,
        html: &mut String,
        bytes: Range<u32>,
        passage: Option<&Passage>,
        mask: Option<Mask>,
        cursor: &mut Cursor,
    ) {
        let mask = match mask {
            Some(Mask::Boilerplate) => " boilerplate",
            Some(Mask::Common) => " common",
            None => "",
        };
        let Range { start, end } = bytes;
        match passage {
            Some(passage @ Passage { number, .. }) => write!(
                html,
                "<span class=\"m m{}{}{mask}\" data-match=\"{number}\" data-start=\"{start}\" data-end=\"{end}\">",
                colour(*number),
                self.agreement(passage, &bytes)
            )
            .expect(WRITTEN),
            None if mask.is_empty() => {}
            None => write!(html, "<span class=\"{}\" data-start=\"{start}\" data-end=\"{end}\">", &mask[1..])
                .expect(WRITTEN),
        }
        self.push_coloured(html, bytes, cursor);
        if passage.is_some() || !mask.is_empty() {
            html.push_str("</span>");
        }
    }

    /// As [`Passage::agrees`], but blanks between pieces say nothing.
    fn agreement(&self, passage: &Passage, bytes: &Range<u32>) -> &'static str {
        if self.slice(bytes.clone()).trim().is_empty() { "" } else { passage.agrees(bytes.start).0 }
    }

    fn push_coloured(&self, html: &mut String, bytes: Range<u32>, cursor: &mut Cursor) {
        let mut at = bytes.start;
        while at < bytes.end {
            cursor.class = skip(self.classes, cursor.class, |(span, _)| span.end <= at);
            let (class, until) =
                current(self.classes.get(cursor.class), at, |(span, _)| (span.start, span.end));
            let until = until.min(bytes.end);
            let text = self.slice(at..until).trim_end_matches(['\r', '\n']);
            match class {
                Some((_, class)) if !text.is_empty() => {
                    write!(html, "<i class=\"{}\">", letter(*class)).expect(WRITTEN);
                    push_text(html, text);
                    html.push_str("</i>");
                }
                _ => push_text(html, text),
            }
            at = until;
        }
    }

    /// A report whose offsets do not fit the text (sources replaced behind its back) shows cut text, no panic.
    fn slice(&self, bytes: Range<u32>) -> &str {
        let fit = |at: u32| self.text.floor_char_boundary(at as usize);
        &self.text[fit(bytes.start)..fit(bytes.end)]
    }
}

const WRITTEN: &str = "writing to a String cannot fail";

/// First rows that may still matter; offsets only grow.
#[derive(Debug, Default)]
struct Cursor {
    passage: usize,
    mask: usize,
    class: usize,
}

fn skip<T>(rows: &[T], from: usize, over: impl Fn(&T) -> bool) -> usize {
    from + rows[from..].iter().take_while(|row| over(row)).count()
}

/// The row, if it has begun at `at`, and where that changes.
fn current<T>(row: Option<&T>, at: u32, range: impl Fn(&T) -> (u32, u32)) -> (Option<&T>, u32) {
    match row.map(|row| (row, range(row))) {
        Some((row, (start, end))) if start <= at => (Some(row), end),
        Some((_, (start, _))) => (None, start),
        None => (None, u32::MAX),
    }
}

/// Index of a passage's colour.
pub(crate) fn colour(number: u32) -> u32 {
    number.saturating_sub(1) % COLOURS
}

fn push_badge(html: &mut String, passage: &Passage, anchor: bool) {
    let Passage { number, id, href, label, .. } = passage;
    write!(html, "<a class=\"badge m{}\" ", colour(*number)).expect(WRITTEN);
    if anchor {
        write!(html, "id=\"{id}\" ").expect(WRITTEN);
    } else {
        // A repetition is for the eye.
        html.push_str("tabindex=\"-1\" aria-hidden=\"true\" ");
    }
    write!(html, "data-match=\"{number}\" href=\"{href}\" aria-label=\"").expect(WRITTEN);
    push_text(html, label);
    write!(html, "\">{number}</a>").expect(WRITTEN);
}

fn letter(class: Class) -> char {
    match class {
        Class::Keyword => 'k',
        Class::Type => 't',
        Class::Function => 'f',
        Class::Number => 'n',
        Class::String => 's',
        Class::Comment => 'c',
        Class::Meta => 'p',
    }
}
