//! The pseudonyms of a case, which is about persons of one course: those of the report in which they are.

use super::pseudonyms::{Prose, Pseudonyms};
use crate::model::Report;

/// Replaces the names of the persons of a case by pseudonyms, in what users have written about it.
#[derive(Debug)]
pub struct CaseNames(Pseudonyms);

impl CaseNames {
    /// Takes the pseudonyms of a report, if there is one. `persons` are those of the case, with the numbers of their
    /// submissions in the report, which persons that it knows do not need. 0: no number.
    pub fn new(report: Option<&Report>, persons: &[(&str, u32)]) -> Self {
        Self(Pseudonyms::with(report, persons, &[]))
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
