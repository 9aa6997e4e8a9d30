//! Which lines of a file too long for a page are shown.

use std::ops::{Range, RangeInclusive};

use chaffinch_submission::LineTable;

use crate::code::Passage;

/// Lines shown on either side of the ends of a passage.
const AROUND: u32 = 10;

/// Line ranges (from 1, end excluded) worth showing of a file that has more lines than `limit`: the ends of its
/// passages with their surroundings, then what lies between; passages with small numbers first, `limit`
/// lines at most.
pub(crate) fn extent(lines: &LineTable, passages: &[Passage], limit: u32) -> Vec<Range<u32>> {
    let count = lines.count();
    if count <= limit {
        return std::iter::once(1..count + 1).collect();
    }
    let mut by_number: Vec<&Passage> = passages.iter().collect();
    by_number.sort_by_key(|passage| passage.number);
    let mut shown = Shown { lines: vec![false; count as usize + 1], room: limit as usize };
    for passage in &by_number {
        for end in [passage.start, passage.end.saturating_sub(1)] {
            let line = lines.line_of(end);
            shown.take_all(line.saturating_sub(AROUND)..=line + AROUND);
        }
    }
    for passage in by_number {
        shown.take_some(lines.line_of(passage.start)..=lines.line_of(passage.end.saturating_sub(1)));
    }
    shown.ranges()
}

/// Lines chosen out of too many.
struct Shown {
    /// By line number; nothing stands at 0.
    lines: Vec<bool>,
    room: usize,
}

impl Shown {
    fn window(&mut self, lines: RangeInclusive<u32>) -> &mut [bool] {
        let last = self.lines.len() - 1;
        let (start, end) = (*lines.start() as usize, *lines.end() as usize);
        &mut self.lines[start.clamp(1, last)..=end.clamp(1, last)]
    }

    /// All of a window or nothing: half a passage without its surroundings explains nothing.
    fn take_all(&mut self, lines: RangeInclusive<u32>) {
        let room = self.room;
        let window = self.window(lines);
        let new = window.iter().filter(|&&shown| !shown).count();
        if new <= room {
            window.fill(true);
            self.room -= new;
        }
    }

    /// From the start of a window as far as there is room.
    fn take_some(&mut self, lines: RangeInclusive<u32>) {
        let mut room = self.room;
        for line in self.window(lines).iter_mut().filter(|shown| !**shown) {
            if room == 0 {
                break;
            }
            *line = true;
            room -= 1;
        }
        self.room = room;
    }

    fn ranges(&self) -> Vec<Range<u32>> {
        let mut ranges: Vec<Range<u32>> = Vec::new();
        for (line, _) in (0..).zip(&self.lines).filter(|(_, shown)| **shown) {
            match ranges.last_mut() {
                Some(range) if range.end == line => range.end = line + 1,
                _ => ranges.push(line..line + 1),
            }
        }
        ranges
    }
}
