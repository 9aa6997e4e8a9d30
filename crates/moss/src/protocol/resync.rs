//! Finds the next command after a file that is longer than announced.
//!
//! A client that announces characters but sends bytes sends more than it announced for every file that is not ASCII.
//! The data after the announced bytes is then the rest of the file, up to the next command. This module decides where
//! that command begins.
//!
//! Student code has lines that read `end`, and lines that begin with `file` or `show`. After a file, only a complete
//! command is therefore accepted. If the last line of a file has no end, the next command follows its last byte
//! directly.

use crate::protocol::query::Languages;

/// The maximum size of a file's rest, as a multiple of its announced size. UTF-8 has up to four bytes per character.
pub(crate) const REST: u64 = 3;

/// The maximum length of a number or of a language's name. It keeps the search below from reading a line again at each
/// of its words.
const MAX_WORD_LENGTH: usize = 20;

/// Returns whether a line after a file is a command and not the rest of that file. `ascii` says that the file is ASCII
/// only, so that it has no rest.
pub(crate) fn is_command(line: &[u8], ascii: bool, languages: Languages) -> bool {
    let mut words = Words(line);
    let Some(command) = words.next() else { return false };
    match command {
        b"file" => is_integer(words.next()) && words.next().is_some() && words.next().is_some(),
        b"query" => is_integer(words.next()),
        b"directory" | b"X" | b"maxmatches" | b"show" => is_integer(words.next()) && words.next().is_none(),
        b"language" => is_language(words.next(), languages) && words.next().is_none(),
        b"end" | b"moss" => ascii,
        _ => false,
    }
}

/// Returns the position of a command within a line that does not begin with one.
pub(crate) fn command_within(line: &[u8], languages: Languages) -> Option<usize> {
    let begins = |at: &usize| {
        let mut words = Words(&line[*at..]);
        match words.next() {
            Some(b"file") => {
                is_integer(words.next())
                    && is_language(words.next(), languages)
                    && is_integer(words.next())
                    && words.next().is_some()
            }
            Some(b"query") => words.next() == Some(b"0"),
            _ => false,
        }
    };
    let candidates =
        (1..line.len()).filter(|&at| line[at..].starts_with(b"file ") || line[at..].starts_with(b"query "));
    candidates.into_iter().find(begins)
}

fn is_integer(word: Option<&[u8]>) -> bool {
    word.is_some_and(|word| {
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        !digits.is_empty() && digits.len() <= MAX_WORD_LENGTH && digits.iter().all(u8::is_ascii_digit)
    })
}

fn is_language(word: Option<&[u8]>, languages: Languages) -> bool {
    word.filter(|word| word.len() <= MAX_WORD_LENGTH)
        .and_then(|word| std::str::from_utf8(word).ok())
        .is_some_and(|word| languages(word).is_some())
}

/// Iterates over the words between spaces.
struct Words<'a>(&'a [u8]);

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.0.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &self.0[start..];
        // Reads one byte more than a word may have, so that a word that is too long can be recognized.
        let end = rest.iter().take(MAX_WORD_LENGTH + 2).position(u8::is_ascii_whitespace);
        let end = end.unwrap_or(rest.len().min(MAX_WORD_LENGTH + 2));
        let (word, rest) = rest.split_at(end);
        self.0 = rest;
        Some(word)
    }
}
