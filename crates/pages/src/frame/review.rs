//! The marks of the staff on the pairs of a report, as pages show them.
//!
//! Only pages of the service that staff reads have marks. Shared links, evidence files and exported folders have none.

use std::collections::{BTreeMap, BTreeSet};

use chaffinch_report::{Pair, PairId};

/// What the staff of a course notes about the pairs of a report.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Review {
    /// Marks, by the ids of pairs in the pages.
    pub marks: BTreeMap<PairId, PairMark>,
    /// Names of the states that a pair can have, weakest first.
    pub states: Vec<&'static str>,
    /// The account that reads the page.
    pub reader: String,
    /// Accounts among which pairs can be divided.
    pub members: Vec<String>,
    /// Whether notes are shown. They may contain names.
    pub shows_notes: bool,
    /// Whether the reader goes on to the next pair with each mark.
    pub advances: bool,
}

/// The mark of a pair.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PairMark {
    /// Name of the state; empty: nobody has looked at the pair.
    pub state: &'static str,
    /// The state before the last change of it.
    pub previous: &'static str,
    /// A note; may be empty.
    pub note: String,
    /// The account that is to look at the pair.
    pub assignee: Option<String>,
    /// The account of the last change.
    pub by: String,
    /// Time of the last change (RFC 3339).
    pub at: String,
    /// The same time for people, with the time zone.
    pub when: String,
    /// Number of changes.
    pub version: u32,
}

impl Review {
    /// Value of a filter of states for pairs that nobody has looked at.
    pub const OPEN: &'static str = "open";

    /// Largest length of a note in characters.
    pub const NOTE_LENGTH: usize = 2000;

    /// Returns the mark of a pair.
    pub(crate) fn mark(&self, pair: PairId) -> Option<&PairMark> {
        self.marks.get(&pair)
    }

    /// Returns the mark of a pair, or one without anything.
    pub(crate) fn mark_of(&self, pair: &Pair) -> PairMark {
        self.mark(pair.id).cloned().unwrap_or_default()
    }

    /// Returns the name of the state of a pair; empty: nobody has looked at it.
    pub(crate) fn state(&self, pair: PairId) -> &'static str {
        self.mark(pair).map_or("", |mark| mark.state)
    }

    /// Returns whether a pair has the state that a filter asks for, and is the reader's if that is asked for.
    pub(crate) fn fits(&self, marked: &str, only_mine: bool, pair: PairId) -> bool {
        let has_state = match marked {
            "" => true,
            Self::OPEN => self.state(pair).is_empty(),
            state => self.state(pair) == state,
        };
        has_state && (!only_mine || self.is_mine(pair))
    }

    pub(crate) fn is_mine(&self, pair: PairId) -> bool {
        self.mark(pair).is_some_and(|mark| mark.assignee.as_ref() == Some(&self.reader))
    }

    /// Returns whether pairs are divided among accounts.
    pub(crate) fn is_divided(&self) -> bool {
        self.marks.values().any(|mark| mark.assignee.is_some())
    }

    /// Divides pairs that nobody has looked at among accounts: pairs that share a submission go to the same one, and each
    /// gets about as many. Returns the pairs with the position of their account in a list of `accounts`.
    pub fn divided(&self, pairs: &[PairId], accounts: usize) -> Vec<(PairId, usize)> {
        let open: Vec<PairId> = pairs.iter().copied().filter(|&pair| self.state(pair).is_empty()).collect();
        let mut groups = connected(&open);
        // The largest group first, to the account that has the fewest pairs: no account has more than it must.
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        let mut loads = vec![0_usize; accounts];
        let mut shares = Vec::new();
        for group in groups {
            let Some(at) = (0..accounts).min_by_key(|&at| loads[at]) else { break };
            loads[at] += group.len();
            shares.extend(group.into_iter().map(|pair| (pair, at)));
        }
        shares
    }
}

/// Returns pairs in groups: pairs that share a submission are in the same group, directly or through others.
fn connected(pairs: &[PairId]) -> Vec<Vec<PairId>> {
    let mut neighbours: BTreeMap<u32, Vec<PairId>> = BTreeMap::new();
    for &pair in pairs {
        neighbours.entry(pair.left).or_default().push(pair);
        neighbours.entry(pair.right).or_default().push(pair);
    }
    let mut seen = BTreeSet::new();
    let mut groups = Vec::new();
    for &start in pairs {
        let (mut group, mut waiting) = (Vec::new(), vec![start]);
        while let Some(pair) = waiting.pop() {
            if seen.insert(pair) {
                group.push(pair);
                let next = [pair.left, pair.right].into_iter().filter_map(|id| neighbours.get(&id));
                waiting.extend(next.flatten().filter(|next| !seen.contains(next)));
            }
        }
        if !group.is_empty() {
            group.sort_unstable();
            groups.push(group);
        }
    }
    groups
}
