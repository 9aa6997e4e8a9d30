//! The order in which a cluster's submissions were handed in, if the report has their times.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use chaffinch_report::{Report, Submission};
use chrono::{DateTime, Utc};

use super::cases::Case;
use crate::frame::Frame;
use crate::rows::NamedSubmission;

/// Authors in the drawing. The table lists all.
const MAX_AUTHORS: usize = 40;
/// Units of the drawing: the axis extends from [`LEFT`] to [`RIGHT`], and each of its lines is [`LINE`] high. At its
/// right is room for a word.
pub(crate) const WIDTH: f64 = 660.0;
pub(crate) const LEFT: f64 = 120.0;
pub(crate) const RIGHT: f64 = 610.0;
const LINE: f64 = 24.0;
const TOP: f64 = 30.0;
/// Characters of a name beside its line.
const MAX_LABEL_CHARACTERS: usize = 14;

/// The submissions of one cluster whose times are known.
#[derive(Debug)]
pub(crate) struct Timeline<'a> {
    /// All of them, earliest first.
    pub(crate) rows: Vec<Row<'a>>,
    /// The first authors by their first attempt.
    pub(crate) lines: Vec<Line>,
    /// Start and end of the axis, for programs (RFC 3339) and for people.
    pub(crate) ends: [(String, String); 2],
    pub(crate) height: f64,
    /// Number of authors that are not drawn.
    pub(crate) more: usize,
    /// Number of members whose times are not known.
    pub(crate) unknown: usize,
}

/// A submission in the table.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    pub(crate) submission: &'a Submission,
    pub(crate) named: NamedSubmission,
    /// RFC 3339.
    pub(crate) at: String,
    /// For people.
    pub(crate) shown: String,
    /// Whether no other submission is earlier.
    pub(crate) first: bool,
}

/// The attempts of one author in the drawing.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) y: f64,
    pub(crate) label: String,
    pub(crate) marks: Vec<Mark>,
}

/// One attempt.
#[derive(Debug)]
pub(crate) struct Mark {
    pub(crate) x: f64,
    pub(crate) href: String,
    pub(crate) title: String,
    pub(crate) first: bool,
    pub(crate) archived: bool,
}

impl Line {
    /// Where the line that joins the attempts begins and ends.
    pub(crate) fn ends(&self) -> Option<(f64, f64)> {
        let (first, last) = (self.marks.first()?, self.marks.last()?);
        (self.marks.len() > 1).then_some((first.x, last.x))
    }
}

/// Returns of how many submissions of the class the time is known.
pub(super) fn known_times(report: &Report) -> usize {
    report.class().filter(|submission| time(submission).is_some()).count()
}

/// Returns the number of the submission of a case of two that was handed in first, and its time for people. Returns
/// `None` if a time is not known, or if both are the same.
pub(super) fn first_of_two(report: &Report, case: &Case) -> Option<(u32, String)> {
    let &[one, other] = case.members.as_slice() else { return None };
    let time_of = |id: u32| time(report.submission(id)?);
    let (time_of_one, time_of_other) = (time_of(one)?, time_of(other)?);
    match time_of_one.cmp(&time_of_other) {
        Ordering::Less => Some((one, shown(time_of_one))),
        Ordering::Greater => Some((other, shown(time_of_other))),
        Ordering::Equal => None,
    }
}

fn time(submission: &Submission) -> Option<DateTime<Utc>> {
    DateTime::parse_from_rfc3339(submission.submitted_at.as_deref()?).ok().map(|time| time.to_utc())
}

impl<'a> Timeline<'a> {
    /// Returns `None` if fewer than two times are known, because then there is no order.
    pub(crate) fn new(frame: &Frame, report: &'a Report, case: &Case) -> Option<Self> {
        let members = case.members.iter().filter_map(|&id| report.submission(id));
        let mut known: Vec<(DateTime<Utc>, &Submission)> =
            members.filter_map(|submission| Some((time(submission)?, submission))).collect();
        // The sort is stable: at equal times, the smaller number comes first.
        known.sort_by_key(|(time, _)| *time);
        let (earliest, latest) = (known.first()?.0, known.last()?.0);
        if known.len() < 2 {
            return None;
        }
        let whole = (latest - earliest).num_milliseconds().max(1) as f64;
        let x = |time: DateTime<Utc>| {
            let passed = (time - earliest).num_milliseconds() as f64 / whole;
            ((LEFT + (RIGHT - LEFT) * passed) * 10.0).round() / 10.0
        };
        let mut order = Vec::new();
        let mut attempts: BTreeMap<&str, Vec<_>> = BTreeMap::new();
        for &(time, submission) in &known {
            let author = submission.author.as_deref().unwrap_or(&submission.name);
            let of_author = attempts.entry(author).or_default();
            if of_author.is_empty() {
                order.push(author);
            }
            of_author.push((time, submission));
        }
        let drawn_members = order.iter().zip(0_u32..).take(MAX_AUTHORS);
        let lines: Vec<Line> = drawn_members
            .map(|(author, at)| Line {
                y: f64::from(at).mul_add(LINE, TOP),
                label: shortened(author),
                marks: attempts[author]
                    .iter()
                    .map(|&(time, submission)| Mark {
                        x: x(time),
                        href: frame.place.submission(submission.id),
                        title: frame
                            .words
                            .say("timeline-mark")
                            .text("name", &submission.name)
                            .text("time", shown(time))
                            .plain(),
                        first: time == earliest,
                        archived: submission.archive.is_some(),
                    })
                    .collect(),
            })
            .collect();
        Some(Self {
            height: TOP + LINE * lines.len() as f64 + 6.0,
            more: order.len() - lines.len(),
            lines,
            ends: [earliest, latest].map(|time| (time.to_rfc3339(), shown(time))),
            unknown: case.members.len() - known.len(),
            rows: known
                .iter()
                .map(|&(time, submission)| Row {
                    submission,
                    named: NamedSubmission::new(frame, submission),
                    at: time.to_rfc3339(),
                    shown: shown(time),
                    first: time == earliest,
                })
                .collect(),
        })
    }
}

fn shown(time: DateTime<Utc>) -> String {
    time.format("%Y-%m-%d %H:%M:%S UTC").to_string()
}

fn shortened(name: &str) -> String {
    match name.char_indices().nth(MAX_LABEL_CHARACTERS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}
