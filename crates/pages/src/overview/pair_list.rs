//! The list of pairs on the overview: its rows and its column headings.

use chaffinch_report::{Cutoff, Pair, Report, Submission, Unit};

use crate::clusters::{Case, case_href, numbers, page_starts};
use crate::frame::{CaseLink, Frame, PageLocation};
use crate::shared::{NamedSubmission, PairRow, Strength};
use crate::view::{Column, Order, View};

/// A pair of the list, and the values for filters.
pub(crate) struct ListedPair<'a> {
    pub(crate) row: PairRow<'a>,
    /// Strength in the unit of the cut-off.
    pub(crate) score: f64,
    pub(crate) right: NamedSubmission,
    /// Whether it counts: no side is too short or belongs to staff.
    pub(crate) judged: bool,
    /// Number and link of its cluster.
    pub(crate) cluster: Option<(usize, String)>,
    /// What is known about a case of its two persons.
    pub(crate) mark: Option<CaseLink>,
    pub(crate) languages: String,
    pub(crate) archive: String,
}

/// A column of the list of pairs.
pub(crate) struct ColumnHeading {
    /// Key of its explanation.
    pub(crate) key: &'static str,
    /// Message keys of its name.
    pub(crate) text: &'static str,
    pub(crate) number: bool,
    /// Link that sorts by it; `None` in a folder.
    pub(crate) href: Option<String>,
    pub(crate) order: Option<Order>,
}

pub(crate) fn list_pairs<'a>(
    frame: &Frame,
    report: &Report,
    view: &View,
    cases: &[Case],
    pairs: &[&'a Pair],
    cutoff: Cutoff,
    marks: &dyn Fn(&[u32]) -> Option<CaseLink>,
) -> Vec<ListedPair<'a>> {
    let number = numbers(cases);
    let page_starts = page_starts(cases);
    let case_of = |pair: &Pair| {
        let of = |id: u32| number.get(&id).copied();
        of(pair.id.left).filter(|&at| of(pair.id.right) == Some(at)).filter(|_| cutoff.is_reached_by(pair))
    };
    pairs
        .iter()
        .filter_map(|pair| {
            let (left, right) = (report.submission(pair.id.left)?, report.submission(pair.id.right)?);
            let archive = left.archive.as_ref().or(right.archive.as_ref());
            Some(ListedPair {
                row: PairRow::new(&frame.place, pair, cutoff),
                score: Strength::new(cutoff.unit, pair.expect, pair.suspicion).score,
                right: NamedSubmission::new(frame, right),
                judged: !pair.too_short && !report.has_staff(pair),
                cluster: case_of(pair).map(|at| (at + 1, case_href(frame, view, &page_starts, at + 1))),
                mark: marks(&[pair.id.left, pair.id.right]),
                languages: languages_of(left, right),
                archive: archive.map_or_else(|| View::THIS_CLASS.to_owned(), |archive| archive.name.clone()),
            })
        })
        .collect()
}

/// Returns the languages of which both sides have files, separated by blanks.
fn languages_of(left: &Submission, right: &Submission) -> String {
    let has = |side: &Submission, language: &str| side.files.iter().any(|file| file.language == language);
    let mut both: Vec<&str> = left.files.iter().map(|file| file.language.as_str()).collect();
    both.sort_unstable();
    both.dedup();
    both.retain(|language| has(right, language));
    both.join(" ")
}

pub(crate) fn column_headings(place: &PageLocation, view: &View, unit: Unit) -> Vec<ColumnHeading> {
    [
        (Column::Left, "", "left", false),
        (Column::Right, "", "right", false),
        (Column::Rank, "rank", "figure-rank", true),
        match unit {
            Unit::Expect => (Column::Expect, "expect", "figure-expect", true),
            Unit::Suspicion => (Column::Suspicion, "suspicion", "figure-suspicion", true),
        },
        (Column::LeftShare, "share", "figure-left-share", true),
        (Column::RightShare, "share", "figure-right-share", true),
        (Column::Longest, "longest", "figure-longest", true),
        (Column::Lines, "lines", "number-lines", true),
    ]
    .map(|(column, key, text, number)| ColumnHeading {
        key,
        text,
        number,
        href: (!place.is_folder()).then(|| view.sorted_by(column).href(place)),
        order: view.order_of(column),
    })
    .into()
}
