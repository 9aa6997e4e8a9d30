//! The way from pair to pair while reviewing: in the order and filter of the list from which a pair was opened, and what
//! the overview says about the progress.

use chaffinch_report::{Pair, PairId, Report};

use crate::frame::{Frame, Review};
use crate::locale::Message;
use crate::view::View;

/// The place of a pair in the list from which it was opened.
pub(crate) struct ListPlace {
    /// From 1.
    pub(crate) at: usize,
    pub(crate) of: usize,
    pub(crate) previous: Option<String>,
    pub(crate) next: Option<String>,
    /// Number of pairs of the list that nobody has looked at.
    pub(crate) open: usize,
    /// The next pair that nobody has looked at; after the last one the first.
    pub(crate) next_open: Option<String>,
}

impl ListPlace {
    /// Returns the place in the list of a view, or in the whole list if the view does not have the pair.
    pub(crate) fn new(frame: &Frame, report: &Report, view: &View, pair: &Pair) -> Self {
        let review = frame.actions.review.as_deref();
        let mut ids = Vec::new();
        if view.is_filtered() || view.sort.is_some() {
            // A pair stays in the list when its mark no longer fits the filter.
            let any_mark = View { marked: String::new(), mine: None, ..view.clone() };
            ids = any_mark.with_pages(report, review);
            let fits = |review: &Review, id| review.fits(&view.marked, view.only_mine(), id);
            ids.retain(|&id| id == pair.id || review.is_none_or(|review| fits(review, id)));
        }
        if !ids.contains(&pair.id) {
            ids = report.listed().filter(|one| one.match_count.is_some()).map(|one| one.id).collect();
        }
        let at = ids.iter().position(|&id| id == pair.id);
        let is_open = |id: &&PairId| review.is_none_or(|review| review.state(**id).is_empty());
        let (before, after) = match at {
            Some(at) => (&ids[..at], &ids[at + 1..]),
            None => (&ids[..0], &ids[..]),
        };
        let link = |id: &PairId| frame.place.pair(*id);
        Self {
            at: at.map_or(0, |at| at + 1),
            of: ids.len(),
            previous: before.last().map(link),
            next: after.first().map(link),
            open: ids.iter().filter(is_open).count(),
            next_open: after.iter().chain(before).find(is_open).map(link),
        }
    }
}

/// What the overview says about the review of a list of pairs, and the link that begins or continues it.
pub(crate) struct Progress {
    /// Number of pairs to review.
    pub(crate) of: usize,
    /// Number of those that somebody has looked at.
    pub(crate) done: usize,
    /// How many of them have which state, in words.
    pub(crate) states: Vec<Message>,
    /// The first pair that nobody has looked at, or the first of all.
    pub(crate) start: Option<String>,
}

impl Progress {
    /// Returns the progress in the list of a view. Without a filter, pairs that reach the cut-off are reviewed.
    pub(crate) fn new(frame: &Frame, report: &Report, view: &View, review: &Review) -> Self {
        let view = view.for_review();
        let pairs = view.with_pages(report, Some(review));
        let count = |state: &str| pairs.iter().filter(|&&id| review.state(id) == state).count();
        let counted = |state: &&&'static str| count(state) > 0;
        let states = review.states.iter().filter(counted);
        let said = |state: &'static str| {
            frame.words.say("reviewing-state-count").choice("state", state).number("count", count(state))
        };
        let first = pairs.iter().find(|&&id| review.state(id).is_empty()).or(pairs.first());
        let place = view.place(&frame.place);
        Self {
            of: pairs.len(),
            done: pairs.len() - count(""),
            states: states.map(|state| said(state)).collect(),
            start: first.map(|&id| place.pair(id)),
        }
    }
}

/// Returns the pairs of a list to divide among accounts, in the order of the list.
pub fn to_review(report: &Report, view: &View, review: &Review) -> Vec<PairId> {
    // Marked pairs stay as they are, whatever marks the list is filtered by.
    View { marked: String::new(), ..view.for_review() }.with_pages(report, Some(review))
}

impl View {
    /// Returns the view whose pairs are reviewed: the filtered list, and without a filter the pairs that reach the cut-off.
    pub(crate) fn for_review(&self) -> Self {
        let above = if self.is_filtered() { self.above } else { Some(1) };
        Self { above, page: None, ..self.clone() }
    }

    /// Returns the pairs of this view that have a page, in its order.
    fn with_pages(&self, report: &Report, review: Option<&Review>) -> Vec<PairId> {
        let pairs = self.pairs(report, review);
        pairs.into_iter().filter(|pair| pair.match_count.is_some()).map(|pair| pair.id).collect()
    }
}
