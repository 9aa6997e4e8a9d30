//! Upper bounds of a row's size on a page, in bytes of HTML, known before anything is written.
//!
//! The constants are the longest forms of what `html` writes. A test compares the bounds with real sizes.

use chaffinch_report::Row;

use super::html::CodeView;
use crate::escape::is_deceptive;

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
