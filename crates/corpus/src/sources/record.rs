//! A line of a JSON Lines file.

use std::borrow::Cow;

use chrono::{DateTime, NaiveDate};
use serde::Deserialize;

use crate::document::NO_DATE;

/// A document as a line gives it. Other members are ignored.
#[derive(Debug, Deserialize)]
pub(crate) struct Record<'a> {
    /// The document's name; without it, the source and the number of the line are used.
    #[serde(borrow, alias = "id", alias = "path", alias = "url", alias = "name")]
    pub(crate) document: Option<Name<'a>>,
    /// The document's text.
    #[serde(borrow, alias = "content")]
    pub(crate) text: Option<Text<'a>>,
    /// The text's format; without it, the name decides.
    #[serde(borrow)]
    pub(crate) format: Option<Text<'a>>,
    /// When the document was written, changed or fetched.
    #[serde(borrow)]
    pub(crate) date: Option<Name<'a>>,
    /// A ready-made set of features instead of a text.
    #[serde(borrow)]
    pub(crate) features: Option<Vec<Name<'a>>>,
    /// Fingerprints written by `chaffinch archive export` instead of a text.
    pub(crate) fingerprints: Option<Vec<u64>>,
    /// A sketch written by `chaffinch corpus sketch` instead of a text: values in hexadecimal digits, ascending.
    #[serde(borrow)]
    pub(crate) sketch: Option<Vec<Text<'a>>>,
    /// For a sketch: its parameters.
    #[serde(borrow)]
    pub(crate) parameters: Option<Text<'a>>,
    /// For a sketch: what the document is made of, `text` or `features`.
    #[serde(borrow)]
    pub(crate) of: Option<Text<'a>>,
    /// For a sketch: the digest of the document's bytes.
    #[serde(borrow)]
    pub(crate) identical: Option<Text<'a>>,
    /// For a sketch: the fingerprint of the canonical form.
    #[serde(borrow)]
    pub(crate) lexical: Option<Text<'a>>,
    /// For a sketch: the number of the document's state.
    pub(crate) state: Option<u8>,
}

impl Record<'_> {
    /// Returns the document's name, or `otherwise`.
    pub(super) fn name(&self, otherwise: impl FnOnce() -> String) -> Cow<'_, str> {
        self.document.as_ref().map_or_else(|| otherwise().into(), Name::text)
    }
}

/// What `chaffinch archive export` says of a file, in addition to its path and fingerprints.
#[derive(Debug, Deserialize)]
pub(crate) struct Exported<'a> {
    #[serde(borrow)]
    archive: Text<'a>,
    #[serde(borrow)]
    submission: Text<'a>,
    /// Fingerprints of different schemes are never equal.
    #[serde(borrow)]
    pub(crate) scheme: Text<'a>,
}

impl Exported<'_> {
    /// Returns the name of the file with this path among the documents of all archives.
    pub(super) fn name(&self, path: &str) -> String {
        format!("{}/{}/{path}", &*self.archive, &*self.submission)
    }
}

/// A string that is borrowed from the line if it has no escapes. (Serde copies the string of an `Option<Cow<str>>`.)
#[derive(Debug, Deserialize)]
pub(crate) struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

impl std::ops::Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// A string, or a number that is used as its digits.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Name<'a> {
    /// A string.
    Word(#[serde(borrow)] Cow<'a, str>),
    /// A number, such as an identifier from a database.
    Number(serde_json::Number),
}

impl Name<'_> {
    /// Returns the characters of the name.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Word(word) => Cow::Borrowed(word),
            Self::Number(number) => Cow::Owned(number.to_string()),
        }
    }
}

/// Returns seconds since 1970. The date is a number of seconds, a day, or an RFC 3339 time; otherwise this returns
/// [`NO_DATE`].
pub(crate) fn date(date: &Name) -> i64 {
    match date {
        Name::Number(number) => number.as_i64().unwrap_or(NO_DATE),
        Name::Word(word) => DateTime::parse_from_rfc3339(word).map_or_else(
            |_| {
                let day = word.parse::<NaiveDate>().ok().and_then(|day| day.and_hms_opt(0, 0, 0));
                day.map_or(NO_DATE, |midnight| midnight.and_utc().timestamp())
            },
            |time| time.timestamp(),
        ),
    }
}

pub(super) fn exported(line: &[u8]) -> serde_json::Result<Exported<'_>> {
    serde_json::from_slice(line)
}

pub(super) fn parsed(line: &[u8]) -> serde_json::Result<Record<'_>> {
    serde_json::from_slice(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_copied_only_where_they_must_be() {
        let of = |json: &'static str| serde_json::from_str::<Record>(json).unwrap().text.unwrap().0;
        assert!(matches!(of(r#"{"text": "as it is"}"#), Cow::Borrowed("as it is")));
        assert!(matches!(of(r#"{"text": "two\nlines"}"#), Cow::Owned(_)));
    }

    #[test]
    fn dates() {
        let of = |json: &str| date(&serde_json::from_str::<Name>(json).unwrap());
        assert_eq!(of("86400"), 86400);
        assert_eq!(of("\"1970-01-02\""), 86400);
        assert_eq!(of("\"1970-01-02T01:00:00+01:00\""), 86400);
        assert_eq!(of("\"yesterday\""), NO_DATE);
    }
}
