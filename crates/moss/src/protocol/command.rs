//! Parses one line of a client.

use encoding_rs::WINDOWS_1252;

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
