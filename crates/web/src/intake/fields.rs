//! The text fields of an upload: which there are, and what they may say.

use chaffinch_storage::{AnalysisOptions, Layout};
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};

use crate::app::OfferedLanguage;
use crate::error::WebError;

/// Fields that say something. What is missing here is refused by name, never ignored.
const KNOWN: [&str; 7] = ["title", "course", "language", "layout", "common_limit", "max_pairs", "keep_until"];
/// Fields of the interface whose time has not come.
const LATER: [&str; 2] = ["archives", "notify_url"];
/// Bytes of one field.
pub(super) const FIELD_BYTES: usize = 4 << 10;
/// Pairs listed over REST, at most.
pub(crate) const MAX_PAIRS: u32 = 10_000;

/// The fields that said something, by position in [`KNOWN`].
#[derive(Debug, Default)]
pub(crate) struct Fields([Option<String>; KNOWN.len()]);

impl Fields {
    /// The field of this name, to be read: refuses what does not exist.
    pub(super) fn known(name: &str) -> Result<&'static str, WebError> {
        if let Some(known) = KNOWN.into_iter().find(|known| *known == name) {
            return Ok(known);
        }
        if let Some(name) = LATER.into_iter().find(|later| *later == name) {
            return Err(WebError::NotAvailable { name });
        }
        Err(WebError::UnknownField {
            name: name.chars().take(100).collect(),
            known: format!("submissions, boilerplate, {}", KNOWN.join(", ")),
        })
    }

    /// Keeps a field's text. An empty one says nothing: forms send all their fields.
    pub(super) fn set(&mut self, name: &'static str, text: &str) -> Result<(), WebError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        if text.chars().any(char::is_control) {
            return Err(WebError::Field { name, problem: "holds control characters".to_owned() });
        }
        let slot = KNOWN.iter().position(|known| *known == name).and_then(|at| self.0.get_mut(at));
        match slot {
            Some(slot @ None) => *slot = Some(text.to_owned()),
            _ => return Err(WebError::Field { name, problem: "is given twice".to_owned() }),
        }
        Ok(())
    }

    /// What a field said.
    pub(crate) fn get(&self, name: &'static str) -> Option<&str> {
        let at = KNOWN.iter().position(|known| *known == name)?;
        self.0.get(at)?.as_deref()
    }

    pub(super) fn options(&self, languages: &[OfferedLanguage]) -> Result<AnalysisOptions, WebError> {
        let defaults = AnalysisOptions::default();
        let language = match self.get("language") {
            None | Some("auto") => None,
            Some(name) if languages.iter().any(|language| language.name == name) => Some(name.to_owned()),
            Some(name) => {
                let names: Vec<&str> = languages.iter().map(|language| language.name.as_str()).collect();
                return Err(WebError::Field {
                    name: "language",
                    problem: format!("is {name:?}; it may be auto, {}", names.join(", ")),
                });
            }
        };
        let layout = match self.get("layout") {
            None | Some("auto") => Layout::Auto,
            Some("children") => Layout::Children,
            Some("whole") => Layout::Whole,
            Some(other) => {
                return Err(WebError::Field {
                    name: "layout",
                    problem: format!("is {other:?}; it may be auto, children or whole"),
                });
            }
        };
        let max_pairs = match self.number("max_pairs", MAX_PAIRS)? {
            None => defaults.max_pairs,
            // Every pair, as far as this interface goes.
            Some(0) => MAX_PAIRS,
            Some(pairs) => pairs,
        };
        Ok(AnalysisOptions {
            language,
            layout,
            common_limit: self.number("common_limit", u32::MAX)?.unwrap_or(defaults.common_limit),
            max_pairs,
            ..defaults
        })
    }

    fn number(&self, name: &'static str, most: u32) -> Result<Option<u32>, WebError> {
        let Some(text) = self.get(name) else { return Ok(None) };
        match text.parse() {
            Ok(number) if number <= most => Ok(Some(number)),
            _ => Err(WebError::Field {
                name,
                problem: format!("is {text:?}; it may be a whole number from 0 to {most}"),
            }),
        }
    }

    /// A time, or the beginning (UTC) of a day; in the future.
    pub(super) fn keep_until(&self, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, WebError> {
        let Some(text) = self.get("keep_until") else { return Ok(None) };
        let time = DateTime::parse_from_rfc3339(text).map(|time| time.to_utc());
        let day = || text.parse::<NaiveDate>().map(|day| day.and_time(NaiveTime::MIN).and_utc());
        // RFC 3339, in which we answer, ends with the year 9999, whose last second may be a leap one.
        match time.or_else(|_| day()).ok().filter(|time| time.year() < 9999) {
            Some(time) if time > now => Ok(Some(time)),
            Some(_) => {
                Err(WebError::Field { name: "keep_until", problem: format!("is {text:?}, which has passed") })
            }
            None => Err(WebError::Field {
                name: "keep_until",
                problem: format!("is {text:?}; it may be a date (2030-01-31) or an RFC 3339 time"),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::{AnalysisOptions, Layout};
    use chrono::DateTime;

    use super::{Fields, OfferedLanguage};

    fn fields(said: &[(&'static str, &str)]) -> Fields {
        let mut fields = Fields::default();
        for (name, text) in said {
            fields.set(Fields::known(name).unwrap(), text).unwrap();
        }
        fields
    }

    #[test]
    fn silence_means_defaults() {
        let silent = fields(&[("title", ""), ("language", " "), ("layout", "auto")]);
        assert_eq!(silent.options(&[]).unwrap(), AnalysisOptions::default());
        assert_eq!(silent.get("title"), None);
        assert_eq!(silent.keep_until(DateTime::UNIX_EPOCH).unwrap(), None);
    }

    #[test]
    fn what_is_said_is_meant() {
        let said = fields(&[
            ("language", "python"),
            ("layout", "whole"),
            ("common_limit", "7"),
            ("max_pairs", "0"),
            ("keep_until", "2030-01-31"),
        ]);
        let languages =
            ["c", "python"].map(|name| OfferedLanguage { name: name.into(), title: name.to_uppercase() });
        let options = said.options(&languages).unwrap();
        assert_eq!(options.language.as_deref(), Some("python"));
        assert_eq!((options.layout, options.common_limit), (Layout::Whole, 7));
        assert_eq!(options.max_pairs, super::MAX_PAIRS);
        let until = said.keep_until(DateTime::UNIX_EPOCH).unwrap().unwrap();
        assert_eq!(until.to_rfc3339(), "2030-01-31T00:00:00+00:00");
        assert!(said.keep_until(until).is_err());
    }

    #[test]
    fn years_that_no_answer_could_name_are_refused() {
        for late in ["+262142-12-31", "9999-12-31T23:59:60Z", "10000-01-01"] {
            assert!(fields(&[("keep_until", late)]).keep_until(DateTime::UNIX_EPOCH).is_err(), "{late}");
        }
        let last = fields(&[("keep_until", "9998-12-31")]).keep_until(DateTime::UNIX_EPOCH).unwrap();
        assert_eq!(last.unwrap().to_rfc3339(), "9998-12-31T00:00:00+00:00");
    }
}
