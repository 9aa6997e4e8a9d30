//! The teams and archives of submissions, and the colour of each.

use std::collections::BTreeMap;

use chaffinch_report::Submission;

use crate::frame::Frame;
use crate::shared::archive_label;

/// Number of colours. More could not be told apart. Further groups share the last one.
pub(super) const COLOURS: usize = 8;

/// A team or an archive.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Group {
    pub(crate) name: String,
    /// Number of its colour, from 1.
    pub(crate) colour: usize,
    pub(crate) archive: bool,
}

/// The groups of the submissions of a graph.
#[derive(Debug)]
pub(super) struct Groups {
    /// The groups with a colour of their own, the most frequent first.
    pub(super) named: Vec<Group>,
    /// The name and colour of the group of each submission.
    of: Vec<(String, usize)>,
}

impl Groups {
    /// Returns the groups of these submissions: their teams, and the archives of earlier submissions.
    pub(super) fn new(frame: &Frame, submissions: &[&Submission]) -> Self {
        let name = |submission: &Submission| match (&submission.archive, &submission.team) {
            (Some(archive), _) => archive_label(frame.words, archive).plain(),
            (None, Some(team)) => team.clone(),
            (None, None) => String::new(),
        };
        let keys: Vec<(String, bool)> =
            submissions.iter().map(|submission| (name(submission), submission.archive.is_some())).collect();
        let mut counts: BTreeMap<&(String, bool), usize> = BTreeMap::new();
        for key in keys.iter().filter(|(name, _)| !name.is_empty()) {
            *counts.entry(key).or_default() += 1;
        }
        let mut order: Vec<_> = counts.into_iter().collect();
        // The sort is stable: of groups of the same size, the first by name comes first.
        order.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        let colours: BTreeMap<&(String, bool), usize> =
            order.iter().zip(1..).map(|(&(key, _), at)| (key, usize::min(at, COLOURS))).collect();
        // With more groups than colours, the last colour means "others".
        let named = if order.len() <= COLOURS { order.len() } else { COLOURS - 1 };
        Self {
            named: order[..named]
                .iter()
                .map(|(key, _)| Group { name: key.0.clone(), colour: colours[key], archive: key.1 })
                .collect(),
            of: keys
                .iter()
                .map(|key| (key.0.clone(), colours.get(key).copied().unwrap_or_default()))
                .collect(),
        }
    }

    /// Returns the name and the colour of the group of each submission; an empty name and 0: no group.
    pub(super) fn each(&self) -> impl Iterator<Item = (&str, usize)> {
        self.of.iter().map(|(name, colour)| (name.as_str(), *colour))
    }
}
