//! The heading of both views of a pair: its place in the list, its figures, links between the views.

use chaffinch_report::{Pair, Report};

use crate::frame::{Frame, PairView};
use crate::shared::{Link, language_title};

/// Share from which a pair is near-identical. Its differences are then quicker to read than its matches.
const NEAR_IDENTICAL: f64 = 0.8;

/// Place of a pair in the list of pairs.
pub(super) struct RankNeighbours {
    pub(super) rank: u32,
    pub(super) of: usize,
    pub(super) previous: Option<String>,
    pub(super) next: Option<String>,
}

impl RankNeighbours {
    pub(super) fn new(frame: &Frame, report: &Report, pair: &Pair) -> Self {
        // Ranks have no gaps, so neighbours in the list are neighbours in rank.
        let neighbour = |rank: Option<u32>| {
            let listed = report.listed().nth(rank?.checked_sub(1)? as usize)?;
            listed.match_count.map(|_| frame.place.pair(listed.id))
        };
        Self {
            rank: pair.rank,
            of: report.listed().count(),
            previous: neighbour(pair.rank.checked_sub(1)),
            next: neighbour(pair.rank.checked_add(1)),
        }
    }
}

/// Returns the titles of the languages of a pair's sides, if the pair is one of different languages.
pub(super) fn languages(pair: &Pair) -> Option<(&str, &str)> {
    let (left, right) = pair.languages.as_ref()?;
    Some((language_title(left), language_title(right)))
}

/// Returns links between the views of a pair; none if there is only one view.
pub(super) fn views(frame: &Frame, pair: &Pair, has_texts: bool, here: PairView) -> Vec<Link> {
    if !has_texts || !is_near_identical(pair) {
        return Vec::new();
    }
    [(PairView::Matches, "pair-view-matches"), (PairView::Differences, "pair-view-differences")]
        .map(|(view, text)| Link {
            text: frame.words.say(text).plain(),
            href: (view != here).then(|| frame.place.pair_part(pair.id, view, 1)),
        })
        .into()
}

/// Returns whether the pair has a view of its differences.
pub fn is_near_identical(pair: &Pair) -> bool {
    pair.similarity >= NEAR_IDENTICAL || pair.left_share_raw.min(pair.right_share_raw) >= NEAR_IDENTICAL
}
