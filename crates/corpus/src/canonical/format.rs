//! The format of a document, from its name or its sender.

use chaffinch_normalize::{Language, language, languages};

/// How a document's bytes become tokens.
#[derive(Debug, Clone, Copy)]
pub enum Format {
    /// Plain text, read as words.
    Text,
    /// HTML: the words that a reader sees.
    Html,
    /// Markdown: the words that a reader sees.
    Markdown,
    /// Source code: the tokens of the language's front end, without names, numbers, comments and layout.
    Code(&'static Language),
}

impl Format {
    /// Returns the format that a name's extension suggests, without `.gz` and `.zst`; [`Format::Text`] if it suggests
    /// none.
    pub fn from_name(name: &str) -> Self {
        let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name);
        let last = name.rsplit('/').next().unwrap_or(name);
        let Some((stem, ending)) = last.rsplit_once('.') else { return Self::Text };
        if stem.is_empty() {
            return Self::Text;
        }
        Self::named(&ending.to_ascii_lowercase(), |language, word| language.endings().contains(&word))
            .unwrap_or(Self::Text)
    }

    /// Returns the format with this name: `text`, `html`, `markdown`, or a language of `chaffinch languages`.
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
