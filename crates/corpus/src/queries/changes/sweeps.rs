//! Assigns each document to a sweep: the addition that brought it, or the day, month or year of its date.

use std::collections::BTreeSet;

use chrono::{DateTime, Datelike as _, Utc};
use serde::Serialize;

use crate::document::NO_DATE;
use crate::error::{Error, Result};
use crate::queries::index::Index;

/// Most sweeps that are compared. The counts of each are held in memory.
pub const MAX_SWEEPS: usize = 1000;

/// How documents are grouped into sweeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum SweepKind {
    /// By the first run or the addition that brought them.
    Addition,
    /// By the day of their date, in universal time.
    Day,
    /// By the month of their date.
    Month,
    /// By the year of their date.
    Year,
}

/// The name of a sweep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Label {
    /// The number of the addition; 0 is the first run.
    Addition(usize),
    /// `2001-02-03`, `2001-02` or `2001`.
    Period(String),
}

/// The sweep of each document.
pub(super) struct Sweeps {
    /// Labels in the order of sweeps.
    pub(super) labels: Vec<Label>,
    /// The sweep of each document; [`Sweeps::NONE`] if it is grouped by date and has none.
    pub(super) of: Vec<u16>,
}

impl Sweeps {
    pub(super) const NONE: u16 = u16::MAX;

    pub(super) fn new(index: &Index, by: SweepKind) -> Result<Self> {
        let corpus = &index.run.corpus;
        let many = |sweeps: usize| {
            (sweeps > MAX_SWEEPS).then_some(Error::Sweeps { limit: MAX_SWEEPS }).map_or(Ok(()), Err)
        };
        let mut of = Vec::with_capacity(corpus.documents() as usize);
        if by == SweepKind::Addition {
            many(corpus.segments.len())?;
            for (at, segment) in corpus.segments.iter().enumerate() {
                of.extend((0..segment.documents).map(|_| at as u16));
            }
            return Ok(Self { labels: (0..corpus.segments.len()).map(Label::Addition).collect(), of });
        }
        let mut periods = BTreeSet::new();
        corpus.each_document(0..corpus.documents(), |_, document| {
            periods.extend(period(document.date, by));
            many(periods.len())
        })?;
        let periods: Vec<Period> = periods.into_iter().collect();
        corpus.each_document(0..corpus.documents(), |_, document| {
            let at = period(document.date, by).and_then(|period| periods.binary_search(&period).ok());
            of.push(at.map_or(Self::NONE, |at| at as u16));
            Ok(())
        })?;
        Ok(Self {
            labels: periods.into_iter().map(|period| Label::Period(format_period(period, by))).collect(),
            of,
        })
    }
}

/// Year, month and day. Parts that do not count are 0.
type Period = (i32, u32, u32);

fn period(date: i64, by: SweepKind) -> Option<Period> {
    let date: DateTime<Utc> = DateTime::from_timestamp(date, 0).filter(|_| date != NO_DATE)?;
    Some(match by {
        SweepKind::Year => (date.year(), 0, 0),
        SweepKind::Month => (date.year(), date.month(), 0),
        SweepKind::Day | SweepKind::Addition => (date.year(), date.month(), date.day()),
    })
}

fn format_period((year, month, day): Period, by: SweepKind) -> String {
    match by {
        SweepKind::Year => format!("{year:04}"),
        SweepKind::Month => format!("{year:04}-{month:02}"),
        SweepKind::Day | SweepKind::Addition => format!("{year:04}-{month:02}-{day:02}"),
    }
}
