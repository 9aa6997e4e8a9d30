//! Parts of lists that several pages have: submissions, pairs, links, and the division over pages.

use std::collections::BTreeMap;

use askama::Template;
use chaffinch_report::{Archive, Cutoff, Level, Pair, Reference, Report, Sources, Submission, Unit};
use chaffinch_submission::Named as _;

use crate::cards::label_cells;
use crate::escape::visible;
use crate::figures::{Share, expect, shares, suspicion};
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
pub fn reference_label(words: Locale, reference: &Reference) -> Message {
    match &reference.source {
        Some(source) => {
            words.say("reference-from").choice("kind", reference.kind.name()).text("source", source)
        }
        None => words.say("reference-of").choice("kind", reference.kind.name()),
    }
}

/// Finds submissions by the names in findings, clusters and duplicates.
pub(crate) struct SubmissionsByName<'a>(BTreeMap<&'a str, &'a Submission>);

impl<'a> SubmissionsByName<'a> {
    pub(crate) fn new(report: &'a Report) -> Self {
        Self(report.submissions.iter().map(|submission| (submission.name.as_str(), submission)).collect())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&'a Submission> {
        self.0.get(name).copied()
    }

    pub(crate) fn named(&self, frame: &Frame, names: &[String]) -> Vec<NamedSubmission> {
        names.iter().filter_map(|name| Some(NamedSubmission::new(frame, self.get(name)?))).collect()
    }

    pub(crate) fn ids(&self, names: &[String]) -> Vec<u32> {
        names.iter().filter_map(|name| Some(self.get(name)?.id)).collect()
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

pub(crate) fn render(page: &impl Template) -> String {
    finish(&page.render().expect("templates only write to a String"))
}

/// Completes a page that a template has written: cells of lists get labels, and deceptive characters become visible.
pub fn finish(html: &str) -> String {
    visible(&label_cells(html)).into_owned()
}

/// A link with its text.
#[derive(Debug, Clone)]
pub(crate) struct Link {
    pub(crate) text: String,
    /// `None`: text only.
    pub(crate) href: Option<String>,
}

/// Returns the breadcrumbs: the report, then this page.
pub(crate) fn crumbs(frame: &Frame, report: &Report, here: &str) -> Vec<Link> {
    vec![
        Link { text: report.title.clone(), href: Some(frame.place.overview(1)) },
        Link { text: here.to_owned(), href: None },
    ]
}

/// Returns links to the pages of a list; none if there is only one page.
pub(crate) fn pager(pages: usize, page: usize, href: impl Fn(usize) -> String) -> Vec<Link> {
    if pages < 2 {
        return Vec::new();
    }
    (1..=pages)
        .map(|number| Link { text: number.to_string(), href: (number != page).then(|| href(number)) })
        .collect()
}

/// Returns the rows of a page, from 1; none beyond the last page.
pub(crate) fn page_of<T>(rows: &[T], page: usize, size: usize) -> &[T] {
    rows.chunks(size).nth(page.saturating_sub(1)).unwrap_or_default()
}

pub(crate) fn pages_for(rows: usize, size: usize) -> usize {
    rows.div_ceil(size).max(1)
}

/// Pairs on one page of the overview. MOSS's default list has the same length.
pub const PAIRS_A_PAGE: usize = 250;
/// Rows on one page of any other list.
pub const ROWS_A_PAGE: usize = 500;
/// Rows of an overview section that has a page of its own.
pub(crate) const FIRST_ROWS: usize = 20;

#[cfg(test)]
mod tests {
    use super::{page_of, pages_for};

    #[test]
    fn pages_hold_every_row_once() {
        let rows: Vec<u32> = (0..11).collect();
        let paged: Vec<u32> =
            (1..=pages_for(11, 5)).flat_map(|page| page_of(&rows, page, 5).iter().copied()).collect();
        assert_eq!(paged, rows);
        assert!(page_of(&rows, 4, 5).is_empty());
        assert_eq!(pages_for(0, 5), 1);
    }
}
