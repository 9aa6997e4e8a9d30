//! Renders the pages of one pair: the frames, the table of passages, and the source of either side, into which the files of a
//! submission are joined.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::protocol::pages::{escaped, lines};

/// The colours of passages, used in rotation.
const COLOURS: [&str; 5] = ["#FF0000", "#00FF00", "#0000FF", "#00FFFF", "#FF00FF"];

/// A pair and its shared passages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matched<'a> {
    /// The URL of the service, without a slash at the end.
    pub base: &'a str,
    /// The URL of the results, as the client received it, without a slash at the end.
    pub url: &'a str,
    /// The position in the list of pairs, from 0.
    pub number: usize,
    /// The names, without white space, and the matched share in whole percent.
    pub sides: [(String, u8); 2],
    /// The shared passages, disjoint on either side. See [`Passage::apart`].
    pub passages: Vec<Passage>,
}

/// A passage that both sides share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage {
    /// The first and last line on either side, from 1.
    pub lines: [(u32, u32); 2],
    /// The passage's share of either side in percent.
    pub percent: [u8; 2],
}

/// One side of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first submission.
    Left = 0,
    /// The second submission.
    Right = 1,
}

impl Passage {
    /// Cuts the passages so that no two have a line in common. The pages mark whole lines, and their readers do not
    /// support nested passages. Earlier (larger) passages keep their lines. A passage with no lines left is removed.
    #[must_use]
    pub fn apart(passages: Vec<Self>) -> Vec<Self> {
        let mut taken = [BTreeMap::new(), BTreeMap::new()];
        let free = |passage: Self| {
            let lines = [free(&taken[0], passage.lines[0])?, free(&taken[1], passage.lines[1])?];
            for (taken, (first, last)) in taken.iter_mut().zip(lines) {
                taken.insert(first, last);
            }
            Some(Self { lines, ..passage })
        };
        passages.into_iter().filter_map(free).collect()
    }
}

/// Returns the longest run of free lines from `first` to `last`.
fn free(taken: &BTreeMap<u32, u32>, (first, last): (u32, u32)) -> Option<(u32, u32)> {
    let before = taken.range(..first).next_back().map(|(_, &end)| end);
    let mut from = first.max(before.map_or(first, |end| end.saturating_add(1)));
    let mut longest: Option<(u32, u32)> = None;
    let mut offer = |from: u32, to: u32| {
        if from <= to && longest.is_none_or(|(first, last)| last - first < to - from) {
            longest = Some((from, to));
        }
    };
    if first <= last {
        for (&start, &end) in taken.range(first..=last) {
            offer(from, start.saturating_sub(1));
            from = from.max(end.saturating_add(1));
        }
    }
    offer(from, last);
    longest
}

/// Renders the frameset.
pub fn frames(matched: &Matched<'_>) -> String {
    let number = matched.number;
    let [left, right] = names(matched);
    format!(
        "<HTML>\n<TITLE>Matches for {left} and {right}</TITLE>\n</HEAD>\
         <FRAMESET ROWS=\"150,*\"><FRAMESET COLS=\"1000,*\">\
         <FRAME SRC=\"match{number}-top.html\" NAME=\"top\" FRAMEBORDER=0></FRAMESET>\
         <FRAMESET COLS=\"50%,50%\"><FRAME SRC=\"match{number}-0.html\" NAME=\"0\">\
         <FRAME SRC=\"match{number}-1.html\" NAME=\"1\"></FRAMESET></FRAMESET></HTML>\n"
    )
}

/// Renders the table of passages.
pub fn top(matched: &Matched<'_>) -> String {
    let Matched { base, url, number, sides: [(_, left_percent), (_, right_percent)], passages } = matched;
    let [left, right] = names(matched);
    let mut page = format!(
        "<HTML>\n<HEAD>\n<TITLE>Top</TITLE>\n</HEAD><BODY BGCOLOR=white><CENTER>\
         <TABLE BORDER=\"1\" CELLSPACING=\"0\" BGCOLOR=\"#d0d0d0\">\
         <TR><TH>{left} ({left_percent}%)\
         <TH><IMG SRC=\"{base}/bitmaps/tm_0_{left_percent}.gif\" BORDER=\"0\" ALIGN=left>\
         <TH>{right} ({right_percent}%)\
         <TH><IMG SRC=\"{base}/bitmaps/tm_0_{right_percent}.gif\" BORDER=\"0\" ALIGN=left><TH>\n"
    );
    for (at, passage) in passages.iter().enumerate() {
        for side in 0..2 {
            let (first, last) = passage.lines[side];
            let percent = passage.percent[side];
            let colour = at % COLOURS.len();
            let row = if side == 0 { "<TR>" } else { "" };
            let link =
                format!("<A HREF=\"{url}/match{number}-{side}.html#{at}\" NAME=\"{at}\" TARGET=\"{side}\">");
            let _ = write!(
                page,
                "{row}<TD>{link}{first}-{last}</A>\n\
                 <TD>{link}<IMG SRC=\"{base}/bitmaps/tm_{colour}_{percent}.gif\" ALT=\"link\" BORDER=\"0\" ALIGN=left></A>\n"
            );
        }
    }
    page.push_str("</TABLE></CENTER></BODY></BODY></HTML>\n");
    page
}

/// Renders a source with its marked passages. The line numbers of the passages refer to `text`.
pub fn side(matched: &Matched<'_>, side: Side, text: &str) -> String {
    let Matched { base, number, passages, .. } = matched;
    let here = side as usize;
    let other = 1 - here;
    let name = &names(matched)[here];
    let mut page = format!(
        "<HTML>\n<HEAD>\n<TITLE>{name}</TITLE>\n</HEAD>\n<BODY BGCOLOR=white>\n<HR>\n{name}<p><PRE>\n"
    );
    let mut marks: Vec<(usize, &Passage)> = passages.iter().enumerate().collect();
    marks.sort_by_key(|(_, passage)| passage.lines[here]);
    let mut marks = marks.into_iter().peekable();
    // The last line of the open passage.
    let mut open: Option<u32> = None;
    for (line, n) in lines(text).zip(1..) {
        if open.is_some_and(|last| last < n) {
            page.push_str("</FONT>");
            open = None;
        }
        if let Some((at, passage)) = marks.next_if(|(_, passage)| passage.lines[here].0 <= n) {
            let (colour, percent) = (at % COLOURS.len(), passage.percent[here]);
            let _ = write!(
                page,
                "<A NAME=\"{at}\"></A><FONT color = {}><A HREF=\"match{number}-{other}.html#{at}\" TARGET=\"{other}\">\
                 <IMG SRC=\"{base}/bitmaps/tm_{colour}_{percent}.gif\" ALT=\"other\" BORDER=\"0\" ALIGN=left></A>\n\n",
                COLOURS[colour]
            );
            open = Some(passage.lines[here].1);
        }
        page.push_str(&escaped(line));
        // Added even if the text has no line end here, because a reader expects what follows at the start of a line.
        page.push('\n');
    }
    if open.is_some() {
        page.push_str("</FONT>");
    }
    page.push_str("</PRE>\n</PRE>\n</BODY>\n</HTML>\n");
    page
}

fn names(matched: &Matched<'_>) -> [String; 2] {
    [0, 1].map(|side| escaped(&matched.sides[side].0))
}

/// A text, and the line on which each file begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConcatenatedFiles {
    /// All files. Each file ends with a line end.
    pub text: String,
    /// The number of each file's first line, from 1.
    pub first_lines: Vec<u32>,
}

impl ConcatenatedFiles {
    /// Joins files, given as name and text in order of arrival. With `named`, a line with the name precedes each file.
    /// Every submission that is a directory needs this.
    pub fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>, named: bool) -> Self {
        let mut source = Self { text: String::new(), first_lines: Vec::new() };
        let mut line = 1;
        for (name, text) in files {
            if named {
                source.text.push_str(">>>> file: ");
                // The name must fit on one line.
                source.text.extend(name.chars().map(|c| if c.is_control() { '_' } else { c }));
                source.text.push('\n');
                line += 1;
            }
            source.first_lines.push(line);
            source.text.push_str(text);
            if !text.is_empty() && !text.ends_with(['\n', '\r']) {
                source.text.push('\n');
            }
            line += lines(text).count() as u32;
        }
        source
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_count_in_all_files_together() {
        let files = [("a.c", "1\r\n2"), ("b.c", ""), ("c.h", "1\n")];
        let source = ConcatenatedFiles::new(files, true);
        assert_eq!(source.text, ">>>> file: a.c\n1\r\n2\n>>>> file: b.c\n>>>> file: c.h\n1\n");
        assert_eq!(source.first_lines, [2, 5, 6]);
        assert_eq!(ConcatenatedFiles::new([files[0]], false).first_lines, [1]);
        assert_eq!(ConcatenatedFiles::new([files[0]], false).text, "1\r\n2\n");
    }
}
