//! The forms of uploads: which fields they have, and the values that were sent.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use chaffinch_storage::{Named, PartKind, ReferenceLabel, UnknownReferenceKind};

use crate::error::{Result, WebError};

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

impl FormFields {
    /// A form without fields. It serves as the base of struct updates.
    const NONE: Self = Self { files: &[], texts: &[], lists: &[], tables: &[], max_bytes: None };
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
        "name_encoding",
        "include",
        "exclude",
        "count_vendored",
        "count_given",
        "min_match",
        "kgram",
        "window",
        "handed_out",
        "reference_kind",
        "reference_source",
        "translations",
        "keep_until",
        "notify_url",
    ],
    lists: &["archives", "background", "own_work"],
    tables: &["teams", "staff", "encodings", "include", "exclude", "handed_out"],
    ..FormFields::NONE
};

/// Fields of a new archive.
pub(crate) static ARCHIVE: FormFields = FormFields {
    files: &[PartKind::Submissions],
    texts: &[
        "name",
        "course",
        "year",
        "reference_kind",
        "reference_source",
        "keeping",
        "batch",
        "language",
        "layout",
        "keep_until",
    ],
    ..FormFields::NONE
};

/// Fields of an addition to an archive.
pub(crate) static ADDITION: FormFields = FormFields {
    files: &[PartKind::Submissions],
    texts: &["batch", "language", "layout"],
    ..FormFields::NONE
};

/// Fields of late submissions to a batch. They are read with the options of the batch.
pub(crate) static LATE: FormFields = FormFields { files: &[PartKind::Submissions], ..FormFields::NONE };

/// Fields of starter code that is added to a batch.
pub(crate) static STARTER_CODE: FormFields =
    FormFields { files: &[PartKind::Boilerplate], ..FormFields::NONE };

/// Fields of a search for one text among the submissions.
pub(crate) static QUESTION: FormFields = FormFields {
    texts: &["language", "course", "archives", "limit", "window", "limit_fingerprints"],
    lists: &["archives"],
    ..FormFields::NONE
};

/// Fields of a comparison of a text with one of the submissions that were found.
pub(crate) static TEXT_COMPARISON: FormFields = FormFields {
    texts: &["language", "name", "found", "course", "archives", "limit", "window", "limit_fingerprints"],
    lists: &["archives"],
    ..FormFields::NONE
};

/// Largest size of a check, in bytes: a submission with its data files. It is held in memory while it is compared.
const MAX_CHECK_BYTES: u64 = 8 << 20;

/// Fields of a check of one submission.
pub(crate) static CHECK: FormFields = FormFields {
    files: &[PartKind::Submissions],
    texts: &["language", "batch", "keep"],
    max_bytes: Some(MAX_CHECK_BYTES),
    ..FormFields::NONE
};

/// Fields that may come several times: each applies to the reference answers after it, and to those before the first.
const OF_FILES_AFTER: [&str; 2] = ["reference_kind", "reference_source"];

/// Separates the stored texts of a list. No text can contain it.
const BETWEEN: &str = "\n";
/// Largest size of one field, in bytes.
const FIELD_BYTES: usize = 4 << 10;
/// Largest size of all occurrences of a list field together, in bytes. The number of occurrences has no limit.
const LIST_BYTES: usize = 64 << 10;
/// Largest size of a field that holds a table, in bytes.
pub(super) const TABLE_BYTES: usize = 1 << 20;

/// The values of the fields that were sent.
#[derive(Debug)]
pub(crate) struct Fields {
    form: &'static FormFields,
    values: BTreeMap<&'static str, String>,
    /// The origin of each reference answer, if it was sent before the file.
    references: Vec<Option<ReferenceLabel>>,
}

impl Fields {
    /// Creates the fields of a form without values.
    pub(crate) fn new(form: &'static FormFields) -> Self {
        Self { form, values: BTreeMap::new(), references: Vec::new() }
    }

    /// Returns the kind of files that the field of this name holds, or `None` if it holds no files.
    pub(super) fn files(&self, name: &str) -> Option<PartKind> {
        PartKind::from_name(name).filter(|&kind| self.takes(kind))
    }

    /// Returns whether files of this kind are among the fields. Folders may be uploaded file by file where submissions
    /// may.
    pub(super) fn takes(&self, kind: PartKind) -> bool {
        self.form.files.contains(&kind)
    }

    /// Returns the largest size of the request in bytes, if it is smaller than that of an upload.
    pub(super) fn max_bytes(&self) -> Option<u64> {
        self.form.max_bytes
    }

    /// Returns the text field of this name.
    ///
    /// # Errors
    ///
    /// Refuses a name that the form does not have.
    pub(crate) fn known(&self, name: &str) -> Result<&'static str> {
        if let Some(known) = self.form.texts.iter().find(|known| **known == name) {
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
    pub(crate) fn set(&mut self, name: &'static str, text: &str) -> Result<()> {
        let text = text.trim();
        if OF_FILES_AFTER.contains(&name) {
            self.values.remove(name);
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
        match self.values.entry(name) {
            Entry::Vacant(slot) => _ = slot.insert(text.to_owned()),
            Entry::Occupied(mut list) if is_list => list.get_mut().extend([BETWEEN, text]),
            Entry::Occupied(_) => return Err(WebError::field(name, "was sent twice")),
        }
        Ok(())
    }

    /// Notes a reference answer that has arrived, with the origin that was sent before it.
    pub(super) fn add_reference(&mut self) -> Result<()> {
        let is_sent = OF_FILES_AFTER.iter().any(|name| self.get(name).is_some());
        let label = if is_sent { Some(self.reference_label()?) } else { None };
        self.references.push(label);
        Ok(())
    }

    /// Returns the origin that was sent last.
    fn reference_label(&self) -> Result<ReferenceLabel> {
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

    /// Returns the origin of the reference answers in a library; `None` if no kind was sent.
    pub(super) fn library(&self) -> Result<Option<ReferenceLabel>> {
        match (self.get("reference_kind"), self.get("reference_source")) {
            (Some(_), _) => self.reference_label().map(Some),
            (None, Some(_)) => Err(WebError::field("reference_source", "needs a reference_kind")),
            (None, None) => Ok(None),
        }
    }

    /// Sets a field that has no value yet. A page uses it to fill in its form.
    pub(crate) fn suggest(&mut self, name: &'static str, text: &str) -> Result<()> {
        if self.get(name).is_none() { self.set(name, text) } else { Ok(()) }
    }

    /// Returns the value of a field.
    pub(crate) fn get(&self, name: &'static str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// Returns whether no other field was sent or filled in.
    pub(crate) fn has_only(&self, name: &'static str) -> bool {
        self.values.keys().all(|other| *other == name)
    }

    /// Returns whether nothing was sent or filled in.
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the values of a list field, one for each occurrence.
    pub(crate) fn list(&self, name: &'static str) -> Option<Vec<&str>> {
        Some(self.get(name)?.split(BETWEEN).collect())
    }

    /// Returns the origin of each reference answer. One before which none was sent has the last one.
    pub(super) fn references(&self) -> Result<Vec<String>> {
        let last = self.reference_label()?;
        Ok(self.references.iter().map(|label| label.as_ref().unwrap_or(&last).to_string()).collect())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Returns a form with these values.
    pub(crate) fn fields(said: &[(&'static str, &str)]) -> Fields {
        let mut fields = Fields::new(&BATCH);
        for (name, text) in said {
            fields.set(fields.known(name).unwrap(), text).unwrap();
        }
        fields
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
        assert_eq!(said, LIST_BYTES / 1000);
    }
}
