//! Converts byte offsets to line numbers.

/// The positions of the lines of a text. Lines end at LF, CRLF or a lone CR and count from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineTable {
    /// The first byte of each line except the first line.
    pub(crate) starts: Vec<u32>,
    /// The size of the text in bytes.
    pub(crate) bytes: u32,
}

impl LineTable {
    /// Builds the table in one pass over a text.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        // Allocated exactly: the tables of a whole class are held.
        let ends = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
        let mut starts = Vec::with_capacity(ends);
        for (at, &byte) in bytes.iter().enumerate() {
            if byte == b'\n' || (byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
                starts.push(at as u32 + 1);
            }
        }
        Self { starts, bytes: bytes.len() as u32 }
    }

    /// Builds a table from the starts of all lines but the first, and the size of the text. Returns `None` if no text
    /// can have these lines.
    pub(crate) fn from_starts(starts: Vec<u32>, bytes: u32) -> Option<Self> {
        let follow = starts.is_sorted_by(|a, b| a < b);
        let inside =
            starts.first().is_none_or(|&first| first > 0) && starts.last().is_none_or(|&last| last <= bytes);
        (follow && inside).then_some(Self { starts, bytes })
    }

    /// Returns the line (from 1) that contains a byte.
    pub fn line_of(&self, offset: u32) -> u32 {
        self.starts.partition_point(|&start| start <= offset) as u32 + 1
    }

    /// Returns the number of lines: 0 for an empty text. A final line end does not begin another line.
    pub fn count(&self) -> u32 {
        let lines = self.starts.len() as u32;
        if self.starts.last().copied().unwrap_or(0) == self.bytes { lines } else { lines + 1 }
    }

    /// Returns the first byte of a line (from 1), or the size of the text for a line after the last.
    pub fn start_of(&self, line: u32) -> u32 {
        match line {
            0 | 1 => 0,
            _ => self.starts.get(line as usize - 2).copied().unwrap_or(self.bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LineTable;

    fn check(text: &str, count: u32, lines: &[(u32, u32)]) {
        let table = LineTable::new(text);
        assert_eq!(table.count(), count, "{text:?}");
        for &(offset, line) in lines {
            assert_eq!(table.line_of(offset), line, "{text:?} at {offset}");
        }
    }

    #[test]
    fn lines_end_at_lf_crlf_and_a_lone_cr() {
        check("", 0, &[(0, 1)]);
        check("a", 1, &[(0, 1), (1, 1)]);
        check("a\n", 1, &[(0, 1), (1, 1)]);
        check("a\nb", 2, &[(1, 1), (2, 2)]);
        check("a\r\nb\rc", 3, &[(2, 1), (3, 2), (4, 2), (5, 3)]);
        check("\n\n", 2, &[(0, 1), (1, 2)]);
    }

    #[test]
    fn starts_are_found_again() {
        let table = LineTable::new("ab\ncd\nef");
        assert_eq!([1, 2, 3, 4].map(|line| table.start_of(line)), [0, 3, 6, 8]);
    }
}
