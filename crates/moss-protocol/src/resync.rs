//! Files that are longer than announced.
//!
//! A client that announces characters and sends bytes is some bytes ahead of us after every file that is not ASCII. What
//! follows the announced bytes is then the rest of the file, up to the next command: this decides where that is.
//!
//! Student code has lines that read `end`, and lines that begin with `file` or `show`: after a file only a command that is
//! whole counts. A file without an end to its last line has the next command behind its last byte.

use crate::asked::Languages;

/// How many times its announced size a file's rest may be: UTF-8 has up to four bytes a character.
pub(crate) const REST: u64 = 3;

/// Digits of a number, letters of a language: longer is neither. Keeps the search below from reading a line again at
/// each of its words.
const MAX_WORD_LENGTH: usize = 20;

/// Whether a line behind a file is a command and no rest of that file. `ascii`: nothing of the file needs more than one
/// byte, so that it has no rest.
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

/// Where in a line that is no command one begins.
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

/// Words between spaces.
struct Words<'a>(&'a [u8]);

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.0.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &self.0[start..];
        // One byte more than a word may have tells that it is too long.
        let end = rest.iter().take(MAX_WORD_LENGTH + 2).position(u8::is_ascii_whitespace);
        let end = end.unwrap_or(rest.len().min(MAX_WORD_LENGTH + 2));
        let (word, rest) = rest.split_at(end);
        self.0 = rest;
        Some(word)
    }
}
