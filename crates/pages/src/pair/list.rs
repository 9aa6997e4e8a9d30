//! The list of a pair's matches, and the orders in which they can be read.

use std::cmp::Reverse;

use chaffinch_report::{Evidence, Match, Pair, Region, Rename, Report, Side, SubmissionId};

use super::layout::PairLayout;
use crate::code::{Layer, colour};
use crate::figures::{in_groups, lines, match_type, quoted_kind};
use crate::frame::{Frame, PageLocation};
use crate::locale::Message;

/// The matches of which a side begins in one part.
pub(super) struct MatchList<'a> {
    pub(super) rows: Vec<MatchRow<'a>>,
    /// Number of matches of the whole pair.
    pub(super) all: usize,
    /// In how many groups the matches are, if all are in as many. Then no row says it.
    pub(super) spread: Option<Message>,
    pub(super) orders: Vec<MatchOrder>,
    /// Whether a side has several files, so that places need the name of theirs.
    pub(super) names_files: bool,
    /// Whether some match is rewritten.
    pub(super) rewritten: bool,
    /// Names of the left side that usually have another name on the right side, with the number of all, listed or not. In the
    /// first part only.
    pub(super) renames: Option<(&'a [Rename], u32)>,
}

/// An order in which matches can be read.
pub(super) struct MatchOrder {
    pub(super) name: &'static str,
    /// Message key of its name.
    pub(super) words: &'static str,
    /// Message key of its name while the sides are swapped, if it has another one then.
    pub(super) swapped: Option<&'static str>,
    pub(super) chips: Vec<Chip>,
}

/// The number of a match, with a link to it.
#[derive(Clone)]
pub(super) struct Chip {
    pub(super) number: u32,
    pub(super) colour: u32,
    pub(super) href: String,
}

pub(super) struct MatchRow<'a> {
    pub(super) found: &'a Match,
    pub(super) number: u32,
    pub(super) colour: u32,
    pub(super) layer: &'static str,
    pub(super) left: Location<'a>,
    pub(super) right: Location<'a>,
    /// Other places of the passage on either side.
    pub(super) further: [Vec<Location<'a>>; 2],
    /// `None`: said of all matches at once.
    pub(super) spread: Option<Message>,
    /// Archived submissions that contain it: name and page.
    pub(super) archived_in: Vec<(&'a str, Option<String>)>,
    /// Match type, with how much is identical.
    pub(super) literal: Option<Message>,
    pub(super) evidence: Vec<Quotation<'a>>,
    /// That one side handed this in before.
    pub(super) before: Vec<Message>,
    /// The region on the side of the class, for the form that marks it as starter code: submission, file and bytes.
    pub(super) region: (SubmissionId, &'a Region),
}

/// A text that both sides of a match contain.
pub(super) struct Quotation<'a> {
    pub(super) evidence: &'a Evidence,
    pub(super) kind: &'static str,
    /// `None`: it is in as many groups as its match.
    pub(super) spread: Option<Message>,
}

pub(super) struct Location<'a> {
    pub(super) path: &'a str,
    pub(super) lines: String,
    pub(super) href: String,
}

impl<'a> MatchList<'a> {
    pub(super) fn new(
        frame: &Frame,
        report: &'a Report,
        pair: &'a Pair,
        matches: &'a [Match],
        layout: &PairLayout,
        part: usize,
    ) -> Self {
        let here: Vec<(u32, &Match)> = (1..)
            .zip(matches)
            .filter(|&(number, _)| Side::BOTH.iter().any(|&side| layout.part_of(side, number) == part))
            .collect();
        let common = matches.first().map(|first| first.groups);
        let common =
            common.filter(|&groups| matches.len() > 1 && matches.iter().all(|one| one.groups == groups));
        let row = |&(number, found): &(u32, &'a Match)| {
            let row = match_row(frame, report, pair, number, found, layout, part);
            MatchRow { spread: row.spread.filter(|_| common.is_none()), ..row }
        };
        Self {
            rows: here.iter().map(row).collect(),
            all: matches.len(),
            spread: common.map(|groups| in_groups(frame.words, groups, report.groups)),
            orders: orders(frame, here.clone(), layout, part),
            names_files: Side::BOTH.iter().any(|&side| layout.column(side).files.len() > 1),
            rewritten: matches.iter().any(|found| !found.pieces.is_empty()),
            renames: (part == 1).then(|| renames(pair)).flatten(),
        }
    }
}

/// Returns the names of a pair that differ; `None` if there are none, or they are not known.
fn renames(pair: &Pair) -> Option<(&[Rename], u32)> {
    let listed = pair.renames.as_deref().filter(|listed| !listed.is_empty())?;
    Some((listed, pair.rename_count.unwrap_or(listed.len() as u32)))
}

/// Matches come longest first. The other orders are derived from this one.
fn orders(
    frame: &Frame,
    mut matches: Vec<(u32, &Match)>,
    layout: &PairLayout,
    part: usize,
) -> Vec<MatchOrder> {
    if matches.len() < 2 {
        return Vec::new();
    }
    let chips = |matches: &[(u32, &Match)]| -> Vec<Chip> {
        let chip = |&(number, _): &(u32, &Match)| Chip {
            number,
            colour: colour(number),
            href: layout.href(frame, Side::Left, number, part),
        };
        matches.iter().map(chip).collect()
    };
    let longest = chips(&matches);
    // What few others have, in the class and in archives, says most.
    matches.sort_by_key(|(number, found)| (found.groups + found.archived, Reverse(found.tokens), *number));
    let rarest = chips(&matches);
    let mut in_order = |side: Side| {
        matches.sort_by_key(|(number, _)| (layout.place(side, *number as usize - 1).start, *number));
        chips(&matches)
    };
    let (left, right) = (in_order(Side::Left), in_order(Side::Right));
    [
        ("longest", "pair-order-longest", None, longest),
        ("rarest", "pair-order-rarest", None, rarest),
        ("left-order", "pair-order-left", Some("pair-order-right"), left),
        ("right-order", "pair-order-right", Some("pair-order-left"), right),
    ]
    .into_iter()
    .map(|(name, words, swapped, chips)| MatchOrder { name, words, swapped, chips })
    .collect()
}

fn match_row<'a>(
    frame: &Frame,
    report: &'a Report,
    pair: &Pair,
    number: u32,
    found: &'a Match,
    layout: &PairLayout,
    part: usize,
) -> MatchRow<'a> {
    let location = |side: Side, region: &'a Region| Location {
        path: &region.path,
        lines: lines(region.start_line..=region.end_line),
        href: layout.href(frame, side, number, part),
    };
    let [left_id, right_id] = pair.id.sides();
    let page = |name: &str| {
        let submission = report.submissions.iter().find(|submission| submission.name == name);
        submission.map(|submission| frame.place.submission(submission.id))
    };
    MatchRow {
        found,
        number,
        colour: colour(number),
        layer: Layer::from_literal(found.literal.as_deref()).class(),
        left: location(Side::Left, &found.left),
        right: location(Side::Right, &found.right),
        further: [
            found.left_further.iter().map(|region| location(Side::Left, region)).collect(),
            found.right_further.iter().map(|region| location(Side::Right, region)).collect(),
        ],
        spread: Some(in_groups(frame.words, found.groups, report.groups)),
        archived_in: found.archived_in.iter().map(|name| (name.as_str(), page(name))).collect(),
        literal: match_type(frame.words, found),
        evidence: found
            .evidence
            .iter()
            .flatten()
            .map(|evidence| Quotation {
                evidence,
                kind: quoted_kind(evidence),
                spread: (evidence.groups != found.groups || evidence.archived > 0)
                    .then(|| in_groups(frame.words, evidence.groups, report.groups)),
            })
            .collect(),
        before: before(frame, report, pair, found),
        // The class cannot mark archived code as starter code.
        region: match report.submission(pair.id.left) {
            Some(left) if left.archive.is_some() => (right_id, &found.right),
            _ => (left_id, &found.left),
        },
    }
}

/// Says which side handed in a match before. People with a shared link do not learn where.
fn before(frame: &Frame, report: &Report, pair: &Pair, found: &Match) -> Vec<Message> {
    let sides = [(&pair.left, found.left_handed_in_before), (&pair.right, found.right_handed_in_before)];
    let is_shared = matches!(frame.place, PageLocation::Shared { .. });
    let sources = report.settings.own_work.as_ref().map_or(&[][..], |own_work| &own_work.sources);
    let line = |(name, source): (&String, Option<u32>)| {
        let source = sources.get(source? as usize).filter(|_| !is_shared);
        Some(match source {
            Some(source) => {
                frame.words.say("pair-before-in").text("name", name).text("source", &source.title)
            }
            None => frame.words.say("pair-before").text("name", name),
        })
    };
    sides.into_iter().filter_map(line).collect()
}
