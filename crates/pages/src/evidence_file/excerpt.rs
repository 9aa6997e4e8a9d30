//! Divides a match into rows of two columns. A row contains lines of both sides and is never broken over two pages, so
//! that corresponding lines are printed side by side. Long matches have several rows, divided in proportion.

use std::ops::Range;

use chaffinch_report::{File, FileText, Mask, Match, Side, Sources, Submission};

use crate::code::DifferingWords;
use crate::escape::push_text;

/// Lines of each side in one row. They are few, so that little of a page stays empty before a row that does not fit.
const ROW_LINES: usize = 12;

/// Lines of a match that are side by side, as HTML.
pub(super) struct ExcerptRow {
    pub(super) left: String,
    pub(super) right: String,
}

/// A passage to mark.
#[derive(Debug, Clone)]
pub(super) struct MarkedPassage {
    pub(super) file: u32,
    bytes: Range<u32>,
    /// Parts that agree, if not all of it does: ascending, disjoint.
    pieces: Vec<Range<u32>>,
    /// Comments that the other side does not have: ascending, disjoint.
    own_comments: Vec<Range<u32>>,
    /// Words that the other side does not have in their place: ascending, disjoint.
    differing: Vec<Range<u32>>,
}

/// Returns one side of a match. `words` are the words that differ.
pub(super) fn marked_passage(found: &Match, side: Side, words: &DifferingWords) -> MarkedPassage {
    let region = side.region(found);
    let ranges = |rows: &[(u32, u32)]| rows.iter().map(|&(start, end)| start..end).collect();
    MarkedPassage {
        file: region.file,
        bytes: region.start_byte..region.end_byte,
        pieces: side.pieces(found).map(|(start, end, _)| start..end).collect(),
        own_comments: ranges(side.differing_comments(found)),
        differing: ranges(&words[side as usize]),
    }
}

/// A match to print. Each side has its text, what is marked, and its lines.
pub(super) struct PrintedMatch<'a>([(Print<'a>, MarkedPassage, Range<u32>); 2]);

impl<'a> PrintedMatch<'a> {
    /// Returns `None` if a text is missing. `words` are the words that differ.
    pub(super) fn new(
        found: &Match,
        words: &DifferingWords,
        sides: [&'a Submission; 2],
        sources: &'a Sources,
    ) -> Option<Self> {
        let [left, right] = [(Side::Left, sides[0]), (Side::Right, sides[1])].map(|(side, submission)| {
            let region = side.region(found);
            let text = sources.text(submission.id, region.file)?;
            let file = submission.files.iter().find(|file| file.file == region.file)?;
            // Lines of the text itself, because a foreign report may name others.
            let last = text.rows().line_count().max(1);
            let first = region.start_line.clamp(1, last);
            let lines = first..region.end_line.clamp(first, last) + 1;
            Some((Print { text, masked: &file.masked }, marked_passage(found, side, words), lines))
        });
        Some(Self([left?, right?]))
    }

    /// Returns the first lines, at most `most` of each side.
    pub(super) fn first_lines(&self, most: u32) -> ExcerptRow {
        self.row(|lines| lines.start..lines.end.min(lines.start + most))
    }

    /// Returns the rows; `None` if the limit of lines is reached. `room` is the number of lines that may still be shown.
    pub(super) fn rows(&self, room: &mut usize) -> Option<Vec<ExcerptRow>> {
        let [left, right] = self.0.each_ref().map(|(.., lines)| lines.len());
        *room = room.checked_sub(left + right)?;
        let count = left.max(right).div_ceil(ROW_LINES).max(1);
        let edge = |lines: &Range<u32>, at: usize| lines.start + (lines.len() * at / count) as u32;
        Some((0..count).map(|at| self.row(|lines| edge(lines, at)..edge(lines, at + 1))).collect())
    }

    fn row(&self, shown: impl Fn(&Range<u32>) -> Range<u32>) -> ExcerptRow {
        let sides = self.0.each_ref();
        let [left, right] =
            sides.map(|(print, cut, lines)| print.html(shown(lines), std::slice::from_ref(cut)));
        ExcerptRow { left, right }
    }
}

/// Returns a whole file in parts of a page's size at most; `None` if the limit of lines is reached.
pub(super) fn whole_file(
    text: &FileText,
    file: &File,
    cuts: &[MarkedPassage],
    room: &mut usize,
) -> Option<Vec<String>> {
    let count = text.rows().line_count();
    *room = room.checked_sub(count as usize)?;
    let mut cuts = cuts.to_vec();
    cuts.sort_by_key(|cut| cut.bytes.start);
    let print = Print { text, masked: &file.masked };
    let starts = (1..=count).step_by(ROW_LINES);
    Some(starts.map(|start| print.html(start..(start + ROW_LINES as u32).min(count + 1), &cuts)).collect())
}

/// A text for paper with numbered lines. Matching code is marked; starter code and common code are labelled.
struct Print<'a> {
    text: &'a FileText<'a>,
    /// Masked ranges: ascending, disjoint.
    masked: &'a [(u32, u32, Mask)],
}

impl Print<'_> {
    /// Returns lines as HTML. `cuts` are ascending and disjoint.
    fn html(&self, lines: Range<u32>, cuts: &[MarkedPassage]) -> String {
        let shown = self.text.rows().lines_from(lines.start).take(lines.len());
        let mut html = String::new();
        for (line, Range { start: mut at, end }) in shown {
            html.push_str("<span class=\"line\" data-n=\"");
            html.push_str(&line.to_string());
            html.push_str("\">");
            while at < end {
                let (mark, until_match) = mark(cuts, at);
                let (masked, until_mask) = covering(self.masked, at, |mask| mask.0..mask.1);
                let until = end.min(until_match).min(until_mask);
                self.push(&mut html, at..until, mark, masked.map(|mask| mask.2));
                at = until;
            }
            html.push_str("\n</span>");
        }
        html
    }

    fn push(&self, html: &mut String, bytes: Range<u32>, mark: PassageMark, ignored: Option<Mask>) {
        let text = self.text.as_str();
        // If the offsets do not fit the text, because the sources were replaced, the text is cut. This does not fail.
        let fit = |at: u32| text.floor_char_boundary(at as usize);
        let text = text[fit(bytes.start)..fit(bytes.end)].trim_end_matches(['\r', '\n']);
        if text.is_empty() {
            return;
        }
        let class = match (ignored, mark) {
            (Some(Mask::Boilerplate), _) => " class=\"boilerplate\"",
            (Some(_), _) => " class=\"common\"",
            (None, PassageMark::Differing) => " class=\"differing\"",
            (None, _) => "",
        };
        let element = if mark == PassageMark::None { "span" } else { "mark" };
        let plain = mark == PassageMark::None && class.is_empty();
        // The indentation of a line is not marked.
        let (blanks, text) = text.split_at(text.len() - text.trim_start().len());
        push_text(html, blanks);
        if text.is_empty() {
            return;
        }
        if !plain {
            html.extend(["<", element, class, ">"]);
        }
        push_text(html, text);
        if !plain {
            html.extend(["</", element, ">"]);
        }
    }
}

/// How text is marked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PassageMark {
    None,
    Matching,
    /// A word that differs in a passage that matches.
    Differing,
}

/// Returns how a byte is marked, and the end of the bytes with the same mark.
fn mark(cuts: &[MarkedPassage], at: u32) -> (PassageMark, u32) {
    let (cut, until) = covering(cuts, at, |cut| cut.bytes.clone());
    let Some(cut) = cut else { return (PassageMark::None, until) };
    let (comment, until_comment) = covering(&cut.own_comments, at, Range::clone);
    let (piece, until_piece) = match &cut.pieces[..] {
        [] => (Some(&cut.bytes), until),
        pieces => covering(pieces, at, Range::clone),
    };
    let (word, until_word) = covering(&cut.differing, at, Range::clone);
    let mark = match (piece, comment, word) {
        (None, ..) | (_, Some(_), _) => PassageMark::None,
        (_, _, Some(_)) => PassageMark::Differing,
        _ => PassageMark::Matching,
    };
    (mark, until.min(until_comment).min(until_piece).min(until_word))
}

/// Returns the range that contains a byte, and the offset at which that changes. The ranges are ascending and disjoint.
fn covering<T>(ranges: &[T], at: u32, range: impl Fn(&T) -> Range<u32>) -> (Option<&T>, u32) {
    match ranges.get(ranges.partition_point(|one| range(one).end <= at)) {
        Some(one) if range(one).start <= at => (Some(one), range(one).end),
        Some(next) => (None, range(next).start),
        None => (None, u32::MAX),
    }
}
