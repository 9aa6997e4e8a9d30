//! The text fields of uploads: which exist, and which values they accept.

use chaffinch_storage::{
    AnalysisOptions, Keeping, Layout, Named, PartKind, ReferenceLabel, UnknownReferenceKind, archive_name,
};
use chrono::{DateTime, Utc};

use crate::error::WebError;
use crate::services::cutoff;
use crate::settings::OfferedLanguage;

/// The fields of a request. A field that is not listed here is refused with its name; it is never ignored.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FormFields {
    files: &'static [PartKind],
    texts: &'static [&'static str],
    /// Those of `texts` that may be repeated. Each occurrence adds to a list.
    lists: &'static [&'static str],
    /// Those of `texts` that may contain line breaks, because they are uploaded as a file.
    tables: &'static [&'static str],
    /// Largest size of the request in bytes, if it is smaller than that of an upload.
    max_bytes: Option<u64>,
}

/// Fields of a new batch.
pub(crate) static BATCH: FormFields = FormFields {
    files: &[PartKind::Submissions, PartKind::Boilerplate, PartKind::Reference],
    texts: &[
        "title",
        "course",
        "language",
        "layout",
        "common_limit",
        "cutoff_expect",
        "max_pairs",
        "matches",
        "archives",
        "background",
        "own_work",
        "teams",
        "staff",
        "encodings",
        "handed_out",
        "reference_kind",
        "reference_source",
        "translations",
        "keep_until",
        "notify_url",
    ],
    lists: &["archives", "background", "own_work"],
    tables: &["teams", "staff", "encodings", "handed_out"],
    max_bytes: None,
};

/// Fields of a new archive.
pub(crate) static ARCHIVE: FormFields = FormFields {
    files: &[PartKind::Submissions],
    texts: &["name", "course", "year", "keeping", "batch", "language", "layout", "keep_until"],
    lists: &[],
    tables: &[],
    max_bytes: None,
};

/// Fields of an addition to an archive.
pub(crate) static ADDITION: FormFields = FormFields {
    files: &[PartKind::Submissions],
    texts: &["batch", "language", "layout"],
    lists: &[],
    tables: &[],
    max_bytes: None,
};

/// Fields of late submissions to a batch. They are read with the options of the batch.
pub(crate) static LATE: FormFields =
    FormFields { files: &[PartKind::Submissions], texts: &[], tables: &[], lists: &[], max_bytes: None };

/// Fields of starter code that is added to a batch.
pub(crate) static STARTER_CODE: FormFields =
    FormFields { files: &[PartKind::Boilerplate], texts: &[], tables: &[], lists: &[], max_bytes: None };

/// Fields of a search for one text among the submissions.
pub(crate) static QUESTION: FormFields = FormFields {
    files: &[],
    texts: &["language", "course", "archives", "limit", "window", "limit_fingerprints"],
    lists: &["archives"],
    tables: &[],
    max_bytes: None,
};

/// Fields of a comparison of a text with one of the submissions that were found.
pub(crate) static TEXT_COMPARISON: FormFields = FormFields {
    files: &[],
    texts: &["language", "name", "found", "course", "archives", "limit", "window", "limit_fingerprints"],
    lists: &["archives"],
    tables: &[],
    max_bytes: None,
};

/// Largest size of a check, in bytes: a submission with its data files. It is held in memory while it is compared.
pub(crate) const MAX_CHECK_BYTES: u64 = 8 << 20;

/// Fields of a check of one submission.
pub(crate) static CHECK: FormFields = FormFields {
    files: &[PartKind::Submissions],
    texts: &["language", "batch", "keep"],
    lists: &[],
    tables: &[],
    max_bytes: Some(MAX_CHECK_BYTES),
};

/// Fields that may come several times: each applies to the reference answers after it, and to those before the first.
const OF_FILES_AFTER: [&str; 2] = ["reference_kind", "reference_source"];

/// Separates the stored texts of a list. No text can contain it.
const BETWEEN: char = '\n';
/// Largest size of one field, in bytes.
const FIELD_BYTES: usize = 4 << 10;
/// Largest size of all occurrences of a list field together, in bytes. The number of occurrences has no limit.
const LIST_BYTES: usize = 64 << 10;
/// Largest size of a field that holds a table, in bytes.
pub(super) const TABLE_BYTES: usize = 1 << 20;
/// Most pairs that a report over REST can list.
pub(crate) const MAX_PAIRS: u32 = 10_000;

/// The values of the fields that were sent, by position in [`FormFields::texts`].
#[derive(Debug)]
pub(crate) struct Fields {
    form: &'static FormFields,
    values: Vec<Option<String>>,
    /// The origin of each reference answer, if it was sent before the file.
    references: Vec<Option<ReferenceLabel>>,
}

impl Fields {
    /// Creates the fields of a form without values.
    pub(crate) fn new(form: &'static FormFields) -> Self {
        Self { form, values: vec![None; form.texts.len()], references: Vec::new() }
    }

    /// Returns the kind of files that the field of this name holds, or `None` if it holds no files.
    pub(super) fn files(&self, name: &str) -> Option<PartKind> {
        PartKind::from_name(name).filter(|kind| self.form.files.contains(kind))
    }

    /// Returns whether files of this kind are among the fields.
    pub(super) fn takes(&self, kind: PartKind) -> bool {
        self.form.files.contains(&kind)
    }

    /// Returns the largest size of the request in bytes, if it is smaller than that of an upload.
    pub(super) fn max_bytes(&self) -> Option<u64> {
        self.form.max_bytes
    }

    /// Returns whether folders may be uploaded file by file.
    pub(super) fn has_folders(&self) -> bool {
        self.takes(PartKind::Submissions)
    }

    /// Returns the text field of this name.
    ///
    /// # Errors
    ///
    /// Refuses a name that the form does not have.
    pub(crate) fn known(&self, name: &str) -> Result<&'static str, WebError> {
        let find = |names: &[&'static str]| names.iter().copied().find(|known| *known == name);
        if let Some(known) = find(self.form.texts) {
            return Ok(known);
        }
        let files = self.form.files.iter().map(|kind| kind.name());
        let all: Vec<&str> = files.chain(self.form.texts.iter().copied()).collect();
        Err(WebError::UnknownField { name: name.chars().take(100).collect(), known: all.join(", ") })
    }

    /// Returns how many bytes a field may have.
    pub(super) fn most_bytes(&self, name: &str) -> usize {
        if self.form.tables.contains(&name) { TABLE_BYTES } else { FIELD_BYTES }
    }

    /// Stores the text of a field. An empty text counts as not sent, because browsers send all fields of a form.
    pub(crate) fn set(&mut self, name: &'static str, text: &str) -> Result<(), WebError> {
        let text = text.trim();
        let at = self.form.texts.iter().position(|known| *known == name);
        let slot = at.and_then(|at| self.values.get_mut(at));
        if let (true, Some(slot)) = (OF_FILES_AFTER.contains(&name), slot) {
            *slot = None;
        }
        if text.is_empty() {
            return Ok(());
        }
        let is_table = self.form.tables.contains(&name);
        if text.chars().any(|c| c.is_control() && !(is_table && matches!(c, '\n' | '\r' | '\t'))) {
            return Err(WebError::field(name, "contains control characters"));
        }
        let is_list = self.form.lists.contains(&name);
        if is_list && self.get(name).map_or(0, str::len) + text.len() > LIST_BYTES {
            return Err(WebError::field(name, format!("has more than {LIST_BYTES} bytes in total")));
        }
        match at.and_then(|at| self.values.get_mut(at)) {
            Some(slot @ None) => *slot = Some(text.to_owned()),
            Some(Some(list)) if is_list => {
                list.push(BETWEEN);
                list.push_str(text);
            }
            _ => return Err(WebError::field(name, "was sent twice")),
        }
        Ok(())
    }

    /// Notes a reference answer that has arrived, with the origin that was sent before it.
    pub(super) fn add_reference(&mut self) -> Result<(), WebError> {
        let is_sent = OF_FILES_AFTER.iter().any(|name| self.get(name).is_some());
        let label = if is_sent { Some(self.reference_label()?) } else { None };
        self.references.push(label);
        Ok(())
    }

    /// Returns the origin that was sent last.
    fn reference_label(&self) -> Result<ReferenceLabel, WebError> {
        let kind = self.get("reference_kind").map(str::parse).transpose();
        let kind = kind.map_err(|error: UnknownReferenceKind| {
            WebError::field("reference_kind", format!("is wrong: {error}"))
        })?;
        let source = self.get("reference_source").unwrap_or_default();
        if source.chars().count() > ReferenceLabel::MAX_SOURCE {
            let problem = format!("is longer than {} characters", ReferenceLabel::MAX_SOURCE);
            return Err(WebError::field("reference_source", problem));
        }
        Ok(ReferenceLabel::new(kind.unwrap_or_default(), source))
    }

    /// Sets a field that has no value yet. A page uses it to fill in its form.
    pub(crate) fn suggest(&mut self, name: &'static str, text: &str) -> Result<(), WebError> {
        if self.get(name).is_none() { self.set(name, text) } else { Ok(()) }
    }

    /// Returns the value of a field.
    pub(crate) fn get(&self, name: &'static str) -> Option<&str> {
        let at = self.form.texts.iter().position(|known| *known == name)?;
        self.values.get(at)?.as_deref()
    }

    /// Returns the values of a list field, one for each occurrence.
    pub(crate) fn list(&self, name: &'static str) -> Option<Vec<&str>> {
        Some(self.get(name)?.split(BETWEEN).collect())
    }

    /// Returns the name of the new archive.
    pub(super) fn name(&self) -> Result<String, WebError> {
        archive_name(self.get("name").unwrap_or_default())
            .map(str::to_owned)
            .map_err(|problem| WebError::field("name", problem))
    }

    pub(super) fn year(&self) -> Result<Option<i32>, WebError> {
        let Some(text) = self.get("year") else { return Ok(None) };
        let year = text.parse().ok().filter(|year| (1900..=9999).contains(year));
        year.map(Some)
            .ok_or_else(|| WebError::field("year", format!("must be a year from 1900 to 9999, not {text:?}")))
    }

    pub(super) fn keeping(&self) -> Result<Keeping, WebError> {
        let Some(text) = self.get("keeping") else { return Ok(Keeping::Sources) };
        Keeping::from_name(text)
            .ok_or_else(|| WebError::field("keeping", format!("must be sources or reduced, not {text:?}")))
    }

    pub(super) fn options(&self, languages: &[OfferedLanguage]) -> Result<AnalysisOptions, WebError> {
        let defaults = AnalysisOptions::default();
        let layout = match self.get("layout") {
            None => Layout::Auto,
            Some(word) => word.parse().map_err(|_| {
                WebError::field("layout", format!("must be auto, children or whole, not {word:?}"))
            })?,
        };
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
            cutoff_expect: self.decimal("cutoff_expect")?.map(cutoff::cutoff_expect).transpose()?,
            max_pairs,
            matches: self.number("matches", MAX_PAIRS)?.unwrap_or(defaults.matches),
            teams: self.table("teams", chaffinch_storage::teams)?,
            staff: self.table("staff", chaffinch_storage::names)?,
            encodings: self.lines("encodings"),
            handed_out: self.lines("handed_out"),
            references: {
                let last = self.reference_label()?;
                self.references.iter().map(|label| label.as_ref().unwrap_or(&last).to_string()).collect()
            },
            translations: self.choice("translations")?,
            ..defaults
        })
    }

    /// Returns the value of a field that is a number with a fraction.
    fn decimal(&self, name: &'static str) -> Result<Option<f64>, WebError> {
        let wrong = |_| WebError::field(name, "must be a number");
        self.get(name).map(str::parse).transpose().map_err(wrong)
    }

    /// Returns the value of a field that is `true` or `false`; `false` if it was not sent.
    fn choice(&self, name: &'static str) -> Result<bool, WebError> {
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
    fn table<Row>(
        &self,
        name: &'static str,
        read: fn(&str) -> Result<Vec<Row>, String>,
    ) -> Result<Vec<Row>, WebError> {
        read(self.get(name).unwrap_or_default()).map_err(|problem| WebError::field(name, problem))
    }

    /// Returns the requested language. `None` selects automatic detection.
    pub(crate) fn language(&self, languages: &[OfferedLanguage]) -> Result<Option<String>, WebError> {
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

    pub(crate) fn number(&self, name: &'static str, most: u32) -> Result<Option<u32>, WebError> {
        let Some(text) = self.get(name) else { return Ok(None) };
        match text.parse() {
            Ok(number) if number <= most => Ok(Some(number)),
            _ => Err(WebError::field(name, format!("must be a whole number from 0 to {most}, not {text:?}"))),
        }
    }

    /// Returns the URL to notify when the comparison ends.
    pub(super) fn notify_url(&self) -> Result<Option<&str>, WebError> {
        let url = self.get("notify_url").map(chaffinch_storage::notify_url).transpose();
        url.map_err(|problem| WebError::field("notify_url", problem))
    }

    pub(super) fn keep_until(&self, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, WebError> {
        self.get("keep_until").map(|text| keep_until(text, now)).transpose()
    }
}

/// Reads a future time from the field of this name, as [`chaffinch_storage::keep_until`] does.
pub(crate) fn time(name: &'static str, text: &str, now: DateTime<Utc>) -> Result<DateTime<Utc>, WebError> {
    chaffinch_storage::keep_until(text, now).map_err(|problem| WebError::field(name, problem))
}

/// Reads the field `keep_until`; see [`chaffinch_storage::keep_until`].
pub(crate) fn keep_until(text: &str, now: DateTime<Utc>) -> Result<DateTime<Utc>, WebError> {
    chaffinch_storage::keep_until(text, now).map_err(|problem| WebError::field("keep_until", problem))
}

#[cfg(test)]
mod tests {
    use chaffinch_storage::{AnalysisOptions, Layout};
    use chrono::DateTime;

    use super::{BATCH, Fields, OfferedLanguage};

    fn fields(said: &[(&'static str, &str)]) -> Fields {
        let mut fields = Fields::new(&BATCH);
        for (name, text) in said {
            fields.set(fields.known(name).unwrap(), text).unwrap();
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
        let languages = ["c", "python"].map(|name| OfferedLanguage {
            name: name.into(),
            title: name.to_uppercase(),
            endings: &[],
        });
        let options = said.options(&languages).unwrap();
        assert_eq!(options.language.as_deref(), Some("python"));
        assert_eq!((options.layout, options.common_limit), (Layout::Whole, 7));
        assert_eq!(options.max_pairs, super::MAX_PAIRS);
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

    #[test]
    fn a_list_may_come_several_times() {
        let said = fields(&[("archives", "2023, Žiga's"), ("archives", ""), ("archives", "2024,")]);
        assert_eq!(said.list("archives").unwrap(), ["2023, Žiga's", "2024,"]);
        assert_eq!(fields(&[("archives", "")]).list("archives"), None);
    }

    #[test]
    fn a_list_is_bounded_however_often_it_comes() {
        let mut fields = Fields::new(&BATCH);
        let text = "a".repeat(1000);
        let said = (0..100).take_while(|_| fields.set("archives", &text).is_ok()).count();
        assert_eq!(said, super::LIST_BYTES / 1000);
    }
}
