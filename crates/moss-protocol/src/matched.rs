//! The pages of one pair: frames, the table of passages above, a source on either side.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::markup::{escaped, lines};

/// Colours of passages, over and over.
const COLOURS: [&str; 5] = ["#FF0000", "#00FF00", "#0000FF", "#00FFFF", "#FF00FF"];

/// A pair and what it shares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matched<'a> {
    /// Address of the service, without a slash at the end.
    pub base: &'a str,
    /// The address that was answered, without a slash at the end.
    pub url: &'a str,
    /// Place in the list of pairs, from 0.
    pub number: usize,
    /// Names, without white space, and whole percentages.
    pub sides: [(String, u8); 2],
    /// Disjoint on either side: [`Passage::apart`].
    pub passages: Vec<Passage>,
}

/// A passage of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passage {
    /// First and last line on either side, from 1.
    pub lines: [(u32, u32); 2],
    /// How much of either side it is.
    pub percent: [u8; 2],
}

/// One of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first.
    Left = 0,
    /// The second.
    Right = 1,
}

impl Passage {
    /// The passages, cut so that no two have a line in common: pages mark whole lines, and readers of them know no
    /// passage inside another. The earlier ones, the larger, keep what they have; what nothing is left of goes.
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

/// The longest run of lines from `first` to `last` that is nobody's.
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

/// The page of frames.
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

/// The table of passages.
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

/// A source with its passages. `text` is what their lines count in.
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
    // The last line of the passage that is open.
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
        // Also where the text has none at its end: a reader looks for what follows at the start of a line.
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
