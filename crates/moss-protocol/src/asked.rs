//! What a client asks for: its language, its options.

/// The canonical name of a language by what a client calls it; `None`: it cannot be read.
pub type Languages = fn(&str) -> Option<&'static str>;

/// A passage in more submissions than this counts nothing, where a client does not say otherwise.
const MAX_MATCHES: u32 = 10;
/// Rows, where a client does not say otherwise.
const SHOW: u32 = 250;

/// A language as the client calls it, and its canonical name here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language {
    /// The client's word.
    pub word: String,
    /// Ours.
    pub name: &'static str,
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// What everything is to be read as; `None`: the client's files are in several.
    pub language: Option<Language>,
    /// Directories were submissions, for some file.
    pub directory: bool,
    /// A passage in more submissions than this counts nothing.
    pub max_matches: u32,
    /// Rows, at most.
    pub show: u32,
    /// Without line end; may be empty.
    pub comment: String,
}

/// What has been said of the options.
#[derive(Debug)]
pub(crate) struct Options {
    /// Of the files that come now.
    pub(crate) directory: bool,
    /// Of some file that came.
    pub(crate) any_directory: bool,
    pub(crate) max_matches: u32,
    pub(crate) show: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { directory: false, any_directory: false, max_matches: MAX_MATCHES, show: SHOW }
    }
}

impl Options {
    /// A passage has two submissions at least, or nothing could be shown.
    pub(crate) fn max_matches(&mut self, limit: Option<u32>) {
        self.max_matches = limit.filter(|&limit| limit >= 2).unwrap_or(MAX_MATCHES);
    }

    pub(crate) fn show(&mut self, rows: Option<u32>) {
        self.show = rows.filter(|&rows| rows >= 1).unwrap_or(SHOW);
    }
}

/// What is known of the language.
#[derive(Debug)]
pub(crate) enum Asked {
    /// Nothing.
    Nothing,
    /// What the lines of all files say.
    ByFiles(Language),
    /// They say different things.
    Mixed,
    /// Asked for.
    Known(Language),
    /// Asked for in vain.
    Unknown,
}

impl Asked {
    /// By a line of its own, which counts whatever files say.
    pub(crate) fn by_line(word: String, languages: Languages) -> Self {
        languages(&word).map_or(Self::Unknown, |name| Self::Known(Language { word, name }))
    }

    /// Clients that ask for no language say it with each file.
    pub(crate) fn said_by_file(&mut self, word: String, languages: Languages) {
        let language = languages(&word).map(|name| Language { word, name });
        *self = match (&self, language) {
            (Self::Nothing, Some(language)) => Self::ByFiles(language),
            (Self::Nothing, None) => Self::Unknown,
            (Self::ByFiles(before), said) if said.as_ref().map(|said| said.name) != Some(before.name) => {
                Self::Mixed
            }
            _ => return,
        };
    }

    /// The one language of everything.
    pub(crate) fn language(&self) -> Option<&Language> {
        match self {
            Self::Known(language) | Self::ByFiles(language) => Some(language),
            Self::Nothing | Self::Mixed | Self::Unknown => None,
        }
    }
}
