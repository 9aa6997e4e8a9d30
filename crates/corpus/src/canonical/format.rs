//! How documents are read, as their names or their senders say. Pure.

use chaffinch_normalize::{Language, language, languages};

/// How a document's bytes become tokens.
#[derive(Debug, Clone, Copy)]
pub enum Format {
    /// Words.
    Text,
    /// Words of what a reader sees.
    Html,
    /// Words of what a reader sees.
    Markdown,
    /// Tokens of the language's front end: names, numbers, comments and layout vanish.
    Code(&'static Language),
}

impl Format {
    /// The format that a name speaks for, `.gz` and `.zst` aside; [`Format::Text`] where it says nothing.
    pub fn of_name(name: &str) -> Self {
        let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name);
        let last = name.rsplit('/').next().unwrap_or(name);
        let Some((stem, ending)) = last.rsplit_once('.') else { return Self::Text };
        if stem.is_empty() {
            return Self::Text;
        }
        Self::named(&ending.to_ascii_lowercase(), |language, word| language.endings().contains(&word))
            .unwrap_or(Self::Text)
    }

    /// The format of this name: `text`, `html`, `markdown`, or a language of `chaffinch languages`.
    pub fn from_word(word: &str) -> Option<Self> {
        match word {
            "text" => Some(Self::Text),
            _ => Self::named(word, |_, _| false).or_else(|| language(word).map(Self::Code)),
        }
    }

    fn named(word: &str, is: impl Fn(&Language, &str) -> bool) -> Option<Self> {
        match word {
            "html" | "htm" | "xhtml" | "shtml" => Some(Self::Html),
            "md" | "markdown" | "mkd" | "mdown" => Some(Self::Markdown),
            _ => languages()
                .iter()
                .find(|language| is(language, word) && language.name() != "text")
                .map(Self::Code),
        }
    }
}
