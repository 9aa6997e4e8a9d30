//! Strings that a word of the author closes: here-documents, and `$word$ ... $word$`. Linear: searches that fail are
//! counted.

use super::scanner::Scanner;
use crate::tokens::STRING_CODE;

/// Searches for a closing word that may fail in one text. Against `<<a <<b <<c`, which would each be searched for to the end.
const MAX_FAILED_SEARCHES: u8 = 64;

impl<'a> Scanner<'a> {
    /// Reads the mark of a here-document, and its lines if they are one token with it. Returns whether there is one.
    pub(super) fn here_document(&mut self) -> bool {
        let mut marks = self.table.rules.here_documents.iter();
        let Some((mark, whole)) = marks.find(|(mark, _)| self.begins_with(self.at, mark)) else {
            return false;
        };
        let Some((word, end)) = self.closing_word(self.at + mark.len()) else { return false };
        let from = self.here_document.map_or_else(|| self.line_end(end), |(_, end)| end);
        let Some(close) = self.closing_line(from, word) else { return false };
        if *whole && self.text[end..from].trim().is_empty() {
            self.push(close, STRING_CODE);
        } else {
            let line_end = self.here_document.map_or(from, |(line_end, _)| line_end);
            self.here_document = Some((line_end, close));
            self.push(end, STRING_CODE);
        }
        true
    }

    /// Reads a line end, and the lines of the here-document that begins after it.
    pub(super) fn line_break(&mut self) {
        let here_document = self.here_document.take_if(|(line_end, _)| *line_end <= self.at);
        match here_document.filter(|(_, end)| *end > self.at) {
            Some((_, end)) => self.push(end, STRING_CODE),
            None => self.at += 1,
        }
    }

    /// Returns the word that closes a here-document, and the end of its mention after the mark.
    fn closing_word(&self, after_mark: usize) -> Option<(&'a str, usize)> {
        let at = after_mark + self.blanks(after_mark);
        let quote = self.bytes.get(at).copied().filter(|byte| matches!(byte, b'"' | b'\'' | b'`' | b'\\'));
        let start = at + usize::from(quote.is_some());
        let end = match quote {
            Some(quote) if quote != b'\\' => {
                start + self.text.get(start..)?.find([char::from(quote), '\n'])?
            }
            _ => {
                let word = self.text.get(start..)?.bytes();
                start + word.take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count()
            }
        };
        let word = &self.text[start..end];
        let quoted = quote.is_some_and(|quote| self.bytes.get(end) == Some(&quote));
        // `1 << 2` and `a <<b` shift.
        let is_word = quoted || word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        (is_word && !word.is_empty()).then_some((word, end + usize::from(quoted)))
    }

    /// Returns the end of the word that closes a here-document: alone on its line, except for punctuation after it.
    fn closing_line(&mut self, from: usize, word: &str) -> Option<usize> {
        if self.failed_searches >= MAX_FAILED_SEARCHES {
            return None;
        }
        let mut at = from;
        for line in self.text[from..].split_inclusive('\n') {
            let blank = line.len() - line.trim_start().len();
            let rest = line.trim_start().strip_prefix(word);
            if at > from
                && rest
                    .is_some_and(|rest| rest.trim_matches([';', ',', ')', ' ', '\t', '\r', '\n']).is_empty())
            {
                return Some(at + blank + word.len());
            }
            at += line.len();
        }
        self.failed_searches += 1;
        None
    }

    /// Returns the end of `$word$ ... $word$`, whose first mark begins here.
    pub(super) fn dollar_quote_end(&mut self) -> Option<usize> {
        if !self.table.rules.dollar_quotes || self.failed_searches >= MAX_FAILED_SEARCHES {
            return None;
        }
        let inside = &self.bytes[self.at + 1..];
        let length = inside.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'_').count();
        if inside.get(length) != Some(&b'$') {
            return None;
        }
        let mark = &self.text[self.at..self.at + length + 2];
        let from = self.at + mark.len();
        let found = self.text[from..].find(mark).map(|at| from + at + mark.len());
        self.failed_searches += u8::from(found.is_none());
        found
    }
}
