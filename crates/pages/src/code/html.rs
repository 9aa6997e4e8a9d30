//! A file as lines of HTML: highlighting, numbered passages, masked code.
//!
//! A row (a line, or a part of a very long one) is one element. Inside it, segments are cut at every boundary of a
//! passage or a mask. They have byte offsets (`data-start`, `data-end`, line ends included), so that the segments of a
//! passage add up to exactly the bytes that the report names. Highlighting is cut at every boundary of a segment and is
//! inside it. Therefore elements are always properly nested.

use std::fmt::Write as _;
use std::ops::Range;

use chaffinch_normalize::Class;
use chaffinch_report::{Mask, Row, Rows};
use chaffinch_submission::Span;

use super::passage::{Passage, colour};
use crate::escape::push_text;

/// Number of lines after which a passage's number is repeated in the margin: about half a screen.
const BADGE_EVERY: u32 = 20;

/// Everything that decides how a file looks.
#[derive(Debug)]
pub(crate) struct CodeView<'a> {
    /// Its text.
    pub(crate) rows: Rows<'a>,
    /// Classes for highlighting: ascending, disjoint.
    pub(crate) classes: &'a [(Span, Class)],
    /// Masked ranges: ascending, disjoint.
    pub(crate) masked: &'a [(u32, u32, Mask)],
    /// Passages: ascending, disjoint.
    pub(crate) passages: &'a [Passage],
}

impl CodeView<'_> {
    /// Returns consecutive rows as HTML.
    pub(crate) fn html(&self, rows: &[Row]) -> String {
        let bytes = rows.last().map_or(0, |last| last.end - rows[0].start);
        // Markup is about four times the text, measured on C.
        let mut html = String::with_capacity(bytes as usize * 4);
        let start = rows.first().map_or(0, |first| first.start);
        let mut cursor = Cursor {
            class: self.classes.partition_point(|(span, _)| span.end <= start),
            ..Cursor::default()
        };
        for (at, row) in rows.iter().enumerate() {
            self.push_row(&mut html, row, at == 0, &mut cursor);
        }
        html
    }

    fn push_row(&self, html: &mut String, row: &Row, first: bool, cursor: &mut Cursor) {
        let &Row { line, start, end, goes_on } = row;
        cursor.passage = skip(self.passages, cursor.passage, |passage| passage.end <= start);
        html.push_str("<span class=\"line");
        if goes_on {
            html.push_str(" more");
        }
        if let Some(passage) = self.passages.get(cursor.passage).filter(|passage| passage.start < end) {
            write!(html, " in m{} {}", passage.colour(), passage.layer.class()).expect(WRITTEN);
        }
        write!(html, "\" data-n=\"{line}\">").expect(WRITTEN);
        self.push_badges(html, row, first, cursor.passage);
        let mut at = start;
        while at < end {
            cursor.passage = skip(self.passages, cursor.passage, |passage| passage.end <= at);
            cursor.mask = skip(self.masked, cursor.mask, |mask| mask.1 <= at);
            let (passage, until_passage) =
                current(self.passages.get(cursor.passage), at, |p| (p.start, p.end));
            let (mask, until_mask) = current(self.masked.get(cursor.mask), at, |mask| (mask.0, mask.1));
            let until_stretch = passage.map_or(end, |passage| passage.agrees(at).1);
            let until = end.min(until_passage).min(until_mask).min(until_stretch);
            self.push_segment(html, at..until, passage, mask.map(|mask| mask.2), cursor);
            at = until;
        }
        html.push_str("\n</span>");
    }

    /// Writes numbers into the margin: of passages that begin in this row, and at intervals of one that continues.
    fn push_badges(&self, html: &mut String, row: &Row, first: bool, from: usize) {
        let mut badges = self.passages[from..]
            .iter()
            .take_while(|passage| passage.start < row.end)
            .filter_map(|passage| {
                let begins = passage.start >= row.start;
                let since = || row.line - self.rows.line_of(passage.start);
                let again = || first || (!row.goes_on && since().is_multiple_of(BADGE_EVERY));
                (begins || again()).then_some((passage, begins))
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
            Some(_) => " common",
            None => "",
        };
        let Range { start, end } = bytes;
        match passage {
            Some(passage @ Passage { number, layer, .. }) => write!(
                html,
                "<span class=\"m m{} {}{}{}{mask}\" data-match=\"{number}\" data-start=\"{start}\" data-end=\"{end}\">",
                colour(*number),
                layer.class(),
                self.agreement(passage, &bytes),
                if passage.start == start { " first" } else { "" },
            )
            .expect(WRITTEN),
            None if mask.is_empty() => {}
            None => write!(html, "<span class=\"{}\" data-start=\"{start}\" data-end=\"{end}\">", &mask[1..])
                .expect(WRITTEN),
        }
        self.push_coloured(html, bytes, passage.map_or(&[], |passage| &passage.differing), cursor);
        if passage.is_some() || !mask.is_empty() {
            html.push_str("</span>");
        }
    }

    /// Returns [`Passage::agrees`], except for blanks, which agree with nothing.
    fn agreement(&self, passage: &Passage, bytes: &Range<u32>) -> &'static str {
        if self.slice(bytes.clone()).trim().is_empty() { " blank" } else { passage.agrees(bytes.start).0 }
    }

    /// Writes text with its highlighting. `differing` are the words to mark.
    fn push_coloured(
        &self,
        html: &mut String,
        bytes: Range<u32>,
        differing: &[(u32, u32)],
        cursor: &mut Cursor,
    ) {
        let mut words = &differing[differing.partition_point(|word| word.1 <= bytes.start)..];
        let mut at = bytes.start;
        while at < bytes.end {
            cursor.class = skip(self.classes, cursor.class, |(span, _)| span.end <= at);
            words = &words[skip(words, 0, |word| word.1 <= at)..];
            let (class, until) =
                current(self.classes.get(cursor.class), at, |(span, _)| (span.start, span.end));
            let (word, until_word) = current(words.first(), at, |&word| word);
            let until = until.min(until_word).min(bytes.end);
            let text = self.slice(at..until).trim_end_matches(['\r', '\n']);
            let look = match (class, word) {
                (Some((_, class)), None) => Some((letter(*class), "")),
                (Some((_, class)), Some(_)) => Some((letter(*class), " d")),
                (None, Some(_)) => Some(('d', "")),
                (None, None) => None,
            };
            match look {
                Some((letter, differs)) if !text.is_empty() => {
                    write!(html, "<i class=\"{letter}{differs}\">").expect(WRITTEN);
                    push_text(html, text);
                    html.push_str("</i>");
                }
                _ => push_text(html, text),
            }
            at = until;
        }
    }

    /// Returns the text of a byte range. If the offsets do not fit the text, because the sources were replaced, it cuts
    /// instead of failing.
    pub(crate) fn slice(&self, bytes: Range<u32>) -> &str {
        let text = self.rows.text();
        let fit = |at: u32| text.floor_char_boundary(at as usize);
        &text[fit(bytes.start)..fit(bytes.end)]
    }
}

const WRITTEN: &str = "writing to a String cannot fail";

/// Indexes of the first items that may still be needed. Offsets only grow.
#[derive(Debug, Default)]
struct Cursor {
    passage: usize,
    mask: usize,
    class: usize,
}

fn skip<T>(rows: &[T], from: usize, over: impl Fn(&T) -> bool) -> usize {
    from + rows[from..].iter().take_while(|row| over(row)).count()
}

/// Returns the item if it has begun at `at`, and the offset at which that changes.
fn current<T>(row: Option<&T>, at: u32, range: impl Fn(&T) -> (u32, u32)) -> (Option<&T>, u32) {
    match row.map(|row| (row, range(row))) {
        Some((row, (start, end))) if start <= at => (Some(row), end),
        Some((_, (start, _))) => (None, start),
        None => (None, u32::MAX),
    }
}

fn push_badge(html: &mut String, passage: &Passage, begins: bool) {
    let Passage { number, id, href, label, layer, .. } = passage;
    // Several passages may begin in one row. Each layer of them can be hidden.
    let look = format!("m{} {}", colour(*number), layer.class());
    if !begins {
        // A repeated number is only for readers who see the page.
        write!(html, "<span class=\"badge {look}\" aria-hidden=\"true\">{number}</span>").expect(WRITTEN);
        return;
    }
    write!(
        html,
        "<a class=\"badge {look}\" id=\"{id}\" data-match=\"{number}\" href=\"{href}\" aria-label=\""
    )
    .expect(WRITTEN);
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
