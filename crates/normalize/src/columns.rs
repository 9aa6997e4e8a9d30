//! What the scanner reads by its place in a line, and literals that only some languages have: cards, comments in the
//! first column, lines that go on, marked numbers and characters, words that quote. Linear: a search that fails is not
//! made twice.

use crate::lexis::Cards;
use crate::piece::Code;
use crate::scan::Scanner;
use crate::statements::closing;
use crate::vocabulary::{CHARACTER_CODE, NUMBER_CODE, PRIMITIVE_TYPE_CODE, STRING_CODE};

/// Whether a text is a deck of cards: every line has nothing but a label in its first columns, or is a comment, and
/// some line is a statement.
pub(crate) fn is_deck(cards: &Cards, text: &str) -> bool {
    let mut statements = false;
    text.split(['\n', '\r']).all(|line| {
        let bytes = line.as_bytes();
        if bytes.first().is_none_or(|first| cards.comments.as_bytes().contains(first) || *first == b'#') {
            return true;
        }
        let label = bytes.split(|&byte| byte == b'\t').next().unwrap_or_default();
        let label = &label[..label.len().min(cards.label)];
        // Nothing can be carried on before the first statement.
        let carries_on = carries_on(cards, bytes);
        let fits = label.iter().all(|byte| matches!(byte, b' ' | b'0'..=b'9')) && (statements || !carries_on);
        statements |= !line.trim().is_empty();
        fits && !line.trim_end().ends_with('&')
    }) && statements
}

/// Whether a card carries on the one before.
fn carries_on(cards: &Cards, line: &[u8]) -> bool {
    line.get(..=cards.label).is_some_and(|columns| {
        columns[..cards.label].iter().all(|&byte| byte == b' ')
            && !matches!(columns[cards.label], b' ' | b'0' | b'\t' | b'\n' | b'\r')
    })
}

impl Scanner<'_> {
    /// The end of the comment that only the first column makes one.
    pub(crate) fn column_comment_end(&self) -> Option<usize> {
        if self.at > 0 && !matches!(self.bytes[self.at - 1], b'\n' | b'\r') {
            return None;
        }
        if self.cards().is_some_and(|cards| cards.comments.as_bytes().contains(&self.bytes[self.at])) {
            return Some(self.line_end(self.at));
        }
        let (open, close) =
            self.lexis.column_comments.iter().find(|(open, _)| self.rest().starts_with(open.as_bytes()))?;
        let from = self.at + open.len();
        if close.is_empty() {
            return Some(self.line_end(from));
        }
        // The end of the text closes what nothing else does.
        let line = format!("\n{close}");
        Some(self.text[from..].find(&line).map_or(self.bytes.len(), |n| self.line_end(from + n + line.len())))
    }

    fn cards(&self) -> Option<&Cards> {
        self.lexis.cards.as_ref().filter(|_| self.deck)
    }

    /// The end of a mark that carries a statement over a line end, line end included: a comment to all who follow.
    pub(crate) fn carried_end(&self) -> Option<usize> {
        if matches!(self.bytes[self.at], b'\n' | b'\r') {
            return self.continuing_end(self.at);
        }
        let mark = self
            .lexis
            .continuations
            .split_whitespace()
            .find(|mark| self.rest().starts_with(mark.as_bytes()))?;
        let end = self.at + mark.len();
        let end = end + self.blanks(end);
        let comment = |open: &&str| self.bytes[end..].starts_with(open.as_bytes());
        let end = if self.lexis.line_comments.iter().any(comment) { self.line_end(end) } else { end };
        let next = end + line_end_size(&self.bytes[end..]);
        (next > end).then(|| self.continuing_end(end).unwrap_or(next))
    }

    /// The end of what, behind this line end, says that the statement goes on.
    fn continuing_end(&self, at: usize) -> Option<usize> {
        let next = at + line_end_size(&self.bytes[at..]);
        if let Some(cards) = self.cards() {
            let card = &self.bytes[next..];
            let end = next + cards.label + 1;
            return (carries_on(cards, card) && self.text.is_char_boundary(end)).then_some(end);
        }
        let start = next + self.blanks(next);
        let mark = self
            .lexis
            .continuing
            .split_whitespace()
            .find(|mark| self.bytes[start..].starts_with(mark.as_bytes()))?;
        Some(start + mark.len())
    }

    pub(crate) fn blanks(&self, from: usize) -> usize {
        self.bytes[from..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    }

    /// The end and kind of a number or a character that a mark makes one.
    pub(crate) fn marked(&self) -> Option<(usize, Code)> {
        let fits = |mark: &&str| {
            self.rest().get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark.as_bytes()))
        };
        let after = |mark: &str| (self.at + mark.len(), self.bytes.get(self.at + mark.len()).copied());
        for mark in self.lexis.number_prefixes.split_whitespace().filter(fits) {
            if let (end, Some(b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F')) = after(mark) {
                return Some((self.word_end(end), NUMBER_CODE));
            }
        }
        let mark = self.lexis.character_prefixes.split_whitespace().find(fits)?;
        let (inside, _) = after(mark);
        let first = self.text[inside..].chars().next()?;
        let end = inside + first.len_utf8();
        // `#\space` is one character, `0'a` is over after the first.
        let word = first.is_alphanumeric() && mark.starts_with('#');
        Some((if word { self.word_end(end) } else { end }, CHARACTER_CODE))
    }

    /// The end of what a word quotes, the word ending here: `qw(a b)`, `s/a/b/g`.
    pub(crate) fn quoting_end(&mut self, word: &str, end: usize) -> Option<usize> {
        let (_, parts) = self.lexis.quoting.iter().find(|(known, _)| *known == word)?;
        let mut at = end;
        let open = *self.bytes.get(at)?;
        if !open.is_ascii_punctuation()
            || matches!(open, b',' | b';' | b')' | b'=' | b'.' | b'-' | b'>' | b'}')
        {
            return None;
        }
        for part in 0..*parts {
            if part > 0 && closing(open) != open {
                at += self.blanks(at);
                if self.bytes.get(at) != Some(&open) {
                    return None;
                }
            }
            // The one mark between two parts closes the first and opens the second.
            let inside = if part > 0 && closing(open) == open { at } else { at + 1 };
            at = self.delimited_end(open, inside)?;
        }
        Some(self.word_end(at))
    }

    fn delimited_end(&mut self, open: u8, from: usize) -> Option<usize> {
        let bit = 1_u128 << open;
        if self.undelimited & bit != 0 {
            return None;
        }
        let close = closing(open);
        let (mut at, mut depth) = (from, 1_u32);
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                _ if byte == close => depth -= 1,
                _ if byte == open => depth += 1,
                _ => {}
            }
            at += 1;
            if depth == 0 {
                return Some(at);
            }
        }
        self.undelimited |= bit;
        None
    }

    /// The end of a comment that may hold comments, or `None` if they do not come out even.
    pub(crate) fn nested_end(&self, open: &str, close: &str) -> Option<usize> {
        let (mut at, mut depth) = (self.at + open.len(), 1_u32);
        while at < self.bytes.len() {
            if self.bytes[at..].starts_with(close.as_bytes()) {
                at += close.len();
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            } else if self.bytes[at..].starts_with(open.as_bytes()) {
                at += open.len();
                depth += 1;
            } else {
                at += 1;
            }
        }
        None
    }

    /// Whether the last token ends directly before a byte and ends a value.
    pub(crate) fn touches_value(&self, at: usize) -> bool {
        let Some(last) = self.last_token().filter(|last| last.end as usize == at) else { return false };
        match last.code {
            STRING_CODE => false,
            PRIMITIVE_TYPE_CODE => true,
            _ => self.after_value() || last.of(self.text).ends_with(b"'"),
        }
    }
}

/// Bytes of the line end at the beginning; 0 where there is none.
fn line_end_size(rest: &[u8]) -> usize {
    match rest {
        [b'\r', b'\n', ..] => 2,
        [b'\n' | b'\r', ..] => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::is_deck;
    use crate::lexis::Cards;

    #[test]
    fn cards_are_told_from_free_lines() {
        let cards = Cards { comments: "cC*!", label: 5 };
        for (text, deck) in [
            ("C a deck\n      PROGRAM A\n   10 I = 1\n     & + 2\n      END\n", true),
            ("\tI = 1\n", true),
            ("program a\n  i = 1\nend program a\n", false),
            ("      i = 1 + &\n      2\n", false),
            ("call a\n", false),
            ("     x = 1\n     y = 2\n", false),
            ("c only a comment\n", false),
        ] {
            assert_eq!(is_deck(&cards, text), deck, "{text:?}");
        }
    }
}
