//! The pseudonyms outside of reports: of a case, which is about persons of one course, and of an upload.

use std::collections::BTreeSet;

use super::pseudonym_key::PseudonymKey;
use super::pseudonyms::{Prose, Pseudonyms};
use crate::model::Report;

/// Replaces the names of the persons of a case or an upload by pseudonyms, in what users have written about it.
#[derive(Debug)]
pub struct CaseNames(Pseudonyms);

impl CaseNames {
    /// Takes the pseudonyms of a report with this key, which need not be at hand. `persons` are those of the case, with the
    /// numbers of their submissions in the report, which persons that it knows do not need.
    pub fn new(report: Option<&Report>, key: PseudonymKey, persons: &[(&str, Option<u32>)]) -> Self {
        Self(Pseudonyms::with(report, key, persons, &[]))
    }

    /// Takes pseudonyms for people without numbers, such as those of an upload that was not compared yet. The names of one
    /// list belong to the same person.
    pub fn from_people<'a>(key: PseudonymKey, people: impl IntoIterator<Item = Vec<&'a str>>) -> Self {
        let (mut taken, mut persons) = (BTreeSet::new(), Vec::new());
        for names in people {
            let Some(first) = names.first() else { continue };
            let code = key.code_of_name(first, |code| taken.contains(&code));
            taken.insert(code);
            persons.extend(names.into_iter().map(|name| (name, Some(code))));
        }
        Self(Pseudonyms::with(None, key, &persons, &[]))
    }

    /// Returns the pseudonym of a person.
    pub fn name(&self, person: &str) -> String {
        self.0.name(person)
    }

    /// Returns a text without names.
    pub fn text(&self, text: &str) -> String {
        self.0.prose(text, None, Prose::Everywhere).0
    }
}
