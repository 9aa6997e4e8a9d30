//! To which sweep each document belongs: the addition it came with, or the day, month or year of its date. Reads.

use std::collections::BTreeSet;

use chrono::{DateTime, Datelike as _, Utc};
use serde::Serialize;

use crate::document::NO_DATE;
use crate::error::{Error, Result};
use crate::queries::index::Index;

/// Sweeps that are compared: what is counted of each is held in memory.
pub const MAX_SWEEPS: usize = 1000;

/// What makes documents one sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SweepKind {
    /// They came together: the first run, or an addition.
    Addition,
    /// Their dates lie on one day, in universal time.
    Day,
    /// Their dates lie in one month.
    Month,
    /// Their dates lie in one year.
    Year,
}

/// The name of a sweep.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub(super) enum Label {
    /// 0 is the first run.
    Addition(usize),
    /// `2001-02-03`, `2001-02` or `2001`.
    Period(String),
}

/// Documents in their sweeps.
pub(super) struct Sweeps {
    /// In their order.
    pub(super) labels: Vec<Label>,
    /// Of each document; [`Sweeps::NONE`] of those without a date, where dates decide.
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

/// Year, month and day, of which the later ones are 0 where they do not count.
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
