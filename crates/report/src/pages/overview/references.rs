//! The list of submissions that resemble a reference answer. It is apart from the pairs of submissions.

use crate::frame::Frame;
use crate::locale::Message;
use crate::model::{Pair, Report};
use crate::pages::limits::ROWS_A_PAGE;
use crate::pages::shared::{Cutoff, NamedSubmission, PairRow, percent, reference_label, with_reference};

/// The list, as far as the overview shows it.
pub(super) struct ReferenceList {
    /// Number of reference answers.
    pub(super) answers: usize,
    /// Number of pairs.
    pub(super) count: usize,
    /// Message key of the figure that ranks.
    pub(super) figure: &'static str,
    pub(super) rows: Vec<ReferenceRow>,
}

/// A submission and a reference answer that it resembles.
pub(super) struct ReferenceRow {
    pub(super) row: PairRow,
    pub(super) submission: NamedSubmission,
    pub(super) answer: NamedSubmission,
    /// Who wrote the answer.
    pub(super) label: Message,
    /// Share of the submission that the answer has, and of the answer that the submission has.
    pub(super) shares: [String; 2],
}

impl ReferenceList {
    pub(super) fn of(frame: &Frame, report: &Report, cutoff: Cutoff) -> Self {
        let row = |pair: &Pair| {
            let (submission, answer, reference) = with_reference(report, pair)?;
            let mut shares = [pair.left_share, pair.right_share].map(percent);
            if submission.id != pair.id.left {
                shares.reverse();
            }
            Some(ReferenceRow {
                row: PairRow::new(&frame.place, pair, cutoff),
                submission: NamedSubmission::new(frame, submission),
                answer: NamedSubmission::new(frame, answer),
                label: reference_label(frame.words, reference),
                shares,
            })
        };
        Self {
            answers: report.submissions.len() - report.without_references().count(),
            count: report.references.len(),
            figure: cutoff.unit.figure(),
            rows: report.references.iter().take(ROWS_A_PAGE).filter_map(row).collect(),
        }
    }
}
