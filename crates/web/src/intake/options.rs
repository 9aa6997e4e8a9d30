//! What the fields of a form mean: the options of an analysis, times, names and cut-offs. Further reports and the pages
//! check cut-offs here, too.

use chaffinch_extract::NameEncoding;
use chaffinch_query::TITLE_LENGTH;
use chaffinch_storage::{AnalysisOptions, Cutoff, Keeping, Layout, MatchLength, Named, archive_name};
use chrono::{DateTime, Utc};

use crate::error::{Result, WebError};
use crate::intake::fields::Fields;
use crate::settings::OfferedLanguage;

/// Most pairs that a report over REST can list.
pub(crate) const MAX_PAIRS: u32 = 10_000;

impl Fields {
    /// Returns the title that was sent, if any.
    pub(crate) fn title(&self) -> Result<Option<String>> {
        match self.get("title") {
            Some(title) if title.chars().count() > TITLE_LENGTH => {
                Err(WebError::field("title", format!("has more than {TITLE_LENGTH} characters")))
            }
            title => Ok(title.map(str::to_owned)),
        }
    }

    /// Returns the name of the new archive.
    pub(super) fn name(&self) -> Result<String> {
        archive_name(self.get("name").unwrap_or_default())
            .map(str::to_owned)
            .map_err(|problem| WebError::field("name", problem))
    }

    pub(super) fn year(&self) -> Result<Option<i32>> {
        let Some(text) = self.get("year") else { return Ok(None) };
        let year = text.parse().ok().filter(|year| (1900..=9999).contains(year));
        year.map(Some)
            .ok_or_else(|| WebError::field("year", format!("must be a year from 1900 to 9999, not {text:?}")))
    }

    pub(super) fn keeping(&self) -> Result<Keeping> {
        let Some(text) = self.get("keeping") else { return Ok(Keeping::Sources) };
        Keeping::from_name(text)
            .ok_or_else(|| WebError::field("keeping", format!("must be sources or reduced, not {text:?}")))
    }

    pub(super) fn options(&self, languages: &[OfferedLanguage]) -> Result<AnalysisOptions> {
        let defaults = AnalysisOptions::default();
        let layout = self.get("layout").map_or(Ok(Layout::Auto), layout)?;
        let max_pairs = match self.number("max_pairs", MAX_PAIRS)? {
            None => defaults.max_pairs,
            // 0 asks for every pair. REST lists at most this many.
            Some(0) => MAX_PAIRS,
            Some(pairs) => pairs,
        };
        Ok(AnalysisOptions {
            language: self.language(languages)?,
            layout,
            common_limit: self.number("common_limit", u32::MAX)?.unwrap_or(defaults.common_limit),
            cutoff_expect: self.decimal("cutoff_expect")?.map(cutoff_expect).transpose()?,
            max_pairs,
            matches: self.number("matches", MAX_PAIRS)?.unwrap_or(defaults.matches),
            teams: self.table("teams", chaffinch_storage::teams)?,
            staff: self.table("staff", chaffinch_storage::names)?,
            encodings: self.lines("encodings"),
            name_encoding: self.name_encoding()?,
            include: self.lines("include"),
            exclude: self.lines("exclude"),
            count_vendored: self.choice("count_vendored")?,
            count_given: self.choice("count_given")?,
            match_length: self.match_length()?,
            handed_out: self.lines("handed_out"),
            references: self.references()?,
            translations: self.choice("translations")?,
            ..defaults
        })
    }

    /// Returns the shortest match, and the schemes by which it is found.
    fn match_length(&self) -> Result<MatchLength> {
        let number = |name| self.number(name, u32::MAX);
        match_length([number("min_match")?, number("kgram")?, number("window")?])
    }

    /// Returns the encoding of names in archives. `None`: it is guessed.
    pub(crate) fn name_encoding(&self) -> Result<Option<String>> {
        let Some(name) = self.get("name_encoding") else { return Ok(None) };
        let checked: std::result::Result<NameEncoding, _> = name.parse();
        checked.map_err(|error| WebError::field("name_encoding", error.to_string()))?;
        Ok(Some(name.to_owned()))
    }

    /// Returns the value of a field that is a number with a fraction.
    fn decimal(&self, name: &'static str) -> Result<Option<f64>> {
        let wrong = |_| WebError::field(name, "must be a number");
        self.get(name).map(str::parse).transpose().map_err(wrong)
    }

    /// Returns the value of a field that is `true` or `false`; `false` if it was not sent.
    fn choice(&self, name: &'static str) -> Result<bool> {
        match self.get(name) {
            None | Some("false") => Ok(false),
            Some("true") => Ok(true),
            Some(word) => Err(WebError::field(name, format!("must be true or false, not {word:?}"))),
        }
    }

    /// Returns the trimmed lines of a text, without empty ones.
    fn lines(&self, name: &'static str) -> Vec<String> {
        let lines = self.get(name).unwrap_or_default().lines().map(str::trim);
        lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    /// Reads the rows of a table. It is empty if the field was not sent.
    fn table<Row>(&self, name: &'static str, read: fn(&str) -> Result<Vec<Row>, String>) -> Result<Vec<Row>> {
        read(self.get(name).unwrap_or_default()).map_err(|problem| WebError::field(name, problem))
    }

    /// Returns the requested language. `None` selects automatic detection.
    pub(crate) fn language(&self, languages: &[OfferedLanguage]) -> Result<Option<String>> {
        match self.get("language") {
            None | Some("auto") => Ok(None),
            Some(name) if languages.iter().any(|language| language.name == name) => Ok(Some(name.to_owned())),
            Some(name) => {
                let names: Vec<&str> = languages.iter().map(|language| language.name.as_str()).collect();
                Err(WebError::field(
                    "language",
                    format!("is {name:?}, which is not a language; use auto, {}", names.join(", ")),
                ))
            }
        }
    }

    pub(crate) fn number(&self, name: &'static str, most: u32) -> Result<Option<u32>> {
        let Some(text) = self.get(name) else { return Ok(None) };
        match text.parse() {
            Ok(number) if number <= most => Ok(Some(number)),
            _ => Err(WebError::field(name, format!("must be a whole number from 0 to {most}, not {text:?}"))),
        }
    }

    /// Returns the URL to notify when the comparison ends.
    pub(super) fn notify_url(&self) -> Result<Option<&str>> {
        let url = self.get("notify_url").map(chaffinch_storage::notify_url).transpose();
        url.map_err(|problem| WebError::field("notify_url", problem))
    }

    pub(super) fn keep_until(&self, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>> {
        self.get("keep_until").map(|text| time("keep_until", text, now)).transpose()
    }
}

/// Reads a future time from the field of this name, as [`chaffinch_storage::keep_until`] does.
pub(crate) fn time(name: &'static str, text: &str, now: DateTime<Utc>) -> Result<DateTime<Utc>> {
    chaffinch_storage::keep_until(text, now).map_err(|problem| WebError::field(name, problem))
}

/// Checks the shortest match, the tokens of a k-gram, and the window.
pub(super) fn match_length([min_match, kgram, window]: [Option<u32>; 3]) -> Result<MatchLength> {
    MatchLength::new(min_match, kgram, window)
        .map_err(|error| WebError::field(error.field(), error.to_string()))
}

/// Largest cut-off, far above every suspicion and every number of pairs. Larger values could become infinite, which JSON
/// cannot express.
const MAX_CUTOFF: f64 = 1e9;

/// Checks a cut-off in either unit.
pub(crate) fn check_cutoff(cutoff: Cutoff) -> Result<()> {
    match cutoff {
        Cutoff::Expect(pairs) => cutoff_expect(pairs).map(|_| ()),
        Cutoff::Suspicion(bits) if (0.0..=MAX_CUTOFF).contains(&bits) => Ok(()),
        Cutoff::Suspicion(_) => Err(WebError::field("cutoff", format!("must be 0 to {MAX_CUTOFF}"))),
    }
}

/// Checks a number of pairs expected by chance.
pub(crate) fn cutoff_expect(pairs: f64) -> Result<f64> {
    if 0.0 < pairs && pairs <= MAX_CUTOFF {
        Ok(pairs)
    } else {
        Err(WebError::field("cutoff_expect", format!("must be greater than 0 and at most {MAX_CUTOFF}")))
    }
}

/// Refuses a cut-off that is given in both units.
pub(crate) fn two_cutoffs() -> WebError {
    WebError::field("cutoff_expect", "cannot be given together with cutoff; leave one of them out")
}

/// Reads the name of a structure of uploads.
pub(crate) fn layout(word: &str) -> Result<Layout> {
    let problem = || format!("must be auto, children, whole or task/student, not {word:?}");
    word.parse().map_err(|_| WebError::field("layout", problem()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::fields::BATCH;
    use crate::intake::fields::tests::fields;

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
        let languages = ["c", "python"].map(|name| OfferedLanguage {
            name: name.into(),
            title: name.to_uppercase(),
            endings: &[],
        });
        let options = said.options(&languages).unwrap();
        assert_eq!(options.language.as_deref(), Some("python"));
        assert_eq!((options.layout, options.common_limit), (Layout::Whole, 7));
        assert_eq!(options.max_pairs, MAX_PAIRS);
        let until = said.keep_until(DateTime::UNIX_EPOCH).unwrap().unwrap();
        assert_eq!(until.to_rfc3339(), "2030-01-31T00:00:00+00:00");
        assert!(said.keep_until(until).is_err());
    }

    #[test]
    fn tables_have_lines_and_nothing_else_has() {
        let said = fields(&[("teams", "ann,bob\r\ncid,dan\n"), ("staff", "model\tsolution")]);
        let options = said.options(&[]).unwrap();
        assert_eq!(options.teams, [["ann", "bob"], ["cid", "dan"]]);
        assert_eq!(options.staff, ["model", "solution"]);
        let mut fields = Fields::new(&BATCH);
        assert!(fields.set("title", "a\nb").is_err() && fields.set("teams", "a\0b").is_err());
        let wrong = self::fields(&[("teams", "member,team\n,red")]).options(&[]).unwrap_err();
        assert!(wrong.to_string().contains("row 2"), "{wrong}");
    }
}
