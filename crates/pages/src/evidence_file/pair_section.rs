//! What an evidence file shows of one pair: sentences, unusual details, the strongest matches, and all of them.

use std::cmp::Reverse;

use chaffinch_report::{Evidence, Match, Pair, Region, Report, Sources, Submission};

use super::excerpt::{ExcerptRow, PrintedMatch};
use super::sentences::PairFacts;
use crate::code::{DifferingWords, differing_words};
use crate::figures::{PairFigures, lines, match_type, quoted_kind};
use crate::locale::{Locale, Message};

/// Largest number of lines of each side in an excerpt.
pub(super) const EXCERPT_LINES: u32 = 12;

/// Number of matches that are shown first.
const STRONGEST: usize = 3;

/// Number of unusual details that are quoted first.
const UNUSUAL: usize = 6;

/// A pair of the file.
pub(super) struct PairSection<'a> {
    pub(super) pair: &'a Pair,
    pub(super) figures: PairFigures,
    /// What was found, in sentences.
    pub(super) found: Vec<Message>,
    /// What speaks against copying, in sentences.
    pub(super) against: Vec<Message>,
    /// The unusual details that fewest have, and how many there are.
    pub(super) unusual: (Vec<&'a Evidence>, usize),
    /// The first lines of the strongest matches.
    pub(super) strongest: Vec<Excerpt<'a>>,
    /// `None` if this report contains no matches for the pair.
    pub(super) matches: Option<Vec<MatchView<'a>>>,
}

/// The first lines of a match.
pub(super) struct Excerpt<'a> {
    pub(super) number: u32,
    pub(super) found: &'a Match,
    pub(super) sides: [&'a Region; 2],
    pub(super) literal: Option<Message>,
    pub(super) row: ExcerptRow,
    /// Number of lines of the side with more of them that are not shown here.
    pub(super) more: u32,
}

/// A match of the file.
pub(super) struct MatchView<'a> {
    pub(super) number: u32,
    pub(super) found: &'a Match,
    pub(super) sides: [&'a Region; 2],
    /// Other places of the passage on each side: the key of the label, and the place.
    pub(super) further: Vec<(&'static str, &'a Region)>,
    /// Match type, with how much is identical.
    pub(super) literal: Option<Message>,
    /// `None` if the limit of lines is reached.
    pub(super) rows: Option<Vec<ExcerptRow>>,
}

impl<'a> PairSection<'a> {
    /// Fills the section. `room` is the number of lines of code that the file may still show.
    pub(super) fn new(
        words: Locale,
        report: &'a Report,
        pair: &'a Pair,
        sides: [&'a Submission; 2],
        sources: &Sources,
        room: &mut usize,
    ) -> Self {
        let differing = differing_words(pair, sources);
        let facts = PairFacts { words, report, pair, sides };
        let view = |((number, found), differing): ((u32, &'a Match), _)| MatchView {
            number,
            found,
            sides: [&found.left, &found.right],
            further: (found.left_further.iter().map(|region| ("evidence-also-left", region)))
                .chain(found.right_further.iter().map(|region| ("evidence-also-right", region)))
                .collect(),
            literal: match_type(words, found),
            rows: PrintedMatch::new(found, differing, sides, sources).and_then(|printed| printed.rows(room)),
        };
        let strongest = strongest(pair, &differing).filter_map(|(number, found, differing)| {
            Some(Excerpt {
                number,
                found,
                sides: [&found.left, &found.right],
                literal: match_type(words, found),
                row: PrintedMatch::new(found, differing, sides, sources)?.first_lines(EXCERPT_LINES),
                more: more_lines(&found.left).max(more_lines(&found.right)),
            })
        });
        Self {
            pair,
            figures: PairFigures::new(report, pair),
            found: facts.found(),
            against: facts.against(),
            unusual: unusual(pair),
            strongest: strongest.take(STRONGEST).collect(),
            matches: pair
                .matches
                .as_ref()
                .map(|matches| (1..).zip(matches).zip(&differing).map(view).collect()),
        }
    }
}

/// Returns the matches of a pair with their numbers from 1, those that fewest others have first, then the longest.
pub(super) fn strongest<'a, 'w>(
    pair: &'a Pair,
    differing: &'w [DifferingWords],
) -> impl Iterator<Item = (u32, &'a Match, &'w DifferingWords)> {
    let matches = (1..).zip(pair.matches.iter().flatten()).zip(differing);
    let mut matches: Vec<_> = matches.map(|((number, found), words)| (number, found, words)).collect();
    matches.sort_by_key(|(number, found, _)| (found.groups + found.archived, Reverse(found.tokens), *number));
    matches.into_iter()
}

/// Returns the number of lines of a region that an excerpt does not show.
pub(super) fn more_lines(region: &Region) -> u32 {
    (region.end_line.saturating_sub(region.start_line) + 1).saturating_sub(EXCERPT_LINES)
}

/// Returns the details that both sides have and fewest others do, and the number of all.
fn unusual(pair: &Pair) -> (Vec<&Evidence>, usize) {
    let found = pair.matches.iter().flatten();
    let mut all: Vec<&Evidence> = found.flat_map(|found| found.evidence.iter().flatten()).collect();
    all.sort_by_key(|evidence| evidence.groups + evidence.archived);
    let count = all.len();
    all.truncate(UNUSUAL);
    (all, count)
}

/// Returns a sentence about a text that both sides of a match contain.
pub(super) fn quotation(words: Locale, evidence: &Evidence) -> Message {
    words.say(format!("evidence-same-{}", quoted_kind(evidence))).code("text", &evidence.text)
}

/// Returns the lines of a region.
pub(super) fn region_lines(region: &Region) -> String {
    lines(region.start_line..=region.end_line)
}
