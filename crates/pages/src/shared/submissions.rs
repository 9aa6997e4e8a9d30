//! Submissions and pairs as lists show them.

use std::collections::BTreeMap;

use chaffinch_report::{Archive, Cutoff, Level, Pair, Reference, Report, Sources, Submission, Unit};

use super::figures::{Share, expect, shares, suspicion};
use crate::frame::{Frame, PageLocation};
use crate::locale::{Locale, Message};

/// A submission as lists name it.
#[derive(Debug, Clone)]
pub(crate) struct NamedSubmission {
    pub(crate) name: String,
    pub(crate) href: String,
    /// The archive of an earlier submission.
    pub(crate) archive: Option<Message>,
}

impl NamedSubmission {
    pub(crate) fn new(frame: &Frame, submission: &Submission) -> Self {
        Self {
            name: submission.name.clone(),
            href: frame.place.submission(submission.id),
            archive: submission.archive.as_ref().map(|archive| archive_label(frame.words, archive)),
        }
    }
}

pub(crate) fn archive_label(words: Locale, archive: &Archive) -> Message {
    if let Some(reference) = &archive.reference {
        return reference_label(words, reference);
    }
    match archive.year {
        Some(year) => words.say("archive-of-year").text("name", &archive.name).text("year", year),
        None => words.say("archive-of").text("name", &archive.name),
    }
}

/// Returns who wrote a reference answer, and its source if it is known.
pub(crate) fn reference_label(words: Locale, reference: &Reference) -> Message {
    match &reference.source {
        Some(source) => {
            words.say("reference-from").choice("kind", reference.kind.name()).text("source", source)
        }
        None => words.say("reference-of").choice("kind", reference.kind.name()),
    }
}

/// Finds submissions by the names in clusters and duplicates.
pub(crate) struct SubmissionsByName<'a>(BTreeMap<&'a str, &'a Submission>);

impl<'a> SubmissionsByName<'a> {
    pub(crate) fn new(report: &'a Report) -> Self {
        Self(report.submissions.iter().map(|submission| (submission.name.as_str(), submission)).collect())
    }

    pub(crate) fn named(&self, frame: &Frame, names: &[String]) -> Vec<NamedSubmission> {
        names
            .iter()
            .filter_map(|name| Some(NamedSubmission::new(frame, self.0.get(name.as_str())?)))
            .collect()
    }

    pub(crate) fn ids(&self, names: &[String]) -> Vec<u32> {
        names.iter().filter_map(|name| Some(self.0.get(name.as_str())?.id)).collect()
    }
}

/// How strong a pair is.
#[derive(Debug, Clone)]
pub(crate) struct Strength {
    pub(crate) shown: String,
    /// Value for sorting and for scripts; larger is stronger.
    pub(crate) score: f64,
}

impl Strength {
    pub(crate) fn new(unit: Unit, expected: Option<f64>, bits: f64) -> Self {
        let shown = match (unit, expected) {
            (Unit::Expect, Some(expected)) => expect(expected),
            (Unit::Expect, None) => "–".to_owned(),
            (Unit::Suspicion, _) => suspicion(bits),
        };
        let score = unit.strength(expected, bits);
        Self { shown, score: (score * 1e4).round() / 1e4 }
    }
}

/// A row in a list of pairs.
pub(crate) struct PairRow<'a> {
    pub(crate) pair: &'a Pair,
    /// `None` if the report contains no matches for the pair.
    pub(crate) href: Option<String>,
    pub(crate) strength: Strength,
    pub(crate) level: Level,
    pub(crate) shares: [Share; 2],
}

impl<'a> PairRow<'a> {
    pub(crate) fn new(place: &PageLocation, pair: &'a Pair, cutoff: Cutoff) -> Self {
        Self {
            pair,
            href: pair.match_count.map(|_| place.pair(pair.id)),
            strength: Strength::new(cutoff.shown, pair.expect, pair.suspicion),
            level: Level::new(pair, cutoff),
            shares: shares(pair),
        }
    }
}

/// Returns the submission and the reference answer of a pair that has one.
pub(crate) fn with_reference<'a>(
    report: &'a Report,
    pair: &Pair,
) -> Option<(&'a Submission, &'a Submission, &'a Reference)> {
    let (left, right) = report.sides(pair.id)?;
    let of = |one: &'a Submission, answer: &'a Submission| Some((one, answer, answer.reference()?));
    of(left, right).or_else(|| of(right, left))
}

/// Returns the message key of the reason why a text of a submission is missing.
pub(crate) fn missing_text(sources: &Sources, submission: &Submission) -> &'static str {
    match &submission.archive {
        _ if submission.removed => "missing-erased",
        _ if submission.is_uploaded() => "missing-not-stored",
        Some(_) if sources.is_removed(submission.id) => "missing-removed",
        _ => "missing-reduced",
    }
}
