//! Parses one line of a client, and finds the next command after a file that is longer than announced.
//!
//! A client that announces characters but sends bytes sends more than it announced for every file that is not ASCII.
//! The data after the announced bytes is then the rest of the file, up to the next command. This module decides where
//! that command begins.
//!
//! Student code has lines that read `end`, and lines that begin with `file` or `show`. After a file, only a complete
//! command is therefore accepted. If the last line of a file has no end, the next command follows its last byte
//! directly.

use encoding_rs::WINDOWS_1252;

use crate::protocol::query::Languages;

/// A parsed line. A value that is missing or invalid is `None`, and the dialogue decides what to do then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    User(Option<u32>),
    Directory(bool),
    /// Selects MOSS's experimental server. It is ignored.
    Experimental,
    MaxMatches(Option<u32>),
    Show(Option<u32>),
    Language(String),
    File {
        base: bool,
        language: String,
        size: Option<u64>,
        name: String,
        raw: Vec<u8>,
    },
    Query(String),
    End,
}

impl Command {
    /// Parses a line without its line end. Returns `None` for a line that is not a command, which is ignored.
    pub(crate) fn read(line: &[u8]) -> Option<Self> {
        let bytes = line.trim_ascii();
        let line = decoded(bytes);
        let line = line.as_str();
        let (word, rest) = split(line);
        Some(match word {
            "moss" => Self::User(rest.parse().ok()),
            "directory" => Self::Directory(rest.parse::<i64>().is_ok_and(|value| value != 0)),
            "X" => Self::Experimental,
            "maxmatches" => Self::MaxMatches(number(rest)),
            "show" => Self::Show(number(rest)),
            "language" => Self::Language(rest.to_owned()),
            "file" => {
                let (id, rest) = split(rest);
                let (language, rest) = split(rest);
                let (size, _) = split(rest);
                // Some clients give every file the same number. Only 0 has a meaning: a base file.
                let base = id.parse::<i64>() == Ok(0);
                let raw = after_words(bytes, 4);
                let name = decoded(raw).replace('\\', "/");
                Self::File {
                    base,
                    language: language.to_owned(),
                    size: size.parse().ok(),
                    name,
                    raw: raw.to_owned(),
                }
            }
            "query" => Self::Query(split(rest).1.to_owned()),
            "end" if rest.is_empty() => Self::End,
            _ => return None,
        })
    }
}

/// Decodes a line. A client sends names and comments in the encoding of its system. What is not UTF-8 is read as
/// windows-1252, which contains Latin-1 and has a character for every byte. Text of both kinds may stand side by side.
fn decoded(line: &[u8]) -> String {
    let mut text = String::with_capacity(line.len());
    for chunk in line.utf8_chunks() {
        text.push_str(chunk.valid());
        text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
    }
    text
}

/// Returns the rest of a line after its first words.
fn after_words(line: &[u8], words: usize) -> &[u8] {
    let mut rest = line;
    for _ in 0..words {
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        rest = rest[end..].trim_ascii_start();
    }
    rest
}

/// Returns the first word and the text after it.
fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(|c: char| c.is_ascii_whitespace()).unwrap_or((text, ""));
    (word, rest.trim_ascii_start())
}

/// Parses a count. Values above `u32::MAX` become `u32::MAX`.
fn number(text: &str) -> Option<u32> {
    text.parse::<i64>().ok().and_then(|value| u32::try_from(value.min(u32::MAX.into())).ok())
}

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
