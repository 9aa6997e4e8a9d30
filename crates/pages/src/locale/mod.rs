//! The languages of the pages and their message catalogues: `/texts`, one file per language in Fluent's format,
//! compiled in; and numbers in the form of every language. A message has a key. Its arguments are the only part that may
//! be markup.

mod message;

use std::fmt;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

pub use message::Message;

#[derive(rust_embed::RustEmbed)]
#[folder = "../../texts"]
pub(super) struct TextFiles;

/// The language that has every message.
pub(super) const ENGLISH: &str = "en";

/// The message catalogue of one language. It is cheap to copy.
#[derive(Clone, Copy)]
pub struct Locale(pub(super) &'static Language);

pub(super) struct Language {
    /// Language tag, as in `lang` of HTML.
    pub(super) tag: String,
    pub(super) bundle: FluentBundle<FluentResource>,
    /// What stands before the fraction of a number.
    decimal_sign: String,
}

/// All languages: English first, then by tag.
static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let mut languages: Vec<Language> = TextFiles::iter()
        .map(|name| {
            let tag = name.strip_suffix(".ftl").expect("a test looks at the names in /texts");
            let text = TextFiles::get(&name).expect("the list was made of what is there").data;
            Language::read(tag, &String::from_utf8_lossy(&text)).expect("a test reads every file of /texts")
        })
        .collect();
    languages.sort_by(|a, b| (a.tag != ENGLISH, &a.tag).cmp(&(b.tag != ENGLISH, &b.tag)));
    languages
});

impl Language {
    /// Reads a catalogue.
    ///
    /// # Errors
    /// A description of what is wrong with the file.
    pub(super) fn read(tag: &str, text: &str) -> Result<Self, String> {
        let identifier: LanguageIdentifier =
            tag.parse().map_err(|_| format!("{tag} is not a language tag"))?;
        let resource = FluentResource::try_new(text.to_owned())
            .map_err(|(_, errors)| format!("{tag}: {}", errors[0]))?;
        let mut bundle = FluentBundle::new_concurrent(vec![identifier]);
        // Elements isolate inserted text. Characters that do so would be shown as deceptive ones.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(|value, _| match value {
            FluentValue::Number(number) => Some(format!("{NUMBER}{}{NUMBER}", number.as_string())),
            _ => None,
        }));
        bundle.add_resource(resource).map_err(|errors| format!("{tag}: {}", errors[0]))?;
        let decimal_sign = bundle.get_message("decimal-sign").and_then(|message| message.value());
        let decimal_sign = decimal_sign.map_or_else(
            || ".".to_owned(),
            |sign| bundle.format_pattern(sign, None, &mut Vec::new()).into_owned(),
        );
        Ok(Self { tag: tag.to_owned(), bundle, decimal_sign })
    }
}

impl Locale {
    /// Returns English, which has every message.
    pub fn english() -> Self {
        Self(&LANGUAGES[0])
    }

    /// Returns every language that there are pages in, English first.
    pub fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.iter().map(Self)
    }

    /// Returns the language with this tag, if there are pages in it.
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::all().find(|locale| locale.tag() == tag)
    }

    /// Returns the first available language of an `Accept-Language` header, or else English.
    pub fn preferred(accepted: &str) -> Self {
        let mut wanted: Vec<(f32, &str)> = accepted
            .split(',')
            .filter_map(|range| {
                let (tag, weight) = range.split_once(';').unwrap_or((range, "q=1"));
                let weight = weight.trim().strip_prefix("q=")?.parse().ok()?;
                (weight > 0.0).then_some((weight, tag.trim()))
            })
            .collect();
        wanted.sort_by(|a, b| b.0.total_cmp(&a.0));
        let main = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
        wanted
            .iter()
            .find_map(|(_, tag)| {
                let exact = LANGUAGES.iter().find(|language| language.tag.eq_ignore_ascii_case(tag));
                exact.or_else(|| LANGUAGES.iter().find(|language| main(&language.tag) == main(tag)))
            })
            .map_or_else(Self::english, Self)
    }

    /// Returns the language tag, for `lang`.
    pub fn tag(self) -> &'static str {
        &self.0.tag
    }

    /// Returns a number outside a sentence.
    pub fn number(self, number: impl Count) -> Number {
        self.figure(number.count())
    }

    /// Returns a number that was rounded for people and may have a sign before it: `12.0`, `< 0.1`.
    pub fn figure(self, shown: impl fmt::Display) -> Number {
        Number::new(shown, &self.0.decimal_sign)
    }
}

impl fmt::Debug for Locale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Locale({})", self.tag())
    }
}

impl PartialEq for Locale {
    fn eq(&self, other: &Self) -> bool {
        self.tag() == other.tag()
    }
}

impl Eq for Locale {}

/// Marks the beginning and the end of a number in Fluent's output.
pub(super) const NUMBER: char = '\u{F8FF}';

/// A number as HTML: digits, with the decimal sign of the language before a fraction. If other regions would write it
/// differently, it is in a `<data>` element, and a script may change its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// Digits with a point, as programs read them, and perhaps a sign before them.
    digits: String,
    decimal_sign: &'static str,
}

impl Number {
    pub(super) fn new(digits: impl fmt::Display, decimal_sign: &'static str) -> Self {
        Self { digits: digits.to_string(), decimal_sign }
    }

    /// Returns text without markup.
    pub fn plain(&self) -> String {
        self.digits.replace('.', self.decimal_sign)
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.digits.trim_start_matches(['<', '>', ' ']);
        let before = &self.digits[..self.digits.len() - digits.len()];
        f.write_str(&before.replace('<', "&lt;").replace('>', "&gt;"))?;
        if digits.len() < 4 && !digits.contains('.') {
            f.write_str(digits)
        } else {
            write!(f, "<data value=\"{digits}\">{}</data>", digits.replace('.', self.decimal_sign))
        }
    }
}

impl askama::filters::HtmlSafe for Number {}

/// A number in a message, or a reference to one, as templates have it.
pub trait Count {
    /// Returns its value.
    fn count(&self) -> f64;
}

macro_rules! counts {
    ($($kind:ty),+) => {$(
        impl Count for $kind {
            #[allow(clippy::cast_lossless, reason = "some of the kinds lose, far beyond what is ever counted")]
            fn count(&self) -> f64 {
                *self as f64
            }
        }
    )+};
}
counts!(u8, u16, u32, u64, usize, i32, i64, f64);

impl<T: Count + ?Sized> Count for &T {
    fn count(&self) -> f64 {
        (**self).count()
    }
}

#[cfg(test)]
mod pseudo;

#[cfg(test)]
mod tests;
