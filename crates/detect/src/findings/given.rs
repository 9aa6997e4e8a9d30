//! Given code: passages that many submissions have, although the submissions are not versions of one program.
//!
//! Such code was handed out, or taken from the same public place. Nobody says so in the upload, and each two that have it
//! would be a pair. It is masked, as if everybody had it. A passage is given if at least a third of the class has it,
//! groups of versions counted once.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use chaffinch_fingerprint::{UnionFind, rehash};
use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;

use crate::Mask;
use crate::index::distinct;
use crate::masks::Masks;
use crate::masks::windows::{each_unmasked_window, frequent_windows};

/// Tokens of the shortest passage that is given code. Shorter ones, such as the beginning of a program that reads its
/// input, are idioms that need no explanation.
pub(super) const GIVEN_RUN: usize = 64;

/// Share of the class that has such a passage.
pub(super) const SHARE: f64 = 1.0 / 3.0;

/// Share of the class that a group has, whose passages are given if most of it has them.
const GROUP_SHARE: f64 = 0.25;

/// Share of a group that has a passage that was given to it.
const OF_GROUP: f64 = 0.8;

/// Fewest people who have it.
const MIN_PEOPLE: f64 = 5.0;

/// One window in this many is examined first, chosen by hash. Most classes have no given code.
const ONE_IN: u64 = 8;

/// Code that many have.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GivenCode {
    /// The submissions that have some of it, ascending.
    pub(crate) members: Vec<u32>,
    /// The submission with the longest runs of it, the first of these.
    pub(crate) submission: u32,
    /// The tokens of these runs, counted through the files of the submission.
    pub(crate) passages: Vec<Range<usize>>,
    /// For each member, the length of its runs as a share of the longest.
    pub(crate) shares: Vec<f64>,
}

/// Finds given code and masks it: passages that a third of the class has, and those that most of one of these `groups` have,
/// if it is a large part of the class. `units` says for each submission as what it counts: versions of one program, and the
/// submissions of a party, are one unit. `None` if it does not count.
pub(crate) fn mask_given(
    masks: &mut Masks,
    submissions: &[TokenizedSubmission],
    units: &[Option<u32>],
    groups: &[&[u32]],
) -> Vec<GivenCode> {
    let counted = distinct(units.iter().copied().flatten()).len() as f64;
    let limit = (SHARE * counted).max(MIN_PEOPLE).ceil() as usize;
    let frequent = |units: &[Option<u32>], limit: usize, one_in: u64| {
        frequent_windows(units, limit, |at| {
            let mut hashes = Vec::new();
            each_unmasked_window(&submissions[at], &masks[at], GIVEN_RUN, |_, hash| {
                if rehash(hash).is_multiple_of(one_in) {
                    hashes.push(hash);
                }
            });
            hashes
        })
    };
    let mut given = Vec::new();
    if !frequent(units, limit, ONE_IN).is_empty() {
        given = frequent(units, limit, 1);
    }
    let least = (GROUP_SHARE * counted).max(MIN_PEOPLE);
    for group in groups.iter().filter(|group| least <= group.len() as f64) {
        let mut members = vec![None; units.len()];
        for &member in *group {
            members[member as usize] = units[member as usize];
        }
        given.extend(frequent(&members, (OF_GROUP * group.len() as f64).ceil() as usize, 1));
    }
    if given.is_empty() {
        return Vec::new();
    }
    let given = distinct(given);
    // For each submission, the runs of frequent windows: the numbers of the windows, and the tokens.
    let runs: Vec<Vec<(Vec<u32>, Range<usize>)>> = submissions
        .par_iter()
        .zip(&*masks)
        .map(|(submission, mask)| {
            let mut runs: Vec<(Vec<u32>, Range<usize>)> = Vec::new();
            each_unmasked_window(submission, mask, GIVEN_RUN, |at, hash| {
                let Ok(number) = given.binary_search(&hash) else { return };
                match runs.last_mut() {
                    Some((windows, tokens)) if tokens.end == at + GIVEN_RUN - 1 => {
                        windows.push(number as u32);
                        tokens.end += 1;
                    }
                    _ => runs.push((vec![number as u32], at..at + GIVEN_RUN)),
                }
            });
            runs
        })
        .collect();
    for (mask, runs) in masks.iter_mut().zip(&runs) {
        for (_, tokens) in runs {
            for token in &mut mask[tokens.clone()] {
                token.get_or_insert(Mask::Given);
            }
        }
    }
    given_code(&runs, units, given.len())
}

/// Divides runs into given code: windows that follow each other belong to one passage, and passages that the same
/// submissions have to the same code. Only submissions that count have any.
fn given_code(
    runs: &[Vec<(Vec<u32>, Range<usize>)>],
    units: &[Option<u32>],
    windows: usize,
) -> Vec<GivenCode> {
    let sets = UnionFind::new(windows as u32);
    for (windows, _) in runs.iter().flatten() {
        windows.windows(2).for_each(|two| sets.join(two[0], two[1]));
    }
    // For each passage, the submissions that have it, each with its longest run.
    let mut passages: BTreeMap<u32, BTreeMap<u32, Range<usize>>> = BTreeMap::new();
    for ((index, runs), _) in (0..).zip(runs).zip(units).filter(|(_, unit)| unit.is_some()) {
        for (windows, tokens) in runs {
            let longest = passages
                .entry(sets.root(windows[0]))
                .or_default()
                .entry(index)
                .or_insert(tokens.start..tokens.start);
            if longest.len() < tokens.len() {
                *longest = tokens.clone();
            }
        }
    }
    let mut codes: BTreeMap<Vec<u32>, Vec<BTreeMap<u32, Range<usize>>>> = BTreeMap::new();
    for runs in passages.into_values() {
        codes.entry(runs.keys().copied().collect()).or_default().push(runs);
    }
    let mut found: Vec<GivenCode> = codes
        .into_iter()
        .filter_map(|(members, passages)| {
            let tokens = |member: &u32| passages.iter().map(|runs| runs[member].len()).sum::<usize>();
            let submission = members.iter().rev().copied().max_by_key(|member| tokens(member))?;
            let share = |member: &u32| tokens(member) as f64 / tokens(&submission) as f64;
            let mut runs: Vec<Range<usize>> = passages.iter().map(|runs| runs[&submission].clone()).collect();
            runs.sort_by_key(|tokens| tokens.start);
            Some(GivenCode {
                shares: members.iter().map(share).collect(),
                passages: runs,
                members,
                submission,
            })
        })
        .collect();
    let size = |code: &GivenCode| code.passages.iter().map(ExactSizeIterator::len).sum::<usize>();
    found.sort_by_key(|code| Reverse((code.members.len(), size(code))));
    found
}
