//! The figures of a pair with excerpts of its strongest matches, for the page of a case.

use chaffinch_report::{Level, PairId, Region, Report, Sources};

use super::excerpt::PrintedMatch;
use super::pair_section::{EXCERPT_LINES, more_lines, region_lines, strongest};
use crate::code::differing_words;
use crate::figures::{expect, percent};

/// The figures of a pair as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairSummary {
    /// The pair.
    pub id: PairId,
    /// Name of the left submission.
    pub left: String,
    /// Name of the right submission.
    pub right: String,
    /// Expect value; `None` if it is not known.
    pub expect: Option<String>,
    /// Its level.
    pub level: Level,
    /// Share of the left side.
    pub left_share: String,
    /// Share of the right side.
    pub right_share: String,
    /// Tokens of the longest match.
    pub longest: u32,
    /// Number of matches, if it is known.
    pub matches: Option<u32>,
    /// Excerpts of the strongest matches.
    pub excerpts: Vec<PairExcerpt>,
}

/// The first lines of a match side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairExcerpt {
    /// Number of the match in the pair, from 1.
    pub number: u32,
    /// Tokens of the match.
    pub tokens: u32,
    /// The left side, then the right one.
    pub sides: [ExcerptSide; 2],
}

/// One side of an excerpt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExcerptSide {
    /// Name of the submission.
    pub name: String,
    /// Path of the file.
    pub path: String,
    /// Lines of the whole match.
    pub lines: String,
    /// Number of lines of the match that the excerpt does not show.
    pub more: u32,
    /// The code as HTML.
    pub html: String,
}

/// Returns a pair with excerpts of its `most` strongest matches whose texts are stored. The pair needs its matches for that.
/// Returns `None` if the report does not list it.
pub fn pair_summary(report: &Report, sources: &Sources, id: PairId, most: usize) -> Option<PairSummary> {
    let pair = report.pair(id)?;
    let sides = [report.submission(id.left)?, report.submission(id.right)?];
    let differing = differing_words(pair, sources);
    let excerpt = |(number, found, differing)| {
        let row = PrintedMatch::new(found, differing, sides, sources)?.first_lines(EXCERPT_LINES);
        let side = |name: &String, region: &Region, html: String| ExcerptSide {
            name: name.clone(),
            path: region.path.clone(),
            lines: region_lines(region),
            more: more_lines(region),
            html,
        };
        let sides = [side(&pair.left, &found.left, row.left), side(&pair.right, &found.right, row.right)];
        Some(PairExcerpt { number, tokens: found.tokens, sides })
    };
    Some(PairSummary {
        id,
        left: pair.left.clone(),
        right: pair.right.clone(),
        expect: pair.expect.map(expect),
        level: Level::in_report(report, pair),
        left_share: percent(pair.left_share),
        right_share: percent(pair.right_share),
        longest: pair.longest_match,
        matches: pair.match_count,
        excerpts: strongest(pair, &differing).filter_map(excerpt).take(most).collect(),
    })
}
