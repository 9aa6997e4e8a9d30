//! Holds what a client requests, its language and its options, and the limits of what it may send.

/// Maps a client's name of a language to the canonical name. Returns `None` if the language is not supported.
pub type Languages = fn(&str) -> Option<&'static str>;

/// The default for `-m`: a passage in more submissions than this does not count.
pub(crate) const MAX_MATCHES: u32 = 10;
/// The default for the number of rows.
pub(crate) const SHOW: u32 = 250;

/// A language under the client's name and under its canonical name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language {
    /// The client's name of the language.
    pub word: String,
    /// The canonical name of the language.
    pub name: &'static str,
}

/// A client's request for a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// The language of all files. `None` if the files are in several languages.
    pub language: Option<Language>,
    /// Whether some file was sent with the option that makes each directory one submission.
    pub directory: bool,
    /// The maximum number of submissions a passage may be in. A passage in more submissions does not count.
    pub max_matches: u32,
    /// The maximum number of rows.
    pub show: u32,
    /// The comment without its line end. It may be empty.
    pub comment: String,
}

impl Default for Query {
    fn default() -> Self {
        Self {
            language: None,
            directory: false,
            max_matches: MAX_MATCHES,
            show: SHOW,
            comment: String::new(),
        }
    }
}

/// What is known about the language.
#[derive(Debug)]
pub(crate) enum RequestedLanguage {
    /// The client has not named a language yet.
    Nothing,
    /// The language that the `file` lines agree on.
    ByFiles(Language),
    /// The `file` lines name different languages.
    Mixed,
    /// The language from a `language` line.
    Known(Language),
    /// The requested language is not supported.
    Unknown,
}

impl RequestedLanguage {
    /// Reads a `language` line. It takes precedence over the languages in `file` lines.
    pub(crate) fn from_line(word: String, languages: Languages) -> Self {
        languages(&word).map_or(Self::Unknown, |name| Self::Known(Language { word, name }))
    }

    /// Takes the language from a `file` line, for clients that send no `language` line.
    pub(crate) fn set_from_file(&mut self, word: String, languages: Languages) {
        let language = languages(&word).map(|name| Language { word, name });
        *self = match (&self, language) {
            (Self::Nothing, Some(language)) => Self::ByFiles(language),
            (Self::Nothing, None) => Self::Unknown,
            (Self::ByFiles(before), named) if named.as_ref().map(|named| named.name) != Some(before.name) => {
                Self::Mixed
            }
            _ => return,
        };
    }

    /// Returns the language if all files have the same one.
    pub(crate) fn language(&self) -> Option<&Language> {
        match self {
            Self::Known(language) | Self::ByFiles(language) => Some(language),
            Self::Nothing | Self::Mixed | Self::Unknown => None,
        }
    }
}

/// Returns the name under which to look up a language of a MOSS client. It translates the names that mean something
/// else in MOSS, and those that only clients use. Any other name is returned in lower case.
///
/// ```
/// assert_eq!(chaffinch_moss::protocol::known_as("CC"), "cpp");
/// assert_eq!(chaffinch_moss::protocol::known_as("go"), "go");
/// ```
pub fn known_as(word: &str) -> String {
    let word = word.to_ascii_lowercase();
    let known = match word.as_str() {
        "cc" | "c++" => "cpp",
        "ascii" => "text",
        "plsql" => "sql",
        // The spelling of a client in Java.
        "schema" => "scheme",
        // The names in the distribution of 2009.
        "asm" | "hc12" => "a8086",
        "ocaml" => "ml",
        "hcl2" => "hcl",
        _ => return word,
    };
    known.to_owned()
}

/// The limits of what a client may send. An error names the limit and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum length of a line in bytes.
    pub line_bytes: usize,
    /// The maximum size of a file in bytes.
    pub file_bytes: u64,
    /// The maximum size of all files together in bytes.
    pub job_bytes: u64,
    /// The maximum number of files, including base files.
    pub files: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { line_bytes: 64 << 10, file_bytes: 16 << 20, job_bytes: 512 << 20, files: 10_000 }
    }
}
