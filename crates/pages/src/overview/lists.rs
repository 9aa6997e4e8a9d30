//! The lists of the overview, as far as it shows them: pairs, the strongest clusters, submissions that resemble something from
//! outside the class, and pairs in different languages.

use std::collections::BTreeSet;

use chaffinch_report::{
    ClusterLink, Cutoff, Level, Pair, PairId, Report, Submission, SubmissionId, Translations, Unit,
};

use crate::clusters::{Case, case_href, numbers, page_starts};
use crate::figures::{expect, language_title, percent};
use crate::frame::{CaseLink, Frame, PageLocation, PairMark};
use crate::locale::Message;
use crate::rows::{FIRST_ROWS, Link, NamedSubmission, PairRow, ROWS_A_PAGE, Strength};
use crate::view::{Column, Order, View};

/// A pair of the list, and the values for filters.
pub(crate) struct ListedPair<'a> {
    pub(crate) row: PairRow<'a>,
    /// Strength in the unit of the cut-off.
    pub(crate) score: f64,
    pub(crate) right: NamedSubmission,
    /// Whether it counts: no side is too short or belongs to staff.
    pub(crate) judged: bool,
    /// Name and link of its cluster, or of the finding that both sides are versions of one program.
    pub(crate) cluster: Option<(Message, String)>,
    /// What is known about a case of its two persons.
    pub(crate) mark: Option<CaseLink>,
    /// What the staff noted; `None`: nothing.
    pub(crate) noted: Option<PairMark>,
    pub(crate) is_mine: bool,
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
    let review = frame.actions.review.as_deref();
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
                cluster: of_finding(frame, report, pair).or_else(|| {
                    let number = case_of(pair)? + 1;
                    let name = frame.words.say("cluster-number").number("number", number);
                    Some((name, case_href(frame, view, &page_starts, number)))
                }),
                mark: marks(&[pair.id.left, pair.id.right]),
                noted: review.and_then(|review| review.mark(pair.id)).cloned(),
                is_mine: review.is_some_and(|review| review.is_mine(pair.id)),
                languages: languages_of(left, right),
                archive: archive.map_or_else(|| View::THIS_CLASS.to_owned(), |archive| archive.name.clone()),
            })
        })
        .collect()
}

/// Returns the name and the link of the finding that both sides are versions of one program.
fn of_finding(frame: &Frame, report: &Report, pair: &Pair) -> Option<(Message, String)> {
    let finding = report.versions_of(pair)?;
    let name = frame.words.say("cluster-finding").number("number", finding.id);
    Some((name, frame.place.finding(finding.id)))
}

/// Returns the languages of which both sides have files, separated by blanks.
fn languages_of(left: &Submission, right: &Submission) -> String {
    let has = |side: &Submission, language: &str| side.files.iter().any(|file| file.language == language);
    let left: BTreeSet<&str> = left.files.iter().map(|file| file.language.as_str()).collect();
    left.into_iter().filter(|language| has(right, language)).collect::<Vec<_>>().join(" ")
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

/// Members named per cluster.
pub(super) const MAX_MEMBERS: usize = 6;
/// Pairs named per cluster.
pub(super) const MAX_STRONGEST: usize = 3;

/// A cluster, or a finding of versions of one program, in one row.
pub(crate) struct ClusterRow {
    /// Its number among clusters, or what it is called.
    pub(crate) name: Message,
    pub(crate) href: String,
    pub(crate) size: usize,
    pub(crate) names: Vec<NamedSubmission>,
    /// Number of members that are not named.
    pub(crate) more: usize,
    pub(crate) similarity: Option<String>,
    pub(crate) strength: Strength,
    /// Strength in the unit of the cut-off; `None` if it stands at every cut-off.
    pub(crate) score: Option<f64>,
    pub(crate) level: Level,
    pub(crate) strongest: Vec<Link>,
    pub(crate) mark: Option<CaseLink>,
    /// Ids of all members, for the form that opens a case.
    pub(crate) ids: String,
}

/// Returns the row of a cluster. `marks` returns what is known about the case with these members.
pub(crate) fn cluster_row(
    frame: &Frame,
    report: &Report,
    view: &View,
    (number, page_starts): (usize, &[usize]),
    case: &Case,
    cutoff: Cutoff,
    marks: &dyn Fn(&[u32]) -> Option<CaseLink>,
) -> ClusterRow {
    ClusterRow {
        name: frame.words.say("cluster-number").number("number", number),
        href: case_href(frame, view, page_starts, number),
        size: case.members.len(),
        names: case
            .members
            .iter()
            .take(MAX_MEMBERS)
            .filter_map(|&id| Some(NamedSubmission::new(frame, report.submission(id)?)))
            .collect(),
        more: case.members.len().saturating_sub(MAX_MEMBERS),
        similarity: case.similarity.map(percent),
        strength: Strength::new(cutoff.shown, case.expect, case.suspicion),
        score: Some(Strength::new(cutoff.unit, case.expect, case.suspicion).score),
        level: Level::at(case.expect, case.suspicion, cutoff),
        strongest: linked_pairs(frame, report, &case.links, MAX_STRONGEST),
        mark: marks(&case.members),
        ids: case.members.iter().map(|&id| SubmissionId(id).to_string()).collect::<Vec<_>>().join(","),
    }
}

/// Returns whether a pair has a page.
pub(super) fn has_page(report: &Report, pair: PairId) -> bool {
    report.pair(pair).is_some_and(|pair| pair.match_count.is_some())
}

/// Returns the pairs among the first `most` links that have a page.
pub(super) fn linked_pairs(frame: &Frame, report: &Report, links: &[ClusterLink], most: usize) -> Vec<Link> {
    let linked = |link: &ClusterLink| {
        let (left, right) = report.sides(link.id).filter(|_| has_page(report, link.id))?;
        let text = frame.words.say("pair-title").text("left", &left.name).text("right", &right.name);
        Some(Link { text: text.plain(), href: Some(frame.place.pair(link.id)) })
    };
    links.iter().take(most).filter_map(linked).collect()
}

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

/// The list, as far as the overview shows it.
pub(super) struct TranslationList<'a> {
    /// Number of pairs of the batch in different languages.
    pub(super) comparable: u64,
    /// Number of these pairs and of pairs with earlier submissions that were compared.
    pub(super) compared: u64,
    /// The cut-off in words.
    pub(super) cutoff: Message,
    /// Number of pairs that reach the cut-off.
    pub(super) named: usize,
    pub(super) rows: Vec<TranslationRow<'a>>,
}

/// A pair of the list.
pub(super) struct TranslationRow<'a> {
    pub(super) row: PairRow<'a>,
    /// Titles of the languages of both sides.
    pub(super) languages: [String; 2],
    pub(super) similarity: String,
}

impl<'a> TranslationList<'a> {
    /// Returns the list; `None` if translations were not looked for. It has the pairs that reach the cut-off, and some
    /// more for comparison.
    pub(super) fn new(frame: &Frame, report: &'a Report) -> Option<Self> {
        let found = report.translations.as_ref()?;
        let named = found.named().count();
        let rows = found.pairs.iter().take(named.clamp(FIRST_ROWS, ROWS_A_PAGE));
        Some(Self {
            comparable: found.comparable,
            compared: found.compared,
            cutoff: match found.cutoff_similarity {
                Some(least) => {
                    frame.words.say("translations-cutoff-similarity").figure("least", percent(least))
                }
                None => frame.words.say("translations-cutoff").figure("cutoff", expect(found.cutoff_expect)),
            },
            named,
            rows: rows.map(|pair| row(frame, found, pair)).collect(),
        })
    }
}

fn row<'a>(frame: &Frame, found: &Translations, pair: &'a Pair) -> TranslationRow<'a> {
    let (left, right) = pair.languages.clone().unwrap_or_default();
    TranslationRow {
        row: PairRow {
            level: Level::from_translation(found, pair),
            ..PairRow::new(&frame.place, pair, Cutoff::from_translations(found))
        },
        languages: [left, right].map(|name| language_title(&name).to_owned()),
        similarity: percent(pair.similarity),
    }
}
