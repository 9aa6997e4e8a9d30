//! Comments, including those in the first column, marks that continue a statement on the next line, and fixed source form
//! (punched cards), in which columns have a meaning. Linear: a search that fails is not repeated.

use crate::definition::FixedForm;
use crate::scan::fixed_form::is_continuation_line;
use crate::scan::scanner::Scanner;

impl Scanner<'_> {
    /// Returns the end of the comment that begins here. A comment that is not closed is no comment: its text is read as
    /// code, as the grammars do.
    pub(super) fn comment_end(&mut self) -> Option<usize> {
        self.card_comment_end()
            .or_else(|| self.column_comment_end())
            .or_else(|| self.block_comment_end())
            .or_else(|| self.line_comment_end())
    }

    fn line_comment_end(&self) -> Option<usize> {
        let opens = |open: &&str| self.begins_with(self.at, open);
        if !self.table.rules.line_comments.iter().any(&opens) {
            let mut leading = self.table.rules.leading_comments.split_whitespace();
            let open = leading.find(opens)?;
            let alone = self.bytes.get(self.at + open.len()).is_none_or(u8::is_ascii_whitespace);
            return (alone && self.begins_line()).then(|| self.line_end(self.at));
        }
        let begins_word = || {
            matches!(
                self.bytes[self.at - 1],
                b' ' | b'\t' | b'\n' | b'\r' | b';' | b'&' | b'|' | b'(' | b')' | b'{' | b'}'
            )
        };
        if self.table.rules.comments_begin_words && self.at > 0 && !begins_word() {
            return None;
        }
        let mut end = self.line_end(self.at);
        // With a preprocessor, a backslash at its end continues the comment on the next line.
        let continues = !self.table.rules.directives.is_empty();
        while continues && end < self.bytes.len() && self.bytes[end - 1] == b'\\' {
            end = self.line_end(end - 1 + self.continuation(end - 1));
        }
        Some(end)
    }

    /// Returns the end of the number of a punched card, or of a line that the column after it makes a comment.
    fn card_comment_end(&self) -> Option<usize> {
        let size = self.table.rules.card_numbers;
        let start = self.at.saturating_sub(size);
        let begins = |at: usize| at == 0 || matches!(self.bytes[at - 1], b'\n' | b'\r');
        let is_card = |columns: &[u8]| columns.iter().all(|byte| matches!(byte, b' ' | b'0'..=b'9'));
        if size == 0 {
            None
        } else if self.at >= size && matches!(self.bytes[self.at], b'*' | b'/') {
            (begins(start) && is_card(&self.bytes[start..self.at])).then(|| self.line_end(self.at))
        } else {
            let columns = self.bytes.get(self.at..self.at + size).filter(|_| begins(self.at))?;
            let ends = self.bytes.get(self.at + size).is_none_or(|next| !next.is_ascii_alphanumeric());
            (ends && columns.iter().all(u8::is_ascii_digit)).then_some(self.at + size)
        }
    }

    fn block_comment_end(&mut self) -> Option<usize> {
        let blocks = self.table.rules.block_comments.iter();
        let (kind, (open, close)) =
            blocks.enumerate().find(|(_, (open, _))| self.begins_with(self.at, open))?;
        if self.unclosed & 1 << kind != 0 || self.stray.binary_search(&self.at).is_ok() {
            return None;
        }
        if self.table.rules.nested_comments && !self.unbalanced {
            let end = self.nested_end(open, close);
            self.unbalanced = end.is_none();
            if end.is_some() {
                return end;
            }
        }
        let inside = self.at + open.len();
        let end = self.text[inside..].find(close).map(|n| inside + n + close.len());
        self.unclosed |= u32::from(end.is_none()) << kind;
        // One character may be typed by mistake. A comment between two of one mark is as doubtful as a string.
        if let Some(end) = end.filter(|_| open.len() == 1) {
            self.note_multiline(self.at..inside, end, true, open != close);
        }
        end
    }

    /// Returns the end of a nested comment, or `None` if its marks are not balanced.
    fn nested_end(&self, open: &str, close: &str) -> Option<usize> {
        let (mut at, mut depth) = (self.at + open.len(), 1_u32);
        while at < self.bytes.len() {
            if self.begins_with(at, close) {
                at += close.len();
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            } else if self.begins_with(at, open) {
                at += open.len();
                depth += 1;
            } else {
                at += 1;
            }
        }
        None
    }

    /// Returns the end of a comment that only its first column makes a comment.
    fn column_comment_end(&self) -> Option<usize> {
        if self.at > 0 && !matches!(self.bytes[self.at - 1], b'\n' | b'\r') {
            return None;
        }
        if self.fixed_form().is_some_and(|form| form.comments.as_bytes().contains(&self.bytes[self.at])) {
            return Some(self.line_end(self.at));
        }
        let mut comments = self.table.rules.column_comments.iter();
        let (open, close) = comments.find(|(open, _)| self.begins_with(self.at, open))?;
        let from = self.at + open.len();
        if close.is_empty() {
            return Some(self.line_end(from));
        }
        // If no line closes the comment, it ends with the text.
        let line = format!("\n{close}");
        Some(self.text[from..].find(&line).map_or(self.bytes.len(), |n| self.line_end(from + n + line.len())))
    }

    fn fixed_form(&self) -> Option<FixedForm> {
        self.table.rules.fixed_form.filter(|_| self.in_fixed_form)
    }

    /// Returns the end of a mark that continues a statement on the next line, including the line end. It counts as a
    /// comment.
    pub(super) fn continuation_end(&self) -> Option<usize> {
        if matches!(self.bytes[self.at], b'\n' | b'\r') {
            return self.leading_continuation_end(self.at);
        }
        let mut marks = self.table.rules.trailing_continuations.split_whitespace();
        let mark = marks.find(|mark| self.begins_with(self.at, mark))?;
        let end = self.at + mark.len();
        let end = end + self.blanks(end);
        let has_comment = self.table.rules.line_comments.iter().any(|open| self.begins_with(end, open));
        let end = if has_comment { self.line_end(end) } else { end };
        let next = end + line_end_size(&self.bytes[end..]);
        (next > end).then(|| self.leading_continuation_end(end).unwrap_or(next))
    }

    /// Returns the end of the mark after this line end that continues the statement.
    fn leading_continuation_end(&self, at: usize) -> Option<usize> {
        let next = at + line_end_size(&self.bytes[at..]);
        if let Some(form) = self.fixed_form() {
            let end = next + form.label + 1;
            let continues = is_continuation_line(form, &self.bytes[next..]);
            return (continues && self.text.is_char_boundary(end)).then_some(end);
        }
        let start = next + self.blanks(next);
        let mut marks = self.table.rules.leading_continuations.split_whitespace();
        Some(start + marks.find(|mark| self.begins_with(start, mark))?.len())
    }
}

/// Returns the size of the line end at the beginning, in bytes; 0 if there is none.
fn line_end_size(rest: &[u8]) -> usize {
    match rest {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    }
}
