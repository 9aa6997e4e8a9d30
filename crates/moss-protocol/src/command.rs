//! Parses one line of a client.

use std::fmt::Write as _;

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
    },
    Query(String),
    End,
}

impl Command {
    /// Parses a line without its line end. Returns `None` for a line that is not a command, which is ignored.
    pub(crate) fn read(line: &[u8]) -> Option<Self> {
        let bytes = line;
        let line = String::from_utf8_lossy(line);
        let line = line.trim();
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
                Self::File { base, language: language.to_owned(), size: size.parse().ok(), name: name(bytes) }
            }
            "query" => Self::Query(split(rest).1.to_owned()),
            "end" if rest.is_empty() => Self::End,
            _ => return None,
        })
    }
}

/// Returns the file name after the first four words. Backslashes become slashes. A byte that is not UTF-8 becomes
/// `\xNN`, so that different names stay different.
fn name(line: &[u8]) -> String {
    let mut rest = line.trim_ascii();
    for _ in 0..4 {
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        rest = rest[end..].trim_ascii_start();
    }
    let mut name = String::with_capacity(rest.len());
    for chunk in rest.utf8_chunks() {
        name.push_str(&chunk.valid().replace('\\', "/"));
        for byte in chunk.invalid() {
            let _ = write!(name, "\\x{byte:02X}");
        }
    }
    name
}

/// Returns the first word and the text after it.
fn split(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

/// Parses a count. Values above `u32::MAX` become `u32::MAX`.
fn number(text: &str) -> Option<u32> {
    text.parse::<i64>().ok().and_then(|value| u32::try_from(value.min(u32::MAX.into())).ok())
}
