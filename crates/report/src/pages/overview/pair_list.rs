//! The list of pairs on the overview: its rows and its column headings.

use crate::frame::{CaseLink, Frame, PageLocation};
use crate::model::{Pair, Report, Submission};
use crate::pages::clusters::{Case, case_href, numbers, page_starts};
use crate::pages::shared::{Cutoff, NamedSubmission, PairRow, Strength, Unit, has_staff};
use crate::pages::view::{Column, Order, View};

/// A pair of the list, and the values for filters.
pub(in crate::pages) struct ListedPair {
    pub(in crate::pages) row: PairRow,
    /// Strength in the unit of the cut-off.
    pub(in crate::pages) score: f64,
    pub(in crate::pages) right: NamedSubmission,
    /// Whether it counts: no side is too short or belongs to staff.
    pub(in crate::pages) judged: bool,
    /// Number and link of its cluster.
    pub(in crate::pages) cluster: Option<(usize, String)>,
    /// What is known about a case of its two persons.
    pub(in crate::pages) mark: Option<CaseLink>,
    pub(in crate::pages) languages: String,
    pub(in crate::pages) archive: String,
}

/// A column of the list of pairs.
pub(in crate::pages) struct ColumnHeading {
    /// Key of its explanation.
    pub(in crate::pages) key: &'static str,
    /// Message keys of its name.
    pub(in crate::pages) text: &'static str,
    pub(in crate::pages) number: bool,
    /// Link that sorts by it; `None` in a folder.
    pub(in crate::pages) href: Option<String>,
    pub(in crate::pages) order: Option<Order>,
}

pub(in crate::pages) fn list_pairs(
    frame: &Frame,
    report: &Report,
    view: &View,
    cases: &[Case],
    pairs: &[&Pair],
    cutoff: Cutoff,
    marks: &dyn Fn(&[u32]) -> Option<CaseLink>,
) -> Vec<ListedPair> {
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
                judged: !pair.too_short && !has_staff(report, pair),
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

pub(in crate::pages) fn column_headings(place: &PageLocation, view: &View, unit: Unit) -> Vec<ColumnHeading> {
    let sortable = !matches!(place, PageLocation::Folder { .. });
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
        href: sortable.then(|| view.sorted_by(column).href(place)),
        order: view.order_of(column),
    })
    .into()
}
