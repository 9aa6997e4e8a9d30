//! Submissions and pairs as lists show them.

use std::collections::BTreeMap;

use super::cutoff::{Cutoff, Level, Unit};
use super::figures::{Share, expect, suspicion};
use crate::frame::{Frame, PageLocation};
use crate::locale::{Locale, Message};
use crate::model::{Archive, Pair, PairId, Reference, Report, Submission};

/// A submission as lists name it.
#[derive(Debug, Clone)]
pub(in crate::pages) struct NamedSubmission {
    pub(in crate::pages) name: String,
    pub(in crate::pages) href: String,
    /// The archive of an earlier submission.
    pub(in crate::pages) archive: Option<Message>,
}

impl NamedSubmission {
    pub(in crate::pages) fn new(frame: &Frame, submission: &Submission) -> Self {
        Self {
            name: submission.name.clone(),
            href: frame.place.submission(submission.id),
            archive: submission.archive.as_ref().map(|archive| archive_label(frame.words, archive)),
        }
    }
}

pub(in crate::pages) fn archive_label(words: Locale, archive: &Archive) -> Message {
    if let Some(reference) = &archive.reference {
        return reference_label(words, reference);
    }
    match archive.year {
        Some(year) => words.say("archive-of-year").text("name", &archive.name).text("year", year),
        None => words.say("archive-of").text("name", &archive.name),
    }
}

/// Returns who wrote a reference answer, and its source if it is known.
pub(in crate::pages) fn reference_label(words: Locale, reference: &Reference) -> Message {
    match &reference.source {
        Some(source) => {
            words.say("reference-from").choice("kind", reference.kind.name()).text("source", source)
        }
        None => words.say("reference-of").choice("kind", reference.kind.name()),
    }
}

/// Finds submissions by the names in clusters and duplicates.
pub(in crate::pages) struct SubmissionsByName<'a>(BTreeMap<&'a str, &'a Submission>);

impl<'a> SubmissionsByName<'a> {
    pub(in crate::pages) fn new(report: &'a Report) -> Self {
        Self(report.submissions.iter().map(|submission| (submission.name.as_str(), submission)).collect())
    }

    pub(in crate::pages) fn named(&self, frame: &Frame, names: &[String]) -> Vec<NamedSubmission> {
        names
            .iter()
            .filter_map(|name| Some(NamedSubmission::new(frame, self.0.get(name.as_str())?)))
            .collect()
    }

    pub(in crate::pages) fn ids(&self, names: &[String]) -> Vec<u32> {
        names.iter().filter_map(|name| Some(self.0.get(name.as_str())?.id)).collect()
    }
}

/// How strong a pair is.
#[derive(Debug, Clone)]
pub(in crate::pages) struct Strength {
    pub(in crate::pages) shown: String,
    /// Value for sorting and for scripts; larger is stronger.
    pub(in crate::pages) score: f64,
}

impl Strength {
    pub(in crate::pages) fn new(unit: Unit, expected: Option<f64>, bits: f64) -> Self {
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
#[derive(Debug, Clone)]
pub(in crate::pages) struct PairRow {
    pub(in crate::pages) rank: u32,
    pub(in crate::pages) left: String,
    pub(in crate::pages) right: String,
    /// `None` if the report contains no matches for the pair.
    pub(in crate::pages) href: Option<String>,
    pub(in crate::pages) strength: Strength,
    pub(in crate::pages) level: Level,
    pub(in crate::pages) left_share: Share,
    pub(in crate::pages) right_share: Share,
    pub(in crate::pages) longest_match: u32,
    pub(in crate::pages) matches: Option<u32>,
    pub(in crate::pages) matched_lines: u32,
}

impl PairRow {
    pub(in crate::pages) fn new(place: &PageLocation, pair: &Pair, cutoff: Cutoff) -> Self {
        Self {
            rank: pair.rank,
            left: pair.left.clone(),
            right: pair.right.clone(),
            href: pair.match_count.map(|_| place.pair(pair.id)),
            strength: Strength::new(cutoff.shown, pair.expect, pair.suspicion),
            level: Level::new(pair, cutoff),
            left_share: Share::new(pair.left_share, pair.left_share_raw),
            right_share: Share::new(pair.right_share, pair.right_share_raw),
            longest_match: pair.longest_match,
            matches: pair.match_count,
            matched_lines: pair.matched_lines,
        }
    }
}

/// Returns whether a side belongs to staff. Such a pair is listed separately and never counted.
pub(in crate::pages) fn has_staff(report: &Report, pair: &Pair) -> bool {
    [pair.id.left, pair.id.right].into_iter().filter_map(|id| report.submission(id)).any(|side| side.staff)
}

/// Returns whether both sides are of the class, and none is an earlier submission.
pub(in crate::pages) fn is_of_class(report: &Report, pair: &Pair) -> bool {
    let is_own = |id| report.submission(id).is_some_and(|side| side.archive.is_none());
    is_own(pair.id.left) && is_own(pair.id.right)
}

/// Returns the submission and the reference answer of a pair that has one.
pub(in crate::pages) fn with_reference<'a>(
    report: &'a Report,
    pair: &Pair,
) -> Option<(&'a Submission, &'a Submission, &'a Reference)> {
    let (left, right) = sides(report, pair.id)?;
    let of = |one: &'a Submission, answer: &'a Submission| Some((one, answer, answer.reference()?));
    of(left, right).or_else(|| of(right, left))
}

/// Returns the submissions of a pair; `None` if the report does not list them.
pub(in crate::pages) fn sides(report: &Report, id: PairId) -> Option<(&Submission, &Submission)> {
    Some((report.submission(id.left)?, report.submission(id.right)?))
}
