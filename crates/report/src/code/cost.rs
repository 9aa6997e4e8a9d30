//! What a row costs on a page, in bytes of HTML: never less than what is written, and known before anything is.
//!
//! The figures are the longest forms of what `code` writes; a test holds one against the other.

use super::html::Code;
use crate::escape::is_deceptive;
use crate::source::Row;

/// The row's own element.
const ROW_BYTES: usize = 90;
/// Elements of one segment: a passage or a mask within a row.
const SEGMENT_BYTES: usize = 145;
/// A coloured word.
const CLASS_BYTES: usize = 18;
/// A number in the margin, with the address of the other side on another page.
const BADGE_BYTES: usize = 340;
/// A mark of a deceptive character, which is one byte at least.
const CONTROL_BYTES: usize = 46;

impl Code<'_> {
    /// What a row costs at most.
    pub(crate) fn cost(&self, row: &Row) -> u64 {
        let passages = &self.passages[self.passages.partition_point(|passage| passage.end <= row.start)..];
        let masks = &self.masked[self.masked.partition_point(|mask| mask.1 <= row.start)..];
        let inside = |at: u32| usize::from(row.start < at && at < row.end);
        let mut cuts = 0;
        let mut badges = 0;
        for passage in passages.iter().take_while(|passage| passage.start < row.end) {
            badges += 1;
            let from = passage.stretches.partition_point(|stretch| stretch.end <= row.start);
            let stretches = passage.stretches[from..].iter().take_while(|stretch| stretch.start < row.end);
            cuts += inside(passage.start) + inside(passage.end);
            cuts += stretches.map(|stretch| inside(stretch.start) + inside(stretch.end)).sum::<usize>();
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
            + text_cost(text)
            + coloured) as u64
    }
}

/// A text as HTML.
pub(crate) fn text_cost(text: &str) -> usize {
    let cost = |character: char| match character {
        '"' | '<' | '>' | '&' => 6,
        _ if is_deceptive(character) => CONTROL_BYTES,
        _ => character.len_utf8(),
    };
    text.chars().map(cost).sum()
}

/// Elements around all of its words: whatever is coloured or marked begins with a word, a quote, or what opens a
/// comment in the middle of a line. (A comment to the end of a line is one a row, and the row's own figure has room
/// for it.)
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
