//! The lists of submissions that resemble something from outside the class: earlier work, and reference answers.

use chaffinch_report::{Cutoff, Pair, Report};

use crate::frame::Frame;
use crate::limits::ROWS_A_PAGE;
use crate::shared::{NamedSubmission, PairRow, percent};

/// A list, as far as the overview shows it.
pub(super) struct OutsideList<'a> {
    /// Number of pairs.
    pub(super) count: usize,
    pub(super) rows: Vec<OutsideRow<'a>>,
}

/// A submission of the class, and what it resembles.
pub(super) struct OutsideRow<'a> {
    pub(super) row: PairRow<'a>,
    pub(super) submission: NamedSubmission,
    pub(super) other: NamedSubmission,
    /// Share of the submission that the other has, and of the other that the submission has.
    pub(super) shares: [String; 2],
}

impl<'a> OutsideList<'a> {
    pub(super) fn new(
        frame: &Frame,
        report: &Report,
        cutoff: Cutoff,
        pairs: impl ExactSizeIterator<Item = &'a Pair>,
    ) -> Self {
        let row = |pair: &'a Pair| {
            let (left, right) = report.sides(pair.id)?;
            let mut sides = [left, right];
            let mut shares = [pair.left_share, pair.right_share].map(percent);
            if left.archive.is_some() {
                sides.reverse();
                shares.reverse();
            }
            let [submission, other] = sides.map(|side| NamedSubmission::new(frame, side));
            Some(OutsideRow { row: PairRow::new(&frame.place, pair, cutoff), submission, other, shares })
        };
        Self { count: pairs.len(), rows: pairs.take(ROWS_A_PAGE).filter_map(row).collect() }
    }
}
